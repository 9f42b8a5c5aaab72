package dev.tidemark.core.result;

import java.util.List;
import java.util.Map;

/**
 * All that a report needs of a label.
 *
 * @param label      the label
 * @param workload   name of the workload
 * @param objective  the measure that ranks the rows
 * @param measures   the declared measures in report order, as recorded with the newest batch
 * @param defaults   the default point as recorded with the newest batch, name to text: what "others at their
 *                   defaults" means
 * @param space      {@code single}, {@code matrix}, {@code study}, {@code list}, {@code ramp} or {@code import}
 * @param yaml       the experiment as it was run; empty for an import
 * @param seed       the seed of the newest batch
 * @param iterations in order of execution
 */
public record LabelResults(String label, String workload, String objective, MeasureSet measures,
        Map<String, String> defaults, String space, String yaml, long seed, List<Iteration> iterations) {

    public LabelResults {
        defaults = Map.copyOf(defaults);
        iterations = List.copyOf(iterations);
    }

    /** The iterations whose numbers may be used. */
    public List<Iteration> usable() {
        return iterations.stream().filter(i -> i.state() == State.DONE).toList();
    }
}
