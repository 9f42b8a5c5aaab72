package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.query.QueryWorkload;
import dev.tidemark.report.comparison.ResultEquivalence.Found;

/**
 * The headline phase of one iteration as what had been done at each moment. Between the ends of its intervals work is
 * taken to go on evenly, so that any two runs can be cut at the same moments. Times are seconds since the phase's
 * start.
 *
 * <p>Response times are kept as histograms only of the stretches asked for, each interval belonging to the stretches
 * that hold its middle; a long run has too many intervals to keep one for each.
 */
final class CumulativeSeries {

    /** What had been done up to a moment. */
    private record Done(double at, double units, double bytes) {

        Done plus(double until, Totals more) {
            return new Done(until, units + more.units(), bytes + more.bytesIn());
        }
    }

    /** The totals of one interval by kind. */
    private record Counted(double operations, Map<String, Totals> kinds) {}

    /** The least share of an interval that passes for a whole one: phases end a little before or after one does. */
    private static final double RESOLVED = 0.9;

    private final int intervals;
    private final List<Done> done;
    private final List<Counted> counted;
    private final List<Latencies> responses;
    private final long censored;

    private CumulativeSeries(int intervals, List<Done> done, List<Counted> counted, List<Latencies> responses,
            long censored) {
        this.intervals = intervals;
        this.done = done;
        this.counted = counted;
        this.responses = responses;
        this.censored = censored;
    }

    /** Length of an iteration's headline phase in seconds; empty where it has no intervals. */
    static Optional<Double> seconds(IterationDetail detail) {
        return detail.headline().filter(p -> p.nanos() > 0
                && detail.intervals().stream().anyMatch(i -> i.phase() == p.index())).map(p -> p.nanos() / 1e9);
    }

    /** @param stretches whose response times are wanted, see {@link #responses} */
    static Optional<CumulativeSeries> of(IterationDetail detail, List<TimeWindow> stretches) {
        return seconds(detail).map(s -> read(detail, detail.headline().orElseThrow(), stretches));
    }

    private static CumulativeSeries read(IterationDetail detail, PhaseSpan phase, List<TimeWindow> stretches) {
        List<Timeline.Window> windows = Timeline.of(detail, phase).windows();
        List<Latencies> responses = stretches.stream().map(_ -> Latencies.none(0)).toList();
        List<Done> done = new ArrayList<>(List.of(new Done(0, 0, 0)));
        List<Counted> counted = warmUp(detail);
        for (Timeline.Window window : windows) {
            SeriesSet series = window.series();
            double from = Math.max(done.getLast().at(), (window.start() - phase.start()) / 1e9);
            double to = Math.max(from, window.end(phase) / 1e9 - phase.start() / 1e9);
            Latencies more = Latencies.of(series, LatencyKind.RESPONSE, 0);
            if (from > done.getLast().at()) {
                done.add(done.getLast().plus(from, Totals.NONE));
            }
            done.add(done.getLast().plus(to, series.total()));
            count(series, counted);
            for (int s = 0; s < stretches.size(); s++) {
                double middle = (from + to) / 2;
                if (middle >= stretches.get(s).from() && middle < stretches.get(s).to()) {
                    responses.get(s).add(more);
                }
            }
        }
        return new CumulativeSeries(windows.size(), done, counted, responses, Math.max(0, phase.censored()));
    }

    private static void count(SeriesSet series, List<Counted> counted) {
        if (series.total().operations() > 0) {
            counted.add(new Counted(series.total().operations(), new LinkedHashMap<>(series.totals())));
        }
    }

    /**
     * What was done on the same data before the headline phase: the faster side did more of it, and is further on when
     * that begins. Queries change nothing, and those of a warm-up are others.
     */
    private static List<Counted> warmUp(IterationDetail detail) {
        List<Counted> counted = new ArrayList<>();
        if (!detail.workload().equals(QueryWorkload.NAME)) {
            detail.phases().stream().filter(p -> p.phase() == Phase.WARM_UP).flatMap(p ->
                    Timeline.of(detail, p).windows().stream()).forEach(w -> count(w.series(), counted));
        }
        return counted;
    }

    int intervals() {
        return intervals;
    }

    double units() {
        return done.getLast().units();
    }

    double bytes() {
        return done.getLast().bytes();
    }

    /** Those of the warm-up among them. */
    double operations() {
        return counted.stream().mapToDouble(Counted::operations).sum();
    }

    double unitsIn(TimeWindow timeWindow) {
        return unitsUpTo(timeWindow.to()) - unitsUpTo(timeWindow.from());
    }

    /**
     * Response times in the stretch of that place among those asked for; of operations without an answer, how long they
     * were waited for.
     */
    LogHistogram responses(int stretch) {
        LogHistogram all = new LogHistogram();
        all.add(latencies(stretch).answered());
        all.add(latencies(stretch).unanswered());
        return all;
    }

    /** The same, answered and not, without slots that never finished. */
    Latencies latencies(int stretch) {
        return responses.get(stretch);
    }

    /** Whether a percentile of a stretch may be larger: every slot that never finished may have been due in it. */
    boolean mayBeLarger(int stretch, double share) {
        Latencies ended = latencies(stretch);
        return new Latencies(ended.answered(), ended.unanswered(), censored).quantile(share)
                .filter(MeasuredValue::atLeast).isPresent();
    }

    /**
     * Whether a stretch is about as long as each of the intervals that it reaches into. What was done in less is not
     * known, only shared out.
     */
    boolean resolves(TimeWindow timeWindow) {
        for (int i = 1; i < done.size(); i++) {
            double from = done.get(i - 1).at();
            double to = done.get(i).at();
            if (from < timeWindow.to() && to > timeWindow.from() && timeWindow.seconds() < RESOLVED * (to - from)) {
                return false;
            }
        }
        return true;
    }

    /** When so many units had been done. */
    double whenUnits(double units) {
        return when(units, Done::units);
    }

    /** When so many bytes had been sent to the target. */
    double whenBytes(double bytes) {
        return when(bytes, Done::bytes);
    }

    /**
     * What the first so many operations amounted to, by kind. Within an interval that is cut nobody knows the order:
     * what was counted in it is shared out, and bounded by what any order could have brought.
     */
    Map<String, Found> firstOperations(double operations) {
        Map<String, Found> sums = new LinkedHashMap<>();
        double left = operations;
        for (Counted c : counted) {
            if (left <= 0) {
                break;
            }
            double share = Math.min(1, left / c.operations());
            c.kinds().forEach((kind, t) -> sums.merge(kind, Found.of(t, share), Found::plus));
            left -= c.operations();
        }
        return sums;
    }

    private double unitsUpTo(double moment) {
        int low = 0;
        int high = done.size() - 1;
        while (low < high) { // the first that is not before the moment
            int middle = (low + high) >>> 1;
            if (done.get(middle).at() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Done after = done.get(low);
        if (low == 0 || after.at() <= moment) {
            return after.units();
        }
        Done before = done.get(low - 1);
        double share = (moment - before.at()) / (after.at() - before.at());
        return before.units() + share * (after.units() - before.units());
    }

    private double when(double level, ToDoubleFunction<Done> what) {
        for (int i = 1; i < done.size(); i++) {
            double to = what.applyAsDouble(done.get(i));
            if (to >= level) {
                double from = what.applyAsDouble(done.get(i - 1));
                double share = to == from ? 0 : (level - from) / (to - from);
                return done.get(i - 1).at() + share * (done.get(i).at() - done.get(i - 1).at());
            }
        }
        return done.getLast().at();
    }
}
