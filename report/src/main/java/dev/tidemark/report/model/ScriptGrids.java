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
        return new Columns<Operation>().with(Column.words("operation"), o -> Value.of(o.name()))
                .with(Column.numbers("done", "", "How often it was carried out."), o -> Value.of(o.done()))
                .with(Column.numbers("failed", "", "How often it was not, whatever the reason."),
                        o -> Value.of(o.failed()))
                .withIf(figures.retried(), Column.numbers("tries", "", "Of all operations, the first ones with them."),
                        o -> Value.of(o.tries()))
                .withIf(figures.retried(), Column.numbers("retried", "%", "Operations that were tried more than once."),
                        o -> percent((double) o.retried() / Math.max(1, o.operations())))
                .withIf(figures.retried(), Column.numbers("exhausted", "", "Of those that failed, those that the "
                        + "database rolled back at their last try, too."), o -> Value.of(o.exhausted()))
                .with(Column.numbers("rows", "", "That statements answered, of what was done."),
                        o -> Value.of(o.rows()))
                .with(Column.numbers("written", "", "Rows stored, changed or deleted, of what was done.").needed(false),
                        o -> Value.of(o.written()))
                .with(Column.numbers("mean", "ms", "Response time of those that were done."), o -> ms(o.times().mean()))
                .with(Column.numbers("p50", "ms").needed(false), o -> ms(o.times().p50()))
                .with(Column.numbers("p99", "ms"), o -> tail(o.times().p99(), o.done()))
                .grid(title, figures.operations().size() == 1 ? figures.operations()
                        : Stream.concat(figures.operations().stream(), Stream.of(figures.all())).toList());
    }

    private static Grid statements(String title, ScriptFigures figures) {
        return new Columns<Statement>()
                .withIf(figures.operations().size() > 1, Column.words("operation"), s -> Value.of(s.operation()))
                .with(Column.numbers("line", "", "Of the script, in which it begins."), s -> s.name().line() == 0
                        ? Value.noData() : Value.of(s.name().line()))
                .with(Column.words("statement"), s -> Value.of(s.name().text()))
                .with(Column.numbers("calls", "", "In all tries, whatever came of them."), s -> Value.of(s.calls()))
                .with(Column.numbers("mean", "ms", "Of the calls that were answered."), s -> ms(s.times().mean()))
                .with(Column.numbers("p50", "ms").needed(false), s -> ms(s.times().p50()))
                .with(Column.numbers("p99", "ms"), s -> tail(s.times().p99(), s.calls() - s.failed()))
                .with(Column.numbers("share", "%", "Of the time that all operations took, from their start to their "
                        + "end. What is missing from 100 % was between the statements."), s -> percent(s.share()))
                .with(Column.numbers("rows", "", "That its calls answered or stored.").needed(false),
                        s -> Value.of(s.rows()))
                .with(Column.numbers("failed", "", "Calls that were not answered."), s -> Value.of(s.failed()))
                .grid(title, figures.statements());
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
