package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;

/**
 * Whether the machine was the runs' alone, and the same one all the time: a clear winner of any other is one with a
 * word.
 */
final class Disturbance {

    /** Cores of which others may use less. */
    private static final double CORES = 0.5;
    /** Share of the iterations from which on others were there: one look of many is a moment's work. */
    private static final double SHARE = 0.25;
    /** So many times as long as in the screening, or as short, is another machine. */
    private static final double FACTOR = 2;

    private Disturbance() {}

    /**
     * What disturbed the runs that decide, a sentence each.
     *
     * @param table        of the screening, or of all rounds
     * @param confirmation which decides where there is one
     */
    static List<String> of(Table table, Optional<Confirmation> confirmation) {
        List<String> found = new ArrayList<>();
        others(confirmation.map(Confirmation::table).orElse(table)).ifPresent(found::add);
        confirmation.stream().flatMap(c -> Stream.of(c.effect().before(), c.effect().after())
                .flatMap(row -> changed(c, row, table).stream())).forEach(found::add);
        return found;
    }

    private static Optional<String> others(Table table) {
        List<Iteration> all = table.rows().stream().flatMap(r -> r.iterations().stream()).toList();
        double[] cores = all.stream().flatMap(i -> i.setting(CpuContention.FACT).stream()).map(Setting::number)
                .filter(c -> c != null && c >= CORES).mapToDouble(c -> c).sorted().toArray();
        return cores.length == 0 || cores.length < SHARE * all.size() ? Optional.empty()
                : Optional.of("Other processes used " + (cores.length == 1 || cores[0] == cores[cores.length - 1] ? ""
                        : Numbers.fixed(cores[0], 1) + " to ") + Numbers.fixed(cores[cores.length - 1], 1)
                        + " cores when " + cores.length + " of " + Numbers.counted(all.size(), "iteration")
                        + " began: differences may be of their making.");
    }

    /** Where a row in the rounds that confirm is by far not what it was before. */
    private static Optional<String> changed(Confirmation confirmation, Row row, Table screening) {
        String measure = confirmation.objective().measure().name();
        Iteration of = row.iterations().getFirst();
        Optional<Double> before = screening.rows().stream().filter(r -> screening.dimensions().varied().stream()
                .allMatch(d -> d.same(r.level(d.name()), Tables.level(of, d.name())))).findFirst()
                .flatMap(r -> r.cell(measure)).map(Cell::mean);
        Optional<Double> after = row.cell(measure).map(Cell::mean);
        if (before.isEmpty() || after.isEmpty() || !(before.get() > 0) || !(after.get() > 0)) {
            return Optional.empty();
        }
        double ratio = after.get() / before.get();
        return Math.max(ratio, 1 / ratio) <= FACTOR ? Optional.empty()
                : Optional.of(FindingText.capital(confirmation.objective().measure().title()) + " of "
                        + (row == confirmation.effect().before() ? "the defaults" : confirmation.effect().to()) + " is "
                        + Numbers.fixed(Math.max(ratio, 1 / ratio), 1) + " times as " + (ratio > 1 ? "high" : "low")
                        + " in the rounds that confirm as in those before: the machine was not the same.");
    }
}
