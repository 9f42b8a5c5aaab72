package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The end of a server that does not want to, on a clock on which waiting takes no time. */
@EnabledOnOs(OS.LINUX)
class RigStopTest {

    private static final String REFUSAL = "no room for it";

    @TempDir
    private Path folder;

    private final List<String> noticed = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        launcher(new Hurried()).stop(new Stubborn(""));
    }

    private RigLauncher launcher(Clock clock) {
        return new RigLauncher(folder, clock, (artifact, listener) -> Path.of("/dev/null"));
    }

    private ProcessHandle started(Rig rig) throws Exception {
        return ProcessHandle.of(launcher(Clock.system()).start(rig, rig.params().defaults(), RigListener.NONE).server()
                .process()).orElseThrow();
    }

    @Test
    void whatDoesNotEndIsToldAndKilledWhenItsTimeIsOver() throws Exception {
        Rig rig = new Stubborn("");
        ProcessHandle server = started(rig);
        assertThat(launcher(new Hurried()).stop(rig, RigListener.noticing(noticed::add))).isTrue();
        assertThat(server.info().command()).isEmpty(); // also where nobody has collected it
        assertThat(noticed).containsExactly("Rig stubborn is still ending; it is killed if it takes 120 s (log: "
                + folder.resolve("stubborn/log") + ").", "Rig stubborn was killed: it had not ended in 120 s, and "
                + "recovers at its next start what it had made durable.");
    }

    @Test
    void whatSaysThatItGoesOnIsKilledAtOnceAndItsLossIsTold() throws Exception {
        Rig rig = new Stubborn("echo " + REFUSAL);
        ProcessHandle server = started(rig);
        assertThat(launcher(Clock.system()).stop(rig, RigListener.noticing(noticed::add))).isTrue();
        assertThat(server.info().command()).isEmpty(); // also where nobody has collected it
        assertThat(noticed).last().isEqualTo("Rig stubborn was killed: all is lost.");
    }

    @Test
    void whatItSaidBeforeIsNotTakenForARefusal() throws Exception {
        Rig rig = new Stubborn("exit 0");
        started(rig);
        Files.writeString(folder.resolve("stubborn/log"), REFUSAL);
        assertThat(launcher(Clock.system()).stop(rig, RigListener.noticing(noticed::add))).isTrue();
        assertThat(noticed).noneMatch(notice -> notice.contains("was killed"));
    }

    /** A copy of a store has the files of its rigs, and not their servers. */
    @Test
    void aCopyOfTheRigsFolderLeavesTheOriginalsServerAlone() throws Exception {
        Rig rig = new Stubborn("exit 0");
        ProcessHandle server = started(rig);
        Path copy = folder.resolve("copy");
        assertThat(new ProcessBuilder("cp", "-a", folder.resolve("stubborn").toString(), Files.createDirectory(copy)
                .toString()).start().waitFor()).isZero();
        RigLauncher copied = new RigLauncher(copy, Clock.system(), (artifact, listener) -> Path.of("/dev/null"));
        assertThat(copied.status(rig).state()).isEqualTo(RigStatus.State.STOPPED);
        assertThat(copied.stop(rig)).isFalse();
        assertThat(server.info().command()).isPresent();

        Files.move(folder.resolve("stubborn"), folder.resolve("aside"));
        Files.move(folder.resolve("aside"), folder.resolve("stubborn"));
        assertThat(launcher(Clock.system()).stop(rig)).as("in a folder that was renamed").isTrue();
        assertThat(server.info().command()).isEmpty();
    }

    /** In a container the same path leads to another folder, and its processes may be seen from outside. */
    @Test
    void aServerInAContainerWithTheSamePathIsLeftAlone() throws Exception {
        Rig rig = new Stubborn("exit 0");
        started(rig);
        assertThat(launcher(Clock.system()).stop(rig)).isTrue();
        Path home = folder.resolve("stubborn");
        Process inside = new ProcessBuilder("unshare", "--mount", "--map-root-user", "sh", "-c",
                "mount -t tmpfs none \"$0\" && cp /bin/sleep \"$0\" && echo ready && exec \"$0/sleep\" 600",
                home.toString()).start();
        try {
            assumeTrue("ready".equals(inside.inputReader().readLine()), "skipped: nothing can be mounted here");
            while (!Files.readSymbolicLink(Path.of("/proc/" + inside.pid() + "/exe")).endsWith("sleep")) {
                Thread.onSpinWait();
            }
            launcher(Clock.system()).stop(rig);
            assertThat(inside.isAlive()).isTrue();
        } finally {
            inside.destroyForcibly().waitFor();
        }
    }

    /**
     * Whoever waits finds the time gone by at once, until a server's is over; then it stands still, for a process that
     * was killed needs time of the machine's to be gone.
     */
    private static final class Hurried implements Clock {

        private static final long OVER = TimeUnit.SECONDS.toNanos(121);

        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            if (nanoTime < OVER) {
                now = nanoTime;
            } else {
                Clock.system().sleepUntil(Clock.system().nanoTime() + TimeUnit.MILLISECONDS.toNanos(1));
            }
        }

        @Override
        public void spinUntil(long nanoTime) {
            sleepUntil(nanoTime);
        }

        @Override
        public Thread start(String name, Runnable task) {
            return Clock.system().start(name, task);
        }
    }

    /** A server that does something else than to end. @param atTheSignal what, for a shell; nothing when empty */
    static class Stubborn implements Rig {

        private final String atTheSignal;

        Stubborn(String atTheSignal) {
            this.atTheSignal = atTheSignal;
        }

        @Override
        public String name() {
            return "stubborn";
        }

        @Override
        public String summary() {
            return "A server that does not end.";
        }

        @Override
        public String driver() {
            return "none";
        }

        @Override
        public ParamSet params() {
            return RigParams.of(RigParams.version("1"));
        }

        @Override
        public ServerArtifact artifact(Values values, Platform platform) {
            return new ServerArtifact("none", "none", "1");
        }

        @Override
        public void unpack(Path artifact, Path program, Values values, Platform platform) {
            // a shell is here
        }

        @Override
        public void prepare(Values values, ServerPlace place, CommandRunner commands) {
            // nothing is needed
        }

        @Override
        public ServerCommand command(Values values, ServerPlace place) {
            return new ServerCommand(List.of("/bin/sh", "-c", "trap '" + atTheSignal + "' TERM; > " + ready(place)
                    + "; while :; do sleep 1000 & wait; done"), "TERM");
        }

        static Path ready(ServerPlace place) {
            return place.data().resolve("ready");
        }

        @Override
        public Optional<String> refusesToEnd(Values values, String said) {
            return said.contains(REFUSAL) ? Optional.of("all is lost") : Optional.empty();
        }

        @Override
        public void probe(Values values, ServerPlace place) throws IOException {
            if (!Files.exists(ready(place))) {
                throw new IOException("it does not listen to signals yet");
            }
        }

        @Override
        public Map<String, String> target(Values values, ServerPlace place) {
            return Map.of("ready", String.valueOf(Files.exists(ready(place))));
        }
    }
}
