package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.ramp.RampFinding;

/** The curve of a ramp as a table. */
public final class RampGrid {

    /** Characters of a whole bar. */
    private static final int BAR = 20;

    private RampGrid() {}

    /** A line for each step. @param bar the character that draws its throughput; empty for nothing drawn */
    public static Grid of(RampFinding ramp, String bar) {
        double highest = ramp.curve().steps().stream().mapToDouble(RampCurve.Step::throughput).max().orElse(0);
        return new Columns<Integer>()
                .with(Column.numbers(ramp.param()), i -> new Value(ramp.curve().steps().get(i).value(), "",
                        Numbers.exact(ramp.curve().steps().get(i).load())))
                .with(Column.of(ramp.rate()), i -> Value.of(ramp.rate(), ramp.steps().get(i).rate()))
                .with(Column.numbers("Gain", "% of linear", "Growth of the throughput over the step before (where "
                        + "steps are narrow, over one of at most two thirds of the load), as a share of what would be "
                        + "in proportion to the load."),
                        i -> ramp.curve().gain(i).map(RampGrid::gain).orElse(Value.noData()))
                .withEach(ramp.response().stream().toList(), Column::of, (i, m) -> ramp.steps().get(i).response()
                        .map(e -> Value.of(m, e)).orElse(Value.noData())
                        .followedBy(ramp.curve().past(i) ? " past the limit" : ""))
                .with(Column.words(""), i -> Value.of((bar.repeat(highest <= 0 ? 0 : (int) Math.round(
                        ramp.curve().steps().get(i).throughput() / highest * BAR)) + mark(ramp, i)).strip()))
                .grid(ramp.title(), IntStream.range(0, ramp.steps().size()).boxed().toList());
    }

    private static Value gain(RampCurve.Gain gain) {
        return new Value(Numbers.fixed(gain.share() * 100, 0), gain.errorKnown()
                ? " ± " + Numbers.fixed((gain.high() - gain.low()) * 50, 0) : "", Numbers.exact(gain.share()));
    }

    private static String mark(RampFinding ramp, int step) {
        return ramp.curve().knee().filter(k -> k.step() == step).map(k -> k.certain() ? " knee" : " knee?").orElse("");
    }
}
