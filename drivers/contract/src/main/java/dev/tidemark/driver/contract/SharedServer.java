package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.rig.Server;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;
import dev.tidemark.launch.rig.RunningServer;
import org.junit.jupiter.api.Assumptions;

/**
 * A real server that all tests of a process share: started by its rig when the first test wants it, empty, and stopped
 * when the process ends. The module needs the rig in its tests, as in {@code tidemark-rig-postgres} with scope test.
 *
 * <pre>
 * Values reaching = SharedServer.of("postgres").target(new PostgresDriver());
 * </pre>
 */
public final class SharedServer {

    private static final Map<String, SharedServer> ALL = new ConcurrentHashMap<>();
    private static final Path ROOT = folder().resolve("rigs").toAbsolutePath();

    private final Rig rig;
    private final Values values;
    private final RigLauncher launcher;
    private volatile RunningServer server;

    private SharedServer(Rig rig, Values values, Path root) {
        this.rig = rig;
        this.values = values;
        this.launcher = new RigLauncher(root, Clock.system(), new MavenArtifacts());
    }

    /** A folder of this process alone: what is in it none of the others that test a module at the same time touches. */
    public static Path folder() {
        return Path.of(System.getProperty("test.folder", "target/process-0"));
    }

    /**
     * @param rig      its name
     * @param settings of the rig, as in {@code tls=true}; one server is shared by all who want the same
     */
    public static SharedServer of(String rig, String... settings) {
        String name = String.join(",", Stream.concat(Stream.of(rig), Stream.of(settings).sorted()).toList());
        return ALL.computeIfAbsent(name, n -> first(Rigs.named(rig), List.of(settings), ROOT.resolve(n)));
    }

    private static SharedServer first(Rig rig, List<String> settings, Path root) {
        Values values = rig.params().defaults();
        for (String setting : settings) {
            String[] pair = setting.split("=", 2);
            values = values.with(pair[0], pair[1], SettingOrigin.SET);
        }
        SharedServer shared = new SharedServer(rig, values, root);
        shared.stop(); // a build that was killed may have left it
        delete(root.resolve(rig.name()).resolve("data"));
        Runtime.getRuntime().addShutdownHook(new Thread(shared::stop));
        shared.start();
        return shared;
    }

    private static void delete(Path folder) {
        try (Stream<Path> entries = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            for (Path path : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it again where a test has stopped or killed it; its address and data stay. */
    public void start() {
        try {
            server = launcher.start(rig, values, RigListener.NONE).server();
        } catch (RigException e) {
            Assumptions.assumeFalse(e.getMessage().contains("refuses to run as root"), e.getMessage());
            throw new AssertionError(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops it in good order; a test that does so starts it again. */
    public void stop() {
        try {
            launcher.stop(rig);
        } catch (RigException | InterruptedException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** Ends its process as a crash does, and returns when it has gone; a test that does so starts it again. */
    public void kill() {
        ProcessHandle.of(server.process()).ifPresent(process -> {
            process.destroyForcibly();
            process.onExit().join();
        });
    }

    public Server server() {
        return server;
    }

    /** What it has said since its last start. */
    public String log() {
        try {
            return Files.readString(server.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The settings that reach it, in the form of an experiment file, each with a comma behind. */
    public String written() {
        return server.target().entrySet().stream().map(setting -> setting.getKey() + ": \"" + setting.getValue()
                + "\", ").collect(Collectors.joining());
    }

    /** The settings of a driver by which it reaches the server; all others at their defaults. */
    public Values target(Driver driver) {
        Values reaching = driver.params().defaults();
        for (Map.Entry<String, String> setting : server.target().entrySet()) {
            if (driver.params().lookUp(setting.getKey()).isPresent()) {
                reaching = reaching.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
            }
        }
        return reaching;
    }
}
