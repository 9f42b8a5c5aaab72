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
        List<Column> columns = new ArrayList<>(List.of(Column.numbers(ramp.param()), Column.of(ramp.rate()),
                Column.numbers("Gain", "% of linear", "Growth of the throughput over the step before (where steps "
                        + "are narrow, over one of at most two thirds of the load), as a share of what would be in "
                        + "proportion to the load.")));
        ramp.response().ifPresent(m -> columns.add(Column.of(m)));
        columns.add(Column.words(""));
        double highest = ramp.curve().steps().stream().mapToDouble(RampCurve.Step::throughput).max().orElse(0);
        return new Grid(ramp.title(), columns, IntStream.range(0, ramp.steps().size()).mapToObj(i -> {
            RampCurve.Step step = ramp.curve().steps().get(i);
            List<Value> values = new ArrayList<>(List.of(new Value(step.value(), "", Numbers.exact(step.load())),
                    Value.of(ramp.rate(), ramp.steps().get(i).rate()),
                    ramp.curve().gain(i).map(RampGrid::gain).orElse(Value.noData())));
            ramp.response().ifPresent(m -> values.add(ramp.steps().get(i).response().map(e -> Value.of(m, e))
                    .orElse(Value.noData()).followedBy(ramp.curve().past(i) ? " past the limit" : "")));
            int length = highest <= 0 ? 0 : (int) Math.round(step.throughput() / highest * BAR);
            values.add(Value.of((bar.repeat(length) + mark(ramp, i)).strip()));
            return Line.of(values);
        }).toList());
    }

    private static Value gain(RampCurve.Gain gain) {
        return new Value(Numbers.fixed(gain.share() * 100, 0), gain.errorKnown()
                ? " ± " + Numbers.fixed((gain.high() - gain.low()) * 50, 0) : "", Numbers.exact(gain.share()));
    }

    private static String mark(RampFinding ramp, int step) {
        return ramp.curve().knee().filter(k -> k.step() == step).map(k -> k.certain() ? " knee" : " knee?").orElse("");
    }
}
