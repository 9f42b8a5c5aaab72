package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

    private final Lab lab = new Lab();

    private static Load.Closed workers(int count) {
        return new Load.Closed(count, Duration.ZERO);
    }

    @Test
    void everyPositionIsIssuedOnceAndTheTotalsAreExact() {
        List<Long> issued = new ArrayList<>();
        StageResult result = lab.run(workers(4), Limit.operations(1000), (worker, n, tally) -> {
            issued.add(n);
            lab.pass(MS);
            tally.units = 2;
            tally.bytesIn = 10;
            return Outcome.OK;
        });

        assertThat(issued).hasSize(1000);
        assertThat(new TreeSet<>(issued)).containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(result.outcomes()).containsExactly(new OutcomeCount(0, "insert", Outcome.OK, "", 1000, 2000));
        assertThat(result.workers()).extracting(WorkerCount::operations).containsOnly(250L);
        assertThat(result.workers()).extracting(WorkerCount::busy).containsOnly(250 * MS);
        assertThat(result.span().nanos()).isEqualTo(250 * MS);
        assertThat(result.span().outside()).isZero();
        assertThat(result.span().censored()).isZero();
        assertThat(result.broken()).isEmpty();
        assertThat(lab.total().total().bytesIn()).isEqualTo(10_000);
    }

    @Test
    void onlyServiceIsRecorded() {
        lab.run(workers(2), Limit.operations(10), lab.taking(3 * MS));

        assertThat(lab.total().histograms().keySet()).containsExactly(SeriesKey.of("insert", LatencyKind.SERVICE));
        LogHistogram service = lab.total().overall(LatencyKind.SERVICE);
        assertThat(service.count()).isEqualTo(10);
        assertThat(service.min()).isEqualTo(3 * MS);
        assertThat(service.max()).isEqualTo(3 * MS);
    }

    /** As where a target stands still beside a background task: what began beside it is of no other time. */
    @Test
    void anOperationsTimesBelongToTheIntervalInWhichItWasStarted() {
        OperationKinds kinds = new OperationKinds(List.of("load"), List.of("put", "commit"));
        lab.run(new Stage(Phase.MEASURE, workers(1), Limit.operations(10), kinds, _ -> new Lab.Steps(2,
                Lab.actor(0, (_, n, _) -> {
                    lab.pass(n == 2 ? 1730 * MS : 150 * MS);
                    return Outcome.OK;
                })), 0, true));

        // begun at 0, 0.3, 0.6, of which the third takes 3.46 s; then at 4.06, 4.36 … 5.86 s
        Map<Integer, SeriesSet> bySeq = lab.bySeq();
        assertThat(bySeq.values()).extracting(s -> s.total().operations()).containsExactly(2L, 0L, 0L, 0L, 4L, 3L, 1L);
        assertThat(bySeq.values()).extracting(s -> s.overall(LatencyKind.SERVICE).count())
                .containsExactly(3L, 0L, 0L, 0L, 4L, 3L, 0L);
        assertThat(bySeq.get(0).overall(LatencyKind.SERVICE).max()).isEqualTo(3460 * MS);
        assertThat(bySeq.get(4).overall(LatencyKind.SERVICE).max()).isEqualTo(300 * MS);
        for (String step : kinds.steps()) {
            assertThat(bySeq.get(0).histogram(new SeriesKey("load", step, LatencyKind.SERVICE, false)).orElseThrow().max())
                    .as(step).isEqualTo(1730 * MS);
        }
    }

    /** What it does in one interval and what it is asked for in another need no more than a buffer for each. */
    @Test
    void operationsOfOneStepNeedOnePartOfEachInterval() {
        lab.run(workers(3), Limit.operations(60), lab.taking(130 * MS));

        assertThat(lab.intervals).allMatch(i -> i.part() == 0);
        assertThat(lab.total().overall(LatencyKind.SERVICE).count()).isEqualTo(60);
    }

    @Test
    void withThinkTimeEachWorkerGoesThroughAKnownCycle() {
        List<Long> starts = new ArrayList<>();
        StageResult result = lab.run(new Load.Closed(1, Duration.ofMillis(7)), Limit.operations(100),
                (worker, n, tally) -> {
                    starts.add(lab.clock.nanoTime());
                    lab.pass(3 * MS);
                    return Outcome.OK;
                });

        for (int i = 0; i < starts.size(); i++) {
            assertThat(starts.get(i) - starts.getFirst()).isEqualTo(i * 10 * MS);
        }
        assertThat(result.span().nanos()).isEqualTo(993 * MS);
        assertThat(result.span().outside()).isZero();
    }

    @Test
    void timeSpentPreparingIsOutsideTheTarget() {
        ActorFactory slowToPrepare = worker -> new Actor() {
            @Override
            public int prepare(int lane, long n) {
                lab.pass(MS);
                return 0;
            }

            @Override
            public Outcome step(int i, Tally tally) {
                lab.pass(4 * MS);
                return Outcome.OK;
            }

            @Override
            public void close() {}
        };
        StageResult result = lab.run(new Stage(Phase.MEASURE, workers(3), Limit.operations(300), Lab.INSERTS,
                slowToPrepare, 0, true));

        assertThat(result.span().outside()).isEqualTo(300 * MS);
        assertThat(result.span().nanos()).isEqualTo(500 * MS);
        assertThat(GeneratorCheck.of(result.span(), result.demand(), lab.total()))
                .isEqualTo(new GeneratorCheck(false, "Workers spent 20.00 % of their time outside the target."));
    }

    @Test
    void noOperationStartsAfterTheTimeLimitAndThoseUnderWayAreWaitedFor() {
        List<Long> starts = new ArrayList<>();
        StageResult result = lab.run(workers(2), Lab.within(Duration.ofSeconds(1)), (worker, n, tally) -> {
            starts.add(lab.clock.nanoTime());
            lab.pass(300 * MS);
            return Outcome.OK;
        });

        long begin = result.span().start();
        assertThat(starts).hasSize(8).allMatch(s -> s - begin < SECOND);
        assertThat(result.span().nanos()).isEqualTo(1200 * MS);
        assertThat(lab.total().total().operations()).isEqualTo(8);
        assertThat(result.span().censored()).isZero();
    }

    @Test
    void bigOperationsLeaveNoWorkerIdleAtTheEnd() {
        StageResult result = lab.run(workers(16), Limit.operations(1000), lab.taking(SECOND));

        assertThat(result.span().nanos()).isEqualTo(63 * SECOND);
    }

    @Test
    void smallOperationsLeaveNoWorkerIdleForLongerThanAnOperationOrTwo() {
        StageResult result = lab.run(workers(3), Limit.operations(10_000), lab.taking(1000));

        assertThat(result.span().nanos()).isBetween(3334 * 1000L, 3336 * 1000L);
        assertThat(result.workers()).extracting(WorkerCount::operations).allMatch(ops -> Math.abs(ops - 3333) <= 3);
    }

    @Test
    void aTimeLimitLeavesAPrefixButForTheLastFewPositions() {
        Set<Long> issued = new TreeSet<>();
        lab.run(workers(8), Lab.within(Duration.ofSeconds(10)), (worker, n, tally) -> {
            issued.add(n);
            lab.pass((5 + n % 3) * MS);
            return Outcome.OK;
        });

        long last = issued.stream().mapToLong(n -> n).max().orElseThrow();
        Set<Long> missing = LongStream.range(0, last).boxed().filter(n -> !issued.contains(n))
                .collect(Collectors.toSet());
        assertThat(missing).hasSizeLessThanOrEqualTo(8).allMatch(n -> n > last - 16);
    }

    @Test
    void stepsAreTimedApartAndTheWorstOneDecides() {
        OperationKinds operationKinds = new OperationKinds(List.of("load", "skip"), List.of("read", "commit"));
        ActorFactory twoSteps = worker -> new Actor() {
            private long n;

            @Override
            public int prepare(int lane, long position) {
                n = position;
                return n == 3 ? 1 : 0;
            }

            @Override
            public int steps() {
                return 2;
            }

            @Override
            public int stepKind(int i) {
                return i;
            }

            @Override
            public Outcome step(int i, Tally tally) {
                lab.pass((i + 1) * MS);
                tally.units += i;
                tally.reason = n == 2 ? "no space" : null;
                return n == 2 && i == 0 ? Outcome.FAILURE : n == 3 && i == 0 ? Outcome.MISS : Outcome.OK;
            }

            @Override
            public void close() {}
        };
        StageResult result =
                lab.run(new Stage(Phase.MEASURE, workers(1), Limit.operations(5), operationKinds, twoSteps, 0,
                true));

        var series = lab.total();
        assertThat(series.histogram(SeriesKey.of("load", LatencyKind.SERVICE)).orElseThrow().sum()).isEqualTo(9 * MS);
        assertThat(series.histogram(new SeriesKey("load", "read", LatencyKind.SERVICE, false)).orElseThrow().sum())
                .isEqualTo(3 * MS);
        assertThat(series.histogram(new SeriesKey("load", "commit", LatencyKind.SERVICE, false)).orElseThrow().sum())
                .isEqualTo(6 * MS);
        assertThat(series.histogram(new SeriesKey("load", "", LatencyKind.SERVICE, true)).orElseThrow().sum())
                .isEqualTo(MS);
        assertThat(result.outcomes()).containsExactly(
                new OutcomeCount(0, "load", Outcome.OK, "", 3, 3),
                new OutcomeCount(0, "load", Outcome.FAILURE, "no space", 1, 1),
                new OutcomeCount(0, "skip", Outcome.MISS, "", 1, 1));
    }
}
