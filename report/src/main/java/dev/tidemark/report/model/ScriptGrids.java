package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.core.workload.script.ScriptFigures.Operation;
import dev.tidemark.core.workload.script.ScriptFigures.Statement;
import dev.tidemark.report.analysis.ScriptTables;

/** What the operations of scripts did, and what each statement took, as tables. */
public final class ScriptGrids {

    private ScriptGrids() {}

    /** Both tables of a run, of those that have any line. */
    public static List<Grid> of(ScriptTables.Run run) {
        String suffix = " · " + run.name();
        return Stream.of(operations("Operations" + suffix, run.figures()),
                statements("Statements" + suffix, run.figures())).filter(grid -> !grid.lines().isEmpty()).toList();
    }

    /** A line for each operation, and one for all where there are several. */
    private static Grid operations(String title, ScriptFigures figures) {
        List<Column> columns = new ArrayList<>(List.of(Column.words("operation"),
                Column.numbers("done", "", "How often it was carried out."),
                Column.numbers("failed", "", "How often it was not, whatever the reason.")));
        if (figures.retried()) {
            columns.addAll(List.of(Column.numbers("tries", "", "Of all operations, the first ones with them."),
                    Column.numbers("retried", "%", "Operations that were tried more than once."),
                    Column.numbers("exhausted", "", "Of those that failed, those that the database rolled back at "
                            + "their last try, too.")));
        }
        columns.addAll(List.of(Column.numbers("rows", "", "That statements answered, of what was done."),
                Column.numbers("written", "", "Rows stored, changed or deleted, of what was done.").needed(false),
                Column.numbers("mean", "ms", "Response time of those that were done."),
                Column.numbers("p50", "ms").needed(false), Column.numbers("p99", "ms")));
        Stream<Operation> lines = figures.operations().size() == 1 ? figures.operations().stream()
                : Stream.concat(figures.operations().stream(), Stream.of(figures.all()));
        return new Grid(title, columns, lines.map(o -> Line.of(cells(o, figures.retried()))).toList());
    }

    private static List<Value> cells(Operation o, boolean retried) {
        List<Value> cells = new ArrayList<>(List.of(Value.of(o.name()), Value.of(o.done()), Value.of(o.failed())));
        if (retried) {
            cells.addAll(List.of(Value.of(o.tries()), percent((double) o.retried() / Math.max(1, o.operations())),
                    Value.of(o.exhausted())));
        }
        cells.addAll(List.of(Value.of(o.rows()), Value.of(o.written()), ms(o.times().mean()), ms(o.times().p50()),
                tail(o.times().p99(), o.done())));
        return cells;
    }

    private static Grid statements(String title, ScriptFigures figures) {
        boolean several = figures.operations().size() > 1;
        List<Column> columns = new ArrayList<>(List.of(Column.numbers("line", "", "Of the script, in which it begins."),
                Column.words("statement"), Column.numbers("calls", "", "In all tries, whatever came of them."),
                Column.numbers("mean", "ms", "Of the calls that were answered."),
                Column.numbers("p50", "ms").needed(false), Column.numbers("p99", "ms"),
                Column.numbers("share", "%", "Of the time that all operations took, from their start to their end. "
                        + "What is missing from 100 % was between the statements."),
                Column.numbers("rows", "", "That its calls answered or stored.").needed(false),
                Column.numbers("failed", "", "Calls that were not answered.")));
        if (several) {
            columns.addFirst(Column.words("operation"));
        }
        return new Grid(title, columns, figures.statements().stream().map(s -> Line.of(cells(s, several))).toList());
    }

    private static List<Value> cells(Statement s, boolean several) {
        List<Value> cells = new ArrayList<>(List.of(s.name().line() == 0 ? Value.noData()
                : Value.of(s.name().line()), Value.of(s.name().text()), Value.of(s.calls()),
                ms(s.times().mean()), ms(s.times().p50()), tail(s.times().p99(), s.calls() - s.failed()), percent(s.share()), Value.of(s.rows()),
                Value.of(s.failed())));
        if (several) {
            cells.addFirst(Value.of(s.operation()));
        }
        return cells;
    }

    private static Value percent(double share) {
        return Value.of(share * 100, 2);
    }

    /** Of so many times p99 is. */
    private static Value tail(Optional<Double> p99, long times) {
        return ms(p99).largestOf(times);
    }

    private static Value ms(Optional<Double> ms) {
        return ms.map(m -> Value.of(m, 3)).orElse(Value.noData());
    }
}
