package dev.tidemark.core.result;

import module java.base;

/**
 * What one worker did in a phase.
 *
 * @param phase      index of the phase
 * @param worker     worker number from 0, among all groups
 * @param group      name of its group; empty where all workers are one
 * @param operations operations finished, whatever the outcome
 * @param units      units done
 * @param failed     units that failed, timed out or were rejected as overloaded; null where an older version did not
 *                 keep them
 * @param busy       nanoseconds spent inside the target
 * @param kinds      units done of each kind of operation that it did, by the kind's name within the group; empty where
 *                   an older version did not keep them
 */
public record WorkerCount(int phase, int worker, String group, long operations, long units, Long failed,
        long busy, Map<String, Long> kinds) {

    public WorkerCount {
        group = group == null ? "" : group; // an older archive knows of none
        Map<String, Long> known = kinds == null ? new LinkedHashMap<>() : new LinkedHashMap<>(kinds); // nor of these
        known.values().removeIf(Objects::isNull);
        kinds = Collections.unmodifiableMap(known);
    }

    /** A worker whose kinds are not known. */
    public WorkerCount(int phase, int worker, String group, long operations, long units, Long failed, long busy) {
        this(phase, worker, group, operations, units, failed, busy, Map.of());
    }

    /** The same by another number. */
    public WorkerCount numbered(int number) {
        return new WorkerCount(phase, number, group, operations, units, failed, busy, kinds);
    }

    /** Units done of one kind; empty where that is not known. */
    public OptionalLong units(String kind) {
        return kinds.isEmpty() && units > 0 ? OptionalLong.empty() : OptionalLong.of(kinds.getOrDefault(kind, 0L));
    }
}
