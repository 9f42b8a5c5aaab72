package dev.tidemark.driver.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.QueryContract;
import java.util.HashSet;
import java.util.Map;
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
}
