package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.result.IterationDetail;

/**
 * What the load suffered from a fault, and until when; computed from what was recorded of it. Durations are seconds
 * since the fault began. What is told of intervals is known to one interval.
 *
 * @param fault      what was done, as the timetable has it: {@code kill 1}; several that began together are one
 * @param start      when it began, in nanoseconds since the iteration's start
 * @param end        when it was done, or no longer done
 * @param firstError until an operation ended otherwise than answered; empty where none did
 * @param errors     operations that ended otherwise than answered, from the interval on in which the fault began
 * @param outage     the longest time without an answer that ended after the fault began; see {@link RecoveryMeasures}
 * @param kind       the kind of operations of which that is; empty for all together
 * @param usual      the longest time without an answer of the same kind that had ended before the first fault, in
 *                   seconds; or less, where it was shorter than is told
 * @param rate       until the rate of before was reached again; 0 where it never fell below; empty where nothing before
 *                   tells what it was
 * @param backlog    until no more slots waited than before; 0 where there never were; empty of a closed loop
 * @param before     of the whole intervals before the first fault
 * @param during     of the intervals from the one in which it began to the one in which the rate was reached again, the
 *                   last answer missed had come and the fault was over
 * @param after      of those behind
 */
public record Recovery(String fault, long start, long end, OptionalDouble firstError, long errors, Figure outage,
        String kind, double usual, Optional<Figure> rate, Optional<Figure> backlog, Latencies before,
        Latencies during, Latencies after) {

    /**
     * A duration.
     *
     * @param atLeast whether what is waited for had not come when the load ended, or the next fault began
     */
    public record Figure(double seconds, boolean atLeast) {}

    /** Of each fault of an iteration, in the order in which they began; none where there was none. */
    public static List<Recovery> of(IterationDetail detail) {
        return detail.headline().map(phase -> RecoveryAnalysis.of(detail, phase)).orElse(List.of());
    }

}
