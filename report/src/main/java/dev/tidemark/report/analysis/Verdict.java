package dev.tidemark.report.analysis;

import module java.base;

/**
 * What a label answers, in brief: how sure that is, the answer in a line that commits itself, and what to do next.
 *
 * @param headline one or two sentences
 * @param next     the most useful first; empty where there is nothing more to find out
 * @param chip     how sure it is, in a few words: those of its kind, or what is left of them on a disturbed machine
 */
public record Verdict(Kind kind, String headline, List<NextStep> next, String chip) {

    /** Stands behind what was found where the machine was not the run's alone. */
    static final String DISTURBED = " · disturbed machine";

    /** How sure the answer is. */
    public enum Kind {
        /** One setting is significantly better than every other, or where that was confirmed, than the defaults. */
        CLEAR_WINNER("clear winner"),
        /** Several may be best. */
        NO_CLEAR_WINNER("no clear winner"),
        /** Nothing is known of how much runs differ: one run each, or runs of different sessions. */
        EXPLORATORY("exploratory"),
        /** What is faster promises less. */
        LESS_DURABLE("faster, less durable"),
        /** There is nothing to choose from. */
        MEASURED("measured"),
        /** A search has found what it looked for. */
        LIMIT_FOUND("limit found"),
        LIMIT_NOT_FOUND("limit not found"),
        IN_PROGRESS("in progress"),
        INVALID("invalid"),
        FAILED("failed"),
        STOPPED("stopped"),
        NOTHING_YET("nothing yet");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        /** How it is coloured: good, warn, bad or plain. */
        public String tone() {
            return switch (this) {
                case CLEAR_WINNER, LIMIT_FOUND -> "good";
                case NO_CLEAR_WINNER, EXPLORATORY, LESS_DURABLE, LIMIT_NOT_FOUND -> "warn";
                case INVALID, FAILED, STOPPED -> "bad";
                case MEASURED, IN_PROGRESS, NOTHING_YET -> "plain";
            };
        }
    }

    public Verdict {
        next = List.copyOf(next);
    }

    Verdict(Kind kind, String headline, List<NextStep> next) {
        this(kind, headline, next, kind.word());
    }

    /** The same of a machine that was disturbed. @param found what may be concluded all the same */
    Verdict disturbed(String found) {
        return new Verdict(kind, headline, next, found + DISTURBED);
    }

    public String tone() {
        return tone(chip);
    }

    /** How a {@link #chip} is coloured; plain where it is no verdict's. */
    public static String tone(String chip) {
        return chip.endsWith(DISTURBED) ? Kind.NO_CLEAR_WINNER.tone() : Stream.of(Kind.values())
                .filter(k -> k.word().equals(chip)).findFirst().map(Kind::tone).orElse("");
    }
}
