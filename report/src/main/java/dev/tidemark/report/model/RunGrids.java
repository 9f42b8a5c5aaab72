package dev.tidemark.report.model;

import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.comparison.RunParts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Tables of what happened within single runs. */
public final class RunGrids {

    private RunGrids() {}

    /** A run hour by hour or by the tenth. */
    public static Grid parts(String title, RunParts parts, LabelResults results) {
        List<Column> columns = new ArrayList<>(List.of(Column.numbers(parts.word())));
        for (RunParts.Figure figure : RunParts.Figure.values()) {
            columns.add(Column.numbers(figure.title(), figure.unit(results), figure.help()));
        }
        return new Grid(title, "", parts.note(), columns, parts.parts().stream().map(part -> Line.of(Stream.concat(
                Stream.of(Value.of(part.number())), Stream.of(RunParts.Figure.values())
                        .map(figure -> Value.of(figure.of(part)))).toList())).toList());
    }

    /** A background task through the load, the sides beside each other. */
    public static Grid background(String title, BackgroundTables.Task task) {
        List<Column> columns = new ArrayList<>(List.of(Column.numbers(task.part(), "", "Of the load, from its first "
                + "slot on; a run belongs to the one in which it ended."), Column.numbers("until", "s")));
        for (String side : task.sides()) {
            String of = task.sides().size() == 1 ? "" : side + ": ";
            boolean first = columns.size() == 2;
            task.figures().forEach(figure -> columns.add(background(of, figure).needed(first)));
        }
        return new Grid(title, columns, task.lines().stream().map(line -> Line.of(Stream.concat(
                Stream.of(Value.of(line.number()), Value.of(line.until(), line.until() < 100 ? 1 : 0)),
                line.figures().stream().flatMap(f -> task.figures().stream().map(figure -> Value.of(figure.of(f)))))
                .toList())).toList());
    }

    /** What background tasks did in all, of each side. */
    public static Grid backgroundTotals(BackgroundTables background) {
        List<Line> lines = new ArrayList<>();
        background.sides().forEach((name, work) -> work.tasks().stream().map(work::sum).forEach(sum -> lines.add(
                Line.of(Value.of(name), Value.of(sum.task()), Value.of(sum.count(TaskRun.State.DONE)),
                        Value.of(sum.count(TaskRun.State.UNFINISHED) + sum.count(TaskRun.State.RUNNING)),
                        Value.of(sum.count(TaskRun.State.FAILED)), Value.of(sum.seconds(), 2),
                        Value.of(sum.rowsPerSecond(), 0),
                        Value.of(BackgroundTables.Figure.megabytes(sum.reclaimed()))))));
        return new Grid("By task", List.of(Column.words("iteration"), Column.words("task"),
                Column.numbers("completed"), Column.numbers("unfinished", "", "In progress when the load ended."),
                Column.numbers("failed"), background("", BackgroundTables.Figure.DURATION),
                background("", BackgroundTables.Figure.ROWS), background("", BackgroundTables.Figure.RECLAIMED)),
                lines);
    }

    /** @param of what stands before the title: whose figure it is */
    private static Column background(String of, BackgroundTables.Figure figure) {
        return Column.numbers(of + figure.title(), figure.unit(), figure.help());
    }

    /** What each worker of an iteration did. */
    public static Grid workers(String title, Workers workers) {
        List<Column> columns = new ArrayList<>();
        if (workers.grouped()) {
            columns.add(Column.words("group"));
        }
        Stream.of("worker", "operations", "units", "failures").map(Column::numbers).forEach(columns::add);
        columns.add(Column.numbers("mean", "ms", "Mean time of an operation inside the target."));
        return new Grid(title, columns, workers.rows().stream().map(w -> worker(workers.grouped(), w)).toList());
    }

    private static Line worker(boolean grouped, WorkerCount w) {
        Stream<Value> group = grouped ? Stream.of(Value.of(w.group())) : Stream.empty();
        return Line.of(Stream.concat(group, Stream.of(Value.of(w.worker()), Value.of(w.operations()),
                Value.of(w.units()), w.failed() == null ? Value.noData() : Value.of(w.failed()),
                Value.of(Workers.mean(w), 3))).toList());
    }

    /** Operations that are remembered by themselves. */
    public static Grid operations(String title, List<LoggedOperations.Line> operations) {
        return new Grid(title, List.of(Column.words("what"),
                Column.numbers("response", "ms", "From when it was due to its end."),
                Column.numbers("service", "ms", "From when it was started to its end."),
                Column.numbers("due", "s", "Since the iteration's start."),
                Column.of("beside", "", "Background tasks that were in progress meanwhile.", Column.Kind.WORDS),
                Column.words("ended")), operations.stream().map(RunGrids::operation).toList());
    }

    private static Line operation(LoggedOperations.Line line) {
        LoggedOperation o = line.operation();
        return Line.of(Value.of(line.what()), Value.of(o.nanos() / 1e6, 3),
                Value.of((o.end() - o.start()) / 1e6, 3), Value.of(o.due() / 1e9, 3), Value.of(line.beside()),
                Value.of(line.ended()));
    }
}
