package dev.tidemark.report;

import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How numbers are written in words and tables. */
public final class Numbers {

    /** An interval of a ratio that spans more than this factor is a line of digits that nobody can use. */
    private static final double MOST_TOLD = 100;

    private Numbers() {}

    /** What stands in the place of a number that could not be computed. */
    private static final String NONE = "–";

    /** With so many digits after the point; never "-0". */
    public static String fixed(double number, int decimals) {
        if (!Double.isFinite(number)) {
            return NONE;
        }
        BigDecimal rounded = BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? rounded.abs().toPlainString() : rounded.toPlainString();
    }

    /** In its shortest exact form. */
    public static String exact(double number) {
        if (!Double.isFinite(number)) {
            return NONE;
        }
        BigDecimal exact = BigDecimal.valueOf(number);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    /**
     * The mean of a cell as a table shows it, with "≥" where it may be larger, and with "max" where a percentile is
     * only the largest value.
     */
    public static String mean(Measure measure, Cell cell) {
        return (cell.maximum() ? "max " : "") + (cell.atLeast() ? "≥" : "") + fixed(cell.mean(), measure.decimals());
    }

    /**
     * The cell's interval behind its mean: {@code " ± 0.31"}, or by its ends, {@code " (0.01–0.23)"}, where it reaches
     * much farther up than down. Empty when the error is unknown or too small for the digits shown.
     */
    public static String error(Measure measure, Cell cell) {
        return error(cell.estimate(), measure.decimals(), "");
    }

    private static String error(Estimate e, int decimals, String unit) {
        if (!e.errorKnown() || fixed(e.margin(), decimals).matches("[0.]*")) {
            return "";
        }
        return e.lopsided() ? " (" + end(e.low(), decimals) + "–" + end(e.high(), decimals) + unit + ")"
                : " ± " + fixed(e.margin(), decimals) + unit;
    }

    /** An end far from the mean has no more than three digits that count. */
    private static String end(double number, int decimals) {
        return !Double.isFinite(number) ? NONE : exact(new BigDecimal(number).round(new MathContext(3))
                .setScale(decimals, RoundingMode.HALF_UP).doubleValue());
    }

    /** {@code 60.69 ± 0.31 s (3 rounds)}, {@code 0.05 s (0.01–0.23 s, 3 rounds)} or {@code 60.69 s}. */
    public static String sentence(Measure measure, Cell cell) {
        String unit = measure.unit().isEmpty() ? "" : " " + measure.unit();
        String error = error(cell.estimate(), measure.decimals(), unit);
        String rounds = cell.estimate().runs() + " rounds)";
        return mean(measure, cell) + (error.isEmpty() ? unit : cell.estimate().lopsided()
                ? unit + error.substring(0, error.length() - 1) + ", " + rounds : error + " (" + rounds);
    }

    /**
     * Whether the interval of a ratio says nothing: it reaches from less to more, and its ends are more than a hundred
     * times apart.
     */
    public static boolean saysNothing(double low, double high) {
        return low < 1 && high > 1 && high > MOST_TOLD * low;
    }

    /** How far a ratio is from 1: whole percents, with a digit more where that would say nothing; {@code −3.2}. */
    public static String percent(double ratio) {
        double percent = (ratio - 1) * 100;
        return fixed(percent, Math.abs(percent) < 9.95 ? 1 : 0).replace('-', '−');
    }
}
