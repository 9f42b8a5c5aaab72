package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.result.IterationState;

/**
 * A batch, for those who watch it.
 *
 * @param id       the store's number
 * @param label    its label
 * @param workload name of the workload
 * @param space    as in {@link NewBatch}
 * @param yaml     the experiment; empty where it came from elsewhere and nobody runs it
 * @param specHash hash of everything that decides what is run
 * @param expected iterations of the whole plan; the most there can be where a search decides
 * @param started  when it was begun
 * @param taken    when the process that works on it took it; empty when none does
 */
public record BatchState(long id, String label, String workload, String space, String yaml, String specHash,
        int expected, Instant started, Optional<Instant> taken) {

    public boolean running() {
        return taken.isPresent();
    }

    /** Whether an iteration was begun before the process that works on the batch took it. @param began when that was */
    public boolean isOfEarlierProcess(Instant began) {
        return taken.filter(began::isBefore).isPresent();
    }

    /**
     * Whether the process that works on the batch has the place of an iteration still to run: it was begun before, and
     * need be run again.
     *
     * @param began   when the iteration did
     * @param verdict why it is not done
     */
    public boolean runsAgain(Instant began, IterationState state, String verdict) {
        return isOfEarlierProcess(began) && !ResumableBatch.isFinished(state, verdict);
    }
}
