package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The workload query on the real engine. */
public abstract class QueryContract extends TargetContract {

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    private void run(String settings) {
        StringBuilder target = new StringBuilder();
        for (int i = 0; i < settings().size(); i += 2) {
            target.append(settings().get(i)).append(": \"").append(settings().get(i + 1)).append("\", ");
        }
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: query\ntarget: " + driver().name()
                + "\nset: {" + target + settings + "}\n", "test.yaml"), Map.of()).points().getFirst().values()
                .settings();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "query", driver().name(), point, 7, directory.resolve("scratch").toString(),
                    false), events::add);
        }
    }

    private List<OutcomeCount> outcomes(Phase phase) {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(p -> p.span().phase() == phase).flatMap(p -> p.outcomes().stream()).toList();
    }

    @Test
    void allKindsOfWordsAreAskedInAClosedLoop() {
        run("documents: 500, document-words: 30, vocabulary: 1000, queries: 200, warm-up-queries: 50, workers: 2, "
                + "query-mix: \"term:2,frequent:1,rare:1,phrase:1,boolean:2,filtered:2\"");
        assertThat(events.getLast().toString()).contains("DONE");
        assertThat(outcomes(Phase.MEASURE)).allMatch(o -> o.outcome() == Outcome.OK || o.outcome() == Outcome.MISS);
        assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(200);
        assertThat(outcomes(Phase.MEASURE).stream().map(OutcomeCount::kind).distinct()).contains("term", "phrase",
                "boolean", "filtered");
        assertThat(outcomes(Phase.VERIFY).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(200);
    }

    @Test
    void aRateIsKeptWithManyInFlight() {
        run("documents: 200, document-words: 20, vocabulary: 1000, queries: 100, warm-up-queries: none, rate: 200/s, "
                + "in-flight: 20, checked-queries: none, slowest-queries: 2");
        assertThat(events.getLast().toString()).contains("DONE");
        assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(100);
        assertThat(events.toString()).contains("Slow query 1: ").contains("Slow query 2: ");
    }
}
