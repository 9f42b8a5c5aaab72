package dev.tidemark.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.WorkerCount;
import org.junit.jupiter.api.Test;

/** Several groups in one stage, in virtual time. */
class StageOfGroupsTest {

    private final Lab lab = new Lab();
    private final Map<String, Set<Integer>> lanes = new ConcurrentHashMap<>();
    private final Map<String, Set<Integer>> members = new ConcurrentHashMap<>();
    private final Set<Long> begins = new ConcurrentSkipListSet<>();

    private WorkerGroup workerGroup(String name, Load load, long operations, Lab.Operation operation) {
        return new WorkerGroup(name, load, operations, worker -> {
            members.computeIfAbsent(name, n -> new ConcurrentSkipListSet<>()).add(worker);
            Actor actor = Lab.actor(worker, (w, n, tally) -> {
                if (n == 0) {
                    begins.add(lab.clock.nanoTime());
                }
                return operation.run(w, n, tally);
            });
            return new Actor() {
                @Override
                public int prepare(int lane, long n) throws Exception {
                    lanes.computeIfAbsent(name, x -> new ConcurrentSkipListSet<>()).add(lane);
                    return actor.prepare(lane, n);
                }

                @Override
                public Outcome step(int i, Tally tally) throws Exception {
                    return actor.step(i, tally);
                }

                @Override
                public void close() throws Exception {
                    actor.close();
                }
            };
        });
    }

    private StageResult run(Duration time, WorkerGroup... workerGroups) {
        return lab.run(new Stage(Phase.MEASURE, Lab.INSERTS, List.of(workerGroups), time, 0, true));
    }

    private static Load closed(int workers, Duration think, Load.Lanes lanes) {
        return new Load.Closed(workers, think, lanes);
    }

    private static Load closed(int workers) {
        return closed(workers, Duration.ZERO, Load.Lanes.SHARED);
    }

    @Test
    void eachTeamDoesItsOwnAndIsCountedByItself() {
        StageResult result = run(Duration.ofMillis(600),
                workerGroup("fast", closed(2), Limit.UNLIMITED, lab.taking(Lab.MS)),
                workerGroup("slow", closed(1, Duration.ofMillis(2), Load.Lanes.SHARED), Limit.UNLIMITED,
                lab.taking(4 * Lab.MS)));
        assertThat(lab.total().totals().get("fast.insert").units()).isEqualTo(1200);
        assertThat(lab.total().totals().get("slow.insert").units()).isEqualTo(100);
        assertThat(lab.total().histogram(SeriesKey.of("slow.insert", LatencyKind.SERVICE)).orElseThrow().max())
                .isEqualTo(4 * Lab.MS);
        assertThat(result.workers()).extracting(WorkerCount::group).containsExactly("fast", "fast", "slow");
        assertThat(result.workers()).extracting(WorkerCount::worker).containsExactly(0, 1, 2);
        assertThat(result.workers()).extracting(WorkerCount::units).containsExactly(600L, 600L, 100L);
        assertThat(result.workers()).allSatisfy(w -> assertThat(w.kinds().values()).containsExactly(w.units()));
        assertThat(result.outcomes()).extracting(OutcomeCount::kind).containsExactly("fast.insert", "slow.insert");
        assertThat(result.span().workers()).isEqualTo(3);
        assertThat(result.span().outside()).isZero();
        assertThat(members).isEqualTo(Map.of("fast", Set.of(0, 1), "slow", Set.of(0)));
    }

    @Test
    void allBeginAtTheSameMoment() {
        run(null, workerGroup("a", closed(1), 1, lab.taking(Lab.MS)),
                workerGroup("b", closed(1), 1, lab.taking(5 * Lab.MS)),
                workerGroup("c", new Load.Open(1, Schedules.constant(1000)), 1, lab.taking(Lab.MS)));
        assertThat(begins).hasSize(1);
    }

    @Test
    void noTwoTeamsIssueTheSameStream() {
        run(null, workerGroup("a", closed(3, Duration.ZERO, Load.Lanes.OWNED), 30, lab.taking(Lab.MS)),
                workerGroup("b", closed(3), 30, lab.taking(Lab.MS)),
                workerGroup("c", closed(2, Duration.ZERO, Load.Lanes.OWNED), 30, lab.taking(Lab.MS)));
        assertThat(lanes).isEqualTo(Map.of("a", Set.of(0, 1, 2), "b", Set.of(WorkerGroup.LANES),
                "c", Set.of(2 * WorkerGroup.LANES, 2 * WorkerGroup.LANES + 1)));
    }

    /** One operation of the second is longer than the drain limit, long after the first has ended. */
    @Test
    void aTeamThatHasEndedHurriesNoOther() {
        lab.drainLimit = Duration.ofMillis(50);
        StageResult result = run(null, workerGroup("short", closed(2), 10, lab.taking(Lab.MS)),
                workerGroup("long", closed(1), 5, lab.taking(200 * Lab.MS)));
        assertThat(lab.total().totals().get("short.insert").units()).isEqualTo(10);
        assertThat(lab.total().totals().get("long.insert").units()).isEqualTo(5);
        assertThat(result.span().nanos()).isEqualTo(1000 * Lab.MS);
        assertThat(lab.events).extracting(Event::kind).doesNotContain("warning");
    }

    @Test
    void openAndClosedTeamsRunSideBySide() {
        StageResult result = run(Duration.ofSeconds(1),
                workerGroup("paced", new Load.Open(2, Schedules.constant(100)), Limit.UNLIMITED,
                lab.taking(3 * Lab.MS)),
                workerGroup("free", closed(1), Limit.UNLIMITED, lab.taking(10 * Lab.MS)));
        assertThat(lab.total().totals().get("paced.insert").units()).isEqualTo(100);
        assertThat(lab.total().totals().get("free.insert").units()).isEqualTo(100);
        assertThat(result.span().open()).isTrue();
        assertThat(result.span().censored()).isZero();
        assertThat(lab.total().overall(LatencyKind.RESPONSE).count()).isEqualTo(200);
        assertThat(lab.total().overall(LatencyKind.RESPONSE).max()).isEqualTo(10 * Lab.MS);
    }

