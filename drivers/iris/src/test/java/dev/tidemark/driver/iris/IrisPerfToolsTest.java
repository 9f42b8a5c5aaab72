package dev.tidemark.driver.iris;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.DatasetRequest.Action;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerPath;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users of PerfTools do: globals created, grown, counted, read, updated in transactions, and dropped. */
class IrisPerfToolsTest {

    @TempDir
    private Path jars;
    @TempDir
    private Path folder;
    private IrisStandIn server;
    private InProcessRunner runner;
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new IrisStandIn(jars);
        runner = new InProcessRunner(Clock.system());
    }

    @AfterEach
    void stop() throws IOException {
        runner.close();
        server.close();
    }

    private <E extends RunEvent> Stream<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    private void ended() {
        RunEvent.Ended ended = (RunEvent.Ended) events.getLast();
        assertThat(ended.state()).as(ended.verdict()).isEqualTo(IterationState.DONE);
    }

    /** @return what it answers at the end */
    private String dataset(Action action, int keyspaces) {
        events.clear();
        List<String> settings = IrisTest.settings(server, server.address(), folder);
        Values values = new IrisDriver().params().defaults();
        for (int i = 0; i < settings.size(); i += 2) {
            values = values.with(settings.get(i), settings.get(i + 1), SettingOrigin.SET);
        }
        runner.carryOut(new DatasetRequest(action, "globals", "iris", values.settings(),
                RunnerPath.absolute(folder.resolve("set").toString()), keyspaces, 50, 45, 7), events::add);
        ended();
        return events(RunEvent.Answered.class).map(RunEvent.Answered::answer).reduce("", (_, last) -> last);
    }

    private void run(String more) {
        events.clear();
        List<String> settings = IrisTest.settings(server, server.address(), folder);
        String target = IntStream.range(0, settings.size() / 2).mapToObj(i -> settings.get(2 * i) + ": \""
                + settings.get(2 * i + 1) + "\", ").collect(Collectors.joining());
        Point point = Planner.plan(ExperimentReader.read("workload: random-io\ntarget: iris\nset: {dataset: globals, "
                + target + "operations: 40, warm-up: none, think-time: 0, " + more + "}\n", "test.yaml"), Map.of())
                .points().getFirst();
        runner.run(new RunRequest(1, "random-io", "iris", point.values().settings(), 7, folder.resolve("set").toString(),
                true), events::add);
        ended();
        assertThat(events(RunEvent.PhaseEnded.class).flatMap(p -> p.workers().stream()).mapToLong(WorkerCount::units)
                .sum())
                .isEqualTo(40);
    }

    @Test
    void globalsAreCreatedGrownCountedReadAndUpdatedInTransactions() {
        assertThat(dataset(Action.CREATE, 2)).isEqualTo("100 keys in 2 keyspaces");
        assertThat(server.content().get("bench.1")).hasSize(50).containsKeys("[0]", "[49]");
        assertThat(dataset(Action.GROW, 3)).isEqualTo("150 keys in 3 keyspaces");
        assertThat(server.content().get("bench.2")).hasSize(50);
        assertThat(dataset(Action.COUNT, 3)).isEqualTo("150 keys");
        assertThat(dataset(Action.VERIFY, 3)).startsWith("150 ");
        Map<String, Map<String, String>> before = server.content();
        run("workers: 2, read-percent: 100");
        assertThat(server.content()).isEqualTo(before);
        int asked = server.asked().size();
        run("workers: 2, read-percent: 0, transaction-length: 5, keyspaces: own");
        List<String> more = server.asked().subList(asked, server.asked().size());
        assertThat(Collections.frequency(more, "commit")).isEqualTo(8);
        assertThat(Collections.frequency(more, "set bench.0") + Collections.frequency(more, "set bench.1")).isEqualTo(40);
        assertThat(server.content().get("bench.2")).as("no worker's own").isEqualTo(before.get("bench.2"));
        run("workers: 2, read-percent: 50, transaction-length: 5");
        dataset(Action.DROP, 3);
        assertThat(server.content()).isEmpty();
    }
}
