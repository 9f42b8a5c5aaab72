package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.rate.RateFinding;

/** Searches for the sustainable rate as tables. */
public final class RateGrids {

    private RateGrids() {}

    /** One line for each rate that was tried, ascending. */
    public static Grid curve(RateFinding finding) {
        return new Columns<Integer>().with(Column.numbers("rate"), i -> rate(finding.curve().levels().get(i).rate()))
                .with(Column.numbers("runs"), i -> Value.of(finding.curve().levels().get(i).runs().size()))
                .withEach(finding.measures(), Column::of, (i, m) -> Value.of(m, finding.steps().get(i).cell(m)))
                .with(Column.words("verdict"), i -> Value.of(finding.verdict(i)))
                .with(Column.words("because"), i -> Value.of(finding.steps().get(i).reason()))
                .grid(finding.title(), IntStream.range(0, finding.steps().size()).boxed().toList());
    }

    private static Value rate(double rate) {
        return new Value(FindRate.text(rate), "", Numbers.exact(rate));
    }

    /** One line for each point. */
    public static Grid points(List<RateFinding> findings) {
        return new Columns<RateFinding>().withEach(findings.getFirst().point().keySet(), Column::words,
                (f, name) -> Value.of(f.point().get(name)))
                .with(Column.of("sustainable rate", Column.Kind.RANGES), f -> f.curve().sustained()
                        .map(s -> rate(s.rate())).orElse(Value.noData()))
                .with(Column.of("interval", Column.Kind.RANGES), f -> Value.of(f.interval()))
                .with(Column.words("not more because"), f -> Value.of(f.reason()))
                .grid("Sustainable rate by point", findings);
    }
}
