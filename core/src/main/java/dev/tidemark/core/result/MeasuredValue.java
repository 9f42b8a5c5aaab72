package dev.tidemark.core.result;

/**
 * The value of one measure in one iteration.
 *
 * @param measure name of the measure
 * @param number  the value in the measure's unit; never NaN: what was not measured has no Value
 * @param atLeast whether operations that were due but never finished could only raise it; printed with "≥"
 */
public record MeasuredValue(String measure, double number, boolean atLeast) {

    /** No measured number is larger; beyond it sums of squares would soon leave the range of a double. */
    public static final double MOST = 1e18;
    /** Nor smaller, but for 0. */
    public static final double LEAST = 1e-18;

    public MeasuredValue {
        if (!isPossible(number)) {
            throw new IllegalArgumentException(measure + " is " + number);
        }
    }

    /** Whether a number can be one that was measured. */
    public static boolean isPossible(double number) {
        return number == 0 || Math.abs(number) <= MOST && Math.abs(number) >= LEAST;
    }

    public static MeasuredValue of(String measure, double number) {
        return new MeasuredValue(measure, number, false);
    }
}
