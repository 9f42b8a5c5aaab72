package dev.tidemark.core.param;

import java.util.regex.Pattern;

/** Texts that may hold what anybody typed, made fit to be shown in one line. */
public final class Printable {

    /** Controls, the other ends of a line, what turns the direction of writing, and halves of characters. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private Printable() {}

    /** The same in one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return UNSEEN.matcher(text).replaceAll(m -> "\\\\u%04x".formatted((int) m.group().charAt(0)));
    }
}
