package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.MeasuredValue;

/**
 * How much of what they should have found the iterations of a point found, beside what its settings ask for.
 *
 * @param percent on average
 * @param least   that is asked for, in percent
 */
public record MeanRecall(double percent, double least) {

    public static final String RECALL = QueryMeasures.RECALL.name();

    /** Empty where it was not measured, or nothing is asked for. */
    public static Optional<MeanRecall> of(List<Iteration> ofPoint) {
        OptionalDouble mean = ofPoint.stream().flatMap(i -> i.value(RECALL).stream())
                .mapToDouble(MeasuredValue::number).average();
        return mean.isEmpty() ? Optional.empty() : ofPoint.stream().limit(1).flatMap(i -> least(i).stream()).findFirst()
                .map(least -> new MeanRecall(mean.getAsDouble(), least));
    }

    /** Whether an iteration asked for what has a recall, and at least for so much of it: what has none is not known then. */
    public static boolean isDue(Iteration iteration) {
        return least(iteration).isPresent() && (given(iteration, QueryParams.VECTOR_FIELD).isPresent()
                || given(iteration, QueryParams.LOG).isEmpty() && given(iteration, QueryParams.MIX)
                .filter(MeanRecall::hasNeighbours).isPresent());
    }

    private static Optional<String> given(Iteration iteration, Param<?> param) {
        return iteration.setting(param.name()).map(Setting::text).filter(text -> !text.isBlank()
                && !param.isAbsent(text));
    }

    private static boolean hasNeighbours(String mix) {
        try {
            return QueryParams.MIX.parse(mix).hasNeighbours();
        } catch (InvalidInputException e) {
            return false; // as in a table of others
        }
    }

    /** What an iteration's settings ask for, in percent. */
    public static Optional<Double> least(Iteration iteration) {
        return iteration.setting(QueryParams.LEAST_RECALL.name()).map(Setting::number);
    }

    /** Whether it is less than is asked for, so that the point's speed is no merit. */
    public boolean tooLittle() {
        return percent < least;
    }
}
