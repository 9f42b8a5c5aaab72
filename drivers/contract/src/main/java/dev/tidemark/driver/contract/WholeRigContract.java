package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigLauncher.Started;
import dev.tidemark.launch.rig.RigListener;
import dev.tidemark.launch.rig.RigStatus.State;
import dev.tidemark.launch.rig.RunningServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * And what the launcher keeps for any rig: ports, folders, processes. One rig is tried in full with each build, the
 * others with {@code -Drigs=all}.
 */
public abstract class WholeRigContract extends RigContract {

    protected WholeRigContract(String name) {
        super(name);
    }

    @Test
    void startingTwiceLeavesItAsItIs() throws Exception {
        RunningServer first = start().server();
        Started second = start();
        assertThat(second.already()).isTrue();
        assertThat(second.server()).isEqualTo(first);
        assertThatThrownBy(() -> launcher.start(rig, values("tls", "true"), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("tls: rig " + name + " runs already, with false; to change that, stop it first: "
                        + "tidemark rig stop " + name);
        assertThat(launcher.status(rig).process()).hasValue(first.process());
    }

    @Test
    void addressAndPasswordStay() throws Exception {
        RunningServer first = start().server();
        String password = Files.readString(home().resolve("password"));
        launcher.stop(rig);
        assertThat(start().server().address()).isEqualTo(first.address());
        assertThat(Files.readString(home().resolve("password"))).isEqualTo(password);
    }

    @Test
    void twoStartsAtOnceStartOne() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Callable<Started> start = this::start;
            List<Future<Started>> both = threads.invokeAll(List.of(start, start));
            Started one = both.get(0).get();
            Started other = both.get(1).get();
            assertThat(one.server()).isEqualTo(other.server());
            assertThat(List.of(one.already(), other.already())).containsExactlyInAnyOrder(false, true);
        }
    }

    /** The starter was killed in between: the server has recorded itself, and the next start waits for its answer. */
    @Test
    void serverOfAnotherLauncherIsJoinedAndStopped() throws Exception {
        RunningServer server = start().server();
        RigLauncher other = new RigLauncher(root, Clock.system(), (a, l) -> {
            throw new AssertionError("nothing is fetched for a server that runs");
        });
        assertThat(other.start(rig, values(), RigListener.NONE)).isEqualTo(new Started(server, true));
        assertThat(other.stop(rig)).isTrue();
        assertEnded(server.process());
    }

    /** The number was the server's once, and is another process's by now. */
    @Test
    void processThatIsNotTheServerIsNotTouched() throws Exception {
        RunningServer server = start().server();
        Path process = home().resolve("process");
        String recorded = Files.readString(process);
        launcher.stop(rig);
        Process innocent = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(process,
                    recorded.replace("\n" + server.process() + " ", "\n" + innocent.pid() + " "));
            assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
            assertThat(launcher.stop(rig)).isFalse();
            Files.writeString(process, "00000000-aaaa\n"
                    + Files.readString(Path.of("/proc", String.valueOf(innocent.pid()), "stat")));
            assertThat(start().already()).as("the same process in an earlier boot").isFalse();
            launcher.stop(rig);
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            innocent.destroyForcibly();
        }
    }

    /** Workers of a killed server, and commands of a killed start, run programs out of the rig's own folder. */
    @Test
    void whatACrashLeftIsEnded() throws Exception {
        start();
        launcher.stop(rig);
        Path program = Files.copy(Path.of("/bin/sleep").toRealPath(), home().resolve("left"));
        Process left = new ProcessBuilder(program.toString(), "600").start();
        Process innocent = new ProcessBuilder("sleep", "600").directory(home().toFile()).start();
        try {
            start();
            assertThat(left.waitFor()).isNotZero();
            assertThat(innocent.isAlive()).isTrue();
        } finally {
            left.destroyForcibly();
            innocent.destroyForcibly();
            Files.delete(program);
        }
    }

    @Test
    void whatIsHalfUnpackedIsUnpackedAnew(@TempDir Path folder) throws Exception {
        RigLauncher breaking = new RigLauncher(folder, Clock.system(), new MavenArtifacts());
        Path home = Files.createDirectories(folder.resolve(name));
        String version = rig.artifact(values(), Platform.current()).version();
        String artifact = rig.artifact(values(), Platform.current()).artifactId();
        Path half = Files.createDirectories(home.resolve("program-" + artifact + "-" + version + ".new"));
        Files.writeString(half.resolve("half"), "of a file");
        try {
            assertThat(breaking.start(rig, values(), RigListener.NONE).already()).isFalse();
            assertThat(half).doesNotExist();
        } catch (RigException e) {
            Assumptions.assumeFalse(e.getMessage().contains(OF_ROOT), e.getMessage());
            throw e;
        } finally {
            breaking.stop(rig);
        }
    }

    @Test
    void diskThatCannotBeWrittenIsNamed() {
        assertThatThrownBy(() -> launcher.start(rig, values("directory", "/proc/nowhere"), RigListener.NONE))
                .isInstanceOf(RigException.class).hasMessageContaining("/proc/nowhere");
    }

    @Test
    void keepsItsDataWhereItIsConfigured(@TempDir Path disk) throws Exception {
        start("directory", disk.toString());
        assertThat(disk.resolve("tidemark-" + name)).isNotEmptyDirectory();
        launcher.stop(rig);
        start("directory", disk.toString());
    }

    @Test
    void folderOfOthersIsLeftAlone(@TempDir Path disk) throws Exception {
        Path others = Files.createDirectories(disk.resolve("tidemark-" + name));
        Files.writeString(others.resolve("thesis"), "mine");
        assertThatThrownBy(() -> launcher.start(rig, values("directory", disk.toString()), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("does not belong to this rig");
        assertThat(others).isDirectoryContaining(p -> p.endsWith("thesis"));
        assertThat(others.toFile().list()).hasSize(1);
    }

    @Test
    void portThatIsTakenIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = String.valueOf(taken.getLocalPort());
            assertThatThrownBy(() -> launcher.start(rig, values(RigParams.PORT.name(), port), RigListener.NONE))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("listens on " + port);
        }
    }

    /** Once it is free: what a process has started, as a cluster its nodes, ends a little later than it. */
    private static ServerSocket taking(int port) throws IOException {
        Clock clock = Clock.system();
        while (true) {
            try {
                return new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
            } catch (BindException e) {
                clock.sleepUntil(clock.nanoTime() + 20_000_000L);
            }
        }
    }

    /** Where the port of the last time is taken by now, another one is found. */
    @Test
    void otherServerOnItsPortIsNotTakenForIt() throws Exception {
        RunningServer server = start().server();
        kill(server.process());
        try (ServerSocket other = taking(port(server))) {
            assertThat(launcher.status(rig).state()).isEqualTo(State.CRASHED);
            assertThat(start().server().address()).as("of the next start").isNotEqualTo(server.address());
            assertThat(other.isBound()).isTrue();
        }
    }
}
