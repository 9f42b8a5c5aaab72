package dev.tidemark.core.result;

/**
 * The value of one measure in one iteration.
 *
 * @param measure name of the measure
 * @param number  the value in the measure's unit; never NaN: what was not measured has no Value
 * @param atLeast whether operations that were due but never finished could only raise it; printed with "≥"
 */
public record Value(String measure, double number, boolean atLeast) {

    public Value {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new IllegalArgumentException(measure + " is " + number);
        }
    }

    public static Value of(String measure, double number) {
        return new Value(measure, number, false);
    }
}
