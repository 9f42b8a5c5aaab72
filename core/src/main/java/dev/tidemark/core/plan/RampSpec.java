package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;

/**
 * A ramp as it was asked for.
 *
 * @param param name of the setting that grows
 * @param steps its values in order: as values are written, {@code +10} for so much more than the value before,
 *              {@code x2} for so many times it; the last goes on where it is one of these two
 * @param limit when a step's response time is past the limit, as in {@code response.mean: "> 10ms"}; empty for no limit
 * @param gain  the smallest gain that is worth a further step, as a share of linear growth (0.1 for 10 %); empty when
 *              no gain is too small
 */
public record RampSpec(String param, List<String> steps, Optional<Threshold> limit, OptionalDouble gain)
        implements SearchSpec {

    public RampSpec {
        steps = List.copyOf(steps);
    }

    @Override
    public String first() {
        return steps.getFirst();
    }

    @Override
    public String noun() {
        return "ramp";
    }

    /** Whether a measured value is past the limit. */
    public boolean past(double value) {
        return limit.isPresent() && limit.get().met(value, false);
    }

    /**
     * A measured value as the limit looks at it: where only the least is known of a number that should be small, it may
     * be past any limit.
     */
    public double comparable(MeasuredValue measuredValue) {
        boolean open = measuredValue.atLeast() && limit.map(l -> l.measure().better() == Direction.LOWER).orElse(false);
        return open ? Double.POSITIVE_INFINITY : measuredValue.number();
    }

    /** A value of the setting in words: {@code 20 workers}, {@code batch-size 100}. */
    public String words(String value) {
        boolean counted = value.matches("[0-9.]+[kMG]?") && param.matches("[a-z]+s");
        boolean one = value.equals("1");
        return counted ? value + " " + (one ? param.substring(0, param.length() - 1) : param) : param + " " + value;
    }
}
