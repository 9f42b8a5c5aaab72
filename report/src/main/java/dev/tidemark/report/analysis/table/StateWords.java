package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;

/** The words for states, the same wherever they are shown. */
public final class StateWords {

    private StateWords() {}

    /** {@code done}, {@code running}, {@code interrupted}, {@code failed}, {@code invalid} or {@code stopped}. */
    public static String of(IterationState iterationState) {
        return Types.word(iterationState);
    }

    /**
     * How an iteration ended that is not done, and why: {@code stopped: at the user's wish}; empty for one that is
     * done.
     */
    public static String ending(Iteration iteration) {
        return iteration.state() == IterationState.DONE ? "" : of(iteration.state())
                + (iteration.verdict().isEmpty() ? "" : ": " + iteration.verdict());
    }

    /** As said of an iteration: {@code was stopped}, {@code failed}. */
    public static String verb(IterationState iterationState) {
        return switch (iterationState) {
            case RUNNING -> "is running";
            case DONE -> "is done";
            case INVALID -> "is invalid";
            case FAILED -> "failed";
            case STOPPED -> "was stopped";
            case INTERRUPTED -> "was interrupted";
        };
    }

    /** {@code done} when all are, else {@code 16 done, 2 failed}. @param counts how many there are in each state */
    public static String of(Map<IterationState, Integer> counts) {
        List<IterationState> there = Arrays.stream(IterationState.values()).filter(s -> counts.getOrDefault(s, 0) > 0)
                .toList();
        return there.stream().map(s -> there.size() == 1 ? of(s) : counts.get(s) + " " + of(s))
                .collect(Collectors.joining(", "));
    }
}
