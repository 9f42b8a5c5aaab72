package dev.tidemark.app;

import java.time.Duration;
import java.util.Optional;

/**
 * An iteration that is still to be run, and how long it is thought to take.
 *
 * @param position its place in a round, as in {@link dev.tidemark.core.plan.Plan.Planned#position}; with searches, that
 *                 of the search's point
 * @param expected how long it will take, told before anything of its plan has run; empty where nothing is known
 * @param set      whether a time limit or a schedule says so; otherwise it is a guess from what ran before
 */
public record ToRun(int position, Optional<Duration> expected, boolean set) {

    /** One of which nothing is known. */
    public static ToRun unknown() {
        return new ToRun(0, Optional.empty(), false);
    }
}
