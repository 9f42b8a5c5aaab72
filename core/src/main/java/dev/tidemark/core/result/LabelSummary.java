package dev.tidemark.core.result;

import module java.base;

/**
 * One line of {@code tidemark list}.
 *
 * @param label      what groups the iterations
 * @param workload   name of the workload; of the newest batch if there are several
 * @param started    wall time of the first start
 * @param iterations how many iterations there are in each state
 * @param mark       what people say of it
 */
public record LabelSummary(String label, String workload, Instant started, Map<IterationState, Integer> iterations,
        LabelMark mark) {

    /** One of which nothing is said. */
    public LabelSummary(String label, String workload, Instant started, Map<IterationState, Integer> iterations) {
        this(label, workload, started, iterations, LabelMark.NONE);
    }

    public int total() {
        return iterations.values().stream().mapToInt(Integer::intValue).sum();
    }

    public LabelSummary marked(LabelMark by) {
        return new LabelSummary(label, workload, started, iterations, by);
    }
}
