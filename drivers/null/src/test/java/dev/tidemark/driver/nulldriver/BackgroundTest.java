package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.DatasetLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Background tasks beside a load, in virtual time: a hundred keys, of which a fold throttled to 10/s takes 10 s. There
 * is a server for the load and one for the task.
 */
class BackgroundTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long TENTH = SECOND / 10;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();

    @BeforeEach
    void makeDataset() throws Exception {
        Path home = Files.createDirectories(folder.resolve("one"));
        NullTarget target = new NullTarget(Bench.values(), new Context(clock, home, Secrets.ofThisProcess(), note -> { }, () -> false));
        new DatasetLoader(target, clock, () -> false, Progress.none()).fill(new DatasetManifest(DatasetManifest.FORMAT,
                "one", "null", 3, 60, List.of(), List.of()).grown(2, 50));
    }

    private static Plan plan(String yaml) {
        return Planner.plan(ExperimentReader.read("workload: random-io\ntarget: \"null\"\n"
                + "set: {dataset: one, duration: 100s, servers: 2, service-time: 10ms, interval: 1s, restore: true, "
                + "store-documents: true}\n" + yaml, "test.yaml"), Map.of());
    }

    /** Runs the only point, and says what became of the tasks. */
    private List<TaskRun> run(String yaml) throws InterruptedException {
        RunRequest request = new RunRequest(1, "random-io", "null", plan(yaml).points().getFirst().values().settings(),
                1,
                RunnerPath.absolute(folder.resolve("one").toString()), false, List.of(), "");
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        return TaskRun.of(notes());
    }

    private List<Event> notes() {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note()).toList();
    }

    private long start() {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(e -> ((RunEvent.PhaseEnded) e).span())
                .filter(PhaseSpan::headline).mapToLong(PhaseSpan::start).findFirst().orElseThrow();
    }

    @Test
    void aTimetableFiresWhenItShouldAndTheThrottleKeepsTheRate() throws InterruptedException {
        List<TaskRun> runs = run("background: [{do: fold-heads, every: 40s, throttle: 10/s}]");
        assertThat(runs).hasSize(2);
        for (TaskRun run : runs) {
            assertThat(run.start() - start()).isBetween(run.number() * 40 * SECOND, run.number() * 40 * SECOND + TENTH);
            assertThat(run.nanos()).isBetween(10 * SECOND - TENTH, 10 * SECOND + TENTH);
            assertThat(run.rows()).isEqualTo(100);
            assertThat(run.state()).isEqualTo(TaskRun.State.DONE);
        }
    }

    @Test
    void whatIsUnderWayAtTheEndIsCancelledAndToldAsUnfinished() throws InterruptedException {
        List<TaskRun> runs = run("background: [{do: fold-objects, at: 50s, throttle: 1/s}]");
        assertThat(runs).hasSize(1);
        assertThat(runs.getFirst().state()).isEqualTo(TaskRun.State.UNFINISHED);
        assertThat(runs.getFirst().rows()).isBetween(45L, 52L);
        assertThat(runs.getFirst().end() - start()).isBetween(100 * SECOND, 101 * SECOND);
    }

    @Test
    void aStartThatIsMissedIsSaid() throws InterruptedException {
        List<TaskRun> runs = run("background: [{do: list-keys, every: 22s, throttle: 4/s}]");
        assertThat(runs).extracting(r -> (r.start() - start() + TENTH) / SECOND).containsExactly(22L, 66L);
        assertThat(runs.get(1).detail()).isEqualTo("1 start was missed");
    }

    @Test
    void everyKeyIsFoundByThePresenceCheckAndTasksOfOneKindAreToldApart() throws InterruptedException {
        List<TaskRun> runs = run("background: [{do: fold-heads-with-presence-check, at: 1s}, {do: list-keys}, "
                + "{do: list-keys, at: 5s}]");
        assertThat(runs).extracting(TaskRun::task).containsExactlyInAnyOrder("fold-heads-with-presence-check",
                "list-keys",
                "list-keys-2");
        assertThat(runs).allSatisfy(r -> {
            assertThat(r.rows()).isEqualTo(100);
            assertThat(r.detail()).isEmpty();
        });
    }

    @Test
    void aFailureIsLoudAndEndsNothing() throws InterruptedException {
        List<TaskRun> runs = run("background: [{do: command, at: 2s, run: exit 3}, {do: list-keys, at: 90s}]");
        assertThat(runs).extracting(TaskRun::state).containsExactly(TaskRun.State.FAILED, TaskRun.State.DONE);
        assertThat(runs.getFirst().detail()).isEqualTo("exit status 3");
        assertThat(notes()).filteredOn(e -> e.kind().equals("warning")).extracting(Event::text)
                .contains("The background task command failed: exit status 3");
    }

    @Test
    void aCommandThatEndsWellSaysSo() throws InterruptedException {
        assertThat(run("background: [{do: command, run: 'true'}]")).extracting(TaskRun::state, TaskRun::detail)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(TaskRun.State.DONE, "exit status 0"));
    }

    @Test
    void aTimetableIsADimension() {
        assertThat(plan("timetables: {folds: [{do: fold-heads, every: 40s}]}\nvary: {background: [none, folds]}")
                .points())
                .hasSize(2);
    }

    @Test
    void whatADriverOrAWorkloadCannotDoIsRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> plan("background: [{do: compact}]")).isInstanceOf(InvalidInputException.class)
                .hasMessage("background: target 'null' cannot do compact: driver null has no compact");
        assertThatThrownBy(() -> Planner.plan(ExperimentReader.read("workload: ingest\ntarget: \"null\"\n"
                + "background: [{do: fold-heads}]", "test.yaml"), Map.of())).isInstanceOf(InvalidInputException.class)
                .hasMessage("background: fold-heads goes over keys, and ingest stores none");
    }
}
