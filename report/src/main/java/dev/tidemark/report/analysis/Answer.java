package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Objective;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;

/** The answer to the label's question in a sentence or two. */
final class Answer {

    private static final int MOST_BORNE = 4;

    private Answer() {}

    /** @param compared whether another document decides between the rows, so that nothing is claimed here */
    static String of(Objective objective, Table table, List<Effect> effects, Optional<Row> standard,
            List<Iteration> excluded, boolean compared) {
        Measure measure = objective.measure();
        Optional<Cell> best = table.rows().stream().findFirst().flatMap(r -> r.cell(measure.name()));
        if (best.isEmpty() && !table.rows().isEmpty()) {
            return measure.title() + " is not among what was recorded, so there is nothing to rank.";
        }
        if (best.isEmpty()) {
            return excluded.isEmpty() ? "Nothing has been run under this label yet."
                    : none(excluded);
        }
        Cell cell = best.get();
        String value = measure.title() + " " + Numbers.sentence(measure, cell);
        if (table.rows().size() == 1) {
            return (value + ". " + table.note()).strip();
        }
        Row row = table.rows().getFirst();
        List<Dimension> chosen = table.dimensions().chosen();
        if (chosen.isEmpty()) {
            return borne(measure, table);
        }
        String conditions = Effects.describe(table.dimensions().conditions(), row);
        String point = (conditions.isEmpty() ? "" : "with " + conditions + ", ") + Effects.describe(chosen, row);
        if (compared) {
            return FindingText.capital(point) + " comes first: " + value + (table.showsDurability() ? " ("
                    + DurabilityClasses.word(row.durability()) + ")" : "")
                    + ". Whether the sides differ significantly is said by the "
                    + "comparison." + (table.note().isEmpty() ? "" : " " + table.note());
        }
        String gain = gain(objective, table, effects, standard);
        DurabilityClasses classes = DurabilityClasses.of(objective, table);
        if (classes.several()) {
            return classes.answer(objective, table, gain) + (table.note().isEmpty() ? "" : " " + table.note());
        }
        boolean noted = table.note().isEmpty() || gain.contains("no confidence interval")
                || gain.contains("in the error");
        boolean single = table.single();
        String company = tiedRows(table);
        long rivals = rivals(measure, table);
        return FindingText.capital(point) + (rivals == 1 ? " was measured alone"
                : single ? firstOf(measure, table, table.counted())
                : !table.judged() ? " came first" : " is best" + (company.isEmpty() ? "" : " of those measured")
                        + (cell.estimate().runs() == 1 ? ", in a single run" : ""))
                + ": " + value + gain + (gain.startsWith(", ") ? table.luck(standard.orElseThrow(), row) : "") + "."
                + (!table.judged() || company.isEmpty() ? "" : " " + company + ".") + (noted ? "" : " " + table.note());
    }

    /** Those whose numbers must not be used have finished, and the reader wants to know why they must not. */
    private static String none(List<Iteration> excluded) {
        List<String> verdicts = excluded.stream().filter(i -> i.state() == IterationState.INVALID)
                .map(Iteration::verdict).toList();
        if (verdicts.isEmpty()) {
            return "No iteration has finished, so there is nothing to rank.";
        }
        int all = excluded.size();
        int invalid = verdicts.size();
        String which = all == 1 ? "The only iteration is invalid" : invalid == all ? "All " + all
                + " iterations are invalid"
                : invalid + " of " + all + " iterations " + (invalid == 1 ? "is" : "are") + " invalid and none is done";
        return which + ", so there is nothing to rank." + commonest(verdicts);
    }

    private static String commonest(List<String> verdicts) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        verdicts.stream().filter(v -> !v.isEmpty()).forEach(v -> counts.merge(v, 1, Integer::sum));
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(e -> " " + (verdicts.size() == 1 ? ""
                : e.getValue() == verdicts.size() ? "Each: " : "The commonest reason, " + e.getValue() + " of "
                + verdicts.size() + ": ") + e.getKey() + (e.getKey().endsWith(".") ? "" : ".")).orElse("");
    }

    /** What going from the defaults to the best row buys, whether several settings change on the way or one. */
    private static String gain(Objective objective, Table table, List<Effect> effects, Optional<Row> standard) {
        Row best = table.rows().getFirst();
        if (standard.isEmpty()) {
            return "";
        }
        if (standard.get() == best) {
            return "; these are the defaults";
        }
        return effects.stream().filter(e -> e.before() == standard.get() && e.after() == best).findFirst()
                .map(e -> ", " + new FindingText(objective, table.comparisons()).gain(e)).orElse("");
    }

    /** Where only the task differs, nothing is best: it is told for each, or from end to end. */
    private static String borne(Measure measure, Table table) {
        List<Dimension> varied = table.dimensions().varied();
        Optional<String> curve = varied.size() == 1 ? TaskCurve.sentence(measure, varied.getFirst(), table.rows(),
                        table.comparisons())
                : Optional.empty();
        if (curve.isPresent()) {
            return curve.get() + (table.note().isEmpty() ? "" : " " + table.note());
        }
        List<String> each = table.rows().stream().limit(MOST_BORNE)
                .flatMap(r -> r.cell(measure.name()).stream().map(c ->
                Numbers.sentence(measure, c) + " with " + Effects.describe(table.dimensions().varied(), r))).toList();
        int more = table.rows().size() - MOST_BORNE;
        return measure.title() + " " + FindingText.list(each) + (more > 0 ? "; " + more + " more below" : "") + "."
                + (table.note().isEmpty() ? "" : " " + table.note());
    }

    /** What other rows may be as good: that the first is better is then no more than its place in the table. */
    private static String tiedRows(Table table) {
        Row best = table.rows().getFirst();
        return FindingText.capital(table.tiedRows(best, table.rows().stream().skip(1)
                .filter(r -> r.best() && table.dimensions().sameConditions(best, r)).toList(), ""));
    }

    /** How many rows there are of the task of the first, itself among them. */
    static long rivals(Measure measure, Table table) {
        return rivalCells(measure, table).count();
    }

    private static Stream<Cell> rivalCells(Measure measure, Table table) {
        return table.rows().stream().filter(r -> table.dimensions().sameConditions(table.rows().getFirst(), r))
                .flatMap(r -> r.cell(measure.name()).stream());
    }

    /** Behind the first row's name, its place: which others have, too, where their figure is the same. */
    static String firstOf(Measure measure, Table table, String what) {
        long all = rivals(measure, table);
        double first = rivalCells(measure, table).findFirst().orElseThrow().mean();
        long same = rivalCells(measure, table).filter(c -> c.mean() == first).count() - 1;
        return same == 0 ? " came first of " + all + " " + what : " shares the first place of " + all + " " + what
                + " with " + (same == 1 ? "one other" : same + " others");
    }
}
