package dev.tidemark.store;

import dev.tidemark.core.result.State;
import java.util.Map;
import java.util.Set;

/**
 * A batch to be carried on.
 *
 * @param batch    the store's number
 * @param expected iterations of the whole plan
 * @param finished what need not be run again: done or invalid
 * @param attempts how often each slot was tried so far; slots never tried are absent
 */
public record Unfinished(long batch, int expected, Set<Slot> finished, Map<Slot, Integer> attempts) {

    public Unfinished {
        finished = Set.copyOf(finished);
        attempts = Map.copyOf(attempts);
    }

    /** Whether an iteration in this state need not be run again. */
    public static boolean isFinished(State state) {
        return state == State.DONE || state == State.INVALID;
    }

    public int nextAttempt(Slot slot) {
        return attempts.getOrDefault(slot, 0) + 1;
    }
}
