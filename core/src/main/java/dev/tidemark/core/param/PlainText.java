package dev.tidemark.core.param;

import module java.base;

/**
 * Texts that are shown to people on pages and terminals and become parts of file names: labels, tags, settings, names.
 * Whatever brings one in, a file, a flag, a form, a program or an import, is held to the same.
 */
public final class PlainText {

    private PlainText() {}

    /**
     * What is wrong with a text: half a character (a lone surrogate), which no file and no page can hold, or one that
     * turns the direction of writing, by which a text can look like another.
     */
    public static Optional<String> wrong(String text) {
        return text.codePoints().filter(PlainText::isWrong).mapToObj(PlainText::complaint).findFirst();
    }

    private static boolean isWrong(int c) {
        return isHalf(c) || turns(c);
    }

    private static boolean isHalf(int c) {
        return Character.getType(c) == Character.SURROGATE;
    }

    /** Unicode's property Bidi_Control. */
    private static boolean turns(int c) {
        return c == 0x061C || c == 0x200E || c == 0x200F || c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
    }

    private static String complaint(int c) {
        return isHalf(c) ? String.format(Locale.ROOT, "it has half a character in it (U+%04X)", c)
                : String.format(Locale.ROOT, "it has a character in it that turns the direction of writing (U+%04X)",
                        c);
    }

    /** @param what the text is, for the complaint @throws InvalidInputException when something is wrong with it */
    public static String checked(String what, String text) {
        wrong(text).ifPresent(wrong -> {
            throw new InvalidInputException(what + ": " + wrong);
        });
        return text;
    }

    /** Whether a text has characters that steer a terminal or end a line. */
    public static boolean hasControls(String text) {
        return text.chars().anyMatch(PlainText::isControl);
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
    }

    /** What is wrong with a text of several lines, in which there may be tabs: the same, or what steers a terminal. */
    public static Optional<String> wrongInLines(String text) {
        return text.chars().filter(c -> c != '\n' && c != '\t' && isControl(c)).mapToObj(
                c -> String.format(Locale.ROOT, "it has a control character in it (U+%04X)", c)).findFirst()
                .or(() -> wrong(text));
    }
}
