package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server that is to go on with other settings. */
@EnabledOnOs(OS.LINUX)
class RigChangeTest {

    private static final Param<Long> SIZE = Param.count("size").byDefault(1L);
    private static final Map<String, String> BAD = Map.of("size", "13");
    private static final Map<String, String> GOOD = Map.of("size", "2");

    @TempDir
    private Path folder;

    private final Picky rig = new Picky();
    private RigLauncher launcher;

    @BeforeEach
    void start() throws Exception {
        launcher = new RigLauncher(folder, Clock.system(), (artifact, listener) -> Path.of("/dev/null"));
        launcher.start(rig, rig.params().defaults(), RigListener.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        launcher.stop(rig);
    }

    private void assertRuns(String size) throws RigException {
        RigStatus status = launcher.status(rig);
        assertThat(status.state()).isEqualTo(RigStatus.State.RUNNING);
        assertThat(status.settings()).containsEntry("size", size);
    }

    @Test
    void withSettingsThatItCannotHaveItGoesOnAsItWasAskedFor() throws Exception {
        assertThat(launcher.change(rig, GOOD, RigListener.NONE)).isTrue();
        assertThatThrownBy(() -> launcher.change(rig, BAD, RigListener.NONE)).isInstanceOf(RigException.class)
                .hasMessageContaining("FATAL: 13 is too large");
        assertRuns("1");
        assertThat(launcher.change(rig, GOOD, RigListener.NONE)).isTrue();
        assertRuns("2");
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isTrue();
        assertRuns("1");
    }

    @Test
    void onAPortThatIsTakenByNowAsWell() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName(ServerPlace.HOST))) {
            assertThatThrownBy(() -> launcher.change(rig, Map.of("port", String.valueOf(other.getLocalPort())),
                    RigListener.NONE)).isInstanceOf(InvalidInputException.class);
        }
        assertRuns("1");
    }

    /** As when two servers are started at the same time. */
    @Test
    void whereItsPortIsTakenBeforeItListensItTakesAnother() throws Exception {
        String before = launcher.status(rig).address();
        launcher.stop(rig);
        rig.takesItsPort = true;
        try {
            assertThat(launcher.start(rig, rig.params().defaults(), RigListener.NONE).server().address())
                    .isNotEqualTo(before);
        } finally {
            rig.other.close();
        }
        assertRuns("1");
    }

    @Test
    void afterAFaultAsWell() throws Exception {
        ProcessHandle server = ProcessHandle.of(launcher.status(rig).process().orElseThrow()).orElseThrow();
        server.destroyForcibly();
        server.onExit().get();
        assertThatThrownBy(() -> launcher.renew(rig, BAD, RigListener.NONE)).isInstanceOf(RigException.class);
        assertRuns("1");
    }

    /** Whoever asks for it next, and wherever: the server would else be started on another disk, without its data. */
    @Test
    void aFolderIsTheSameWhereverSomebodyWorks() throws Exception {
        launcher.stop(rig);
        Path disk = folder.toAbsolutePath().normalize().resolve("disk");
        Values values = rig.params().defaults().with(RigParams.DIRECTORY.name(),
                Path.of("").toAbsolutePath().relativize(disk).toString(), SettingOrigin.SET);
        assertThat(launcher.start(rig, values, RigListener.NONE).server().settings())
                .containsEntry("directory", disk.toString());
        assertThat(launcher.change(rig, GOOD, RigListener.NONE)).isTrue();
        assertThat(launcher.status(rig).settings()).containsEntry("directory", disk.toString());
        assertThat(launcher.start(rig, values, RigListener.NONE).already()).isTrue();
    }

    @Test
    void aSettingThatAnUpdateHasAddedIsItsDefaultInWhatWasRecordedBefore() throws Exception {
        Path requested = folder.resolve("stubborn/asked-for");
        List<String> lines = Files.readAllLines(requested);
        lines.removeIf(line -> line.startsWith("size="));
        Files.write(requested, lines);
        assertThat(launcher.change(rig, GOOD, RigListener.NONE)).isTrue();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isTrue();
        assertThat(launcher.change(rig, Map.of(), RigListener.NONE)).isFalse();
        assertRuns("1");
    }

    /** Of one rig among others, of which the status is told as well. */
    @Test
    void whatAServerHasLostOfItsFilesIsTold() throws Exception {
        rig.missing = "/nowhere/port";
        RigStatus status = launcher.status(rig);
        rig.missing = "";
        assertThat(status.state()).isEqualTo(RigStatus.State.SILENT);
        assertThat(status.trouble()).isEqualTo("/nowhere/port is not there");
    }

    /** A server that ends at once with one size. */
    private static final class Picky extends RigStopTest.Stubborn {

        /** What it does not find; nothing when empty. */
        private String missing = "";
        /** Whether another listens on its port before it does, once. */
        private boolean takesItsPort;
        private ServerSocket other;

        Picky() {
            super("exit 0");
        }

        @Override
        public void probe(Values values, ServerPlace place) throws IOException {
            if (!missing.isEmpty()) {
                throw new UncheckedIOException(new NoSuchFileException(missing));
            }
            super.probe(values, place);
        }

        @Override
        public ParamSet params() {
            return RigParams.of(RigParams.version("1"), SIZE);
        }

        @Override
        public void prepare(Values values, ServerPlace place, CommandRunner commands) {
            try {
                Files.deleteIfExists(ready(place));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public ServerCommand command(Values values, ServerPlace place) {
            if (takesItsPort) {
                takesItsPort = false;
                other = listenedTo(place.port());
                return new ServerCommand(List.of("/bin/sh", "-c", "echo bind: Address already in use; exit 1"), "TERM");
            }
            return values.get(SIZE) == 13 ? new ServerCommand(List.of("/bin/sh", "-c",
                    "echo FATAL: 13 is too large; exit 1"), "TERM") : super.command(values, place);
        }

        private static ServerSocket listenedTo(int port) {
            try {
                return new ServerSocket(port, 1, InetAddress.getByName(ServerPlace.HOST));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
