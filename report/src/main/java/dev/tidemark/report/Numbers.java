package dev.tidemark.report;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;

/**
 * How numbers are written, in the terminal and on pages: exactly for machines, with a measure's digits and error in
 * tables and sentences, rounded to three digits in findings, and at a glance for what moves, is forecast or stands in a
 * list.
 */
public final class Numbers {

    /** From this ratio on, which is written 2.0, it is told as a multiple. */
    private static final double MULTIPLE = 1.995;
    /** An interval of a ratio that spans more than this factor is a line of digits that nobody can use. */
    private static final double LARGEST_QUOTED = 100;
    /** Percents below this look like all that there was when they are rounded. */
    private static final double ALMOST_ALL = -99;

    /** Digits that an interval may add to those of its ratio; ends that differ by less are as good as equal. */
    private static final int MOST_MORE = 3;

    /** What stands in the place of a number that could not be computed. */
    private static final String NONE = "–";

    private static final int HOURS = 24;
    private static final long HOUR = 3600;
    private static final long DAY = HOURS * HOUR;

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

    /** With as few more digits as let it stand to a bound as the number itself does: never 95.00 that is below 95. */
    public static String fixed(double number, int decimals, DoublePredicate bound) {
        return new Scale(1, "", decimals).standing(number, bound).text(number);
    }

