package dev.tidemark.report;

import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/**
 * How numbers are written, in the terminal and on pages: exactly for machines, with a measure's digits and error in
 * tables and sentences, rounded to three digits in findings, and at a glance for what moves, is forecast or stands in a
 * list.
 */
public final class Numbers {

    /** An interval of a ratio that spans more than this factor is a line of digits that nobody can use. */
    private static final double MOST_TOLD = 100;

    /** What stands in the place of a number that could not be computed. */
    private static final String NONE = "–";

    private static final String[] BYTES = {"bytes", "kB", "MB", "GB", "TB", "PB"};

    private Numbers() {}

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

    /** With three digits that count: {@code 950}, {@code 12.5k}, {@code 1.2M}. */
    public static String rounded(double count) {
        return scaled(count, 1000, "", "k", "M", "G", "T");
    }

    /** {@code 12.5 MB}. */
    public static String roundedBytes(double bytes) {
        return scaled(bytes, 1000, " B", " kB", " MB", " GB", " TB");
    }

    /** {@code 23.5 GiB}: memory is sold in binary units, and the environment tells it in them. */
    public static String memory(double bytes) {
        return scaled(bytes, 1024, " B", " KiB", " MiB", " GiB", " TiB");
    }

    /** {@code 45 s}, {@code 12 min}, {@code 6 h}. */
    public static String time(double seconds) {
        return seconds < 120 ? three(seconds) + " s" : seconds < 7200 ? three(seconds / 60) + " min"
                : three(seconds / 3600) + " h";
    }

    private static String scaled(double number, double step, String... units) {
        double left = number;
        int unit = 0;
        while (left >= step - 0.5 && unit < units.length - 1) {
            left /= step;
            unit++;
        }
        return three(left) + units[unit];
    }

    private static String three(double number) {
        return exact(new BigDecimal(number).round(new MathContext(3)).doubleValue());
    }

    /** At a glance: {@code 950}, {@code 41.2k}, {@code 3.10M}. */
    public static String count(double number) {
        if (number < 1_000) {
            return String.format(Locale.ROOT, number < 10 && number != Math.rint(number) ? "%.1f" : "%.0f", number);
        }
        if (number < 1e6) {
            return String.format(Locale.ROOT, "%.1fk", number / 1e3);
        }
        return String.format(Locale.ROOT, number < 1e9 ? "%.2fM" : "%.2fG", number / (number < 1e9 ? 1e6 : 1e9));
    }

    /** {@code 1 iteration}, {@code 18 iterations}. */
    public static String counted(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** {@code 950 bytes}, {@code 100 MB}; powers of 1000. */
    public static String bytes(double number) {
        int unit = 0;
        double scaled = number;
        while (scaled >= 1000 && unit < BYTES.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, scaled < 10 && scaled != Math.rint(scaled) ? "%.1f %s" : "%.0f %s", scaled,
                BYTES[unit]);
    }

    /** {@code 0:38}, {@code 12:05}, {@code 3:00:00}. */
    public static String clock(Duration time) {
        long seconds = time.plusMillis(500).toSeconds();
        return seconds < 3600 ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
