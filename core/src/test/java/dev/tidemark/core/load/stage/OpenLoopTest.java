package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.ScheduledOperations;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

    private final Lab lab = new Lab();

    private static Load.Open open(int workers, double rate) {
        return new Load.Open(workers, Schedules.constant(rate));
    }

    @Test
    void slotsStartExactlyWhenTheyAreDueWhileAWorkerIsFree() {
        List<Long> starts = new ArrayList<>();
        StageResult result = lab.run(open(2, 100), Limit.operations(50), (worker, n, tally) -> {
            starts.add(lab.clock.nanoTime());
            lab.pass(15 * MS);
            return Outcome.OK;
        });

        for (int i = 0; i < 50; i++) {
            assertThat(starts.get(i) - result.span().start()).isEqualTo(i * 10 * MS);
        }
        assertThat(lab.total().overall(LatencyKind.SELF).max()).isZero();
        assertThat(lab.total().overall(LatencyKind.WAIT).max()).isZero();
        assertThat(result.span().nanos()).isEqualTo(505 * MS);
        assertThat(result.span().lateFree()).isZero();
    }

    @Test
    void aLateWorkerServesAtOnceAndSkipsNothing() {
        List<Long> served = new ArrayList<>();
        StageResult result = lab.run(open(1, 1000), Limit.operations(100), (worker, n, tally) -> {
            served.add(n);
            lab.pass(n == 10 ? 50 * MS : MS / 2);
            return Outcome.OK;
        });

        assertThat(served).hasSize(100).isSorted().doesNotHaveDuplicates();
        // slot 10 ends at 60 ms; the backlog of slots 11 … then shrinks by half a millisecond a slot
        SeriesSet total = lab.total();
        assertThat(total.overall(LatencyKind.WAIT).max()).isEqualTo(49 * MS);
        assertThat(total.overall(LatencyKind.WAIT).sum()).isEqualTo(waits());
        assertThat(total.overall(LatencyKind.SELF).max()).isZero();
        assertThat(result.span().censored()).isZero();
    }

    /** Lindley's recursion: the wait of a slot is the wait before it plus that service less the gap. */
    private static long waits() {
        long wait = 0;
        long sum = 0;
        for (int n = 0; n < 100; n++) {
            sum += wait;
            wait = Math.max(0, wait + (n == 10 ? 50 * MS : MS / 2) - MS);
        }
        return sum;
    }

    @Test
    void whatIsDueBeforeTheTimeLimitIsServedAfterIt() {
        StageResult result = lab.run(open(1, 100), Lab.within(Duration.ofSeconds(1)), lab.taking(30 * MS));

        assertThat(lab.total().total().operations()).isEqualTo(100);
        assertThat(result.span().censored()).isZero();
        assertThat(result.span().nanos()).isEqualTo(3 * SECOND);
        assertThat(lab.total().overall(LatencyKind.RESPONSE).max()).isEqualTo(2010 * MS); // the last was due at 990 ms
    }

    /** Three of one a second are three seconds' work, not three in the two seconds from the first to the last. */
    @Test
    void fewSlotsLastAsLongAsTheirTimeLimit() {
        StageResult result = lab.run(open(1, 1), Lab.within(Duration.ofSeconds(3)), lab.taking(30 * MS));

        assertThat(lab.total().total().operations()).isEqualTo(3);
        assertThat(result.span().nanos()).isEqualTo(3 * SECOND);
        assertThat(lab.clock.nanoTime()).as("nothing else begins before").isGreaterThanOrEqualTo(3 * SECOND);
    }

    /** Sixteen of one a second are sixteen seconds' work, and steps last as long as they say. */
    @Test
    void aFixedAmountLastsAsManyGapsAsItHasSlots() {
        assertThat(lasts(Schedules.constant(1), 16, 30 * MS)).isEqualTo(16 * SECOND);
        assertThat(lasts(Schedules.constant(1), 16, 0)).as("the last ends at the moment at which it is due").isEqualTo(16 * SECOND);
        assertThat(lasts(Schedules.constant(1), 16, 2500 * MS)).as("answered later").isEqualTo(17_500 * MS);
        assertThat(lasts(Schedules.ending(Schedules.constant(1), 3.5), 4, 30 * MS)).as("half of the last").isEqualTo(3500 * MS);
        Schedule steps = Schedules.steps(List.of(new Schedules.Step(1, Duration.ofSeconds(3)),
                new Schedules.Step(2, Duration.ofSeconds(2)), new Schedules.Step(0, Duration.ofSeconds(1))));
        assertThat(lasts(steps, Limit.UNLIMITED, 30 * MS)).isEqualTo(6 * SECOND);
        assertThat(lasts(steps, 4, 30 * MS)).isEqualTo(3500 * MS);
        assertThat(lasts(Schedules.trace(new long[] {0, SECOND, 3 * SECOND}), Limit.UNLIMITED, 30 * MS))
                .as("what was recorded has no rate").isEqualTo(3030 * MS);
    }

    private static long lasts(Schedule schedule, long operations, long nanos) {
        Lab lab = new Lab();
        return lab.run(new Load.Open(4, schedule), new Limit(operations, null), lab.taking(nanos)).span().nanos();
    }

    @Test
    void whatIsDueAndNotServedWithinTheDrainLimitIsCensoredExactly() {
        lab.drainLimit = Duration.ofSeconds(1);
        StageResult result = lab.run(open(1, 100), Lab.within(Duration.ofSeconds(1)), lab.taking(30 * MS));

        // 100 slots are due; one worker starts one at 0, 30, … 1,980 ms
        assertThat(lab.total().total().operations()).isEqualTo(67);
        assertThat(result.span().censored()).isEqualTo(33);
        assertThat(result.span().nanos()).isEqualTo(2010 * MS);
        assertThat(lab.events).noneMatch(e -> e.text().contains("given up"));
    }

    @Test
    void whatIsNotMeasuredLeavesItsBacklog() {
        StageSettings settings = new StageSettings(WaitStrategy.SLEEP, lab.rule, lab.drainLimit, 0).withoutBacklog();
        Stage stage = new Stage(Phase.MEASURE, open(1, 100), Lab.within(Duration.ofSeconds(1)), Lab.INSERTS,
                worker -> Lab.actor(worker, lab.taking(30 * MS)), 0, true);
        StageResult result = new StageRunner(lab.clock, settings, lab.cancelled).run(0, stage, lab);

        assertThat(lab.total().total().operations()).isEqualTo(34);
        assertThat(result.span().nanos()).isEqualTo(1020 * MS);
    }

    private StageResult preparing(Load load, long preparing, long service) {
        return lab.run(new Stage(Phase.MEASURE, load, Lab.within(Duration.ofSeconds(10)), Lab.INSERTS,
                worker -> lab.preparing(preparing, worker, lab.taking(service)), 0, true));
    }

    /**
     * A worker can do 2,000 slots a second, of 0.48 ms of preparing and 0.02 ms in the target each; 4,000 are due. No
     * slot is prepared a millisecond late, and yet the last ones wait for 10 s.
     */
    @Test
    void aQueueBeforeAGeneratorThatIsSlowIsItsOwnDoing() {
        StageResult result = preparing(open(1, 4000), 480_000, 20_000);

        SeriesSet total = lab.total();
        assertThat(total.overall(LatencyKind.SELF).sum() / (double) (total.overall(LatencyKind.WAIT).sum()
                + total.overall(LatencyKind.SELF).sum())).isBetween(0.955, 0.965);
        assertThat((double) total.overall(LatencyKind.SELF).max()).isCloseTo(0.96 * 10 * SECOND, within(0.01 * SECOND));
        assertThat(GeneratorCheck.of(result.span(), result.demand(), total).limited()).isTrue();
    }

    /** The same queue, the other way round: 0.02 ms of preparing and 0.48 ms in the target. */
    @Test
    void aQueueBeforeATargetThatIsSlowIsNotTheGeneratorsDoing() {
        StageResult result = preparing(open(1, 4000), 20_000, 480_000);

        SeriesSet total = lab.total();
        assertThat((double) total.overall(LatencyKind.WAIT).max()).isCloseTo(0.96 * 10 * SECOND, within(0.01 * SECOND));
        assertThat(result.span().lateFree()).isZero();
        assertThat(GeneratorCheck.of(result.span(), result.demand(), total).limited()).isFalse();
    }

    /**
     * At 1,000/s with 0.9 ms in the target, a halt of the generator of half a second is gone after five: the slots that
     * wait in it are 0.8 % of a minute's, those that wait because of it 8 %.
     */
    @Test
    void whatWaitsLongAfterTheGeneratorStoodStillWaitsForTheGenerator() {
        StageResult result = lab.run(new Stage(Phase.MEASURE, open(1, 1000), Lab.within(Duration.ofSeconds(60)),
                Lab.INSERTS, worker -> new Lab.Preparing(Lab.actor(worker, lab.taking(900_000)),
                        n -> lab.pass(n == 20_000 ? 500 * MS : 0)), 0, true));

        // it makes up for 0.1 ms with each slot of a millisecond
        assertThat(result.span().lateFree()).isBetween(4980L, 5000L);
        assertThat(GeneratorCheck.of(result.span(), result.demand(), lab.total()).limited()).isTrue();
    }

    /** After a stall a fast target is waited for no longer: what fills the workers' time then is their own work. */
    @Test
    void theQueueAfterAStallIsTheTargetsDoingHoweverFastItIsServedThen() {
        lab.run(new Stage(Phase.MEASURE, open(4, 3000), Lab.within(Duration.ofSeconds(20)), Lab.INSERTS,
                worker -> lab.preparing(100_000, worker, (w, n, tally) -> {
                    long now = lab.clock.nanoTime() % (100 * SECOND);
                    lab.pass(now > 10 * SECOND && now < 10_700 * MS ? 10_700 * MS - now : 1000);
                    return Outcome.OK;
                }), 0, true));

        assertThat(lab.total().overall(LatencyKind.WAIT).quantile(0.99)).isGreaterThan(400 * MS);
        assertThat(lab.total().overall(LatencyKind.SELF).quantile(0.99)).isLessThan(30 * MS);
    }

    @Test
    void aSlotDueAtTheTimeLimitIsNotPartOfThePhase() {
        StageResult result = lab.run(open(4, 10), Lab.within(Duration.ofSeconds(2)), lab.taking(MS));

        assertThat(lab.total().total().operations()).isEqualTo(20);
        assertThat(result.span().censored()).isZero();
    }

    @Test
    void anOperationBeyondTheDrainLimitIsGivenUpAndCensored() {
        lab.drainLimit = Duration.ofSeconds(5);
        StageResult result = lab.run(open(2, 10), Lab.within(Duration.ofSeconds(1)), (worker, n, tally) -> {
            tally.units = 1;
            lab.pass(n == 4 ? 3600 * SECOND : MS);
            return Outcome.OK;
        });

        assertThat(lab.total().total().operations()).isEqualTo(9);
        assertThat(result.outcomes()).containsExactly(new OutcomeCount(0, "insert", Outcome.OK, "", 9, 9));
        assertThat(result.span().censored()).isEqualTo(1);
        assertThat(lab.events).anyMatch(
                e -> e.kind().equals("warning") && e.text().startsWith("1 worker was given up"));
        assertThat(lab.clock.nanoTime()).isLessThan(10 * SECOND);
    }

    @Test
    void whatALostWorkerHadDoneInTheSameIntervalIsNotLost() {
        lab.drainLimit = Duration.ofSeconds(1);
        lab.run(open(1, 100), Lab.within(Duration.ofMillis(900)), (worker, n, tally) -> {
            lab.pass(n == 50 ? 3600 * SECOND : MS);
            return Outcome.OK;
        });

        assertThat(lab.total().total().operations()).isEqualTo(50);
    }

    /** A rate and a duration that come to a number of slots end like a time limit. */
    @Test
    void whereAllSlotsAreDueWorkersThatHangAreGivenUp() {
        lab.drainLimit = Duration.ofSeconds(1);
        StageResult result = lab.run(open(2, 100), Limit.operations(300), (worker, n, tally) -> {
            lab.pass(n >= 100 ? 3600 * SECOND : MS);
            return Outcome.OK;
        });

        assertThat(result.span().censored()).isEqualTo(200);
        assertThat(result.hung()).contains("All 2 workers were given up: no answer came within drain-limit (1s).");
        assertThat(result.span().nanos()).isBetween(2990 * MS, 3500 * MS);
        assertThat(lab.clock.nanoTime()).isLessThan(6 * SECOND);
    }

    @Test
    void whereAllSlotsAreDueABacklogIsServedAllTheSame() {
        lab.drainLimit = Duration.ofSeconds(1);
        StageResult result = lab.run(open(1, 100), Limit.operations(300), lab.taking(100 * MS));

        assertThat(result.span().censored()).isZero();
        assertThat(result.span().nanos()).isEqualTo(30 * SECOND);
    }

    @Test
    void aScheduleThatEndsEndsThePhase() {
        StageResult result = lab.run(new Load.Open(3, Schedules.trace(new long[] {0, 5, 5, 2 * SECOND})),
                Limit.operations(Limit.UNLIMITED), lab.taking(MS));

        assertThat(lab.total().total().operations()).isEqualTo(4);
        assertThat(result.span().nanos()).isEqualTo(2 * SECOND + MS);
        assertThat(result.span().censored()).isZero();
    }

    @Test
    void anOperationBelongsToTheIntervalInWhichItEnded() {
        lab.run(open(1, 2), Limit.operations(6), lab.taking(500 * MS));

        // ends at 0.5, 1.0, 1.5 … 3.0 s; an interval includes its last moment
        Map<Integer, Long> operations = lab.intervals.stream().collect(Collectors.groupingBy(Interval::seq,
                Collectors.summingLong(i -> SeriesCodec.decode(i.series()).total().operations())));
        assertThat(operations).isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L));
    }

    @Test
    void itsLatenciesBelongToTheIntervalInWhichItWasDue() {
        // due at 0, 0.1 … 1.9 s, each takes 0.2 s: the tenth of them waits 0.9 s and ends at 2 s
        lab.run(open(1, 10), Limit.operations(20), lab.taking(200 * MS));

        Map<Integer, SeriesSet> bySeq = lab.bySeq();
        assertThat(bySeq.values()).extracting(s -> s.total().operations()).containsExactly(5L, 5L, 5L, 5L);
        for (LatencyKind latencyKind : LatencyKind.values()) {
            assertThat(bySeq.values()).extracting(s -> s.overall(latencyKind).count()).containsExactly(10L, 10L, 0L,
                    0L);
        }
        assertThat(bySeq.get(0).overall(LatencyKind.RESPONSE).max()).isEqualTo(1100 * MS);
        assertThat(bySeq.get(1).overall(LatencyKind.WAIT).min()).isEqualTo(1000 * MS);
    }

    @Test
    void theBacklogOfAnHourIsPublishedInFewParts() {
        // 12 are due in a second, two workers serve 8: the last one waits half an hour
        lab.run(open(2, 12), Limit.operations(3600 * 12), lab.taking(250 * MS));

        assertThat(lab.total().overall(LatencyKind.RESPONSE).max()).isBetween(1795 * SECOND, 1805 * SECOND);
        int windows = lab.intervals.stream().mapToInt(Interval::seq).max().orElseThrow() + 1;
        assertThat(lab.intervals).hasSizeLessThan(3 * windows);
        // in intervals of 1 s and 10 s, what was due in one ends in at most three
        assertThat(lab.intervals).allMatch(i -> i.part() <= 3);
    }

    @Test
    void aWorkerThatCatchesUpNeedsOneMoreSheetAtATime() {
        // the worker stands still for 600 s and then serves what was due within 6 s
        StageResult result = lab.run(open(1, 10), Limit.operations(7000), (worker, n, tally) -> {
            tally.units = 1;
            lab.pass(n == 5 ? 600 * SECOND : MS);
            return Outcome.OK;
        });

        Map<Integer, Long> due = lab.intervals.stream()
                .collect(Collectors.groupingBy(Interval::seq, Collectors.summingLong(
                i -> SeriesCodec.decode(i.series()).overall(LatencyKind.RESPONSE).count())));
        assertThat(due.keySet()).contains(0, 699);
        assertThat(due.values()).containsOnly(10L);
        assertThat(lab.total().total().operations()).isEqualTo(7000);
        assertThat(result.span().censored()).isZero();
    }

    @Test
    void aBusyWorkerHandsOverOnTime() {
        long[] due = {100 * MS, 600 * MS, 1100 * MS, 1600 * MS, 2100 * MS, 2600 * MS};
        lab.run(new Load.Open(1, Schedules.trace(due)), Limit.operations(6), lab.taking(390 * MS));

        assertThat(lab.intervals).extracting(Interval::part).containsOnly(0);
        assertThat(lab.intervals).extracting(i -> SeriesCodec.decode(i.series()).total().operations())
                .containsExactly(2L, 2L, 2L);
    }

    @Test
    void anIdleWorkerHandsOverOnTime() {
        lab.run(new Load.Open(1, Schedules.trace(new long[] {0, 10 * SECOND})), Limit.operations(2), lab.taking(MS));

        assertThat(lab.intervals).extracting(Interval::part).containsOnly(0);
        assertThat(lab.intervals).extracting(Interval::stuck).containsOnly(0);
        assertThat(lab.intervals).extracting(i -> SeriesCodec.decode(i.series()).total().operations())
                .containsExactly(1L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void failuresOfEachSortAreCountedApartAndNeverMixWithLatencies() {
        StageResult result = lab.run(open(1, 1000), Limit.operations(1000), (worker, n, tally) -> {
            tally.units = n % 10 == 4 ? 3 : 1;
            lab.pass(MS / 10);
            return switch ((int) (n % 10)) {
                case 0 -> throw new IOException("disk full\nat line 2");
                case 1 -> throw new OverloadedException("busy");
                case 2 -> throw new TimeoutException();
                case 3 -> Outcome.MISS;
                case 4 -> {
                    tally.failedUnits = 2;
                    tally.reason = "2 of 5";
                    yield Outcome.PARTIAL;
                }
                default -> Outcome.OK;
            };
        });

        assertThat(result.outcomes()).containsExactly(
                new OutcomeCount(0, "insert", Outcome.OK, "", 500, 500),
                new OutcomeCount(0, "insert", Outcome.MISS, "", 100, 100),
                new OutcomeCount(0, "insert", Outcome.PARTIAL, "2 of 5", 100, 200),
                new OutcomeCount(0, "insert", Outcome.PUSH_BACK, "busy", 100, 100),
                new OutcomeCount(0, "insert", Outcome.TIMEOUT, "TimeoutException", 100, 100),
                new OutcomeCount(0, "insert", Outcome.FAILURE, "disk full", 100, 100));
        assertThat(lab.total().overall(LatencyKind.RESPONSE).count()).isEqualTo(600);
        Totals totals = lab.total().total();
        assertThat(totals.answered()).isEqualTo(600);
        assertThat(totals.misses()).isEqualTo(100);
        assertThat(totals.failedUnits()).isEqualTo(500);
    }

    @Test
    void theSlowestAndTheFirstFailedOfAllWorkersAreRemembered() {
        lab.run(open(3, 1000), Limit.operations(1000), (worker, n, tally) -> {
            lab.pass(n % 10 == 0 ? 2 * MS + n * 1000 : MS / 10);
            if (n % 100 == 7) {
                throw new IOException("refused " + n);
            }
            return Outcome.OK;
        });

        List<LoggedOperation> slow = lab.logged.stream().filter(o -> o.why() == LoggedOperation.Why.SLOW).toList();
        assertThat(slow).hasSize(100).allMatch(o -> o.kind().equals("insert") && o.n() % 10 == 0);
        assertThat(slow.getFirst())
                .isEqualTo(new LoggedOperation(0, LoggedOperation.Why.SLOW, "insert", Outcome.OK, "", 0,
                990, "operation 990", slow.getFirst().due(), slow.getFirst().due(), slow.getFirst().due() + 2_990_000));
        assertThat(lab.logged.stream().filter(o -> o.why() == LoggedOperation.Why.FAILED)).hasSize(10)
                .extracting(LoggedOperation::reason).startsWith("refused 7", "refused 107");
    }

    /** Idle workers hold slots that are due seconds later; what is answered meanwhile is not given up. */
    @Test
    void slotsThatAreTakenLongBeforeTheyAreDueDoNotBeginTheDrain() {
        lab.drainLimit = Duration.ofSeconds(5);
        StageResult result = lab.run(new Stage(Phase.MEASURE, open(480, 16), Limit.operations(640), Lab.INSERTS,
                worker -> Lab.actor(worker, lab.taking(20 * SECOND)), 0, true));
        assertThat(lab.total().total().operations())
                .as("of those that were due within 25 s of 40, and so ended within 45").isBetween(400L, 401L);
        assertThat(result.span().nanos()).isBetween(39 * SECOND, 45 * SECOND);
    }

    /** Whatever the loop: every operation with its times, and what it and the target say of it. */
    @Test
    void everyOperationIsLoggedWhereThatIsAsked() {
        for (Load load : List.of(open(3, 1000), new Load.Closed(3, Duration.ZERO),
                new Load.Open(Schedules.constant(1000), new Concurrency.VirtualThreads(3)))) {
            Lab own = new Lab();
            own.run(new Stage(Phase.MEASURE, load, Limit.operations(2500), Lab.INSERTS,
                    worker -> Lab.actor(worker, (w, n, tally) -> logged(own, n, tally)), 0, true).logging(2500));

            OperationTable table = OperationTable.of(own.log, 0);
            assertThat(table.halved()).isZero();
            assertThat(table.rows()).as(load.toString()).hasSize(2500).extracting(OperationTable.Row::n)
                    .doesNotHaveDuplicates();
            assertThat(table.rows()).allMatch(r -> r.kind().equals("insert") && r.hits() == r.n() && r.item() == r.n() % 7
                    && r.engine() == (r.n() % 2 == 0 ? MS : -1) && r.end() - r.start() >= MS && r.due() <= r.start()
                    && r.reason().equals(r.n() % 100 == 7 ? "refused" : "")
                    && r.outcome() == (r.n() % 100 == 7 ? Outcome.FAILURE : Outcome.OK));
            assertThat(own.log.size()).as("written while it runs, interval by interval")
                    .isGreaterThan(load instanceof Load.Open ? 1 : 0);
        }
    }

    private static Outcome logged(Lab own, long n, Tally tally) throws IOException {
        own.pass(MS);
        tally.hits = n;
        tally.item = n % 7;
        tally.engineNanos = n % 2 == 0 ? MS : Tally.UNKNOWN;
        if (n % 100 == 7) {
            throw new IOException("refused");
        }
        return Outcome.OK;
    }

    @Test
    void pastFiftyReasonsTheRestIsOther() {
        StageResult result = lab.run(open(2, 1000), Limit.operations(200), (worker, n, tally) -> {
            throw new IllegalStateException("reason " + n);
        });

        assertThat(result.outcomes()).hasSize(51);
        assertThat(result.outcomes().stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(200);
        assertThat(result.outcomes()).filteredOn(o -> o.reason().equals("other")).extracting(OutcomeCount::operations)
                .containsExactly(150L);
    }

    @Property(tries = 30)
    void theStretchesOfAllOperationsAddUpAndTheIntervalsToTheTotal(@ForAll @IntRange(min = 1, max = 4) int workers,
            @ForAll @LongRange(min = 1, max = 60) long service, @ForAll @IntRange(min = 20, max = 200) int rate,
            @ForAll long seed) {
        Lab own = new Lab();
        StageResult result = own.run(new Load.Open(workers, Schedules.poisson(rate, seed)),
                Lab.within(Duration.ofSeconds(3)), own.taking(service * MS));

        SeriesSet total = own.total();
        long finished = result.workers().stream().mapToLong(w -> w.operations()).sum();
        assertThat(total.total().operations()).isEqualTo(finished);
        assertThat(total.overall(LatencyKind.RESPONSE).sum()).isEqualTo(total.overall(LatencyKind.WAIT).sum()
                + total.overall(LatencyKind.SELF).sum() + total.overall(LatencyKind.SERVICE).sum());
        assertThat(finished + result.span().censored())
                .isEqualTo(new ScheduledOperations(Schedules.poisson(rate, seed), Long.MAX_VALUE).before(3 * SECOND));
    }
}
