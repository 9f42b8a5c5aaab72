package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.Outcome;

/**
 * Counts why operations of one kind were not answered. At most {@link #MAX} different reasons are kept; the rest is
 * counted as {@link #OTHER}. Not thread-safe.
 */
final class FailureReasons {

    static final int MAX = 50;
    static final String OTHER = "other";

    /** An outcome and the reason for it. */
    record Cause(Outcome outcome, String reason) {}

    /** Operations and the units they lost. */
    static final class Count {
        long operations;
        long units;
    }

    private final Map<Outcome, Map<String, Count>> counts = new LinkedHashMap<>();
    private int known;

    void add(Outcome outcome, String reason, long operations, long units) {
        Map<String, Count> byReason = counts.computeIfAbsent(outcome, o -> new LinkedHashMap<>());
        Count count = byReason.get(reason);
        if (count == null) {
            boolean room = known < MAX;
            known += room ? 1 : 0;
            count = room ? byReason.computeIfAbsent(reason, r -> new Count())
                    : byReason.computeIfAbsent(OTHER, r -> new Count());
        }
        count.operations += operations;
        count.units += units;
    }

    void add(FailureReasons other) {
        other.all().forEach((cause, count) -> add(cause.outcome(), cause.reason(), count.operations, count.units));
    }

    /** In the order of first use. */
    Map<Cause, Count> all() {
        Map<Cause, Count> all = new LinkedHashMap<>();
        counts.forEach((outcome, byReason) -> byReason.forEach(
                (reason, count) -> all.put(new Cause(outcome, reason), count)));
        return all;
    }
}
