package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;

/**
 * What iterations are called where people read of them: by their place in their label's order of execution, from 1. The
 * store's own numbers count through all labels; they are for programs.
 */
public final class IterationNumbers {

    private final Map<Long, Integer> byId = new HashMap<>();

    private IterationNumbers(List<Iteration> iterations) {
        for (Iteration iteration : iterations) {
            byId.put(iteration.id(), byId.size() + 1);
        }
    }

    public static IterationNumbers of(LabelResults label) {
        return new IterationNumbers(label.iterations());
    }

    /** @throws IllegalArgumentException for an iteration of another label */
    public int of(Iteration iteration) {
        Integer number = byId.get(iteration.id());
        if (number == null) {
            throw new IllegalArgumentException("iteration " + iteration.id() + " is of another label");
        }
        return number;
    }

    /** What became of an iteration, and why; a sentence. */
    public String reason(Iteration iteration) {
        return "Iteration " + of(iteration) + " " + StateWords.of(iteration.state())
                + (iteration.verdict().isEmpty() ? "." : ": " + iteration.verdict());
    }
}
