package dev.tidemark.core.workload;

import module java.base;

/**
 * How much work a point offers, told before it runs.
 *
 * @param units        units in all; 0 when only time ends it
 * @param bytes        user bytes that its load stores, at most; 0 when unknown
 * @param time         how long its load lasts at most, where a schedule or a time limit says so
 * @param sooner       whether the units may be done before that time is up
 * @param data         what is made before its load
 * @param warmUp       what its load is preceded by, in each iteration
 * @param bytesPerUnit user bytes that a unit stores on average; 0 when none or unknown
 */
public record WorkEstimate(long units, long bytes, Optional<Duration> time, boolean sooner, Data data, WarmUp warmUp,
        double bytesPerUnit) {

    /** The fact by which {@link #meanRate} is recorded with an iteration. */
    public static final String MEAN_RATE = "mean-rate";

    /** What a forecast is worth. */
    private static final MathContext DIGITS = new MathContext(3);

    /** What sort of data is made before a load. */
    public enum DataKind {
        PRELOAD, INDEX, TABLES
    }

    /**
     * What is made before a load.
     *
     * @param units keys, documents or rows; 0 for nothing
     * @param bytes user bytes that these are; 0 when unknown
     */
    public record Data(DataKind making, long units, long bytes) {

        public static final Data NONE = new Data(DataKind.PRELOAD, 0, 0);
    }

    /**
     * A stage of a load of its own before the measurement.
     *
     * @param units after how many it ends; 0 where only time ends it
     * @param most  how long it lasts at most
     */
    public record WarmUp(long units, Duration most) {

        public static final WarmUp NONE = new WarmUp(0, Duration.ZERO);
    }

    /** Of a load that nothing precedes. */
    public WorkEstimate(long units, long bytes, Optional<Duration> time, boolean sooner) {
        this(units, bytes, time, sooner, Data.NONE, WarmUp.NONE, 0);
    }

    public WorkEstimate after(Data made) {
        return new WorkEstimate(units, bytes, time, sooner, made, warmUp, bytesPerUnit);
    }

    public WorkEstimate after(WarmUp before) {
        return new WorkEstimate(units, bytes, time, sooner, data, before, bytesPerUnit);
    }

    /** @param each user bytes that a unit stores on average */
    public WorkEstimate storing(double each) {
        return new WorkEstimate(units, bytes, time, sooner, data, warmUp, each);
    }

    /** Units per second on average, to three digits; empty where units or time are not known. */
    public Optional<Double> meanRate() {
        return units == 0 ? Optional.empty() : time.filter(t -> !t.isZero())
                .map(t -> new BigDecimal(units * 1e9 / t.toNanos()).round(DIGITS).doubleValue());
    }
}
