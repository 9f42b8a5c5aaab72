package dev.tidemark.rig.basex;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.HttpProbe;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerKeys;
import dev.tidemark.core.rig.ServerPlace;

/**
 * BaseX, its REST service in Jetty and, without TLS, its server for clients of its own protocol. What is fetched is the
 * jar of the services, since not everything that it names is in Maven's repositories; what is needed of that is among
 * the libraries. BaseX hands what it stores to the operating system and never asks for it to be on the device.
 */
public final class BaseXRig extends DeclaredRig {

    /** The only one who is there by himself, and who would be shown a password in the log if he had none. */
    private static final String USER = "admin";
    private static final String GROUP = "org.basex";
    private static final String JETTY = "11.0.26";
    private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+(\\.[0-9]+)?");

    public BaseXRig() {
        super("basex", "BaseX " + BaseXParams.VERSION.defaultValue()
                        + ", whose data outlive its process but not a power failure, on Linux; needs no installation.",
                BaseXParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        requireLinux(platform);
        return new ServerArtifact(GROUP, "basex-api", version(values));
    }

    private static String version(Values values) {
        return RigParams.requireVersion(values, BaseXParams.VERSION, VERSION, "BaseX");
    }

    @Override
    public List<ServerArtifact> libraries(Values values) {
        return List.of(new ServerArtifact(GROUP, "basex", version(values)),
                new ServerArtifact("org.eclipse.jetty", "jetty-webapp", JETTY),
                new ServerArtifact("org.eclipse.jetty.websocket", "websocket-jetty-server", JETTY),
                new ServerArtifact("org.slf4j", "slf4j-simple", "2.0.20"));
    }

    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform) throws IOException {
        Files.copy(artifact, program.resolve(artifact.getFileName()));
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands) throws IOException, RigException {
        Path home = home(values, place);
        Path web = Files.createDirectories(home.resolve("web").resolve("WEB-INF"));
        Path keys = home.resolve("keys.p12");
        if (place.tls().isPresent()) {
            ServerKeys.write(keys, place.tls().get(), place.readPassword());
        }
        PrivateFile.write(home.resolve(".basex"), BaseXConfig.options(values, home, chooseClientPort(values, place)));
        PrivateFile.write(web.resolve("web.xml"), BaseXConfig.WEB);
        PrivateFile.write(web.resolve("jetty.xml"), BaseXConfig.jetty(place, keys, place.readPassword()));
        PrivateFile.write(Files.createDirectories(home.resolve("data")).resolve("users.xml"),
                BaseXConfig.users(USER, place.readPassword()));
        writeArguments(values, place);
    }

    private static void writeArguments(Values values, ServerPlace place) throws IOException {
        new JavaServer(BaseXConfig.jvm(values, home(values, place)), JavaServer.jars(place),
                "org.basex.BaseXHTTP", List.of()).write(arguments(values, place));
    }

    /** The same as the last time where it still is free. */
    private static OptionalInt chooseClientPort(Values values, ServerPlace place) throws IOException {
        OptionalInt last = clientPort(values, place);
        if (place.tls().isPresent()) {
            Files.deleteIfExists(portFile(values, place));
            return OptionalInt.empty();
        }
        int port = last.isPresent() && last.getAsInt() != place.port() && FreePorts.isFree(last.getAsInt())
                ? last.getAsInt() : FreePorts.findOthers(place.port(), 1).getFirst();
        PrivateFile.write(portFile(values, place), port + "\n");
        return OptionalInt.of(port);
    }

    /** Where clients of BaseX's own protocol are listened to; empty where they are not. */
    private static OptionalInt clientPort(Values values, ServerPlace place) throws IOException {
        Path file = portFile(values, place);
        return Files.exists(file) ? OptionalInt.of(Integer.parseInt(Files.readString(file).strip()))
                : OptionalInt.empty();
    }

    private static Path portFile(Values values, ServerPlace place) {
        return home(values, place).resolve("client-port");
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(JavaServer.words(arguments(values, place)), "TERM");
    }

    /** The format of the data is that of the major version. */
    private static Path home(Values values, ServerPlace place) {
        return place.data().resolve("basex-" + RigParams.major(version(values)));
    }

    private static Path arguments(Values values, ServerPlace place) {
        return home(values, place).resolve("java.args");
    }

    /** {@inheritDoc} The other port is listened to before this one answers. */
    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        HttpProbe.get(place, USER, "/rest?query=1");
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        Map<String, String> more = new HashMap<>(Map.of("user", USER));
        try {
            clientPort(values, place).ifPresent(port -> more.put("client-port", String.valueOf(port)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return RigParams.target(place, more);
    }
}
