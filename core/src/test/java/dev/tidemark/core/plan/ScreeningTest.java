package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

class ScreeningTest {

    private static final Measure SECONDS = new Measure("elapsed", "Duration", "s", Direction.LOWER, 2, "");
    private static final Measure RATE = new Measure("rate", "Rate", "/s", Direction.HIGHER, 0, "");
    private static final Values VALUES = new MemoryDriver().params().defaults();

    private static Point point(int shards) {
        return new Point("memory", "memory", VALUES.with("shards", Integer.toString(shards), SettingOrigin.VARY), Map.of());
    }

    private static Plan plan() {
        List<Point> points = IntStream.rangeClosed(1, 4).mapToObj(ScreeningTest::point).toList();
        return new Plan(points, points.getFirst(), Order.SHUFFLED, 1, 1, List.of(), List.of("", "", "", ""), 5);
    }

    private static Iteration run(int position, IterationState state, MeasuredValue... values) {
        return run(position, 0, 1, state, values);
    }

    private static Iteration run(int position, int round, int attempt, IterationState state, MeasuredValue... values) {
        return new Iteration(position + 1, 1, "ingest", position, round, attempt, state, "", Instant.EPOCH, List.of(),
                List.of(values));
    }

    private static List<Iteration> runs(String measure, double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(p -> run(p, IterationState.DONE, MeasuredValue.of(measure, values[p]))).toList();
    }

    @Test
    void theBestOfAllButTheDefaultsComesFirst() {
        assertThat(Screening.first(plan(), Workloads.named("ingest"), runs("elapsed", 1, 4, 2, 3), SECONDS)).contains(point(3));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), runs("rate", 1, 4, 2, 3), RATE)).contains(point(2));
    }

    /** A smaller index is faster, and nothing to choose. */
    @Test
    void anotherTaskDoesNotComeFirst() {
        Values values = Planner.params(Workloads.named("ingest"), new MemoryDriver()).defaults();
        List<Point> points = List.of("10k 1", "1k 1", "1k 2", "10k 2").stream().map(p -> p.split(" ")).map(p -> new Point("memory",
                "memory", values.with("documents", p[0], SettingOrigin.VARY).with("batch-size", p[1], SettingOrigin.VARY),
                Map.of())).toList();
        Plan plan = new Plan(points, points.getFirst(), Order.SHUFFLED, 1, 1, List.of(), List.of("", "", "", ""), 5);
        assertThat(Screening.first(plan, Workloads.named("ingest"), runs("elapsed", 9, 1, 2, 8), SECONDS))
                .contains(points.getLast());
    }

    @Test
    void whatFailedOnceDoesNotComeFirst() {
        List<Iteration> runs = List.of(run(1, IterationState.DONE, MeasuredValue.of("elapsed", 1)),
                run(1, 1, 1, IterationState.FAILED), run(2, IterationState.DONE, MeasuredValue.of("elapsed", 2)));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), runs, SECONDS)).contains(point(3));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), List.of(run(1, IterationState.INVALID)), SECONDS)).isEqualTo(Optional.empty());
    }

    /** The other round may have been the lucky one: a report ranks the point last, too. */
    @Test
    void ofWhichOnlyTheLeastIsKnownInOneRoundDoesNotComeFirst() {
        List<Iteration> runs = List.of(run(1, IterationState.DONE, MeasuredValue.of("elapsed", 1)),
                run(1, 1, 1, IterationState.DONE, new MeasuredValue("elapsed", 30, true)),
                run(2, IterationState.DONE, MeasuredValue.of("elapsed", 2)));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), runs, SECONDS)).contains(point(3));
        List<Iteration> rates = List.of(run(1, IterationState.DONE, new MeasuredValue("rate", 3, true)),
                run(2, IterationState.DONE, MeasuredValue.of("rate", 2)));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), rates, RATE)).contains(point(2));
    }

    /** A report does not rank it, so that rounds of it would confirm nothing. */
    @Test
    void whatFindsTooLittleDoesNotComeFirst() {
        Values values = Planner.params(Workloads.named("query"), new MemoryDriver()).defaults();
        List<Point> points = Stream.of("100", "10", "20", "40").map(n -> new Point("memory", "memory",
                values.with("candidates", n, SettingOrigin.VARY), Map.of())).toList();
        Plan plan = new Plan(points, points.getFirst(), Order.SHUFFLED, 1, 1, List.of(), List.of("", "", "", ""), 5);
        List<Iteration> runs = List.of(recalled(0, 0, 4, 99), recalled(1, 0, 1, 80), recalled(1, 1, 1, 82),
                recalled(2, 0, 2, 94), recalled(2, 1, 2, 96.5), recalled(3, 0, 3, 98));
        assertThat(Screening.first(plan, Workloads.named("query"), runs, SECONDS)).contains(points.get(2));
    }

    private static Iteration recalled(int position, int round, double seconds, double recall) {
        return new Iteration(position + 1, 1, "query", position, round, 1, IterationState.DONE, "", Instant.EPOCH,
                List.of(new Setting("least-recall", "95%", 95.0, "%", SettingOrigin.DECLARED)),
                List.of(MeasuredValue.of("elapsed", seconds), MeasuredValue.of("recall", recall)));
    }

    /** As after a run that was stopped, or whose disk was full, and then resumed. */
    @Test
    void ofASlotThatWasRunAgainTheLastAttemptCounts() {
        List<Iteration> runs = List.of(run(1, 0, 1, IterationState.STOPPED),
                run(1, 0, 2, IterationState.DONE, MeasuredValue.of("elapsed", 1)),
                run(2, IterationState.DONE, MeasuredValue.of("elapsed", 2)));
        assertThat(Screening.first(plan(), Workloads.named("ingest"), runs, SECONDS)).contains(point(2));
    }

    /** Whatever looks at what a run will do must look at the defaults, too. */
    @Test
    void theDefaultsAreAmongThePointsThatAreRun() {
        List<Point> points = List.of(point(2), point(3));
        assertThat(new Plan(points, point(1), Order.SHUFFLED, 1, 1, List.of(), List.of("", ""), 3).everyPoint())
                .containsExactly(point(2), point(3), point(1));
        assertThat(new Plan(points, point(1), Order.SHUFFLED, 1, 1, List.of(), List.of("", ""), 0).everyPoint())
                .isEqualTo(points);
        assertThat(plan().everyPoint()).isEqualTo(plan().points());
    }

    @Test
    void bothPointsAreInEachRoundThatConfirmsAndEitherMayBeFirst() {
        Plan plan = plan();
        assertThat(plan.size()).isEqualTo(4 + 10);
        assertThat(IntStream.range(0, 20).mapToObj(n -> plan.confirming(n, point(3)))).allSatisfy(pair ->
                assertThat(pair).extracting(Planned::position)
                        .containsExactlyInAnyOrder(Plan.DEFAULTS, Plan.FIRST));
        assertThat(IntStream.range(0, 20).mapToObj(n -> plan.confirming(n, point(3)).getFirst().position())
                .collect(Collectors.toSet())).hasSize(2);
        assertThat(plan.confirming(2, point(3))).extracting(Planned::round).containsOnly(3);
    }
}
