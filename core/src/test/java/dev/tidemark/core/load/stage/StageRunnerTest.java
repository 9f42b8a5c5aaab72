package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.WorkerThreads;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StageRunnerTest {

    private final Lab lab = new Lab();

    private static Load.Closed workers(int count) {
        return new Load.Closed(count, Duration.ZERO);
    }

    @Test
    void aStuckWorkerIsNamedAndWhatItHadDoneFollowsAsALatePart() {
        lab.run(workers(4), Lab.within(Duration.ofSeconds(6)), (worker, n, tally) -> {
            boolean hangs = worker == 3 && lab.clock.nanoTime() > 900 * MS;
            lab.pass(hangs ? 2500 * MS : 10 * MS);
            return Outcome.OK;
        });

        assertThat(lab.events).extracting(Event::kind).contains("stuck");
        assertThat(lab.events.getFirst().text()).matches("worker 3 has been inside an insert for [12]\\.\\d s");
        Interval onTime = lab.intervals.getFirst();
        assertThat(onTime.stuck()).isEqualTo(1);
        assertThat(SeriesCodec.decode(onTime.series()).total().operations()).isEqualTo(300);
        Interval late = lab.intervals.stream().filter(i -> i.part() == 1).findFirst().orElseThrow();
        assertThat(late.seq()).isZero();
        assertThat(SeriesCodec.decode(late.series()).total().operations()).isEqualTo(90);
    }

    @Test
    void aLongStallIsNamedAgainOnlyWhenItHasTakenTwiceAsLong() {
        lab.run(workers(1), Limit.operations(1), lab.taking(60 * SECOND));

        assertThat(lab.events).hasSizeBetween(5, 6).allMatch(e -> e.text().startsWith("worker 0 has been inside"));
    }

    /** From the fifth second on, some workers' operations never end. */
    private Lab.Operation hanging(int hangs) {
        return (worker, n, tally) -> {
            tally.units = 1;
            lab.pass(worker < hangs && lab.clock.nanoTime() > 5 * SECOND ? 3600 * SECOND : MS);
            return Outcome.OK;
        };
    }

    @Test
    void aTimedStageWhoseWorkersAllHangLastsToItsDeadlineAndDoesNotHold() {
        StageResult result = lab.run(workers(4), Lab.within(Duration.ofSeconds(15)), hanging(4));

        assertThat(result.hung()).contains("All 4 workers were given up: no answer came within drain-limit (30s).");
        assertThat(result.span().nanos()).isEqualTo(15 * SECOND);
        assertThat(result.span().censored()).isEqualTo(4);
        assertThat(lab.total().total().operations()).isBetween(19_990L, 20_010L);
        assertThat(lab.intervals).extracting(Interval::seq).contains(0, 4, 14);
        assertThat(lab.intervals.getFirst().start()).isEqualTo(result.span().start());
    }

    @Test
    void aTimedStageThatLosesAWorkerLastsToItsDeadline() {
        StageResult result = lab.run(workers(4), Lab.within(Duration.ofSeconds(15)), hanging(1));

        assertThat(result.hung()).isEmpty();
        assertThat(result.span().nanos()).isBetween(15 * SECOND, 15 * SECOND + MS);
        assertThat(result.span().censored()).isEqualTo(1);
    }

    @Test
    void anOpenLoopThatLosesItsWorkersHasTheSlotsOfTheWholeStageCensored() {
        StageResult result = lab.run(new Load.Open(2, Schedules.constant(1000)), Lab.within(Duration.ofSeconds(15)),
                hanging(2));

        assertThat(result.hung()).isPresent();
        assertThat(result.span().nanos()).isEqualTo(15 * SECOND);
        assertThat(result.span().censored() + lab.total().total().operations()).isEqualTo(15_000);
    }

    @Test
    void aTeamThatIsLostAsAWholeDoesNotHoldWhateverTheOthersDo() {
        WorkerGroup lost = new WorkerGroup("readers", workers(1), Limit.UNLIMITED,
                worker -> Lab.actor(worker, hanging(1)));
        WorkerGroup fine = new WorkerGroup("writers", workers(3), Limit.UNLIMITED,
                worker -> Lab.actor(worker, lab.taking(MS)));
        StageResult result =
                lab.run(new Stage(Phase.MEASURE, Lab.INSERTS, List.of(fine, lost), Duration.ofSeconds(15), 0,
                true));

        assertThat(result.hung()).contains("The only worker of readers was given up: no answer came within drain-limit (30s).");
    }

    @Test
    void aStageThatIsStoppedWhileItHangsLastsUntilThen() {
        lab.cancelled = () -> lab.clock.nanoTime() > 8 * SECOND;
        StageResult result = lab.run(workers(4), Lab.within(Duration.ofSeconds(15)), hanging(4));

        assertThat(result.span().nanos()).isBetween(7900 * MS, 8300 * MS);
    }

    /** Each of them, eight operations at a time at most. */
    private static List<Load> everyLoad() {
        return List.of(workers(8), new Load.Open(8, Schedules.constant(300)),
                new Load.Open(Schedules.constant(300), new Concurrency.VirtualThreads(8)),
                new Load.Open(Schedules.constant(300), new Concurrency.Async(2, 4)), new Load.Pipelined(2, 4));
    }

    /** What the operation does, one at a time or several. */
    private static ActorFactory acting(Lab lab, Lab.Operation operation) {
        return new ActorFactory() {
            @Override
            public Actor actor(int worker) {
                return Lab.actor(worker, operation);
            }

            @Override
            public AsyncActor asyncActor(int worker, int depth) throws Exception {
                return VirtualThreadActor.open(lab.clock, slot -> Lab.actor(slot, operation), depth, false);
            }
        };
    }

    /** Whoever stops a run closes the connections at once, and the collector looks a few times a second. */
    @ParameterizedTest
    @MethodSource("everyLoad")
    void whatAStopMakesFailIsCensoredAndNoFailure(Load load) {
        Lab.Operation untilStopped = (worker, n, tally) -> {
            tally.units = 1;
            lab.pass(10 * MS);
            if (lab.cancelled.getAsBoolean()) {
                throw new IOException("the connections were closed");
            }
            return Outcome.OK;
        };
        lab.cancelled = () -> lab.clock.nanoTime() >= 2045 * MS;
        StageResult result = lab.run(new Stage(Phase.MEASURE, load, Lab.within(Duration.ofSeconds(60)), Lab.INSERTS,
                acting(lab, untilStopped), 0, true));

        assertThat(result.outcomes()).extracting(OutcomeCount::outcome).containsExactly(Outcome.OK);
        assertThat(result.span().censored()).isBetween(1L, 8L);
        assertThat(result.span().nanos()).isBetween(2000 * MS, 2060 * MS);
        assertThat(lab.total().overall(LatencyKind.SERVICE).count()).isEqualTo(lab.total().total().operations());
        assertThat(lab.logged).extracting(LoggedOperation::outcome).containsOnly(Outcome.OK);
        assertThat(lab.lives.getLast().failures()).isZero();
    }

    /** The target of {@link #awayFor}. */
    private static final class AwayException extends DriverException {
        AwayException() {
            super("no connection to 127.0.0.1:1");
        }

        @Override
        public boolean refusesConnection() {
            return true;
        }
    }

    /** Takes 20 ms an operation, and refuses connections at once for three of sixteen seconds. */
    private static StageResult awayFor(Lab lab, Load load) {
        return lab.run(new Stage(Phase.MEASURE, load, Lab.within(Duration.ofSeconds(16)), Lab.INSERTS,
                acting(lab, (worker, n, tally) -> {
                    long now = lab.clock.nanoTime();
                    if (now >= 5 * SECOND && now < 8 * SECOND) {
                        throw new AwayException();
                    }
                    tally.units = 1;
                    lab.pass(20 * MS);
                    return Outcome.OK;
                }), 0, true));
    }

    @ParameterizedTest
    @MethodSource("everyLoad")
    void refusedConnectionsAreNoResponses(Load load) {
        StageResult result = awayFor(lab, load);

        assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.NO_CONNECTION).singleElement()
                .extracting(OutcomeCount::reason).isEqualTo("no connection to 127.0.0.1:1");
        assertThat(lab.total().unanswered(LatencyKind.SERVICE).count()).isZero();
        assertThat(lab.total().unanswered(LatencyKind.RESPONSE).count()).isZero();
        assertThat(lab.total().overall(LatencyKind.SERVICE).quantile(0.01)).isBetween(19_900_000L, 20_100_000L);
    }

    @Test
    void aTargetThatIsAwayIsAskedAFewTimesASecondAndTheWaitIsNotTheGenerators() {
        for (Load load : List.of(workers(4), new Load.Pipelined(2, 2))) {
            StageResult result = awayFor(new Lab(), load);
            assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.NO_CONNECTION).singleElement()
                    .satisfies(o -> assertThat(o.operations()).isBetween(4 * 29L, 4 * 31L));
            assertThat(result.span().outside()).isBetween(0L, 200 * MS);
            assertThat(result.kept()).isBetween(3 * SECOND * result.workers().size() - 600 * MS,
                    3 * SECOND * result.workers().size() + 600 * MS);
        }
    }

    /** A rest after the last operation is no time of the load, and takes nothing off what the generator needed. */
    @Test
    void whatIsRestedAfterTheLastOperationIsNotCounted() {
        for (Load load : List.of(workers(4), new Load.Pipelined(2, 2))) {
            Lab own = new Lab();
            StageResult result = own.run(new Stage(Phase.MEASURE, load, Lab.within(Duration.ofSeconds(1)), Lab.INSERTS,
                    acting(own, (worker, n, tally) -> {
                        if (own.clock.nanoTime() >= 950 * MS) {
                            throw new AwayException();
                        }
                        own.pass(20 * MS);
                        return Outcome.OK;
                    }), 0, true));
            assertThat(result.span().outside()).isBetween(0L, 100 * MS);
            assertThat(result.kept()).isBetween(0L, MS);
        }
    }

    /** A million documents for a server that is gone would be a night of refusals. */
    @Test
    void withoutATimeLimitATargetThatStaysAwayEndsTheStage() {
        for (Load load : List.of(workers(4), new Load.Pipelined(2, 2))) {
            Lab own = new Lab();
            StageResult result = own.run(new Stage(Phase.MEASURE, load, Limit.operations(1_000_000), Lab.INSERTS,
                    acting(own, (worker, n, tally) -> {
                        throw new AwayException();
                    }), 0, true));
            assertThat(result.broken()).contains("every connection was refused for 60 s: no connection to 127.0.0.1:1");
            assertThat(own.clock.nanoTime()).isBetween(60 * SECOND, 61 * SECOND);
        }
    }

    /** It says itself of how many it does not know whether they are there, and the iteration goes on. */
    @Test
    void aVerificationOfATargetThatIsGoneEndsWithAllThatItCouldNotRead() {
        ActorFactory gone = worker -> {
            throw new AwayException();
        };
        ActorFactory goes = acting(lab, (worker, n, tally) -> {
            if (n < 10) {
                return Outcome.OK;
            }
            throw new AwayException();
        });
        for (ActorFactory actors : List.of(gone, goes)) {
            StageResult result = lab.run(new Stage(Phase.VERIFY, workers(4), Limit.operations(1_000_000), Lab.INSERTS,
                    actors, 1_000_000, false));
            assertThat(result.broken()).isEmpty();
            assertThat(result.outcomes().stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(1_000_000);
            assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.OK)
                    .allMatch(o -> o.operations() == 10);
            assertThat(result.outcomes()).filteredOn(o -> o.outcome() != Outcome.OK)
                    .allMatch(o -> o.outcome() == Outcome.NO_CONNECTION
                            && o.reason().equals("no connection to 127.0.0.1:1"));
        }
        assertThat(lab.run(new Stage(Phase.MEASURE, workers(1), Limit.operations(10), Lab.INSERTS, gone, 10, true))
                .broken()).contains("the target could not be reached when worker 0 was to start: no connection to "
                        + "127.0.0.1:1");
    }

    @Test
    void aStageEndsWhenItsLastOperationDoesHoweverLongClosingTakes() {
        lab.run(new Stage(Phase.MEASURE, workers(3), Limit.operations(30), Lab.INSERTS, worker -> new Lab.Closing(
                Lab.actor(worker, lab.taking(100 * MS)), () -> lab.pass(5 * SECOND)), 0, true));

        assertThat(lab.ended).singleElement().satisfies(at -> assertThat(at).isBetween(1000 * MS, 1050 * MS));
    }

    @Test
    void withoutATimeLimitTheLastAcknowledgementEndsAStageThatLostAWorker() {
        StageResult result = lab.run(workers(2), Limit.operations(20_000), hanging(1));

        assertThat(result.hung()).isEmpty();
        assertThat(result.span().censored()).isEqualTo(1);
        assertThat(result.span().nanos()).isBetween(14 * SECOND, 16 * SECOND);
    }

    @Test
    void manyStuckWorkersAreCountedRatherThanNamed() {
        lab.run(workers(20), Limit.operations(20), lab.taking(2500 * MS));

        assertThat(lab.events).hasSize(9);
        assertThat(lab.events.getLast().text()).startsWith("12 more workers");
    }

    @Test
    void liveReportsComeFourTimesASecondAndTheLastIsComplete() {
        lab.run(new Load.Open(2, Schedules.constant(100)), Lab.within(Duration.ofSeconds(5)), lab.taking(40 * MS));

        assertThat(lab.lives).hasSizeBetween(40, 42); // 500 slots of 40 ms by two workers
        RunStatus middle = lab.lives.get(9);
        assertThat(middle.inFlight()).isEqualTo(2);
        assertThat(middle.backlog()).isBetween(120L, 135L); // 250 due, 2 × 62 taken
        assertThat(lab.lives.getLast().done()).isEqualTo(500);
        assertThat(lab.lives.getLast().inFlight()).isZero();
    }

    /**
     * Who is killed loses what was done since the end of the last interval that was told: whenever progress is told,
     * all that is older than an interval and the quarter of a second that stragglers are given is out, hung workers or
     * not.
     */
    @ParameterizedTest
    @ValueSource(longs = {10 * MS, 700 * MS, 5 * SECOND})
    void allButTheIntervalUnderWayIsToldWhateverTheWorkersDo(long nanos) {
        List<Long> behind = new ArrayList<>();
        Lab told = new Lab() {
            @Override
            public void live(RunStatus runStatus) {
                behind.add(runStatus.at()
                        - intervals.stream().mapToLong(Interval::end).max().orElse(runStatus.began()));
            }
        };
        told.run(workers(4), Lab.within(Duration.ofSeconds(30)), (worker, n, tally) -> {
            told.pass(worker == 3 ? nanos : 10 * MS);
            tally.units = 1;
            return Outcome.OK;
        });
        assertThat(behind).hasSizeGreaterThan(100).allMatch(b -> b <= SECOND + 250 * MS);
    }

    @Test
    void anActorThatCannotBeMadeBreaksTheStageBeforeAnythingIsIssued() {
        AtomicInteger issued = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        ActorFactory actorFactory = worker -> {
            if (worker == 2) {
                throw new IllegalStateException("no such table");
            }
            return closing(Lab.actor(worker, (w, n, tally) -> {
                issued.incrementAndGet();
                return Outcome.OK;
            }), closed);
        };
        StageResult result =
                lab.run(new Stage(Phase.MEASURE, workers(4), Limit.operations(10), Lab.INSERTS, actorFactory, 0,
                true));

        assertThat(result.broken()).contains("worker 2 could not start: no such table");
        assertThat(issued).hasValue(0);
        assertThat(closed).hasValue(3);
        assertThat(lab.intervals).isEmpty();
    }

    /** A thread that has ended tells that its worker could not be set up only where there is no worker. */
    @Test
    void aWorkerThatCannotBeSetUpIsToldApartFromOneThatHasEnded() {
        ActorFactory refused = worker -> {
            throw new IllegalStateException("no such table");
        };
        AtomicInteger cursors = new AtomicInteger();
        Schedule broken = new Schedule() {
            @Override
            public Cursor cursor() {
                if (cursors.getAndIncrement() > 0) {
                    throw new IllegalStateException("planted");
                }
                return slot -> Cursor.NEVER;
            }

            @Override
            public double meanRate() {
                return 1;
            }
        };
        assertThatThrownBy(() -> lab.run(new Stage(Phase.MEASURE, Lab.INSERTS, List.of(
                new WorkerGroup("ends", workers(1), Limit.UNLIMITED, refused),
                new WorkerGroup("fails", new Load.Open(1, broken), Limit.UNLIMITED, refused)), null, 0, true)))
                .hasMessage("a worker's thread could not be set up");
    }

    @Test
    void anOperationThatCannotBePreparedBreaksTheStageAndStopsTheOthers() {
        AtomicInteger issued = new AtomicInteger();
        ActorFactory actorFactory = worker -> new Actor() {
            @Override
            public int prepare(int lane, long n) throws Exception {
                if (n == 100) {
                    throw new IOException("doc100.xml cannot be read");
                }
                return 0;
            }

            @Override
            public Outcome step(int i, Tally tally) {
                issued.incrementAndGet();
                lab.pass(10 * MS);
                return Outcome.OK;
            }

            @Override
            public void close() {}
        };
        StageResult result = lab.run(new Stage(Phase.MEASURE, workers(2), Limit.operations(10_000), Lab.INSERTS,
                actorFactory, 0, true));

        assertThat(result.broken().orElseThrow())
                .contains("operation 100 could not be prepared: doc100.xml cannot be read");
        assertThat(issued.get()).isBetween(99, 103);
        assertThat(lab.total().total().operations()).isEqualTo(issued.get());
    }

    @Test
    void cancellingStopsTheStageAndKeepsWhatWasDone() {
        lab.cancelled = () -> lab.clock.nanoTime() > 2200 * MS;
        StageResult result = lab.run(new Load.Open(4, Schedules.constant(1)), Limit.operations(1_000_000),
                lab.taking(MS));

        assertThat(lab.total().total().operations()).isEqualTo(3);
        assertThat(result.span().censored()).isZero();
        assertThat(result.broken()).isEmpty();
        assertThat(lab.clock.nanoTime()).isLessThan(3 * SECOND);
    }

    @Test
    void workersBeginTogetherOnceTheLastActorIsMade() {
        List<Long> starts = new ArrayList<>();
        ActorFactory actorFactory = worker -> {
            lab.pass(worker * 700 * MS);
            return Lab.actor(worker, (w, n, tally) -> {
                starts.add(lab.clock.nanoTime());
                lab.pass(MS);
                return Outcome.OK;
            });
        };
        StageResult result =
                lab.run(new Stage(Phase.MEASURE, workers(4), Limit.operations(4), Lab.INSERTS, actorFactory, 0,
                true));

        assertThat(starts).hasSize(4).containsOnly(result.span().start());
        assertThat(result.span().start()).isGreaterThan(2100 * MS);
    }

    @Test
    void anActorMadeOnAThreadIsUsedAndClosedThere() {
        Map<Integer, Thread> made = new ConcurrentHashMap<>();
        List<Boolean> same = new ArrayList<>();
        ActorFactory actorFactory = worker -> {
            made.put(worker, Thread.currentThread());
            return Lab.actor(worker, (w, n, tally) -> {
                same.add(Thread.currentThread() == made.get(w));
                lab.pass(MS);
                return Outcome.OK;
            });
        };
        lab.run(new Stage(Phase.MEASURE, workers(3), Limit.operations(30), Lab.INSERTS, actorFactory, 0, true));

        assertThat(same).hasSize(30).containsOnly(true);
        assertThat(made.values()).doesNotHaveDuplicates();
    }

    @Test
    void anActorThatDoesNotCloseIsAWarning() {
        ActorFactory actorFactory = worker -> new Lab.Closing(Lab.actor(worker, lab.taking(MS)), () -> {
            throw new IllegalStateException("session is busy");
        });
        StageResult result =
                lab.run(new Stage(Phase.MEASURE, workers(1), Limit.operations(3), Lab.INSERTS, actorFactory, 0,
                true));

        assertThat(result.broken()).isEmpty();
        assertThat(lab.events).extracting(Event::text)
                .containsExactly("worker 0 could not end cleanly: session is busy");
    }

    @Test
    void whatTheListenerThrowsEndsTheStage() {
        StageListener full = new StageListener() {
            @Override
            public void interval(Interval interval) {
                throw new IllegalStateException("the store is full");
            }

            @Override
            public void live(RunStatus runStatus) {}

            @Override
            public void event(Event event) {}
        };
        StageRunner runner = new StageRunner(lab.clock,
                new StageSettings(WaitStrategy.SLEEP, lab.rule, lab.drainLimit, 0), lab.cancelled);
        Stage stage = new Stage(Phase.MEASURE, workers(2), Lab.within(Duration.ofHours(1)), Lab.INSERTS,
                worker -> Lab.actor(worker, lab.taking(10 * MS)), 0, true);

        assertThatThrownBy(() -> runner.run(0, stage, full)).hasMessage("the store is full");
        assertThat(lab.clock.nanoTime()).isLessThan(2 * SECOND);
    }

    @Test
    void aStageCanRunInsideAThreadOfTheVirtualClock() throws Exception {
        StageResult[] result = new StageResult[1];
        lab.clock.start("iteration", () -> {
            lab.clock.sleepUntil(5 * SECOND);
            result[0] = lab.run(workers(2), Limit.operations(10), lab.taking(MS));
        }).join();

        assertThat(result[0].span().start()).isGreaterThanOrEqualTo(5 * SECOND);
        assertThat(result[0].span().nanos()).isEqualTo(5 * MS);
    }

    @ParameterizedTest
    @EnumSource(WorkerThreads.class)
    void theSameStageRunsOnTheMachinesClock(WorkerThreads threads) {
        StageRunner runner = new StageRunner(Clock.system(), new StageSettings(WaitStrategy.SLEEP, threads, lab.rule,
                lab.drainLimit, lab.drainLimit, Clock.system().nanoTime()), () -> false);
        Lab.Operation nothing = (worker, n, tally) -> {
            tally.units = Thread.currentThread().isVirtual() == (threads == WorkerThreads.VIRTUAL) ? 1 : 0;
            return Outcome.OK;
        };
        StageResult open = runner.run(0, new Stage(Phase.MEASURE, new Load.Open(3, Schedules.constant(20_000)),
                Limit.operations(4000), Lab.INSERTS, worker -> Lab.actor(worker, nothing), 0, true), lab);
        StageResult closed = runner.run(1, new Stage(Phase.MEASURE, workers(3), Limit.operations(100_000),
                Lab.INSERTS, worker -> Lab.actor(worker, nothing), 0, true), lab);

        assertThat(open.outcomes().getFirst().operations()).isEqualTo(4000);
        assertThat(open.span().nanos()).isGreaterThanOrEqualTo(199_950_000);
        assertThat(closed.outcomes().getFirst().operations()).isEqualTo(100_000);
        assertThat(lab.total().total().operations()).isEqualTo(104_000);
    }

    private static Actor closing(Actor actor, AtomicInteger closed) {
        return new Lab.Closing(actor, closed::incrementAndGet);
    }
}
