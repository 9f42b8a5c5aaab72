package dev.tidemark.cli.completion;

/**
 * What can stand at the end of a command line.
 *
 * @param text the whole word
 * @param help what it means, for shells that show that; empty for nothing
 */
public record Candidate(String text, String help) {

    static Candidate of(String text) {
        return new Candidate(text, "");
    }

    /** One that something follows without a space. */
    Candidate assigned() {
        return new Candidate(text + "=", help);
    }

    /** As the shells' scripts read it. */
    public String line() {
        String first = help.strip().lines().findFirst().orElse("").replace('\t', ' ');
        return first.isEmpty() ? text : text + "\t" + first;
    }
}
