package dev.tidemark.core.load;

import dev.tidemark.core.result.Phase;
import java.time.Duration;

/**
 * A step of a workload with its own load and limit.
 *
 * @param phase    its name
 * @param load     how operations are offered
 * @param limit    what ends it
 * @param kinds    the kinds of its operations and steps
 * @param actors   makes each worker's actor
 * @param expected units expected in all, for progress; 0 when unknown
 * @param headline whether the iteration's numbers come from it
 */
public record Stage(Phase phase, Load load, Limit limit, Kinds kinds, Actors actors, long expected,
        boolean headline) {

    /** The same stage, ended by time if nothing else ends it before. */
    public Stage atMost(Duration time) {
        boolean shorter = limit.time() == null || limit.time().compareTo(time) > 0;
        return new Stage(phase, load, new Limit(limit.operations(), shorter ? time : limit.time()), kinds, actors,
                expected, headline);
    }
}