    /** In its shortest exact form. */
    public static String exact(double number) {
        if (!Double.isFinite(number)) {
            return NONE;
        }
        BigDecimal exact = BigDecimal.valueOf(number);
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    /** A chance near 1 in percent, with three digits of what it falls short: {@code 95 %}, {@code 99.75 %}. */
    public static String confidence(double chance) {
        BigDecimal lack = BigDecimal.valueOf(100 * (1 - chance)).round(new MathContext(3));
        return BigDecimal.valueOf(100).subtract(lack).stripTrailingZeros().toPlainString() + " %";
    }

    /**
     * How a number of a million or more is written for people: so many of them, with a letter behind.
     *
     * @param decimals digits after the point
     */
    private record Scale(double of, String letter, int decimals) {

        private static final double FROM = 999_999.5;
        private static final double STEP = 1000;
        private static final String LETTERS = "MGT";
        private static final int UNKNOWN_ERROR = 3;
        /** A double has no more. */
        private static final int MOST_DIGITS = 17;

        /**
         * As many digits as the error leaves sure, which has two; without one, three in all.
         *
         * @param margin   of the error; NaN where it is unknown
         * @param decimals of a number that is not so large
         */
        static Scale of(double number, double margin, int decimals) {
            if (!Double.isFinite(number) || Math.abs(number) < FROM) {
                return new Scale(1, "", decimals);
            }
            for (int i = 0; ; i++) {
                double of = 1e6 * Math.pow(STEP, i);
                Scale scale = new Scale(of, LETTERS.substring(i, i + 1), digits(Math.abs(number) / of, margin / of,
                        decimals + 6 + 3 * i));
                if (i == LETTERS.length() - 1 || Double.parseDouble(scale.number(Math.abs(number))) < STEP) {
                    return scale;
                }
            }
        }

        private static int digits(double size, double margin, int most) {
            int whole = size < 1 ? 1 : (int) Math.log10(size) + 1;
            boolean known = margin > 0 && Double.isFinite(margin);
            int sure = known ? Math.max(1 - (int) Math.floor(Math.log10(margin)), 2 - whole) : UNKNOWN_ERROR - whole;
            return Math.clamp(sure, 0, most);
        }

        private String number(double number) {
            return fixed(number / of, decimals);
        }

        /** With as few more digits as let what is written stand to a bound as the number does. */
        Scale standing(double number, DoublePredicate bound) {
            Scale scale = this;
            while (Double.isFinite(number) && scale.decimals < MOST_DIGITS
                    && bound.test(scale.written(number)) != bound.test(number)) {
                scale = new Scale(of, letter, scale.decimals + 1);
            }
            return scale;
        }

        private double written(double number) {
            return new BigDecimal(number(number)).multiply(BigDecimal.valueOf(of)).doubleValue();
        }

        String text(double number) {
            return number(number) + letter;
        }
    }

    /** With so many digits after the point; a million and more with three digits that count, {@code 1.26M}. */
    public static String figure(double number, int decimals) {
        return Double.isFinite(number) ? Scale.of(number, Double.NaN, decimals).text(number) : NONE;
    }

    private static Scale scale(Measure measure, Estimate e) {
        return Scale.of(e.mean(), e.errorKnown() ? e.margin() : Double.NaN, measure.decimals());
    }

    /**
     * The mean of a cell as a table shows it, with "≥" where it may be larger, and with "max" where a percentile is
     * only the largest value; {@code 1.262M} where it has a million or more.
     */
    public static String mean(Measure measure, Cell cell) {
        return mean(cell, scale(measure, cell.estimate()));
    }

    private static String mean(Cell cell, Scale scale) {
        return (cell.maximum() ? "max " : "") + (cell.atLeast() ? "≥" : "") + scale.text(cell.mean());
    }

    /**
     * The cell's interval behind its mean: {@code " ± 0.31"}, or by its ends, {@code " (0.01–0.23)"}, where it reaches
     * much farther up than down. Empty when the error is unknown or too small for the digits shown.
     */
    public static String error(Measure measure, Cell cell) {
        return error(cell.estimate(), scale(measure, cell.estimate()), "");
    }

    private static String error(Estimate e, Scale scale, String unit) {
        if (!e.errorKnown() || scale.number(e.margin()).matches("[0.]*")) {
            return "";
        }
        return e.lopsided() ? " (" + end(e.low(), scale) + "–" + end(e.high(), scale) + unit + ")"
                : " ± " + scale.text(e.margin()) + unit;
    }

    /** An end far from the mean has no more than three digits that count. */
    private static String end(double number, Scale scale) {
        return !Double.isFinite(number) ? NONE : exact(new BigDecimal(number / scale.of()).round(new MathContext(3))
                .setScale(scale.decimals(), RoundingMode.HALF_UP).doubleValue()) + scale.letter();
    }

    /** A measure's unit behind a number: {@code " ms"}, but {@code "/s"} without a blank. */
    public static String unit(Measure measure) {
        return measure.unit().isEmpty() || measure.unit().startsWith("/") ? measure.unit() : " " + measure.unit();
    }

    /**
     * {@code 60.69 ± 0.31 s (3 rounds)}, {@code 0.05 s (0.01–0.23 s, 3 rounds)}, {@code 60.69 s} or
     * {@code 1.26M operations/s}; of what was measured elsewhere, {@code 60.69 ± 0.31 s (3 runs)}.
     */
    public static String sentence(Measure measure, Cell cell) {
        return sentence(cell, scale(measure, cell.estimate()), unit(measure));
    }

    /** The same with as few more digits as let the mean stand to a bound as it does. */
    public static String sentence(Measure measure, Cell cell, DoublePredicate bound) {
        return sentence(cell, scale(measure, cell.estimate()).standing(cell.mean(), bound), unit(measure));
    }

    private static String sentence(Cell cell, Scale scale, String unit) {
        String error = error(cell.estimate(), scale, unit);
        String rounds = cell.estimate().runs() + (cell.imported() ? " runs)" : " rounds)");
        return mean(cell, scale) + (error.isEmpty() ? unit : cell.estimate().lopsided()
                ? unit + error.substring(0, error.length() - 1) + ", " + rounds : error + " (" + rounds);
    }

    /**
     * Whether the interval of a ratio says nothing: it reaches from less to more, and its ends are more than a hundred
     * times apart.
     */
    public static boolean saysNothing(double low, double high) {
        return low < 1 && high > 1 && high > LARGEST_QUOTED * low;
    }

    /**
     * How far a ratio is from 1: whole percents, with more digits where these would say nothing; {@code −3.2}, {@code
     * −99.65}.
     */
    public static String percent(double ratio) {
        return percent(ratio, 0);
    }

    private static String percent(double ratio, int more) {
        double percent = (ratio - 1) * 100;
        int digits = Math.abs(percent) < 9.95 ? 1
                : ratio > 0 && percent < ALMOST_ALL ? (int) Math.ceil(-Math.log10(ratio)) - 1 : 0;
        return fixed(percent, digits + more).replace('-', '−');
    }

    /** Whether a ratio that is written so says that nothing differs: {@code 0.0}. */
    public static boolean isNothing(String percents) {
        return percents.matches("[−0.]*");
    }

    /** Whether a ratio reads better as a multiple than as percent: from that on which is written 2.0. */
    public static boolean isMultiple(double ratio) {
        return ratio >= MULTIPLE;
    }

    /** A ratio and the ends of its interval as percents, with as many digits as tell those apart that differ. */
    public static List<String> percents(double... ratios) {
        return apart(Numbers::percent, ratios);
    }

    /** The same as multiples: {@code 5.00}, {@code 4.97}, {@code 5.03}. */
    public static List<String> times(double... ratios) {
        return apart((ratio, more) -> fixed(ratio, (ratio < 99.95 ? 1 : 0) + more), ratios);
    }

    private static List<String> apart(BiFunction<Double, Integer, String> written, double... numbers) {
        List<String> texts = List.of();
        for (int more = 0; more <= MOST_MORE; more++) {
            int digits = more;
            texts = DoubleStream.of(numbers).mapToObj(n -> written.apply(n, digits)).toList();
            if (new HashSet<>(texts).size() >= DoubleStream.of(numbers).distinct().count()) {
                break;
            }
        }
        return texts;
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

    /**
     * A cell's mean with its unit, to be shown large: three digits that count, and a time in the unit that reads best;
     * {@code 302k operations/s}, {@code 26.5 s}, {@code 0.112 ms}.
     */
    public static String large(Measure measure, Cell cell) {
        String least = cell.atLeast() ? "≥" : "";
        if (!Double.isFinite(cell.mean()) || measure.unit().equals("%")) {
            return least + figure(cell.mean(), measure.decimals()) + unit(measure);
        }
        double seconds = switch (measure.unit()) {
            case "ms" -> cell.mean() / 1000;
            case "s" -> cell.mean();
            default -> Double.NaN;
        };
        return least + (seconds >= 0.9995 ? time(seconds) : rounded(cell.mean()) + unit(measure));
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

    /** {@code 0:26 to 3:20}. */
    public static String clock(Duration least, Duration most) {
        String from = clock(least);
        String to = clock(most);
        return from.equals(to) ? to : from + " to " + to;
    }

    /** {@code 0:38}, {@code 12:05}, {@code 3:00:00}; {@code 4 days 12 h} from a day on. */
    public static String clock(Duration time) {
        long seconds = time.plusMillis(500).toSeconds();
        if (seconds >= DAY) {
            long hours = (seconds + HOUR / 2) / HOUR;
            return counted(hours / HOURS, "day") + (hours % HOURS == 0 ? "" : " " + hours % HOURS + " h");
        }
        return seconds < 3600 ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
