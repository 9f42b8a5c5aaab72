package dev.tidemark.core.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Optional;

/**
 * How much work a point offers, told before it runs.
 *
 * @param units   units in all; 0 when only time ends it
 * @param bytes   user bytes that its load stores, at most; 0 when unknown
 * @param time    how long its load lasts at most, where a schedule or a time limit says so
 * @param sooner  whether the units may be done before that time is up
 * @param preload user bytes that are stored before its load, in a stage of their own; 0 for none
 * @param before  units that these are
 */
public record WorkEstimate(long units, long bytes, Optional<Duration> time, boolean sooner, long preload, long before) {

    /** The fact by which {@link #meanRate} is recorded with an iteration. */
    public static final String MEAN_RATE = "mean-rate";

    /** What a forecast is worth. */
    private static final MathContext DIGITS = new MathContext(3);

    /** Units per second on average, to three digits; empty where units or time are not known. */
    public Optional<Double> meanRate() {
        return units == 0 ? Optional.empty() : time.filter(t -> !t.isZero())
                .map(t -> new BigDecimal(units * 1e9 / t.toNanos()).round(DIGITS).doubleValue());
    }

    /** Without a preload. */
    public WorkEstimate(long units, long bytes, Optional<Duration> time, boolean sooner) {
        this(units, bytes, time, sooner, 0, 0);
    }
}
