package dev.tidemark.driver.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.QueryContract;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LuceneQueryTest extends QueryContract {

    @Override
    protected String reopening() {
        return "query-cache: 0";
    }

    @Override
    protected Driver driver() {
        return new LuceneDriver();
    }

    /** Caches and numbers of hits are varied on two indexes: of twelve points two make one. */
    @Test
    void aRoundMakesEachIndexOnce() {
        Plan plan = Planner.plan(ExperimentReader.read("""
                workload: query
                target: lucene
                set: {documents: 200, document-words: 10, vocabulary: 1000, queries: 10, warm-up-queries: none}
                vary: {query-cache: [0, 32MB], hnsw-m: [8, 16], top: [3, 5, 10]}
                plan: {order: shuffled, repeat: 2}
                """, "test.yaml"), Map.of());
        assertThat(plan.points()).hasSize(12);
        assertThat(new HashSet<>(plan.contents())).hasSize(2);
        events.clear();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            for (Planned planned : plan.round(0)) {
                runner.run(new RunRequest(planned.position(), "query", "lucene", planned.point().values().settings(), 7,
                        directory.resolve("scratch-" + planned.position()).toString(), false), events::add);
            }
        }
        assertThat(events.stream().filter(e -> e instanceof RunEvent.PhaseEnded p && p.span().phase() == Phase.PRELOAD))
                .hasSize(2);
        assertThat(events.stream().filter(e -> e instanceof RunEvent.PhaseEnded p && p.span().phase() == Phase.MEASURE))
                .hasSize(12);
    }

    private long warmedUpWith() {
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .filter(p -> p.span().phase() == Phase.WARM_UP).flatMap(p -> p.outcomes().stream())
                .mapToLong(OutcomeCount::operations).sum();
    }

    private Stream<Event> told(String kind) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance).map(e -> ((RunEvent.EventLogged) e).note())
                .filter(note -> note.kind().equals(kind));
    }

    @Test
    void theWarmUpEndsWhenTheResponseIsSteady() {
        run("documents: 300, document-words: 10, vocabulary: 1000, queries: 600, warm-up-queries: 6000, steady-within: 100%");
        assertThat(warmedUpWith()).isBetween(600L, 6000L);
        run("documents: 300, document-words: 10, vocabulary: 1000, queries: 100, warm-up-queries: 700, "
                + "steady-within: 0.1%");
        assertThat(warmedUpWith()).isEqualTo(700);
        assertThat(told("warning")).anyMatch(w -> w.text().startsWith("The response was not steady after 700 warm-up "));
    }
}
