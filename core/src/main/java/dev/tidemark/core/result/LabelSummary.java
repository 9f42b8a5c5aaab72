package dev.tidemark.core.result;

import java.time.Instant;
import java.util.Map;

/**
 * One line of {@code tidemark list}.
 *
 * @param label      what groups the iterations
 * @param workload   name of the workload; of the newest batch if there are several
 * @param started    wall time of the first start
 * @param iterations how many iterations there are in each state
 */
public record LabelSummary(String label, String workload, Instant started, Map<IterationState, Integer> iterations) {

    public int total() {
        return iterations.values().stream().mapToInt(Integer::intValue).sum();
    }
}