    @Test
    void whatFailsIsCountedForItsWorker() {
        StageResult result = run(null, workerGroup("good", closed(1), 4, lab.taking(Lab.MS)),
                workerGroup("bad", closed(1), 4, (worker, n, tally) -> {
                    lab.pass(Lab.MS);
                    tally.units = n % 2;
                    return n % 2 == 0 ? Outcome.FAILURE : Outcome.OK;
                }));
        assertThat(result.workers()).extracting(WorkerCount::failed).containsExactly(0L, 2L);
        assertThat(result.outcomes()).filteredOn(o -> o.outcome() == Outcome.FAILURE)
                .extracting(OutcomeCount::kind).containsExactly("bad.insert");
    }

    /** 100 operations of 10 ms by one worker, and 50 of 2 ms each second beside them. */
    @Test
    void whatGoesOnBesideTheLoadEndsWithItAndIsCountedByItself() {
        StageResult result = run(null, workerGroup("", closed(1), 100, lab.taking(10 * Lab.MS)),
                workerGroup(SeriesSet.BACKGROUND, new Load.Open(1, Schedules.constant(50)), Limit.UNLIMITED,
                lab.taking(2 * Lab.MS)));
        assertThat(result.span().nanos()).isEqualTo(1000 * Lab.MS);
        assertThat(result.span().open()).isFalse();
        assertThat(result.span().workers()).isEqualTo(1);
        assertThat(result.span().censored()).isZero();
        assertThat(result.demand()).isEmpty();
        SeriesSet load = Timeline.sum(lab.intervals);
        assertThat(load.total().operations()).isEqualTo(100);
        assertThat(load.totals()).containsOnlyKeys("insert");
        assertThat(load.overall(LatencyKind.RESPONSE).max()).isEqualTo(10 * Lab.MS);
        assertThat(lab.total().totals().get("beside.insert").units()).isBetween(50L, 51L);
        assertThat(result.outcomes()).extracting(OutcomeCount::kind).containsExactlyInAnyOrder("insert",
                "beside.insert");
    }

    /** A refresh that lasts for 5 s beside a load of one, as one that never returns, takes none of its throughput. */
    @Test
    void theLoadLastsAsLongAsItsOwnOperationsWhateverIsStillInProgressBesideIt() {
        for (long beside : new long[] {5 * Lab.SECOND, 5000 * Lab.SECOND}) {
            lab.intervals.clear();
            StageResult result = run(Duration.ofMinutes(10), workerGroup("", closed(1), 100, lab.taking(10 * Lab.MS)),
                    workerGroup(SeriesSet.BACKGROUND, new Load.Open(1, Schedules.constant(1)), Limit.UNLIMITED,
                    lab.taking(beside)));
            assertThat(result.span().nanos()).isEqualTo(Lab.SECOND);
            assertThat(Timeline.sum(lab.intervals).total().operations()).isEqualTo(100);
            assertThat(lab.ended.getLast()).as("when machines are read").isEqualTo(result.span().end());
            assertThat(lab.intervals).as("no time without load").allMatch(i -> i.end() <= result.span().end());
            assertThat(lab.total().totals().getOrDefault("beside.insert", Totals.NONE).units())
                    .isEqualTo(beside < Lab.SECOND * 100 ? 1 : 0);
        }
        assertThat(lab.ended).hasSize(2);
    }

    /** Were it waited for, the stage would last for 100 s. */
    @Test
    void theLoadIsNotKeptByWhatIsDueLaterBesideIt() {
        StageResult result = run(null, workerGroup("", closed(1), 10, lab.taking(10 * Lab.MS)),
                workerGroup(SeriesSet.BACKGROUND, new Load.Open(1, Schedules.constant(0.01)), Limit.UNLIMITED,
                lab.taking(2 * Lab.MS)));
        assertThat(result.span().nanos()).isEqualTo(100 * Lab.MS);
        assertThat(lab.clock.nanoTime()).isLessThan(Lab.SECOND);
    }

    @Test
    void aBacklogBesideAnOpenLoopIsNoneOfIt() {
        StageResult result = run(Duration.ofSeconds(4),
                workerGroup("", new Load.Open(2, Schedules.constant(50)), Limit.UNLIMITED, lab.taking(10 * Lab.MS)),
                workerGroup(SeriesSet.BACKGROUND, new Load.Open(1, Schedules.constant(100)), Limit.UNLIMITED,
                lab.taking(50 * Lab.MS)));
        assertThat(result.span().censored()).isZero();
        assertThat(result.demand().orElseThrow().grew()).isFalse();
        assertThat(result.demand().orElseThrow().due()).isLessThanOrEqualTo(200);
        assertThat(result.span().nanos()).isLessThan(4100 * Lab.MS);
    }

    @Test
    void anActorThatIsDoneEndsAClosedLoop() {
        AtomicInteger left = new AtomicInteger(90);
        WorkerGroup own = workerGroup("", closed(3), 1000, lab.taking(Lab.MS));
        StageResult result = run(null, new WorkerGroup("", own.load(), 1000, worker -> new Lab.Done(own.actors().actor(worker),
                () -> left.getAndDecrement() <= 0)));
        assertThat(result.broken()).isEmpty();
        assertThat(lab.total().total().operations()).isEqualTo(90);
        assertThat(result.span().nanos()).isEqualTo(30 * Lab.MS);
    }
}
