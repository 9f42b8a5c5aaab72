package dev.tidemark.store.jobs;

import module java.base;
import dev.tidemark.core.param.Types;

/**
 * A job as stored.
 *
 * @param id       its number, by which a person names it
 * @param what     what was asked for
 * @param created  when it was asked for
 * @param state    how far it is
 * @param paused   whether it is passed over until a person says otherwise
 * @param urgent   whether it is to be run even while scheduled processing is off
 * @param attempts how often a process has begun or gone on with it
 * @param message  why it is in its state, in one sentence; empty when there is nothing to say
 * @param batch    the batch that it writes or wrote to
 * @param started  when it was first begun
 * @param ended    when it came to its end
 * @param wish     what the process that runs it has been asked to do
 */
public record Job(long id, NewJob what, Instant created, JobState state, boolean paused, boolean urgent, int attempts,
        String message, OptionalLong batch, Optional<Instant> started, Optional<Instant> ended,
        Optional<JobCommand> wish) {

    /** Whether all of it was run, and not all of that is valid. */
    public boolean invalid() {
        return state == JobState.DONE && !message.isEmpty();
    }

    /** How far it is, as people read it. */
    public String word() {
        return invalid() ? "invalid" : Types.word(state);
    }

    public String label() {
        return what.label();
    }
}
