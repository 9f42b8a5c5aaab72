package dev.tidemark.core.plan;

import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Threshold;
import java.util.List;

/**
 * A search for the sustainable rate as it was asked for.
 *
 * @param start         rate at which it begins, per second
 * @param limits        what must hold at a rate that is sustained, as in {@code response.p99: "< 1s"}; not empty
 * @param precision     how far apart the two rates may be between which it lies, as a share (0.05 for 5 %)
 * @param repeats       the most runs of one rate
 * @param chance        that the rate lies outside the interval which is found
 * @param backlogGrowth growth of the backlog that is not worth the name, as a share of what is offered
 * @param backlogChance the largest chance of the test's error at which a backlog counts as growing
 */
public record RateSpec(double start, List<Threshold> limits, double precision, int repeats, double chance,
        double backlogGrowth, double backlogChance) implements SearchSpec {

    /** The setting that is raised. */
    public static final String PARAM = "rate";
    /** The word for searches of all sorts, too. */
    public static final String NOUN = "search";

    public RateSpec {
        limits = List.copyOf(limits);
    }

    @Override
    public String param() {
        return PARAM;
    }

    @Override
    public String first() {
        return Types.RATE.format(start);
    }

    @Override
    public String noun() {
        return NOUN;
    }
}
