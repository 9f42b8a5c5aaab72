package dev.tidemark.core.load;

import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timing;
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

    /** The generator's own delay that 99 % of operations must stay below, in nanoseconds. */
    public static final long SELF_LIMIT = 1_000_000;
    /** The share of slots that may start more than a millisecond late while a worker is free. */
    public static final double LATE_LIMIT = 0.01;

    private static final GeneratorCheck NOTHING = new GeneratorCheck(false, "");

    /**
     * Judges an open loop by its lateness. A closed loop has no schedule to be late for, so it gets no verdict, only
     * the share of the workers' time that was spent outside the target.
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
        LogHistogram self = series.overall(Timing.SELF);
        long p99 = self.quantile(0.99);
        double late = (double) span.lateFree() / slots;
        boolean limited = p99 > SELF_LIMIT || late > LATE_LIMIT;
        String figures = String.format(Locale.ROOT,
                "99 %% of operations started within %s of when the generator could start them, and %s of slots "
                        + "started more than 1 ms late while a worker was free",
                duration(p99), percent(late));
        return new GeneratorCheck(limited, limited
                ? "Limited by the generator: " + figures + " (at most 1.00 ms and 1.00 % are allowed)."
                : "The generator kept up: " + figures + ".");
    }

    /** Operations of the kinds that have a schedule: a closed team beside it must not thin its late slots out. */
    private static long slots(SeriesSet series) {
        Set<String> scheduled = series.histograms().keySet().stream().filter(k -> k.timing() == Timing.SELF)
                .map(SeriesKey::kind).collect(Collectors.toSet());
        return scheduled.isEmpty() ? series.total().operations()
                : scheduled.stream().mapToLong(kind -> series.totals().getOrDefault(kind, Totals.NONE).operations()).sum();
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
