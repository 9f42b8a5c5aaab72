package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import org.junit.jupiter.api.Test;

class PipelinedLoopTest {

    private final Lab lab = new Lab();
    private final List<Server> servers = new ArrayList<>();

    /** Every operation takes a time of its own, however many there are. */
    private final class Server implements AsyncActor {
        private final LongUnaryOperator takes;
        private final long[] position;
        private final long[] endsAt;
        private final Set<Integer> busy = new HashSet<>();
        private final List<Long> done = new ArrayList<>();
        private int mostBusy;
        private long refuseFrom = Long.MAX_VALUE;
        private LongPredicate away = _ -> false;
        private boolean closed;

        Server(int depth, LongUnaryOperator takes) {
            this.takes = takes;
            position = new long[depth];
            endsAt = new long[depth];
        }

        @Override
        public int prepare(int slot, int lane, long n) throws IOException {
            assertThat(busy).doesNotContain(slot);
            if (n == 5000) {
                throw new IOException("no such block");
            }
            position[slot] = n;
            return 0;
        }

        @Override
        public void submit(int slot) throws DriverException, OverloadedException {
            if (away.test(position[slot])) {
                throw new AwayException();
            }
            if (position[slot] >= refuseFrom) {
                throw new OverloadedException("queue full");
            }
            assertThat(busy.add(slot)).isTrue();
            endsAt[slot] = lab.clock.nanoTime() + takes.applyAsLong(position[slot]);
            mostBusy = Math.max(mostBusy, busy.size());
        }

