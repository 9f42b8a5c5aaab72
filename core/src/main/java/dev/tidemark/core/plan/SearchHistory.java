package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;

/**
 * What a search has tried so far.
 *
 * @param steps in order
 */
public record SearchHistory(List<FinishedStep> steps) {

    public static final SearchHistory NONE = new SearchHistory(List.of());

    public SearchHistory {
        steps = List.copyOf(steps);
    }

    /**
     * A step that is over.
     *
     * @param step   what was tried
     * @param state   how its iteration ended
     * @param verdict why it is not DONE; empty when it is
     * @param values  what was measured
     */
    public record FinishedStep(SearchStep step, IterationState state, String verdict, List<MeasuredValue> values) {

        public FinishedStep {
            values = List.copyOf(values);
        }

        /** Empty when it was not measured. */
        public OptionalDouble value(String measure) {
            return values.stream().filter(v -> v.measure().equals(measure)).mapToDouble(MeasuredValue::number)
                    .findFirst();
        }
    }

    public SearchHistory plus(FinishedStep more) {
        List<FinishedStep> all = new ArrayList<>(steps);
        all.add(more);
        return new SearchHistory(all);
    }
}
