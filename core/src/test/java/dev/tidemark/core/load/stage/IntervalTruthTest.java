package dev.tidemark.core.load.stage;

import static dev.tidemark.core.load.Lab.MS;
import static dev.tidemark.core.load.Lab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Concurrency;
import dev.tidemark.core.load.Lab;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.Schedule;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Intervals, totals and duration are those of what the operations themselves noted, whatever the loop and its end. */
class IntervalTruthTest {

    private static final long RANDOM = 0x9E3779B97F4A7C15L;

    /** How a stage ends. */
    private enum End { COUNT, COUNT_OR_TIME, TIME, CANCELLED, GIVEN_UP }

    private record Noted(long n, long start, long end, boolean answered) {}

    private final Lab lab = new Lab();
    private final Queue<Noted> noted = new ConcurrentLinkedQueue<>();

    /** Some stand still for intervals; no two end at the same moment, nor one where an interval does. */
    private static long takes(long seed, long n) {
        long random = ((n + 1) * RANDOM + seed * RANDOM * RANDOM) >>> 44;
        return (random % 20 == 0 ? 3 * SECOND : random % 7 * 40 * MS) + 1 + random;
    }

    private Outcome operation(long seed, long n, Tally tally) throws IOException {
        boolean answered = n % 11 != 5;
        long start = lab.clock.nanoTime();
        lab.pass(takes(seed, n));
        noted.add(new Noted(n, start, lab.clock.nanoTime(), answered));
        if (!answered) {
            throw new IOException("no");
        }
        tally.units = 2;
        return Outcome.OK;
    }

    private static Load load(int loop, int workers, Schedule schedule) {
        return switch (loop) {
            case 0 -> new Load.Closed(workers, Duration.ZERO);
            case 1 -> new Load.Closed(workers, Duration.ofMillis(33));
            case 2 -> new Load.Open(workers, schedule);
            default -> new Load.Open(schedule, new Concurrency.VirtualThreads(4 * workers));
        };
    }

    @Property(tries = 80)
    void intervalsHoldWhatTheOperationsNoted(@ForAll @IntRange(max = 3) int loop,
            @ForAll @IntRange(min = 1, max = 5) int workers, @ForAll @IntRange(max = 10_000) int seed,
            @ForAll @IntRange(min = 1, max = 25) int limit, @ForAll End end) {
        new IntervalTruthTest().check(loop, workers, seed, limit, end);
    }

    private void check(int loop, int workers, int seed, int limit, End end) {
        Schedule schedule = Schedules.poisson(1 + seed % 37, seed);
        boolean open = loop >= 2;
        lab.rule = IntervalRule.every(Duration.ofMillis(500 + seed % 900));
        lab.cancelled = () -> end == End.CANCELLED && lab.clock.nanoTime() > limit * 500 * MS;
        lab.drainLimit = Duration.ofSeconds(end == End.GIVEN_UP ? 1 : 400);
        List<WorkerGroup> groups = new ArrayList<>(List.of(new WorkerGroup("", load(loop, workers, schedule),
                end == End.COUNT || end == End.COUNT_OR_TIME ? limit * 9L : Limit.UNLIMITED,
                worker -> Lab.actor(worker, (_, n, tally) -> operation(seed, n, tally)))));
        if (seed % 3 == 0) {
            groups.add(new WorkerGroup(SeriesSet.BACKGROUND, new Load.Open(2, Schedules.constant(1.3)), Limit.UNLIMITED,
                    worker -> Lab.actor(worker, lab.taking(777 * MS + seed))));
        }
        StageResult result = lab.run(new Stage(Phase.MEASURE, Lab.INSERTS, groups, end == End.COUNT ? null
                : Duration.ofNanos(limit * 700 * MS + 77), 0, true));

        SeriesSet total = Timeline.sum(lab.intervals);
        assertThat(result.broken()).isEmpty();
        if (end == End.CANCELLED || end == End.GIVEN_UP) {
            // what was still in progress noted its end, but was not waited for
            long left = noted.size() - total.total().operations();
            assertThat(result.span().censored()).matches(censored -> open ? censored >= left : censored == left);
            return;
        }
        assertThat(result.span().censored()).isZero();
        checkIntervals(result, schedule, open);
        assertThat(total.total().units()).isEqualTo(2 * noted.stream().filter(Noted::answered).count());
    }

    private void checkIntervals(StageResult result, Schedule schedule, boolean open) {
        long begin = result.span().start();
        Schedule.Cursor cursor = schedule.cursor();
        Map<Integer, long[]> bySeq = new TreeMap<>();
        long responses = 0;
        long last = 0;
        for (Noted one : noted.stream().sorted(Comparator.comparingLong(Noted::n)).toList()) {
            long due = open ? cursor.due(one.n()) : one.start() - begin;
            bySeq.computeIfAbsent(lab.rule.seqAt(due), _ -> new long[3])[one.answered() ? 0 : 1]++;
            bySeq.computeIfAbsent(lab.rule.seqAt(one.end() - begin), _ -> new long[3])[2]++;
            responses += one.answered() ? one.end() - begin - due : 0;
            last = Math.max(last, one.end() - begin);
        }
        Map<Integer, SeriesSet> recorded = lab.bySeq();
        for (int seq = 0; seq <= lab.rule.seqAt(last); seq++) {
            SeriesSet set = recorded.getOrDefault(seq, new SeriesSet());
            assertThat(List.of(set.responses("insert").count(), set.unanswered("insert").count(),
                    set.totals().getOrDefault("insert", Totals.NONE).operations()))
                    .as("answered and failed that were due, and that ended in interval %d", seq)
                    .isEqualTo(Arrays.stream(bySeq.getOrDefault(seq, new long[3])).boxed().toList());
        }
        assertThat(Timeline.sum(lab.intervals).overall(LatencyKind.RESPONSE).sum()).isEqualTo(responses);
        assertThat(result.span().nanos()).isGreaterThanOrEqualTo(last);
        assertThat(open || result.span().nanos() == last).as("a closed loop lasts to its last answer").isTrue();
    }
}
