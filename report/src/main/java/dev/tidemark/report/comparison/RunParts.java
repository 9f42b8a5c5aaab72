package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.Latencies;

/**
 * One run hour by hour; one shorter than two hours by the tenth.
 *
 * @param hours    whether its parts are hours
 * @param parts    in order; what is left over behind the last full hour belongs to it where it is a sliver
 * @param censored slots of the run that were never finished: they have no response time, and are in no percentile here
 */
public record RunParts(boolean hours, List<Window> parts, long censored) {

    private static final double HOUR = 3600;
    private static final double LONG = 2 * HOUR;
    private static final double SLIVER = 0.1;
    private static final int TENTHS = 10;
    /** So that a tenth holds two intervals at least. */
    private static final int LEAST_INTERVALS = 2 * TENTHS;
    /** A percentile of fewer times than this would only be their maximum. */
    public static final int LEAST_FOR_P99 = 100;
    /** Likewise. */
    public static final int LEAST_FOR_P999 = 1000;

    /**
     * What was done in a part. Percentiles are response times in milliseconds, of operations without an answer how long
     * they were waited for; empty where too few ended.
     *
     * @param number    from 1
     * @param until     its end, in seconds since the load's first slot
     * @param perSecond units
     */
    public record Window(int number, double until, double perSecond, Optional<MeasuredValue> p50,
            Optional<MeasuredValue> p99, Optional<MeasuredValue> p999) {}

    public RunParts {
        parts = List.copyOf(parts);
    }

    /** Empty where the run is too short to be cut. */
    public static Optional<RunParts> of(IterationDetail detail) {
        Optional<Double> length = CumulativeSeries.seconds(detail);
        if (length.isEmpty()) {
            return Optional.empty();
        }
        boolean hours = length.get() >= LONG;
        List<TimeWindow> stretches = hours ? hours(length.get()) : new TimeWindow(0, length.get()).parts(TENTHS);
        return CumulativeSeries.of(detail, stretches)
                .filter(cumulativeSeries -> cumulativeSeries.intervals() >= LEAST_INTERVALS)
                .map(cumulativeSeries -> new RunParts(hours, parts(cumulativeSeries, stretches),
                        detail.headline().map(PhaseSpan::censored).orElse(0L)));
    }

    private static List<TimeWindow> hours(double seconds) {
        int count = (int) Math.ceil(seconds / HOUR - SLIVER);
        List<TimeWindow> hours = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hours.add(new TimeWindow(i * HOUR, i == count - 1 ? seconds : (i + 1) * HOUR));
        }
        return hours;
    }

    private static List<Window> parts(CumulativeSeries cumulativeSeries, List<TimeWindow> stretches) {
        List<Window> parts = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i++) {
            TimeWindow timeWindow = stretches.get(i);
            Latencies responses = cumulativeSeries.latencies(i);
            parts.add(new Window(i + 1, timeWindow.to(), cumulativeSeries.unitsIn(timeWindow) / timeWindow.seconds(),
                    quantile(responses, 0.5, 1), quantile(responses, 0.99, LEAST_FOR_P99),
                    quantile(responses, 0.999, LEAST_FOR_P999)));
        }
        return parts;
    }

    private static Optional<MeasuredValue> quantile(Latencies responses, double q, int least) {
        return responses.ended() < least ? Optional.empty() : responses.quantile(q);
    }

    /** Whether of so many times p99 is only the largest. */
    public static boolean isLargest(long times) {
        return times < LEAST_FOR_P99;
    }

    /** The word for one part. */
    public String word() {
        return hours ? "hour" : "tenth";
    }

    public String title() {
        return "By " + (hours ? "hour" : "tenth of the run");
    }

    /** What the percentiles do not hold; empty for nothing. */
    public String note() {
        return censored == 0 ? "" : "Slots that were never finished (" + censored
                + ") are in none of these percentiles.";
    }
}
