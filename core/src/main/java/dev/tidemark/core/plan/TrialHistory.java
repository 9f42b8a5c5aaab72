package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;

/**
 * What a search has tried so far.
 *
 * @param trials in order
 */
public record TrialHistory(List<FinishedTrial> trials) {

    public static final TrialHistory NONE = new TrialHistory(List.of());

    public TrialHistory {
        trials = List.copyOf(trials);
    }

    /**
     * A trial that is over.
     *
     * @param trial   what was tried
     * @param state   how its iteration ended
     * @param verdict why it is not DONE; empty when it is
     * @param values  what was measured
     */
    public record FinishedTrial(Trial trial, IterationState state, String verdict, List<MeasuredValue> values) {

        public FinishedTrial {
            values = List.copyOf(values);
        }

        /** Empty when it was not measured. */
        public OptionalDouble value(String measure) {
            return values.stream().filter(v -> v.measure().equals(measure)).mapToDouble(MeasuredValue::number)
                    .findFirst();
        }
    }

    public TrialHistory plus(FinishedTrial more) {
        List<FinishedTrial> all = new ArrayList<>(trials);
        all.add(more);
        return new TrialHistory(all);
    }
}
