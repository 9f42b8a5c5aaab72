package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole iteration in virtual time, as far as the machines around it are watched. */
class WatchedRunTest {

    @TempDir
    Path folder;

    private List<RunEvent> run(String... settings) throws InterruptedException {
        Values values = Planner.params(Workloads.named("ingest"), new NullDriver()).defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        RunRequest request = new RunRequest(7, "ingest", "null", values.settings(), 1, folder.resolve("run").toString(),
                false);
        VirtualClock clock = new VirtualClock();
        List<RunEvent> events = new ArrayList<>();
        clock.join(clock.start("run", () -> new InProcessRunner(clock).run(request, events::add)));
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(7, IterationState.DONE, ""));
        return events;
    }

    private static List<TimedSnapshot> readings(List<RunEvent> events, String node) {
        return events.stream().filter(RunEvent.Sampled.class::isInstance).map(e -> ((RunEvent.Sampled) e).reading())
                .filter(r -> r.reading().node().equals(node)).toList();
    }

    private static List<String> notes(List<RunEvent> events, String kind) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance)
                .map(e -> ((RunEvent.EventLogged) e).note())
                .filter(n -> n.kind().equals(kind)).map(n -> n.text()).toList();
    }

    @Test
    void theMachineIsWatchedFromTheStartUntilTheTargetHasSettled() throws InterruptedException {
        List<RunEvent> events = run("documents", "350", "workers", "1", "payload", "100B", "batch-size", "1",
                "service-time", "10ms");

        for (String node : List.of("host", "generator")) {
            assertThat(readings(events, node)).extracting(TimedSnapshot::moment)
                    .containsExactly("start", "during", "during", "during", "end", "settled");
        }
        assertThat(notes(events, "finding"))
                .contains("Limited by workers × latency: 1 worker spent 100 % of the time in "
                + "the target, 10 ms an operation.");
    }

    @Test
    void anExporterThatIsAwayCostsAWarningAndNothingElse() throws InterruptedException {
        List<RunEvent> events = run("documents", "350", "workers", "1", "payload", "100B", "batch-size", "1",
                "service-time", "10ms", "host-metrics", "http://127.0.0.1:9");

        assertThat(readings(events, "host")).isEmpty();
        assertThat(readings(events, "generator")).hasSize(6);
        assertThat(notes(events, "warning")).filteredOn(text -> text.startsWith("The host's figures have a gap: "
                + "http://127.0.0.1:9 can't be read: ")).hasSize(1);
    }
}
