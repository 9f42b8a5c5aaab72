package dev.tidemark.cli;

import java.util.Locale;

/** Numbers for the eye, short. */
final class Amounts {

    private Amounts() {}

    /** {@code 950}, {@code 41.2k}, {@code 3.10M}. */
    static String count(double number) {
        if (number < 1_000) {
            return String.format(Locale.ROOT, number < 10 && number != Math.rint(number) ? "%.1f" : "%.0f", number);
        }
        if (number < 1e6) {
            return String.format(Locale.ROOT, "%.1fk", number / 1e3);
        }
        return String.format(Locale.ROOT, number < 1e9 ? "%.2fM" : "%.2fG", number / (number < 1e9 ? 1e6 : 1e9));
    }

    /** {@code 950 bytes}, {@code 100 MB}; powers of 1000. */
    static String bytes(double number) {
        String[] units = {"bytes", "kB", "MB", "GB", "TB"};
        int unit = 0;
        double scaled = number;
        while (scaled >= 1000 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, scaled < 10 && scaled != Math.rint(scaled) ? "%.1f %s" : "%.0f %s", scaled,
                units[unit]);
    }

    /** {@code 0:38}, {@code 12:05}, {@code 3:00:00}. */
    static String clock(long nanos) {
        long seconds = Math.round(nanos / 1e9);
        return seconds < 3600 ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
