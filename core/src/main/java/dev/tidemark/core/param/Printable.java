package dev.tidemark.core.param;

import java.util.regex.Pattern;

/** Texts that may hold what anybody typed, made fit to be shown in one line. */
public final class Printable {

    /** Controls, the other ends of a line, what turns the direction of writing, and halves of characters. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

    private Printable() {}

    /** One word of a command line, as a shell reads it. */
    public static String shellWord(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The same in one line: what would begin another or steer a terminal is put as its code. */
    public static String oneLine(String text) {
        return UNSEEN.matcher(text).replaceAll(m -> "\\\\u%04x".formatted((int) m.group().charAt(0)));
    }
}
