package dev.tidemark.core.result;

import module java.base;

/**
 * How an iteration ended that is not done, as exported files say it that have no place of their own for that, and as it
 * is read back.
 *
 * @param state   one word
 * @param verdict why; empty where nothing more was said
 */
public record NotWhole(String state, String verdict) {

    /** The file that holds the sentence beside tables of numbers. */
    public static final String FILE = "state.txt";

    private static final String START = "Not a whole run: ";
    private static final Pattern SENTENCE = Pattern.compile(START + "([a-z]+)(?:: (.*))?", Pattern.DOTALL);

    /** @param ending {@code stopped}, {@code stopped: at the user's wish} */
    public static String sentence(String ending) {
        return START + ending;
    }

    /** Empty of a text that is no such sentence. */
    public static Optional<NotWhole> read(String text) {
        Matcher sentence = SENTENCE.matcher(text.strip());
        return sentence.matches() ? Optional.of(new NotWhole(sentence.group(1),
                Objects.requireNonNullElse(sentence.group(2), ""))) : Optional.empty();
    }
}
