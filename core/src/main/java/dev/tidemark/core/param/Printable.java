package dev.tidemark.core.param;

import java.util.regex.Pattern;

/** Texts that may hold what anybody typed, made fit to be shown in one line. */
public final class Printable {

    /** Controls, the other ends of a line, what turns the direction of writing, halves of characters, and what is none. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    /** No more than what is unseen but ends of lines and tabs. */
    private static final Pattern UNSEEN_IN_LINES = Pattern.compile("(?![\n\t])" + UNSEEN);

    private Printable() {}

    /** In one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return coded(UNSEEN, text);
    }

    /** The same of a text that may have several lines, and tabs. */
    public static String lines(String text) {
        return coded(UNSEEN_IN_LINES, text.replace("\r\n", "\n"));
    }

    private static String coded(Pattern unseen, String text) {
        return unseen.matcher(text).replaceAll(m -> "\\\\u%04x".formatted((int) m.group().charAt(0)));
    }
}
