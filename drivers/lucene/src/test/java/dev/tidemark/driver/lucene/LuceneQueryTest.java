package dev.tidemark.driver.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
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
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.driver.contract.QueryContract;
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

    private Stream<Event> events(String kind) {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance).map(e -> ((RunEvent.EventLogged) e).note())
                .filter(note -> note.kind().equals(kind));
    }

    /** Two numbers a vector, at an angle and of a length that both grow with the number. */
    private Path vectors(String name, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count * 12).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 1; i <= count; i++) {
            bytes.putInt(2).putFloat((float) (i * Math.cos(i / 100.0))).putFloat((float) (i * Math.sin(i / 100.0)));
        }
        return Files.write(directory.resolve(name), bytes.array());
    }

    /**
     * The nearest by the distance are few of the nearest by the angle, so that only one of them can be what recall is
     * told of.
     */
    @Test
    void recallIsToldByTheDistanceThatIsAskedFor() throws IOException {
        String files = "vectors: " + vectors("documents.fvecs", 150) + ", query-vectors: " + vectors("queries.fvecs",
                40)
                + ", query-mix: vector, document-words: 3, vocabulary: 200, queries: 60, warm-up-queries: none, "
                + "candidates: 150";
        for (String distance : List.of("cosine", "l2", "inner")) {
            run(files + ", distance: " + distance);
            assertThat(recall().rowsRead()).isPositive();
            assertThat(recall().hits()).as(distance).isEqualTo(recall().rowsRead());
            assertThat(events("note").anyMatch(n -> n.text().contains("scaled to length 1")))
                    .isEqualTo(distance.equals("cosine"));
        }
        assertThat(events("warning")).anyMatch(w -> w.text().startsWith("There are 20 different queries (half of the "
                + "query vectors; the others are the warm-up's), and 60 were asked: about 67 % of them"));
        run(files + ", rate: 5k/s, in-flight: 50, recall-samples: 30");
        assertThat(recall().operations()).as("few of the 50 slots were used").isEqualTo(30);
    }

    private Totals recall() {
        int verify = events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(e -> ((RunEvent.PhaseEnded) e)
                .span())
                .filter(span -> span.phase() == Phase.VERIFY).findFirst().orElseThrow().index();
        SeriesSet all = new SeriesSet();
        events.stream().filter(RunEvent.Measured.class::isInstance).map(e -> ((RunEvent.Measured) e).interval())
                .filter(interval -> interval.phase() == verify).forEach(i -> all.add(SeriesCodec.decode(i.series())));
        return all.totals().get("recall");
    }

    @Test
    void noMoreDocumentsAreThereThanVectors() throws IOException {
        String files = "vectors: " + vectors("documents.fvecs", 150) + ", query-vectors: " + vectors("queries.fvecs",
                40)
                + ", query-mix: vector, document-words: 3, vocabulary: 200, queries: 10, warm-up-queries: none";
        Values all = values(files);
        assertThat(Workloads.named("query").effective(all).texts()).containsEntry("documents", "150");
        Values more = values(files + ", documents: 151");
        assertThatThrownBy(() -> Workloads.named("query").estimate(more)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("documents: 151 are asked for, and there are 150 vectors in ");
    }

    private Values values(String set) {
        return Planner.plan(ExperimentReader.read("{workload: query, target: lucene, set: {" + set + "}}",
                "test.yaml"), Map.of())
                .points().getFirst().values();
    }

    @Test
    void theWarmUpEndsWhenTheResponseIsSteady() {
        run("documents: 300, document-words: 10, vocabulary: 1000, queries: 600, warm-up-queries: 6000, steady-within: 100%");
        assertThat(warmedUpWith()).isBetween(600L, 6000L);
        run("documents: 300, document-words: 10, vocabulary: 1000, queries: 100, warm-up-queries: 700, "
                + "steady-within: 0.1%");
        assertThat(warmedUpWith()).isEqualTo(700);
        assertThat(events("warning"))
                .anyMatch(w -> w.text().startsWith("The response was not steady after 700 warm-up "));
    }
}
