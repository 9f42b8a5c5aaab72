package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.measure.host.Standstill;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LostAgent;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.verdict.GeneratorCheck;

/**
 * What one step of a search for the sustainable rate says of its rate.
 *
 * @param result   what it says by itself
 * @param distance how far the worst of the limited measures is beyond its limit, as a share of that: below 0 it is
 *                 within; NaN where nothing was measured of which that can be said. Not its logarithm: a percentile of
 *                 correlated responses is skewed, and the mean of logarithms would be too low
 * @param broke    whether it breaks the rate whatever the distance is: the backlog grew, requests failed, or slots that
 *                 never finished could have broken the limit
 * @param reason   why, in words, as a part of a sentence
 */
public record RateRun(Result result, double distance, boolean broke, String reason) {

    /** What can be said of a rate. */
    public enum Result {
        /** Every limit holds, and the backlog does not grow. */
        HOLDS,
        /** A limit is broken, or the backlog grows. */
        BREAKS,
        /** The generator was the limit, so that nothing can be said. */
        UNKNOWN
    }

    /** A measure without a figure that a limit could be compared with. */
    private static final double AS_FAR = 0.5;

    /**
     * What a step says.
     *
     * @return empty where it cannot be used at all: it failed, was interrupted, lost an agent, stood still, is invalid
     *         for another reason than the generator and too many failures, or has no figures of a limited measure
     */
    public static Optional<RateRun> of(RateSpec spec, IterationState state, String why, List<MeasuredValue> values) {
        if (state == IterationState.INVALID) {
            return invalid(why, values);
        }
        if (state != IterationState.DONE) {
            return Optional.empty();
        }
        return spec.limits().stream().allMatch(l -> value(values, l).isPresent()) ? Optional.of(judged(spec, values))
                : unanswered(values);
    }

    /** Where everything hangs, nothing has failed yet, and there is no response to limit. */
    private static Optional<RateRun> unanswered(List<MeasuredValue> values) {
        double due = number(values, CommonMeasures.CENSORED.name()).orElse(0.0);
        return due <= 0 || number(values, CommonMeasures.RESPONSE.getFirst().name()).isPresent() ? Optional.empty()
                : Optional.of(new RateRun(Result.BREAKS, Double.NaN, true, "none of the " + plain(due)
                        + " operations that were due was answered"));
    }

    /**
     * Requests that fail under load break the rate where they are more than may fail; what the generator could not
     * offer says nothing of it. What else makes a step invalid, as documents that are missing or a target of which no
     * worker came back, is no answer, whatever failed beside it.
     */
    private static Optional<RateRun> invalid(String why, List<MeasuredValue> values) {
        if (LostAgent.isIn(IterationState.INVALID, why) || Standstill.isIn(why)) {
            return Optional.empty();
        }
        if (why.startsWith(GeneratorCheck.LIMITED)) {
            return Optional.of(new RateRun(Result.UNKNOWN, Double.NaN, false, "the generator was the limit"));
        }
        double failed = why.contains(LoadParams.TOO_MANY_FAILED)
                ? number(values, CommonMeasures.FAILURES.name()).orElse(0.0) : 0;
        return failed <= 0 ? Optional.empty()
                : Optional.of(new RateRun(Result.BREAKS, Double.NaN, true, plain(failed)
                        + " failed or were rejected"));
    }

    private static RateRun judged(RateSpec spec, List<MeasuredValue> values) {
        List<String> broken = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        double distance = Double.NEGATIVE_INFINITY;
        boolean broke = false;
        for (Threshold limit : spec.limits()) {
            MeasuredValue value = value(values, limit).orElseThrow();
            boolean met = limit.met(value.number(), value.atLeast());
            distance = Math.max(distance, distance(limit, value));
            broke |= !met && limit.met(value.number(), false);
            (met ? reasons : broken).add(words(limit, value));
        }
        Optional<String> growth = growth(spec, values);
        growth.ifPresent(broken::add);
        broke |= growth.isPresent();
        boolean holds = broken.isEmpty();
        if (holds) {
            reasons.add(number(values, BacklogGrowth.CHANCE.name()).isPresent() ? "the backlog does not grow"
                    : "too short to tell whether the backlog grows");
        }
        return new RateRun(holds ? Result.HOLDS : Result.BREAKS, distance, broke,
                String.join(", ", holds ? reasons : broken));
    }

    /** In words, where the backlog grew by more than chance and by enough. */
    private static Optional<String> growth(RateSpec spec, List<MeasuredValue> values) {
        Optional<Double> growth = number(values, BacklogGrowth.GROWTH.name());
        Optional<Double> chance = number(values, BacklogGrowth.CHANCE.name());
        boolean grew = growth.isPresent() && chance.isPresent()
                && growth.get() >= BacklogGrowth.GROWTH.fromBase(spec.backlogGrowth())
                && chance.get() <= BacklogGrowth.CHANCE.fromBase(spec.backlogChance());
        return grew ? Optional.of("the backlog grows by " + plain(growth.get()) + " % of the rate") : Optional.empty();
    }

    private static double distance(Threshold limit, MeasuredValue value) {
        double number = value.number();
        boolean met = limit.met(number, false);
        if (number <= 0 || limit.bound() <= 0) {
            return met ? -AS_FAR : AS_FAR;
        }
        double times = number / limit.bound();
        double distance = switch (limit.relation()) {
            case BELOW, AT_MOST, EQUAL -> times - 1;
            case ABOVE, AT_LEAST -> 1 / times - 1;
        };
        // A recall of 95 % is not above 95 %, though no nearer number is: what is counted often lies on its bound.
        return met ? distance : Math.max(distance, Double.MIN_NORMAL);
    }

    private static String words(Threshold limit, MeasuredValue value) {
        String unit = limit.measure().unit().isEmpty() || limit.measure().unit().startsWith("/")
                ? limit.measure().unit() : " " + limit.measure().unit();
        return limit.measure().name() + " " + (value.atLeast() ? "≥ " : "") + plain(value.number()) + unit
                + (value.atLeast() ? " with slots that never finished" : "");
    }

    private static Optional<MeasuredValue> value(List<MeasuredValue> values, Threshold limit) {
        return values.stream().filter(v -> v.measure().equals(limit.measure().name())).findFirst();
    }

    private static Optional<Double> number(List<MeasuredValue> values, String measure) {
        return values.stream().filter(v -> v.measure().equals(measure)).map(MeasuredValue::number).findFirst();
    }

    /** Three digits that count. */
    static String plain(double number) {
        return Math.abs(number) >= 1000 ? BigDecimal.valueOf(Math.round(number)).toPlainString()
                : new BigDecimal(number).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
