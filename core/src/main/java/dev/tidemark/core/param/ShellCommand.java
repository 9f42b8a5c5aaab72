package dev.tidemark.core.param;

import module java.base;

/**
 * Commands that people are told to run, and paste into a shell: labels, paths and names in them may be anybody's, and
 * are quoted here, and nowhere else.
 */
public final class ShellCommand {

    /** How the program is called where it is on the path. */
    public static final String PROGRAM = "tidemark";

    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

    private ShellCommand() {}

    /** One word of a command line, as a shell reads it. */
    public static String word(String word) {
        return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** A command of the program, where it is on the path: {@code tidemark report 'a b'}. */
    public static String of(String... words) {
        return of(PROGRAM, List.of(words));
    }

    /** @param program as it is called, as a shell reads it */
    public static String of(String program, List<String> words) {
        return program + words.stream().map(w -> " " + word(w)).collect(Collectors.joining());
    }
}
