package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.Setting;

/**
 * One execution of one point, as the reports see it.
 *
 * @param id       the store's number
 * @param batch    the execution of the experiment that it belongs to; a second {@code run} of a label is a new batch
 * @param workload name of the workload
 * @param position position in the plan, from 0; below 0 in a round that {@link #confirms}
 * @param round    pass over all points, from 0
 * @param attempt  1 for the first try, 2 for the one after an interruption …
 * @param state    how it ended
 * @param verdict  why it is failed or invalid, in one sentence; empty otherwise
 * @param started  wall time of its start
 * @param settings params, tags and detected facts, each once; what was varied in the order given, which is
 *                 that of the columns, then the others in declared order
 * @param values   the measures
 */
public record Iteration(long id, long batch, String workload, int position, int round, int attempt,
        IterationState state, String verdict, Instant started, List<Setting> settings, List<MeasuredValue> values) {

    /** The fact that says who ran it. */
    public static final String RUN_BY = "run-by";

    public Iteration {
        settings = List.copyOf(settings);
        values = List.copyOf(values);
    }

    /**
     * Whether it belongs to the rounds that confirm what others have shown: of the default point and of the one that
     * came first, which have places below 0.
     */
    public boolean confirms() {
        return position < 0;
    }

    /** The same as one that was broken off. */
    public Iteration interrupted(String why) {
        return new Iteration(id, batch, workload, position, round, attempt, IterationState.INTERRUPTED, why, started,
                settings, values);
    }

    // Plain loops: reports ask this of thousands of iterations, for each setting and each measure.

    public Optional<Setting> setting(String name) {
        for (Setting setting : settings) {
            if (setting.name().equals(name)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }

    public Optional<MeasuredValue> value(String measure) {
        for (MeasuredValue measuredValue : values) {
            if (measuredValue.measure().equals(measure)) {
                return Optional.of(measuredValue);
            }
        }
        return Optional.empty();
    }
}
