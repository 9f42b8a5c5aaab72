package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.comparison.Pairing;

/**
 * A figure that is shown large beside the answer.
 *
 * @param value   with its unit
 * @param caption what it is
 */
public record KeyFigure(String value, String caption) {

    private static final int MOST = 3;
    private static final String P99 = "response.p99";

    /**
     * What the best row reached, how much that is over the defaults or the next best, how near it came to the
     * hardware's ceiling, what held it, and how long responses took: the first three of these that are known.
     *
     * @param details raw data of an iteration by its id
     */
    public static List<KeyFigure> of(Report report, LongFunction<IterationDetail> details) {
        if (report.table().rows().isEmpty()) {
            return List.of();
        }
        Optional<Confirmation> confirmed = report.confirmation();
        Row best = report.recommended();
        List<KeyFigure> figures = new ArrayList<>();
        result(report, best).ifPresent(figures::add);
        if (report.ramps().isEmpty() && report.rates().isEmpty()) {
            confirmed.map(KeyFigure::confirmed).or(() -> compared(report)).or(() -> gain(report, best))
                    .ifPresent(figures::add);
            report.ceiling().map(c -> new KeyFigure(c.figure(), c.caption())).ifPresent(figures::add);
            Limits.of(best, details).map(by -> new KeyFigure(by, "limited by")).ifPresent(figures::add);
        }
        response(report, best).ifPresent(figures::add);
        int rows = report.table().rows().size();
        figures.add(new KeyFigure(String.valueOf(rows), (rows == 1 ? "setting, " : "settings, ")
                + Numbers.counted(report.results().iterations().size(), "iteration")));
        return figures.stream().limit(MOST).toList();
    }

    private static Optional<KeyFigure> result(Report report, Row best) {
        Measure measure = report.objective().measure();
        return best.cell(measure.name()).map(cell -> new KeyFigure(value(measure, cell), measure.title()
                + report.confirmation().map(c -> ", " + c.winner()).orElseGet(() -> place(report, best))
                + largest(cell)));
    }

    /** Which row it is of: of tasks there is no first, and a setting is the first of those that had the same to do. */
    private static String place(Report report, Row best) {
        Measure measure = report.objective().measure();
        Dimensions dimensions = report.table().dimensions();
        String task = Effects.describe(dimensions.conditions(), best);
        String with = task.isEmpty() ? "" : " with " + task;
        boolean alone = Answer.rivals(measure, report.table()) == 1;
        return report.table().rows().size() == 1 || alone && task.isEmpty() ? ""
                : alone || dimensions.chosen().isEmpty() ? "," + with
                : report.table().showsDurability() ? ", " + DurabilityClasses.word(best.durability()) + with
                : !report.comparisons().isEmpty() ? ", " + report.describe(best)
                : "," + Answer.firstOf(measure, report.table(), "settings" + with).replaceFirst("^ came", "");
    }

    private static String value(Measure measure, Cell cell) {
        return Numbers.large(measure, cell);
    }

    /** Of too few values for the percentile. */
    private static String largest(Cell cell) {
        return cell.maximum() ? ", the largest of few" : "";
    }

    /** How one side of a comparison does beside the other, as the comparison decides it. */
    private static Optional<KeyFigure> compared(Report report) {
        return report.decisive().filter(d -> d.ratio().isPresent()).map(d -> {
            Pairing sides = report.comparisons().getFirst().pairing();
            double[] ratios = DoubleStream.concat(DoubleStream.of(d.ratio().getAsDouble()), d.interval().stream()
                    .flatMapToDouble(i -> DoubleStream.of(i.low(), i.high()))).toArray();
            boolean times = Numbers.isMultiple(ratios[0]);
            List<String> written = times ? Numbers.times(ratios) : Numbers.percents(ratios);
            String unit = times ? " times" : " %";
            return new KeyFigure((times || ratios[0] < 1 ? "" : "+") + written.getFirst() + unit, d.measure().title()
                    + ", " + sides.other().name() + " over " + sides.base().name() + d.interval().map(i ->
                    Numbers.saysNothing(i.low(), i.high()) ? ", error too large" : " (" + written.get(1)
                            + (ratios[1] < 1 ? " to " : "–") + written.get(2) + unit + ")").orElse(", error unknown"));
        });
    }

    /** None between the sides of a comparison, of which it decides alone. */
    private static Optional<KeyFigure> gain(Report report, Row best) {
        if (!report.comparisons().isEmpty()) {
            return Optional.empty();
        }
        Row first = report.table().rows().getFirst();
        if (best != first) {
            return report.table().comparisons().compare(best, first)
                    .map(c -> over(report.objective(), report.table(), c,
                    report.describe(best) + ": " + report.describe(first) + ", "
                            + DurabilityClasses.word(first.durability())));
        }
        Optional<Row> standard = report.defaultRow().filter(s -> s != best && sameConditions(report, best, s));
        Optional<Row> next = others(report, best).findFirst();
        return standard.or(() -> next).flatMap(base -> report.table().comparisons()
                .compare(base, best)).map(c -> over(report.objective(), report.table(), c,
                standard.isPresent() ? "the defaults" : "the next best"));
    }

    /** Of the setting whose number stands beside it, over the other; without a winner, of what was confirmed. */
    private static KeyFigure confirmed(Confirmation confirmation) {
        Comparison c = confirmation.effect().comparison();
        boolean better = !confirmation.significant() || c.ratio() > 1;
        return over(confirmation.objective(), confirmation.table(), better ? c : c.inverse(), better ? "the defaults"
                : "the other setting");
    }

    /** As the sentences have it; a choice among single runs is of the luckiest, too. */
    private static KeyFigure over(Objective objective, Table table, Comparison c, String base) {
        FindingText words = new FindingText(objective, table.comparisons());
        return new KeyFigure(words.figure(c), words.how(c, base) + words.interval(c).map(i -> " (" + i + ")")
                .orElseGet(() -> words.doubt(c)));
    }

    private static Stream<Row> others(Report report, Row best) {
        return report.table().rows().stream().skip(1).filter(r -> sameConditions(report, best, r));
    }

    /** What is not as durable is no measure of a setting's gain. */
    private static boolean sameConditions(Report report, Row one, Row other) {
        return report.table().dimensions().sameConditions(one, other) && one.durability().equals(other.durability());
    }

    private static Optional<KeyFigure> response(Report report, Row best) {
        return report.results().measures().find(P99).filter(m -> !m.equals(report.objective().measure()))
                .flatMap(m -> best.cell(P99).map(cell -> new KeyFigure(value(m, cell), m.title() + largest(cell))));
    }
}
