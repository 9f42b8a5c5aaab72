package dev.tidemark.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers at a glance, for what moves, is forecast or stands in a list: the same in the terminal and on pages. */
public final class Brief {

    private static final String[] BYTES = {"bytes", "kB", "MB", "GB", "TB", "PB"};

    private Brief() {}

    /** {@code 950}, {@code 41.2k}, {@code 3.10M}. */
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
