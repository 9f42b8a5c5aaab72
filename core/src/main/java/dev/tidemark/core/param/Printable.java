package dev.tidemark.core.param;

import module java.base;

/** Texts that may hold what anybody typed, made fit to be shown in one line. */
public final class Printable {

    /**
     * Controls, the other ends of a line, what turns the direction of writing, halves of characters, and what is none.
     */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    /** What is unseen, all that formats, fillers, and every blank but the usual one. */
    private static final Pattern INKLESS = Pattern.compile(
            UNSEEN + "|[\\p{Cf}\\p{Cn}\\p{Co}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2800\\u3164\\uFFA0]|(?! )\\p{Z}");

    /** No more than what is unseen but ends of lines and tabs. */
    private static final Pattern UNSEEN_IN_LINES = Pattern.compile("(?![\n\t])" + UNSEEN);

    private Printable() {}

    /** In one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return coded(UNSEEN, text);
    }

    /**
     * The same where somebody has to see all that there is: what takes no room, or room and no ink, is put as its code.
     */
    public static String visible(String text) {
        return INKLESS.matcher(text).replaceAll(m -> String.format(Locale.ROOT, "\\\\u{%x}", m.group().codePointAt(0)));
    }

    /** The same of a text that may have several lines, and tabs. */
    public static String lines(String text) {
        return coded(UNSEEN_IN_LINES, text.replace("\r\n", "\n"));
    }

    /** As much of it as has room, with an ellipsis where that is not all. @param most characters */
    public static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    private static String coded(Pattern unseen, String text) {
        return unseen.matcher(text).replaceAll(m -> String.format(Locale.ROOT, "\\\\u%04x", (int) m.group().charAt(0)));
    }
}
