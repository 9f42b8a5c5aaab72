package dev.tidemark.core.result;

/**
 * What one worker did in a phase.
 *
 * @param phase      index of the phase
 * @param worker     worker number from 0
 * @param operations operations finished, whatever the outcome
 * @param units      units done
 * @param busy       nanoseconds spent inside the target
 */
public record WorkerCount(int phase, int worker, long operations, long units, long busy) {}
