package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.support.PushedCompletions;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.schedule.ScheduledOperations;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.verdict.GeneratorCheck;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Open loops whose operations are in progress on virtual threads or in an asynchronous client. */
class AsyncOpenLoopTest {

    private final Lab lab = new Lab();

    private static Load.Open virtual(int limit, double rate) {
        return new Load.Open(Schedules.constant(rate), new Concurrency.VirtualThreads(limit));
    }

    @Test
    void slotsStartExactlyWhenTheyAreDueHoweverManyAreInFlight() {
        List<Long> starts = new ArrayList<>();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        StageResult result = lab.run(virtual(600, 1000), Limit.operations(1200), (worker, n, tally) -> {
            starts.add(lab.clock.nanoTime());
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            lab.pass(500 * MS);
            inside.decrementAndGet();
            tally.units = 1;
            return Outcome.OK;
        });

        assertThat(most).hasValue(500);
        for (int i = 0; i < 1200; i++) {
            assertThat(starts.get(i) - result.span().start()).isEqualTo(i * MS);
        }
        SeriesSet total = lab.total();
        assertThat(total.total().operations()).isEqualTo(1200);
        assertThat(total.overall(LatencyKind.SELF).max()).isZero();
        assertThat(total.overall(LatencyKind.WAIT).max()).isZero();
        assertThat(total.overall(LatencyKind.SERVICE).min()).isEqualTo(500 * MS);
        assertThat(total.overall(LatencyKind.RESPONSE).max()).isEqualTo(500 * MS);
        assertThat(result.span().nanos()).isEqualTo(1699 * MS);
        assertThat(result.span().censored()).isZero();
        assertThat(lab.lives.stream().mapToInt(live -> live.inFlight()).max()).hasValue(500);
    }

    /** What each operation takes is a function of its number, so that they end in another order than they began. */
    private static LongUnaryOperator mixed(long seed) {
        return n -> (1 + Math.floorMod(n * 2654435761L + seed, 40)) * MS;
    }

    private static Lab.Operation taking(Lab lab, LongUnaryOperator nanos) {
        return (worker, n, tally) -> {
            lab.pass(nanos.applyAsLong(n));
            tally.units = 1;
            return Outcome.OK;
        };
    }

    /** Whatever lets k operations be in progress, the queue before them is the same. */
    @Property(tries = 12)
    void asManyThreadsOrVirtualThreadsOrSlotsOfAClientQueueAlike(@ForAll @IntRange(min = 1, max = 8) int k,
            @ForAll @IntRange(min = 20, max = 300) int rate, @ForAll @IntRange(max = 1000) int seed) {
        SeriesSet threads = queue(new Concurrency.Threads(k), rate, seed);
        for (Concurrency other : List.of(new Concurrency.VirtualThreads(k), new Concurrency.Async(1, k))) {
            SeriesSet same = queue(other, rate, seed);
            assertThat(same.total()).isEqualTo(threads.total());
            for (LatencyKind kind : LatencyKind.values()) {
                assertThat(same.overall(kind).count()).isEqualTo(threads.overall(kind).count());
                assertThat(same.overall(kind).sum()).as(kind.toString()).isEqualTo(threads.overall(kind).sum());
                assertThat(same.overall(kind).max()).isEqualTo(threads.overall(kind).max());
            }
        }
    }

    private static SeriesSet queue(Concurrency concurrency, int rate, int seed) {
        Lab own = new Lab();
        StageResult result = own.run(new Stage(Phase.MEASURE, new Load.Open(Schedules.poisson(rate, seed), concurrency),
                Lab.within(Duration.ofSeconds(3)), Lab.INSERTS, factory(own, mixed(seed)), 0, true));
        SeriesSet total = own.total();
        assertThat(result.broken()).isEmpty();
        assertThat(total.overall(LatencyKind.RESPONSE).sum()).isEqualTo(total.overall(LatencyKind.WAIT).sum()
                + total.overall(LatencyKind.SELF).sum() + total.overall(LatencyKind.SERVICE).sum());
        assertThat(total.total().operations() + result.span().censored())
                .isEqualTo(new ScheduledOperations(Schedules.poisson(rate, seed), Long.MAX_VALUE).before(3 * SECOND));
        return total;
    }

    private static ActorFactory factory(Lab lab, LongUnaryOperator nanos) {
        return new ActorFactory() {
            @Override
            public Actor actor(int worker) {
                return Lab.actor(worker, taking(lab, nanos));
            }

            @Override
            public AsyncActor asyncActor(int worker, int depth) {
                return new PushingClient(lab, depth, nanos);
            }
        };
    }

    /** A client that answers on threads of its own. */
    private static class PushingClient implements AsyncActor, AsyncKeyValueSession.Completions {
        private final Lab lab;
        private final LongUnaryOperator takes;
        private final long[] positions;
        private final PushedCompletions pushed;
        Completions loop;

