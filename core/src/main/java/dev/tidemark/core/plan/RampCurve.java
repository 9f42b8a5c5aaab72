package dev.tidemark.core.plan;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a ramp measured, and what follows from it.
 *
 * <p>The <em>gain</em> of a step is its throughput's growth over the step before, as a share of the growth that would
 * be linear: with loads L and throughputs X, ((X₂ − X₁) ÷ X₁) ÷ ((L₂ − L₁) ÷ L₁). A load twice as large that brings
 * twice the throughput gains 1, one that brings as much as before gains 0.
 *
 * <p>The <em>knee</em> is the last step before the first whose gain is too small: up to it more load buys throughput,
 * beyond it only waiting.
 *
 * <p>In a closed loop on k servers the throughput of N workers is at most N times that of one, and at most that of k:
 * the two bounds cross at N* = k (the asymptotic bounds of operational analysis: Denning and Buzen 1978). {@link
 * #crossing} estimates N* from the first step's throughput and the highest, so it can lie between two steps.
 *
 * @param steps in ascending order of load
 * @param spec  the limit and the gain that is too small
 */
public record RampCurve(List<Step> steps, RampSpec spec) {

    public RampCurve {
        steps = List.copyOf(steps);
    }

    /**
     * A step of the ramp.
     *
     * @param value      of the setting, as text
     * @param load       the same as a number
     * @param throughput units per second
     * @param response   in the limit's unit; empty when it was not measured or there is no limit
     */
    public record Step(String value, double load, double throughput, OptionalDouble response) {}

    /** The gain of a step over the one before; empty for the first, and where growth from nothing has no measure. */
    public OptionalDouble gain(int step) {
        if (step == 0) {
            return OptionalDouble.empty();
        }
        Step from = steps.get(step - 1);
        Step to = steps.get(step);
        if (from.load() <= 0 || from.throughput() <= 0) {
            return OptionalDouble.empty();
        }
        double linear = (to.load() - from.load()) / from.load();
        return OptionalDouble.of((to.throughput() - from.throughput()) / from.throughput() / linear);
    }

    /** Whether a step brings too little over the one before it. */
    public boolean fallsShort(int step) {
        OptionalDouble gain = gain(step);
        return spec.gain().isPresent() && gain.isPresent() && gain.getAsDouble() < spec.gain().getAsDouble();
    }

    /** The step at the knee; empty when every step still gained enough. */
    public OptionalInt knee() {
        return IntStream.range(1, steps.size()).filter(this::fallsShort).map(i -> i - 1).findFirst();
    }

    /** Whether a step's response time is past the limit. */
    public boolean past(int step) {
        OptionalDouble response = steps.get(step).response();
        return response.isPresent() && spec.past(response.getAsDouble());
    }

    /** The largest load whose response time is within the limit; empty when there is none, or no limit. */
    public OptionalInt largestWithin() {
        return IntStream.range(0, steps.size())
                .filter(i -> spec.limit().isPresent() && steps.get(i).response().isPresent() && !past(i))
                .reduce((first, last) -> last);
    }

    /**
     * The load at which a straight line from the origin through the first step reaches the highest throughput; told
     * where there is a knee and the load lies before it and after the step before that.
     */
    public OptionalDouble crossing() {
        OptionalInt knee = knee();
        if (knee.isEmpty() || knee.getAsInt() == 0 || steps.getFirst().throughput() <= 0) {
            return OptionalDouble.empty();
        }
        double highest = steps.stream().mapToDouble(Step::throughput).max().orElseThrow();
        double crossing = steps.getFirst().load() * highest / steps.getFirst().throughput();
        boolean between = crossing > steps.get(knee.getAsInt() - 1).load()
                && crossing < steps.get(knee.getAsInt()).load();
        return between ? OptionalDouble.of(crossing) : OptionalDouble.empty();
    }
}
