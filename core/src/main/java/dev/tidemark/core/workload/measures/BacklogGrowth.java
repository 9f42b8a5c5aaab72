package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether the slots of an open loop that were due and had not ended became more and more.
 *
 * <p>The first quarter of the time is left out, and all before the first answer: there the queue comes to its usual
 * length. The rest is cut into {@link
 * #PARTS} parts of one length, and the growth over each is taken. In a queue that is not kept up with these are
 * independent of each other and their mean is above 0; Student's test (1908) compares it with their own spread, so that
 * nothing is supposed about how irregular arrivals and services are. In a queue that is kept up with, what grows
 * shrinks again: the growths are negatively correlated, their sum is less than that of independent ones, and the test
 * errs less often than it says. At its very limit the queue is a random walk that 0 throws back, whose distance from
 * where it began is distributed as the absolute value of a free one's (the reflection principle), so the test counts
 * both tails.
 *
 * @param left   slots that were due and had not ended at the end of the window in which the last one became due
 * @param share  growth in the time that is looked at, as a share of what was due in it
 * @param chance that a backlog which does not grow looks like that
 */
public record BacklogGrowth(double left, double share, double chance) {

    public static final Measure LEFT = new Measure("backlog", "Backlog", "", LOWER, 0,
            "Slots that were due and not finished at the end of the interval in which the last one of the headline phase "
                    + "became due (open loop).");
    public static final Measure GROWTH = new Measure("backlog-growth", "Backlog growth", "%", NEITHER, 2,
            "Growth of the backlog over the last three quarters of the headline phase, as a share of what was due in "
                    + "them (open loop of nine intervals or more).");
    public static final Measure CHANCE = new Measure("backlog-growth-chance", "Chance of that", "%", NEITHER, 3,
            "Chance that a backlog which does not grow looks as if it grew so much, by Student's test over parts of "
                    + "the time.");
    public static final MeasureSet ALL = MeasureSet.of(LEFT, GROWTH, CHANCE);

    /** The largest chance at which a backlog counts as growing, unless a search is told another. */
    public static final double LEVEL = 0.01;
    /** Fewer windows do not tell. */
    static final int LEAST = 8;
    /** Parts of the time that is looked at. */
    static final int PARTS = 15;
    /** The least chance that is told; below, it is no more than a matter of the test's assumptions. */
    private static final double SMALLEST = 1e-9;

    /** The measures of a phase; none of a closed loop, or one too short. */
    public static List<MeasuredValue> values(IterationDetail detail, PhaseSpan phase) {
        List<MeasuredValue> values = new ArrayList<>();
        if (phase.open() && phase.ended()) {
            of(detail, phase).ifPresent(growth -> {
                CommonMeasures.put(values, LEFT, growth.left);
                CommonMeasures.put(values, GROWTH, Math.abs(growth.share) < SMALLEST ? 0 : growth.share);
                CommonMeasures.put(values, CHANCE, growth.chance);
            });
        }
        return values;
    }

    private static Optional<BacklogGrowth> of(IterationDetail detail, PhaseSpan phase) {
        Gathered gathered = new Gathered();
        detail.intervals().stream().filter(i -> i.phase() == phase.index())
                .forEach(i -> gathered.add(i, Timeline.sum(List.of(i))));
        return gathered.growth(phase);
    }

    /** Whether it is more than chance makes. */
    public boolean significant() {
        return chance <= LEVEL;
    }

    /** What was due and what ended in each interval of a phase, gathered while it runs or from what is stored of it. */
    public static final class Gathered {

        /** Of a kind of operations in an interval. */
        private static final class Count {
            private long due;
            private long done;
        }

        private final SortedMap<Integer, Long> ends = new TreeMap<>();
        private final Map<String, Map<Integer, Count>> kinds = new TreeMap<>();
        /** The kinds of open loops; closed ones have no backlog. */
        private final Set<String> scheduled = new HashSet<>();

        /** @param series of the interval, or of a part of it, decoded */
        public void add(Interval interval, SeriesSet series) {
            ends.putIfAbsent(interval.seq(), interval.end());
            series.histograms().forEach((key, times) -> {
                if (key.timing() == LatencyKind.RESPONSE && key.step().isEmpty()) {
                    scheduled.add(key.kind());
                    count(key.kind(), interval).due += times.count();
                }
            });
            series.totals().forEach((kind, totals) -> {
                Count count = count(kind, interval);
                count.done += totals.operations();
                count.due += totals.refused();
                if (totals.refused() > 0) {
                    scheduled.add(kind);
                }
            });
        }

        private Count count(String kind, Interval interval) {
            return kinds.computeIfAbsent(kind, _ -> new TreeMap<>()).computeIfAbsent(interval.seq(), _ -> new Count());
        }

        /** Empty where there were too few intervals to tell. */
        public Optional<BacklogGrowth> growth(PhaseSpan phase) {
            return of(ends.values().stream().mapToLong(end -> end - phase.start()).toArray(), each(c -> c.due),
                    each(c -> c.done), phase.censored());
        }

        private long[] each(ToLongFunction<Count> number) {
            return ends.keySet().stream().mapToLong(seq -> scheduled.stream().map(kinds::get)
                    .flatMap(of -> Stream.ofNullable(of.get(seq))).mapToLong(number).sum()).toArray();
        }
    }

    /**
     * The growth by windows.
     *
     * @param ends     ascending, nanoseconds since the phase's start
     * @param due      slots that were due in each window and ended, whenever and however that was
     * @param done     those that ended in it
     * @param censored slots that were due and never ended; they are the last ones, so they were due after all others
     */
    public static Optional<BacklogGrowth> of(long[] ends, long[] due, long[] done, long censored) {
        long[] all = withCensored(due, censored);
        int last = last(all);
        if (last < LEAST) {
            return Optional.empty();
        }
        // The last window with slots is seldom whole: the phase ends in its middle.
        int windows = last;
        double[] backlog = new double[windows];
        double now = 0;
        for (int i = 0; i < windows; i++) {
            now = Math.max(0, now + all[i] - done[i]);
            backlog[i] = now;
        }
        int first = Math.max(at(ends, ends[windows - 1] / 4, windows - 1), answered(done));
        return windows - 1 - first < LEAST * 3 / 4 ? Optional.empty()
                : Optional.of(tested(ends, all, backlog, first, now + all[last] - done[last]));
    }

    /** The window of the first answers; until then each slot adds to the backlog. 0 where none ever came. */
    private static int answered(long[] done) {
        return IntStream.range(0, done.length).filter(i -> done[i] > 0).findFirst().orElse(0);
    }

    private static BacklogGrowth tested(long[] ends, long[] due, double[] backlog, int first, double left) {
        int end = backlog.length - 1;
        int parts = Math.min(PARTS, end - first);
        double sum = backlog[end] - backlog[first];
        double mean = sum / parts;
        double squares = 0;
        int from = first;
        for (int part = 1; part <= parts; part++) {
            int to = part == parts ? end : at(ends, ends[first] + (ends[end] - ends[first]) * part / parts, end);
            double growth = backlog[to] - backlog[from];
            squares += (growth - mean) * (growth - mean);
            from = to;
        }
        long offered = 0;
        for (int i = first + 1; i <= end; i++) {
            offered += due[i];
        }
        double error = Math.sqrt(squares / (parts - 1) / parts);
        return new BacklogGrowth(Math.max(0, left), offered == 0 ? 0 : sum / offered, chance(mean, error, parts));
    }

    private static double chance(double mean, double error, int parts) {
        if (mean <= 0) {
            return 1;
        }
        double chance = error == 0 ? 0 : 2 * TDistribution.of(parts - 1).survivalProbability(mean / error);
        return Math.max(SMALLEST, Math.min(1, chance));
    }

    /** The last window that ends no later than a moment. */
    private static int at(long[] ends, long moment, int most) {
        int at = 0;
        while (at < most && ends[at + 1] <= moment) {
            at++;
        }
        return at;
    }

    /** What never ended was due at the rate of the others, from the last window that has any of these. */
    private static long[] withCensored(long[] due, long censored) {
        long[] all = due.clone();
        int last = last(due);
        if (censored <= 0 || last < 1) {
            return all;
        }
        long usual = 0;
        for (int i = 0; i < last; i++) {
            usual += due[i];
        }
        usual = Math.max(1, usual / last);
        long rest = censored;
        for (int i = last; i < all.length && rest > 0; i++) {
            long room = i == all.length - 1 ? rest : Math.min(rest, Math.max(0, usual - all[i]));
            all[i] += room;
            rest -= room;
        }
        return all;
    }

    /** The last window in which slots were due; -1 for none. */
    private static int last(long[] due) {
        int last = due.length - 1;
        while (last >= 0 && due[last] == 0) {
            last--;
        }
        return last;
    }
}