        PushingClient(Lab lab, int depth, LongUnaryOperator takes) {
            this.lab = lab;
            this.takes = takes;
            positions = new long[depth];
            pushed = new PushedCompletions(lab.clock, depth);
        }

        @Override
        public int prepare(int slot, int lane, long n) {
            positions[slot] = n;
            return 0;
        }

        @Override
        public void submit(int slot) {
            long ends = lab.clock.nanoTime() + takes.applyAsLong(positions[slot]);
            lab.clock.start("answer-" + slot, () -> {
                lab.clock.sleepUntil(ends);
                pushed.done(slot, 7);
            });
        }

        @Override
        public void await(int min, long timeoutNanos, Completions completions) {
            loop = completions;
            pushed.await(min, timeoutNanos, this);
        }

        @Override
        public void ended(int slot, long nanoTime) {
            loop.ended(slot, nanoTime);
        }

        @Override
        public void done(int slot, int size) {
            assertThat(size).isEqualTo(7);
            loop.tally(slot).units = 1;
            loop.done(slot, Outcome.OK);
        }

        @Override
        public void failed(int slot, Exception why) {
            loop.failed(slot, why);
        }

        @Override
        public void close() {}
    }

    @Test
    void latenciesBelongToTheIntervalInWhichTheOperationWasDueInWhateverOrderTheyEnd() {
        // due at 0, 0.1 … 3.9 s; every fourth takes 1.75 s, the others 0.05 s
        lab.run(virtual(50, 10), Limit.operations(40), taking(lab, n -> n % 4 == 0 ? 1750 * MS : 50 * MS));

        Map<Integer, SeriesSet> bySeq = lab.bySeq();
        assertThat(bySeq.values()).extracting(s -> s.overall(LatencyKind.RESPONSE).count())
                .containsExactly(10L, 10L, 10L, 10L, 0L, 0L);
        assertThat(bySeq.get(0).overall(LatencyKind.RESPONSE).max()).isEqualTo(1750 * MS);
        assertThat(bySeq.values().stream().mapToLong(s -> s.total().operations()).sum()).isEqualTo(40);
    }

    /** Of the intervals that a long halt leaves open, few are kept at a time, and none is lost. */
    @Test
    void aHaltOverManyIntervalsLosesNothing() {
        lab.run(virtual(600, 10), Limit.operations(900),
                taking(lab, n -> n < 300 ? 40 * SECOND - n * 100 * MS + n % 7 * 100 * MS : MS));

        Map<Integer, Long> due = lab.intervals.stream().collect(Collectors.groupingBy(Interval::seq,
                TreeMap::new, Collectors.summingLong(
                i -> SeriesCodec.decode(i.series()).overall(LatencyKind.RESPONSE).count())));
        assertThat(due.values()).filteredOn(count -> count > 0).hasSize(90).containsOnly(10L);
    }

    private StageResult preparing(int limit, long preparing, long service) {
        return lab.run(new Stage(Phase.MEASURE, virtual(limit, 4000), Lab.within(Duration.ofSeconds(10)), Lab.INSERTS,
                worker -> lab.preparing(preparing, worker, lab.taking(service)), 0, true));
    }

    @Test
    void aQueueBeforeAGeneratorThatIsSlowIsItsOwnDoing() {
        StageResult result = preparing(1000, 480_000, 20_000_000);

        SeriesSet total = lab.total();
        assertThat(total.overall(LatencyKind.WAIT).max()).isZero();
        assertThat(total.overall(LatencyKind.SELF).max()).isGreaterThan(8 * SECOND);
        assertThat(GeneratorCheck.of(result.span(), result.demand(), total).limited()).isTrue();
    }

    /** Its threads begin each operation 20 ms after it was handed to them, as where they have no processor. */
    @Test
    void whatIsHandedOverInTimeAndBegunLateIsTheGeneratorsDoing() {
        PushingClient client = new PushingClient(lab, 100, _ -> 25 * MS) {
            @Override
            public void ended(int slot, long nanoTime) {
                loop.times(slot, nanoTime - 5 * MS, nanoTime);
            }
        };
        StageResult result = lab.run(new Stage(Phase.MEASURE, new Load.Open(Schedules.constant(1000),
                new Concurrency.Async(1, 100)), Lab.within(Duration.ofSeconds(2)), Lab.INSERTS, new ActorFactory() {
                    @Override
                    public Actor actor(int worker) {
                        throw new AssertionError("several at a time were asked for");
                    }

                    @Override
                    public AsyncActor asyncActor(int worker, int depth) {
                        return client;
                    }
                }, 0, true));

        SeriesSet total = lab.total();
        assertThat(total.overall(LatencyKind.SELF).min()).isEqualTo(20 * MS);
        assertThat(total.overall(LatencyKind.SERVICE).max()).isEqualTo(5 * MS);
        assertThat(result.span().lateFree()).isEqualTo(2000);
        assertThat(GeneratorCheck.of(result.span(), result.demand(), total).limited()).isTrue();
    }

