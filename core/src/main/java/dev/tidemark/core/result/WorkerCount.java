package dev.tidemark.core.result;

/**
 * What one worker did in a phase.
 *
 * @param phase      index of the phase
 * @param worker     worker number from 0, among all groups
 * @param group      name of its group; empty where all workers are one
 * @param operations operations finished, whatever the outcome
 * @param units      units done
 * @param failed     units that failed, timed out or were pushed back; null where an older version did not keep them
 * @param busy       nanoseconds spent inside the target
 */
public record WorkerCount(int phase, int worker, String group, long operations, long units, Long failed,
        long busy) {

    public WorkerCount {
        group = group == null ? "" : group; // an older archive knows of none
    }
}
