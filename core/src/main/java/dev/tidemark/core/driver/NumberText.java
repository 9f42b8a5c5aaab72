package dev.tidemark.core.driver;

import module java.base;

/** Numbers as statements have them in their text. */
public final class NumberText {

    /** Decimal digits that each double keeps, DBL_DIG of C. */
    public static final int DIGITS = 15;

    private static final MathContext ROUNDING = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
    /** Whole numbers below have no more digits. */
    private static final double LARGEST_PLAIN = 1e15;
    private static final int LEAST_EXPONENT = -4;

    private NumberText() {}

    /** As {@code %.15g} of C writes it: without zeros at the end, and with an exponent below 1e-4 and from 1e15 on. */
    public static String of(double number) {
        if (isWhole(number)) {
            return Long.toString((long) number);
        }
        if (number == 0) {
            return "-0";
        }
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity";
        }
        BigDecimal digits = new BigDecimal(number).round(ROUNDING).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent < DIGITS) {
            return digits.toPlainString();
        }
        int magnitude = Math.abs(exponent);
        return digits.movePointLeft(exponent).toPlainString() + (exponent < 0 ? "e-" : "e+")
                + (magnitude < 10 ? "0" : "") + magnitude;
    }

    /** Whether a number is written without point and exponent. */
    public static boolean isWhole(double number) {
        return number == Math.rint(number) && Math.abs(number) < LARGEST_PLAIN && !(number == 0 && 1 / number < 0);
    }

    /**
     * Whether a text is a whole number in the only way to write it, of 64 bits at most: no sign +, no zeros in front.
     */
    public static boolean isWhole(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        int digits = digits(text, from);
        boolean only = digits > 0 && from + digits == text.length();
        return only && (text.charAt(from) != '0' || text.length() == 1) && fits(text, from, digits);
    }

    private static boolean fits(String text, int from, int digits) {
        String most = from == 0 ? "9223372036854775807" : "-9223372036854775808";
        return digits < most.length() - from || text.length() == most.length() && text.compareTo(most) <= 0;
    }

    /** Whether a text is a number of digits, a point and digits, as decimal numbers are written. */
    public static boolean isFraction(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        int whole = digits(text, from);
        int point = from + whole;
        return whole > 0 && (text.charAt(from) != '0' || whole == 1) && point < text.length() - 1
                && text.charAt(point) == '.' && point + 1 + digits(text, point + 1) == text.length();
    }

    /** How many digits follow one another. */
    public static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }
}
