package dev.tidemark.core.result;

import dev.tidemark.core.param.QualifiedNames;

/**
 * How many operations of a kind ended one way in a phase.
 *
 * @param phase      index of the phase
 * @param kind       kind of operation, for example {@code insert}
 * @param outcome    how they ended
 * @param reason     why, for anything but OK; empty for OK; "other" past 50 different reasons of a kind
 * @param operations number of operations
 * @param units      units done (documents, blocks); for a failure, units that were lost
 */
public record OutcomeCount(int phase, String kind, Outcome outcome, String reason, long operations, long units) {

    /** Why, in a line: of which group of workers they were, where there are several, and what else than failed they did. */
    public String why() {
        String group = QualifiedNames.group(kind).map(name -> "group " + name + ": ").orElse("");
        boolean named = outcome == Outcome.ROLLED_BACK || outcome == Outcome.PUSH_BACK;
        return group + (named ? outcome.words() + ": " : "") + reason;
    }
}