    /** 10 at a time of 4.8 ms each are 2,083 a second, of 4,000 that are due. */
    @Test
    void aQueueBeforeATargetThatIsSlowIsNotTheGeneratorsDoing() {
        StageResult result = preparing(10, 1000, 4_800_000);

        SeriesSet total = lab.total();
        assertThat(total.overall(LatencyKind.WAIT).max()).isGreaterThan(8 * SECOND);
        assertThat(result.span().lateFree()).isZero();
        assertThat(GeneratorCheck.of(result.span(), result.demand(), total).limited()).isFalse();
    }

    @Test
    void operationsThatHangAreGivenUpAndCensored() {
        lab.drainLimit = Duration.ofSeconds(5);
        StageResult result = lab.run(virtual(20, 10), Lab.within(Duration.ofSeconds(1)), (worker, n, tally) -> {
            tally.units = 1;
            lab.pass(n % 5 == 4 ? 3600 * SECOND : MS);
            return Outcome.OK;
        });

        assertThat(lab.total().total().operations()).isEqualTo(8);
        assertThat(result.span().censored()).isEqualTo(2);
        assertThat(lab.clock.nanoTime()).isLessThan(10 * SECOND);
    }

    @Test
    void outcomesAndReasonsAreThoseOfTheOperations() {
        StageResult result = lab.run(virtual(7, 1000), Limit.operations(300), (worker, n, tally) -> {
            lab.pass(5 * MS);
            tally.units = 2;
            tally.bytesIn = 10;
            if (n % 3 == 0) {
                throw new IOException("refused");
            }
            return n % 3 == 1 ? Outcome.MISS : Outcome.OK;
        });

        assertThat(result.outcomes()).containsExactly(
                new OutcomeCount(0, "insert", Outcome.OK, "", 100, 200),
                new OutcomeCount(0, "insert", Outcome.MISS, "", 100, 200),
                new OutcomeCount(0, "insert", Outcome.FAILURE, "refused", 100, 100));
        assertThat(lab.total().total().bytesIn()).isEqualTo(3000);
        assertThat(lab.logged).isNotEmpty().allMatch(o -> o.end() - o.start() == 5 * MS)
                .allMatch(o -> o.name().equals("operation " + o.n()));
    }

    @Test
    void stepsAreRecordedAsTheirThreadsTimedThem() {
        OperationKinds kinds = new OperationKinds(List.of("insert"), List.of("put", "commit"));
        lab.run(new Stage(Phase.MEASURE, virtual(5, 100), Limit.operations(100), kinds, worker -> new Actor() {
            @Override
            public int prepare(int lane, long n) {
                return 0;
            }

            @Override
            public int steps() {
                return 3;
            }

            @Override
            public int stepKind(int i) {
                return i / 2;
            }

            @Override
            public Outcome step(int i, Tally tally) {
                lab.pass((i + 1) * MS);
                return Outcome.OK;
            }

            @Override
            public void close() {}
        }, 0, true));

        for (String step : kinds.steps()) {
            assertThat(lab.total().histogram(new SeriesKey("insert", step, LatencyKind.SERVICE, false)).orElseThrow().sum())
                    .as(step).isEqualTo(300 * MS);
        }
        assertThat(lab.total().overall(LatencyKind.SERVICE).max()).isEqualTo(6 * MS);
    }

    @Test
    void whereOneActorCannotBeMadeTheStageDoesNotBeginAndTheOthersAreClosed() {
        AtomicInteger open = new AtomicInteger();
        StageResult result = lab.run(new Stage(Phase.MEASURE, virtual(50, 100), Limit.operations(100), Lab.INSERTS,
                worker -> {
            if (worker == 30) {
                throw new IOException("too many connections");
            }
            open.incrementAndGet();
            return new Lab.Closing(Lab.actor(worker, lab.taking(MS)), open::decrementAndGet);
        }, 0, true));

        assertThat(result.broken()).contains("worker 0 could not start: too many connections");
        assertThat(open).hasValue(0);
        assertThat(lab.total().total().operations()).isZero();
    }

    @Test
    void allActorsAreClosedAtTheEnd() {
        AtomicInteger open = new AtomicInteger();
        lab.run(new Stage(Phase.MEASURE, virtual(20, 100), Limit.operations(100), Lab.INSERTS, worker -> {
            open.incrementAndGet();
            return new Lab.Closing(Lab.actor(worker, lab.taking(MS)), open::decrementAndGet);
        }, 0, true));

        assertThat(open).hasValue(0);
    }
}
