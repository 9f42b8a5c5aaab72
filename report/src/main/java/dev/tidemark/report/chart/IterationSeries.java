package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.Recovery;

/**
 * One iteration over time. Times are seconds since its start.
 *
 * @param windows       what was completed in each window, in order; where nothing was recorded there is no window
 * @param bands         the phases
 * @param tasks         the runs of background tasks
 * @param events        warnings and notes
 * @param distributions response times of the headline phase per kind of operation, of those of which any was answered
 * @param machines      what the machines, the engine and the generator did meanwhile
 */
public record IterationSeries(List<Window> windows, List<Band> bands, List<Band> tasks, List<Flag> events,
        Map<String, Distribution> distributions, List<ResourceSeries.Section> machines) {

    /** The shares at which a distribution is read: evenly far apart on an axis of nines. */
    public static final List<Double> QUANTILES = List.of(0.0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9995,
            0.9999, 0.99999, 1.0);

    /** The kind of the flags where stored data outgrew what holds them in memory. */
    public static final String CROSSING = "crossing";

    /** Kinds of events that are drawn as bands, or were before the iteration. */
    private static final Set<String> NO_FLAGS = Set.of(TaskRun.KIND, Event.RECOVERY, Event.PREPARATION);

    private static final double NANOS = 1e9;
    /** Fewer points than this show no course: a line through them would only look like one. */
    private static final int FEWEST = 5;

    /** Whether there is enough for a chart over time. */
    public boolean drawable() {
        return windows.size() >= FEWEST;
    }

    /** What is said instead of a chart. */
    public String tooFew() {
        return (windows.isEmpty() ? "No interval was" : windows.size() == 1 ? "One interval was"
                : "Only " + windows.size() + " intervals were") + " recorded: too few for a chart over time.";
    }

    /**
     * What was completed between two moments.
     *
     * @param rate     units per second
     * @param failures units failed per second
     * @param misses   operations per second that worked and found nothing
     * @param latency  response times per kind
     * @param work     what had been done of the load; null in phases before and after it
     */
    public record Window(double start, double end, double rate, double failures, double misses,
            Map<String, Latency> latency, IntervalWork work) {}

    /**
     * How far the load had come at a window's end, and which lookups of the window found nothing.
     *
     * @param units    done since the load began
     * @param bytes    user bytes that were sent to the target since then
     * @param stored   bytes of the values that are stored; null where arithmetic does not tell
     * @param notFound share of the window's lookups whose key was not there; null where it had none
     * @param expected the same by arithmetic; null where that does not tell, or there was none
     */
    public record IntervalWork(double units, double bytes, Double stored, Double notFound, Double expected) {}

    /** Response times in milliseconds, of operations without an answer how long they were waited for. */
    public record Latency(MeasuredValue p50, MeasuredValue p95, MeasuredValue p99, MeasuredValue max) {}

    /** A phase, or the run of a task. */
    public record Band(String name, double start, double end) {}

    /** Something worth marking. @param label a few words to stand at the mark; empty for none */
    public record Flag(double at, String kind, String label, String text) {}

    /** The same at {@link #QUANTILES}; null where there are too few to resolve one. */
    public record Distribution(List<MeasuredValue> values) {}

    /**
     * Reads an iteration. Neighbouring windows of a phase are added up until no more than {@code most} are left:
     * histograms add exactly, so nothing is lost but the resolution in time. Only one window is held decoded at a time:
     * a night has thousands of intervals.
     */
    public static IterationSeries of(IterationDetail detail, int most) {
        return of(detail, most, most).fine();
    }

    /** One iteration at two resolutions, read once. */
    public record Two(IterationSeries fine, IterationSeries coarse) {}

    /**
     * @param most    windows of the finer one
     * @param fewest  windows of the coarser one, which adds up whole windows of the finer one
     */
    public static Two of(IterationDetail detail, int most, int fewest) {
        List<Timeline.Window> slices = Timeline.of(detail.intervals()).windows().stream()
                .sorted(Comparator.comparingLong(Timeline.Window::start)).toList();
        int headline = detail.headline().map(PhaseSpan::index).orElse(-1);
        long censored = detail.headline().map(PhaseSpan::censored).orElse(0L);
        Map<String, Latencies> whole = new LinkedHashMap<>();
        List<Window> fine = new ArrayList<>();
        List<Window> coarse = new ArrayList<>();
        int together = together(slices.size(), most);
        int wide = together * together((slices.size() + together - 1) / together, fewest);
        CumulativeLoad course = new CumulativeLoad(detail);
        CumulativeLoad coarseCourse = new CumulativeLoad(detail);
        for (List<Timeline.Window> wider : merged(slices, wide)) {
            SeriesSet sum = new SeriesSet();
            for (List<Timeline.Window> narrow : merged(wider, together)) {
                SeriesSet series = Timeline.sum(narrow.stream().flatMap(w -> w.parts().stream()).toList());
                fine.add(window(narrow, series, narrow.getFirst().phase() == headline ? course.next(series) : null));
                sum.add(series);
            }
            if (wider.getFirst().phase() == headline) {
                responses(sum).forEach((kind, l) -> whole.computeIfAbsent(kind, _ -> Latencies.none(censored)).add(l));
            }
            coarse.add(window(wider, sum, wider.getFirst().phase() == headline ? coarseCourse.next(sum) : null));
        }
        Map<String, Distribution> distributions = new LinkedHashMap<>();
        whole.forEach((kind, l) -> {
            if (l.answered().count() > 0) {
                distributions.put(kind, distribution(l));
            }
        });
        List<Flag> crossings = MemoryCrossings.of(detail, course.atBegin(), fine);
        return new Two(of(detail, fine, distributions, crossings, most),
                of(detail, coarse, distributions, crossings, fewest));
    }

    /** How many of so many are added up for no more than {@code most} to be left. */
    private static int together(int count, int most) {
        return Math.max(1, (count + most - 1) / most);
    }

    private static IterationSeries of(IterationDetail detail, List<Window> windows, Map<String,
            Distribution> distributions, List<Flag> crossings, int most) {
        return new IterationSeries(windows,
                detail.phases().stream().map(p -> new Band(Types.word(p.phase()), p.start() / NANOS, p.end() / NANOS))
                        .toList(),
                Stream.concat(TaskRun.of(detail.events()).stream().filter(r -> r.end() > r.start())
                        .map(r -> new Band(r.task(), r.start() / NANOS, r.end() / NANOS)),
                        Recovery.of(detail).stream().flatMap(IterationSeries::recovery)).toList(),
                Stream.concat(detail.events().stream().filter(e -> !NO_FLAGS.contains(e.kind()))
                        .map(IterationSeries::flag),
                        crossings.stream()).toList(),
                distributions, ResourceSeries.of(detail, most));
    }

    /** From a fault to when the rate was back. */
    private static Stream<Band> recovery(Recovery recovery) {
        return recovery.rate().filter(rate -> rate.seconds() > 0).map(rate -> new Band("recovery from "
                + recovery.fault(), recovery.start() / NANOS, recovery.start() / NANOS + rate.seconds())).stream();
    }

    private static Flag flag(Event event) {
        return new Flag(event.at() / NANOS, event.kind(), "", event.text());
    }

    /**
     * Neighbours that become one window: so many at most, of one phase, without a gap. The stub with which a phase ends
     * goes with the one before it.
     */
    private static List<List<Timeline.Window>> merged(List<Timeline.Window> slices, int together) {
        List<List<Timeline.Window>> merged = new ArrayList<>();
        for (Timeline.Window next : slices) {
            boolean joins = !merged.isEmpty() && isFollowedBy(merged.getLast().getLast(), next)
                    && (merged.getLast().size() < together || next.isStubAfter(merged.getLast().getLast()));
            if (!joins) {
                merged.add(new ArrayList<>());
            }
            merged.getLast().add(next);
        }
        return merged;
    }

    private static boolean isFollowedBy(Timeline.Window before, Timeline.Window next) {
        return before.phase() == next.phase() && before.end() == next.start();
    }

    private static Window window(List<Timeline.Window> slices, SeriesSet series, IntervalWork work) {
        long start = slices.getFirst().start();
        long end = slices.getLast().end();
        double seconds = Math.max(1, end - start) / NANOS;
        Totals total = series.total();
        Map<String, Latency> latency = new LinkedHashMap<>();
        responses(series).forEach((kind, l) -> latency.put(kind, new Latency(at(l, 0.5), at(l, 0.95), at(l, 0.99),
                at(l, 1))));
        return new Window(start / NANOS, end / NANOS, total.units() / seconds,
                total.failedUnits() / seconds, total.misses() / seconds, latency, work);
    }

    /** Response times by kind; in a closed loop the service times are the response times. */
    private static Map<String, Latencies> responses(SeriesSet series) {
        Map<String, Latencies> responses = new LinkedHashMap<>();
        for (LatencyKind latencyKind : List.of(LatencyKind.RESPONSE, LatencyKind.SERVICE)) {
            series.histograms().keySet().stream().filter(key -> key.timing() == latencyKind && key.step().isEmpty())
                    .map(SeriesKey::kind)
                    .forEach(kind -> responses.computeIfAbsent(kind, k -> Latencies.responses(series, k, 0)));
        }
        responses.values().removeIf(l -> l.ended() == 0);
        return responses;
    }

    private static Distribution distribution(Latencies responses) {
        List<MeasuredValue> values = new ArrayList<>();
        for (double q : QUANTILES) {
            boolean resolved = q == 0 || q == 1 || responses.ended() * (1 - q) >= 1;
            values.add(resolved ? at(responses, q) : null);
        }
        return new Distribution(values);
    }

    /** The least is that of what was answered, as in the tables of results. */
    private static MeasuredValue at(Latencies responses, double share) {
        return share == 0 ? responses.value("min").orElseThrow() : responses.quantile(share).orElseThrow();
    }
}
