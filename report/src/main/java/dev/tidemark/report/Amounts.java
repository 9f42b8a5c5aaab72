package dev.tidemark.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** Counts, sizes and times in words, with three digits that count. */
public final class Amounts {

    private Amounts() {}

    /** {@code 950}, {@code 12.5k}, {@code 1.2M}. */
    public static String of(double count) {
        return scaled(count, 1000, "", "k", "M", "G", "T");
    }

    /** {@code 12.5 MB}. */
    public static String bytes(double bytes) {
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
        return Numbers.exact(new BigDecimal(number).round(new MathContext(3)).doubleValue());
    }
}
