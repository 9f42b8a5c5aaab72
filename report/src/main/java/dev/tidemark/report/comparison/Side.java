package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.State;
import java.util.List;

/**
 * One side of a comparison.
 *
 * @param name       what it is called in sentences: a label, or a value
 * @param results    the label that it is of
 * @param iterations its iterations, whatever their state
 */
public record Side(String name, LabelResults results, List<Iteration> iterations) {

    public Side {
        iterations = List.copyOf(iterations);
    }

    /** Of results measured elsewhere nobody knows which of them were run side by side. */
    boolean imported() {
        return results.space().equals("import");
    }

    /** The iterations whose numbers may be used. */
    List<Iteration> usable() {
        return iterations.stream().filter(i -> i.state() == State.DONE).toList();
    }
}