        @Override
        public void await(int min, long timeoutNanos, Completions completions) {
            long first = busy.stream().mapToLong(slot -> endsAt[slot]).min().orElseThrow();
            lab.clock.sleepUntil(Math.min(first, lab.clock.nanoTime() + timeoutNanos));
            for (int slot : busy.stream().filter(s -> endsAt[s] <= lab.clock.nanoTime()).toList()) {
                busy.remove(slot);
                done.add(position[slot]);
                completions.tally(slot).units = 1;
                completions.done(slot, Outcome.OK);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private StageResult run(int workers, int depth, Limit limit, LongUnaryOperator takes) {
        return run(workers, depth, limit, takes, Long.MAX_VALUE);
    }

    private StageResult run(int workers, int depth, Limit limit, LongUnaryOperator takes, long refuseFrom) {
        return run(workers, depth, limit, takes, refuseFrom, _ -> false);
    }

    private StageResult run(int workers, int depth, Limit limit, LongUnaryOperator takes, long refuseFrom,
            LongPredicate away) {
        ActorFactory actorFactory = new ActorFactory() {
            @Override
            public Actor actor(int worker) {
                throw new AssertionError("one at a time was not asked for");
            }

            @Override
            public AsyncActor asyncActor(int worker, int ofDepth) {
                Server server = new Server(ofDepth, takes);
                server.refuseFrom = refuseFrom;
                server.away = away;
                servers.add(server);
                return server;
            }
        };
        return lab.run(new Stage(Phase.MEASURE, new Load.Pipelined(workers, depth), limit, Lab.INSERTS, actorFactory, 0,
                true));
    }

    private List<Long> done() {
        return servers.stream().flatMap(s -> s.done.stream()).sorted().toList();
    }

    @Test
    void asManyOperationsAsTheDepthAreInFlightAndEachIsIssuedOnce() {
        StageResult result = run(2, 8, Limit.operations(4000), n -> 10 * MS);

        assertThat(servers).extracting(s -> s.mostBusy).containsExactly(8, 8);
        assertThat(done()).isEqualTo(LongStream.range(0, 4000).boxed().toList());
        assertThat(result.span().nanos()).isEqualTo(4000 / 16 * 10 * MS);
        assertThat(servers).allMatch(s -> s.closed);
        assertThat(result.broken()).isEmpty();
    }

    @Test
    void serviceTimeIsEachOperationsOwnHoweverTheyOverlap() {
        long[] kinds = {MS, 3 * MS, 20 * MS};
        run(1, 5, Limit.operations(3000), n -> kinds[(int) (n % 3)]);

        LogHistogram service = lab.total().overall(LatencyKind.SERVICE);
        assertThat(service.count()).isEqualTo(3000);
        assertThat(service.quantile(0.3)).isBetween(990_000L, 1_010_000L);
        assertThat(service.quantile(0.6)).isBetween(2_970_000L, 3_030_000L);
        assertThat(service.quantile(0.99)).isBetween(19_800_000L, 20_200_000L);
    }

    /** No connection for one operation in ten; 4 slots, each of which takes 9 × 20 ms and a rest of 100 ms for ten. */
    @Test
    void aRefusedConnectionRestsItsOwnPlaceAlone() {
        StageResult result = run(1, 4, Lab.within(Duration.ofSeconds(28)), n -> 20 * MS, Long.MAX_VALUE, n -> n % 10 == 0);

        assertThat(lab.total().total().operations()).isBetween(3900L, 4004L);
        assertThat(result.span().outside()).isBetween(0L, 100 * MS);
        assertThat(result.kept()).as("100 of each 280 ms").isBetween(9_800 * MS, 10_100 * MS);
    }

    private static final class AwayException extends DriverException {
        AwayException() {
            super("no connection");
        }

        @Override
        public boolean refusesConnection() {
            return true;
        }
    }

    @Test
    void timeEndsItOnceEverythingInFlightWasAnswered() {
        StageResult result = run(1, 4, Lab.within(Duration.ofSeconds(1)), n -> 300 * MS);

        assertThat(done()).hasSize(16);
        assertThat(result.span().nanos()).isEqualTo(1200 * MS);
        assertThat(result.span().censored()).isZero();
        assertThat(lab.lives.getLast().done()).isEqualTo(16);
    }

    @Test
    void slotsThatStayEmptyCountAsTimeOutsideTheTarget() {
        StageResult full = run(1, 4, Limit.operations(400), n -> 10 * MS);
        StageResult oneLong = run(1, 4, Limit.operations(4), n -> n == 0 ? 100 * MS : 20 * MS);

        assertThat(full.span().outside()).isZero();
        assertThat(oneLong.span().outside()).isEqualTo(60 * MS); // three of four slots empty for 80 of 100 ms
    }

    @Test
    void cancellingKeepsWhatWasDone() {
        lab.cancelled = () -> lab.clock.nanoTime() > 2200 * MS;
        StageResult result = run(2, 16, Limit.operations(1_000_000), n -> 50 * MS);

        assertThat(result.broken()).isEmpty();
        assertThat(lab.total().total().operations()).isEqualTo(done().size()).isBetween(1300L, 1700L);
        assertThat(result.span().censored()).isZero();
    }

    @Test
    void aHangingOperationIsNamedWhileOthersGoOnAndIsGivenUpAfterTheDrainLimit() {
        lab.drainLimit = Duration.ofSeconds(5);
        StageResult result = run(1, 4, Lab.within(Duration.ofSeconds(10)), n -> n == 7 ? 1000 * SECOND : 10 * MS);

        assertThat(lab.events).extracting(Event::text)
                .anyMatch(text -> text.matches("worker 0 has been inside an insert for [12]\\.\\d s"))
                .anyMatch(text -> text.startsWith("1 worker was given up"));
        assertThat(result.span().censored()).isEqualTo(1);
        assertThat(lab.total().total().operations()).isEqualTo(done().size()).isBetween(2990L, 3020L);
        assertThat(lab.lives.get(10).inFlight()).isEqualTo(4);
    }

    @Test
    void whatIsInFlightWhenAllWorkersHangIsCensoredAndTheStageLastsToItsDeadline() {
        StageResult result = run(2, 4, Lab.within(Duration.ofSeconds(10)), n -> n >= 2000 ? 1000 * SECOND : 10 * MS);

        assertThat(result.hung()).contains("All 2 workers were given up: no answer came within drain-limit (30s).");
        assertThat(result.span().censored()).isEqualTo(8);
        assertThat(result.span().nanos()).isEqualTo(10 * SECOND);
        assertThat(lab.total().total().operations()).isEqualTo(2000);
    }

    @Test
    void intervalsArePublishedWhileEverythingWaits() {
        run(1, 2, Limit.operations(4), n -> n < 2 ? 100 * MS : 4500 * MS);

        assertThat(lab.intervals.getFirst().stuck()).isZero();
        assertThat(lab.intervals).filteredOn(i -> i.part() == 0).extracting(Interval::seq).containsExactly(0, 1, 2, 3, 4);
    }

    /** One slot is busy for the first four and a half seconds, the other with operations of 0.4 s. */
    @Test
    void itsTimesBelongToTheIntervalInWhichItWasStarted() {
        run(1, 2, Limit.operations(13), n -> n == 0 ? 4500 * MS : 400 * MS);

        Map<Integer, SeriesSet> bySeq = lab.bySeq();
        assertThat(bySeq.values()).extracting(s -> s.total().operations()).containsExactly(2L, 3L, 2L, 3L, 3L);
        assertThat(bySeq.values()).extracting(s -> s.overall(LatencyKind.SERVICE).count())
                .containsExactly(4L, 2L, 3L, 2L, 2L);
        assertThat(bySeq.values()).extracting(s -> s.overall(LatencyKind.SERVICE).max())
                .containsExactly(4500 * MS, 400 * MS, 400 * MS, 400 * MS, 400 * MS);
    }

    @Test
    void aRefusedSubmissionIsAPushBackAndTheSlotGoesOn() {
        StageResult result = run(1, 8, Limit.operations(1000), n -> MS, 900);

        assertThat(done()).hasSize(900);
        assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.PUSH_BACK)
                .extracting(OutcomeCount::reason).contains("queue full");
        assertThat(lab.total().total().operations()).isEqualTo(1000);
    }

    @Test
    void anOperationThatCannotBePreparedBreaksTheStage() {
        StageResult result = run(1, 8, Limit.operations(10_000), n -> MS);

        assertThat(result.broken().orElseThrow())
                .contains("operation 5000 could not be prepared: no such block");
        assertThat(servers.getFirst().closed).isTrue();
    }

    @Test
    void aWorkloadOfOneOperationAtATimeSaysSo() {
        StageResult result = lab.run(new Load.Pipelined(1, 4), Limit.operations(1), lab.taking(MS));

        assertThat(result.broken().orElseThrow()).contains("one operation in flight per worker");
    }

    @Test
    void everySlotTakesPart() {
        run(1, 32, Limit.operations(320), n -> MS + n % 7);

        assertThat(servers.getFirst().position).doesNotHaveDuplicates();
        assertThat(Arrays.stream(servers.getFirst().position).min().orElseThrow())
                .isGreaterThan(320 - 3 * 32);
    }
}
