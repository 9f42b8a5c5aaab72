package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;

/** The workload query on the real engine. */
public abstract class QueryContract extends TargetContract {

    /** What the last run told. */
    protected final List<RunEvent> events = new CopyOnWriteArrayList<>();

    /** @param settings of the workload, as in a flow mapping of YAML */
    protected final void run(String settings) {
        events.clear();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            run(runner, 1, settings);
        }
    }

    protected final void run(InProcessRunner runner, int iteration, String settings) {
        runner.run(request(iteration, "query", RecordedRun.point("query", driver().name(), written() + settings)),
                events::add);
    }

    private <E extends RunEvent> Stream<E> all(Class<E> type) {
        return new RecordedRun(events).all(type);
    }

    private List<Phase> phases(int iteration) {
        return all(RunEvent.PhaseEnded.class).filter(p -> p.iteration() == iteration).map(p -> p.span().phase()).toList();
    }

    /** One that only asks otherwise works on the index of the one before; one with other documents makes its own. */
    @Test
    void iterationsShareAnIndex() throws IOException {
        String documents = "documents: 300, document-words: 20, vocabulary: 1000, warm-up-queries: none, queries: 20";
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            run(runner, 1, documents);
            run(runner, 2, documents + ", top: 3, workers: 2");
            run(runner, 3, documents.replace("300", "200"));
        }
        assertThat(phases(1)).contains(Phase.PRELOAD, Phase.MEASURE);
        assertThat(phases(2)).contains(Phase.MEASURE).doesNotContain(Phase.PRELOAD);
        assertThat(phases(3)).contains(Phase.PRELOAD, Phase.MEASURE);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("scratch"))).isEmpty();
        }
    }

    /** A setting, as in a flow mapping of YAML and not as it is by default, for which a target is opened again. */
    protected abstract String reopening();

    @Test
    void aSettingThatNeedsTheTargetOpenedAgainLeavesTheIndexThere() throws IOException {
        String documents = "documents: 300, document-words: 20, vocabulary: 1000, warm-up-queries: none, queries: 20, ";
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            run(runner, 1, documents + "top: 5");
            run(runner, 2, documents + reopening());
            run(runner, 3, documents + "top: 5");
        }
        assertThat(phases(1)).contains(Phase.PRELOAD, Phase.MEASURE);
        assertThat(phases(2)).contains(Phase.MEASURE).doesNotContain(Phase.PRELOAD);
        assertThat(phases(3)).contains(Phase.MEASURE).doesNotContain(Phase.PRELOAD);
        assertThat(all(RunEvent.Ended.class)).hasSize(3).noneMatch(e -> e.state() == IterationState.FAILED);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("scratch"))).isEmpty();
        }
    }

    protected final List<OutcomeCount> outcomes(Phase phase) {
        return all(RunEvent.PhaseEnded.class).filter(p -> p.span().phase() == phase)
                .flatMap(p -> p.outcomes().stream()).toList();
    }

    @Test
    void allKindsOfWordsAreAskedInAClosedLoop() {
        run("documents: 500, document-words: 30, vocabulary: 1000, queries: 200, warm-up-queries: 50, workers: 2, "
                + "query-mix: \"term:2;frequent:1;rare:1;phrase:1;boolean:2;filtered:2\"");
        assertThat(events.getLast().toString()).contains("DONE");
        assertThat(outcomes(Phase.MEASURE)).allMatch(o -> o.outcome() == Outcome.OK || o.outcome() == Outcome.MISS);
        assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(200);
        assertThat(outcomes(Phase.MEASURE).stream().map(OutcomeCount::kind).distinct()).contains("term", "phrase",
                "boolean", "filtered");
        assertThat(outcomes(Phase.VERIFY).stream().mapToLong(OutcomeCount::operations).sum())
                .as("each is asked twice").isEqualTo(400);
        isLoggedOneByOne(200);
        run("documents: 500, document-words: 30, vocabulary: 1000, queries: 300, warm-up-queries: none, "
                + "checked-queries: none, logged-queries: 50");
        assertThat(log().halved()).as("of more than are logged, a sample").isPositive();
        assertThat(log().rows().size() * log().each()).isBetween(100L, 600L);
    }

    private OperationTable log() {
        List<LogBlock> blocks = all(RunEvent.LogWritten.class).map(RunEvent.LogWritten::block).toList();
        int phase = all(RunEvent.PhaseEnded.class).filter(p -> p.span().headline()).findFirst().orElseThrow().span()
                .index();
        assertThat(blocks).as("what is measured is logged, and then the answers").allMatch(b -> b.phase() >= phase);
        return OperationTable.of(blocks, phase);
    }

    private void isLoggedOneByOne(int queries) {
        OperationTable table = log();
        assertThat(table.halved()).isZero();
        assertThat(table.rows()).extracting(OperationTable.Row::n).hasSize(queries).doesNotHaveDuplicates();
        assertThat(table.rows()).allMatch(r -> r.item() >= 0 && r.due() <= r.start() && r.start() < r.end());
        assertThat(table.rows()).anyMatch(r -> r.hits() > 0);
    }

    @Test
    void aRateIsKeptWithManyInFlight() {
        run("documents: 200, document-words: 20, vocabulary: 1000, queries: 100, warm-up-queries: none, rate: 200/s, "
                + "in-flight: 20, checked-queries: none, slowest-queries: 2");
        assertThat(events.getLast().toString()).containsAnyOf("DONE", "Limited by the generator");
        assertThat(outcomes(Phase.MEASURE).stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(100);
        assertThat(events.toString()).contains("Slow query 1: ").contains("Slow query 2: ");
        isLoggedOneByOne(100);
    }

    private long besideQueries(String kind) {
        return outcomes(Phase.MEASURE).stream().filter(o -> o.kind().equals("beside." + kind)
                && o.outcome() == Outcome.OK).mapToLong(OutcomeCount::operations).sum();
    }

    /** Answers stay the same, and are compared. */
    @Test
    void equalDocumentsAreReplacedWhileQueriesAreMeasured() {
        run("documents: 200, document-words: 20, vocabulary: 500, warm-up-queries: none, queries: unlimited, duration: "
                + "1500ms, updates: 40/s, refresh-interval: 500ms, checked-queries: 20");
        assertThat(events.getLast().toString()).doesNotContain("FAILED");
        assertThat(outcomes(Phase.MEASURE)).noneMatch(o -> o.outcome() == Outcome.FAILURE);
        assertThat(besideQueries("update")).isBetween(1L, 61L);
        assertThat(besideQueries("refresh")).isBetween(1L, 4L);
        assertThat(outcomes(Phase.VERIFY).stream().mapToLong(OutcomeCount::operations).sum())
                .as("each is asked twice").isEqualTo(40);
    }

    /** What they would be compared with is not there any more. */
    @Test
    void answersAreNotComparedWhereDocumentsAreAdded() {
        run("documents: 200, document-words: 20, vocabulary: 500, warm-up-queries: none, queries: unlimited, duration: "
                + "1s, updates: 40/s, update-kind: add, refresh-interval: 300ms, checked-queries: 20");
        assertThat(events.getLast().toString()).doesNotContain("FAILED");
        assertThat(outcomes(Phase.MEASURE)).noneMatch(o -> o.outcome() == Outcome.FAILURE);
        assertThat(besideQueries("update")).isBetween(1L, 41L);
        assertThat(outcomes(Phase.VERIFY).stream().mapToLong(OutcomeCount::operations).sum()).isZero();
        assertThat(events.toString()).contains("answers were not compared, and no recall is stated");
    }
}
