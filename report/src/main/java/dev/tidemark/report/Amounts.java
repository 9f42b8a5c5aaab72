package dev.tidemark.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** Counts, sizes and times in words, with three digits that count. */
public final class Amounts {

    private Amounts() {}

    /** {@code 950}, {@code 12.5k}, {@code 1.2M}. */
    public static String of(double count) {
        return scaled(count, "", "k", "M", "G", "T");
    }

    /** {@code 12.5 MB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, " B", " kB", " MB", " GB", " TB");
    }

    /** {@code 45 s}, {@code 12 min}, {@code 6 h}. */
    public static String time(double seconds) {
        return seconds < 120 ? three(seconds) + " s" : seconds < 7200 ? three(seconds / 60) + " min"
                : three(seconds / 3600) + " h";
    }

    private static String scaled(double number, String... units) {
        double left = number;
        int unit = 0;
        while (left >= 999.5 && unit < units.length - 1) {
            left /= 1000;
            unit++;
        }
        return three(left) + units[unit];
    }

    private static String three(double number) {
        return Numbers.exact(new BigDecimal(number).round(new MathContext(3)).doubleValue());
    }
}
