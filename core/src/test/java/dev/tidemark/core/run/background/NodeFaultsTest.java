package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.rig.RigRecord;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.BackgroundTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process that follows a file, in the place of a server: without that file it ends as soon as it is started. */
@EnabledOnOs(OS.LINUX)
class NodeFaultsTest {

    private static final Clock CLOCK = Clock.system();
    private static final ParamSet PARAMS = ConnectionParams.of(ConnectionParams.addresses("127.0.0.1:1"))
            .plus(ParamSet.of(LoadParams.BACKGROUND));

    @TempDir
    private Path home;

    private Process server;
    private Values point;

    @BeforeEach
    void start() throws Exception {
        RigRecord rig = new RigRecord(home);
        Files.writeString(home.resolve("password"), "secret\n");
        Files.writeString(rig.log(), "");
        Path followed = Files.createFile(home.resolve("followed"));
        server = new ProcessBuilder(rig.recording(List.of("tail", "-f", followed.toString())))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        while (rig.recorded().isEmpty() || !isOpen(followed)) {
            Thread.onSpinWait();
        }
        Files.delete(followed);
        point = PARAMS.defaults().with(ConnectionParams.PASSWORD.name(), "file:" + home.resolve("password"),
                SettingOrigin.SET).with(LoadParams.BACKGROUND.name(), "kill for=1ms", SettingOrigin.SET);
    }

    /** Whether the server has it open: from then on it goes on without it. */
    private boolean isOpen(Path file) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + server.pid() + "/fd"))) {
            for (Path link : open.toList()) {
                if (Files.readSymbolicLink(link).equals(file.toRealPath())) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false; // it has closed one of its own
        }
    }

    @AfterEach
    void end() throws Exception {
        server.destroyForcibly().waitFor();
    }

    @Test
    void aServerThatDoesNotComeBackWasKilledAllTheSame() {
        BackgroundSchedule schedule = point.get(LoadParams.BACKGROUND);
        Task task = new NodeFaults(point, CLOCK).task(schedule.entries().getFirst());
        assertThatThrownBy(() -> task.run(new Throttle(CLOCK, OptionalDouble.empty(), () -> false), Progress.none()))
                .isInstanceOf(NotUndoneException.class).hasMessageMatching("process " + server.pid() + " was killed, "
                        + "gone after [0-9.]+ s, and this could not be undone: the server ended as soon as it was "
                        + "started again; its log tells why");
    }

    @Test
    void thatIsToldOfTheTaskAndInAWarning() throws Exception {
        List<Event> events = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch told = new CountDownLatch(1);
        try (TargetFaults faults = new TargetFaults(point, CLOCK);
                BackgroundRun run = new BackgroundRun(CLOCK, CLOCK.nanoTime(), point.get(LoadParams.BACKGROUND),
                        List.of(new BackgroundTarget("", null, List.of())), 0, () -> false, event -> {
                    events.add(event);
                    if (event.kind().equals("warning")) {
                        told.countDown();
                    }
                }, Throwable::getMessage, faults)) {
            run.begin(CLOCK.nanoTime());
            told.await();
        }
        assertThat(TaskRun.of(events)).extracting(TaskRun::state).containsExactly(TaskRun.State.NOT_UNDONE);
        assertThat(events).last().extracting(Event::text).asString()
                .startsWith("The background task kill failed: process ").endsWith("its log tells why");
    }
}
