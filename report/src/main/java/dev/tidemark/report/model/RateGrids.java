package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.rate.RateFinding;

/** Searches for the sustainable rate as tables. */
public final class RateGrids {

    private RateGrids() {}

    /** One line for each rate that was tried, ascending. */
    public static Grid curve(RateFinding finding) {
        List<Column> columns = new ArrayList<>(List.of(Column.numbers("rate"), Column.numbers("runs")));
        finding.measures().forEach(m -> columns.add(Column.of(m)));
        columns.add(Column.words("verdict"));
        columns.add(Column.words("because"));
        return new Grid(finding.title(), columns, IntStream.range(0, finding.steps().size())
                .mapToObj(i -> line(finding, i)).toList());
    }

    private static Line line(RateFinding finding, int step) {
        double rate = finding.curve().levels().get(step).rate();
        List<Value> values = new ArrayList<>(List.of(new Value(FindRate.text(rate), "", Numbers.exact(rate)),
                Value.of(finding.curve().levels().get(step).runs().size())));
        for (Measure measure : finding.measures()) {
            values.add(Value.of(measure, finding.steps().get(step).cell(measure)));
        }
        values.add(Value.of(finding.verdict(step)));
        values.add(Value.of(finding.steps().get(step).reason()));
        return Line.of(values);
    }

    /** One line for each point. */
    public static Grid points(List<RateFinding> findings) {
        List<Column> columns = new ArrayList<>();
        findings.getFirst().point().keySet().forEach(name -> columns.add(Column.words(name)));
        columns.add(Column.of("sustainable rate", Column.Kind.RANGES));
        columns.add(Column.of("interval", Column.Kind.RANGES));
        columns.add(Column.words("not more because"));
        return new Grid("Sustainable rate by point", columns, findings.stream().map(f -> {
            List<Value> values = new ArrayList<>();
            f.point().values().forEach(text -> values.add(Value.of(text)));
            values.add(f.curve().sustained().map(s -> new Value(FindRate.text(s.rate()), "", Numbers.exact(s.rate())))
                    .orElse(Value.noData()));
            values.add(Value.of(f.interval()));
            values.add(Value.of(f.reason()));
            return Line.of(values);
        }).toList());
    }
}
