package dev.tidemark.core.workload.verdict;

import dev.tidemark.core.load.stage.OpenLoop;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.PhaseSpan;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a phase measured the target or the generator.
 *
 * @param limited whether the generator was too slow, so that the phase's latencies must not be used
 * @param message one sentence with the figures; empty where nothing was measured
 */
public record GeneratorCheck(boolean limited, String message) {

    /** The share of slots that the generator may make start more than a millisecond late. */
    public static final double LATE_LIMIT = 0.01;

    /** Begins the message where it was. */
    public static final String LIMITED = "Limited by the generator";

    private static final GeneratorCheck NOTHING = new GeneratorCheck(false, "");

    /**
     * Judges an open loop by the slots that were late through the generator's doing: more than a millisecond, and at
     * least half of it because workers were outside the target, see {@code OwnDelay}. So it does not matter how late
     * they were, and a target that can't keep up is not the generator's fault. A closed loop has no schedule to be late
     * for, so it gets no verdict, only the share of the workers' time that was spent outside the target.
     *
     * @param span   the phase
     * @param series everything recorded in it
     */
    public static GeneratorCheck of(PhaseSpan span, SeriesSet series) {
        return span.open() ? open(span, series) : closed(span);
    }

    private static GeneratorCheck open(PhaseSpan span, SeriesSet series) {
        long slots = slots(series);
        if (slots == 0) {
            return NOTHING;
        }
        double late = (double) span.lateFree() / slots;
        String figures = "it made " + percent(late) + " of slots start more than 1 ms late";
        return late > LATE_LIMIT
                ? new GeneratorCheck(true, LIMITED + ": " + figures
                + " (at most 1.00 % may), of each such "
                        + "delay at least half its own.")
                : new GeneratorCheck(false, "The generator kept up: " + figures + ", and " + delay(series) + ".");
    }

    private static String delay(SeriesSet series) {
        long p99 = series.overall(LatencyKind.SELF).quantile(0.99);
        return p99 <= OpenLoop.LATE ? "delayed 99 % of them by at most " + duration(p99) : ownShare(series);
    }

    private static String ownShare(SeriesSet series) {
        double self = series.overall(LatencyKind.SELF).sum();
        return percent(self / (self + series.overall(LatencyKind.WAIT).sum()))
                + " of the time that slots waited was its own";
    }

    /** Operations of the kinds that have a schedule: a closed group beside it must not thin its late slots out. */
    private static long slots(SeriesSet series) {
        Set<String> scheduled = series.histograms().keySet().stream().filter(k -> k.timing() == LatencyKind.SELF)
                .map(SeriesKey::kind).collect(Collectors.toSet());
        return scheduled.isEmpty() ? series.total().operations()
                : scheduled.stream().mapToLong(kind -> series.totals().getOrDefault(kind, Totals.NONE).operations())
                .sum();
    }

    private static GeneratorCheck closed(PhaseSpan span) {
        long workerTime = span.nanos() * span.workers();
        if (workerTime <= 0) {
            return NOTHING;
        }
        return new GeneratorCheck(false, "Workers spent " + percent((double) span.outside() / workerTime)
                + " of their time outside the target.");
    }

    private static String duration(long nanos) {
        return nanos < 1_000_000 ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", share * 100);
    }
}
