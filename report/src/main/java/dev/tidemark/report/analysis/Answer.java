package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import java.util.List;
import java.util.Optional;

/** The answer to the label's question in a sentence or two. */
final class Answer {

    private Answer() {}

    static String of(Objective objective, Table table, List<Effect> effects, Optional<Row> standard,
            List<Iteration> excluded) {
        Measure measure = objective.measure();
        Optional<Cell> best = table.rows().stream().findFirst().flatMap(r -> r.cell(measure.name()));
        if (best.isEmpty()) {
            return excluded.isEmpty() ? "Nothing has been run under this label yet."
                    : "No iteration has finished, so there is nothing to rank.";
        }
        Cell cell = best.get();
        String value = measure.title() + " " + Numbers.sentence(measure, cell);
        if (table.rows().size() == 1) {
            return (value + ". " + table.note()).strip();
        }
        Row row = table.rows().getFirst();
        String point = Effects.describe(table.dimensions().varied(), row);
        String gain = gain(objective, effects, row, standard);
        boolean said = table.note().isEmpty() || gain.contains("error unknown");
        return Words.capital(point) + " is best: " + value + gain + "."
                + company(table) + (said ? "" : " " + table.note());
    }

    /** What going from the defaults to the best row buys, whether several settings change on the way or one. */
    private static String gain(Objective objective, List<Effect> effects, Row best, Optional<Row> standard) {
        if (standard.isEmpty()) {
            return "";
        }
        if (standard.get() == best) {
            return "; these are the defaults";
        }
        return effects.stream().filter(e -> e.base() == Effect.Base.TOGETHER)
                .findFirst().or(() -> effects.stream().filter(e -> e.base() == Effect.Base.DEFAULTS).findFirst())
                .map(e -> ", " + new Words(objective).gain(e)).orElse("");
    }

    private static String company(Table table) {
        long others = table.rows().stream().filter(Row::best).count() - 1;
        return others == 0 ? "" : others == 1 ? " One other setting cannot be told from it."
                : " " + others + " other settings cannot be told from it.";
    }
}
