package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.report.analysis.BackgroundTables.Figures;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.table.Throughput;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.comparison.RunParts;

/** Tables of what happened within single runs. */
public final class RunGrids {

    /** A column of a task's table. @param always whether it is shown where no run has it */
    private record TaskFigure(Column column, boolean always, Function<Figures, Value> value) {}

    private static final TaskFigure DURATION = new TaskFigure(Column.numbers("duration", "s",
            "Mean of those that were completed."), true, f -> Value.of(f.seconds(), 2));
    private static final TaskFigure ROWS = new TaskFigure(Column.numbers("rows", "/s",
            "Rows that were gone over, per second of the tasks' own time."), false,
            f -> Value.of(f.rowsPerSecond(), 0));
    private static final TaskFigure RECLAIMED = new TaskFigure(Column.numbers("reclaimed", "MB",
            "Space on disk that those that were completed gave back."), false, f -> megabytes(f.reclaimed()));
    private static final List<TaskFigure> TASK_FIGURES = List.of(new TaskFigure(Column.numbers("completed"), true,
            f -> f.there() ? Value.of(f.completed() + (f.failed() == 0 ? "" : ", failed " + f.failed()))
                    : Value.noData()), DURATION, ROWS, RECLAIMED);

    private RunGrids() {}

    /** A run hour by hour or by the tenth. */
    public static Grid parts(String title, RunParts parts, LabelResults results) {
        return new Grid(title, "", parts.note(), List.of(Column.numbers(parts.word()),
                Column.numbers("until", "s", "Since the load's first slot."),
                Column.numbers("throughput", Throughput.of(results).map(Measure::unit).orElse("/s")),
                Column.numbers("p50", "ms", "Response time, the median."),
                percentile("99", RunParts.LEAST_FOR_P99), percentile("99.9", RunParts.LEAST_FOR_P999)),
                parts.parts().stream().map(p -> Line.of(Value.of(p.number()), rounded(p.until()),
                        rounded(p.perSecond()), Value.of(p.p50(), 3), Value.of(p.p99(), 3), Value.of(p.p999(), 3)))
                        .toList());
    }

    private static Column percentile(String percent, int least) {
        return Column.numbers("p" + percent, "ms", "Response time that " + percent + " % did not exceed; of fewer than "
                + least + " none is told.");
    }

    private static Value rounded(double number) {
        return Value.of(number, number < 100 ? 1 : 0);
    }

    /** A background task through the load, the sides beside each other. */
    public static Grid background(BackgroundTables.Task task) {
        List<Figures> all = task.lines().stream().flatMap(l -> l.figures().stream()).toList();
        List<TaskFigure> figures = TASK_FIGURES.stream().filter(f -> f.always() || all.stream().map(f.value())
                .anyMatch(v -> !v.equals(Value.noData()))).toList();
        List<Column> columns = new ArrayList<>(List.of(Column.numbers(task.part(), "", "Of the load, from its first "
                + "slot on; a run belongs to the one in which it ended."), Column.numbers("until", "s")));
        for (String side : task.sides()) {
            String of = task.sides().size() == 1 ? "" : side + ": ";
            boolean first = columns.size() == 2;
            figures.stream().map(TaskFigure::column).forEach(c -> columns.add(Column.numbers(of + c.title(), c.unit(),
                    c.help()).needed(first)));
        }
        return new Grid(task.title(), columns, task.lines().stream().map(line -> Line.of(Stream.concat(
                Stream.of(Value.of(line.number()), rounded(line.until())),
                line.figures().stream().flatMap(of -> figures.stream().map(f -> f.value().apply(of))))
                .toList())).toList());
    }

    private static Value megabytes(OptionalLong bytes) {
        return bytes.isEmpty() ? Value.noData() : Value.of(bytes.getAsLong() / 1e6, 1);
    }

    /** What background tasks did in all, of each side. */
    public static Grid backgroundTotals(BackgroundTables background) {
        List<Line> lines = new ArrayList<>();
        background.sides().forEach((name, work) -> work.tasks().stream().map(work::sum).forEach(sum -> lines.add(
                Line.of(Value.of(name), Value.of(sum.task()), Value.of(sum.count(TaskRun.State.DONE)),
                        Value.of(sum.count(TaskRun.State.UNFINISHED) + sum.count(TaskRun.State.RUNNING)),
                        Value.of(sum.count(TaskRun.State.FAILED)), Value.of(sum.seconds(), 2),
                        Value.of(sum.rowsPerSecond(), 0), megabytes(sum.reclaimed())))));
        return new Grid("by task", List.of(Column.words("iteration"), Column.words("task"),
                Column.numbers("completed"), Column.numbers("unfinished", "", "In progress when the load ended."),
                Column.numbers("failed"), DURATION.column(), ROWS.column(), RECLAIMED.column()), lines);
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

    /** Operations of one kind that are remembered by themselves. */
    public static Grid operations(String title, List<LoggedOperations.Line> operations) {
        return operations(title, false, operations);
    }

    /** Those of any kind that failed. */
    public static Grid failed(String title, List<LoggedOperations.Line> operations) {
        return operations(title, true, operations);
    }

    private static Grid operations(String title, boolean kinds, List<LoggedOperations.Line> operations) {
        List<Column> columns = new ArrayList<>(List.of(Column.words("what"),
                Column.numbers("response", "ms", "From when it was due to its end."),
                Column.numbers("service", "ms", "From when it was started to its end."),
                Column.numbers("due", "s", "Since the iteration's start."),
                Column.of("beside", "", "Background tasks that were in progress meanwhile.", Column.Kind.WORDS),
                Column.words("ended")));
        if (kinds) {
            columns.add(1, Column.words("kind"));
        }
        return new Grid(title, columns, operations.stream().map(line -> operation(line, kinds)).toList());
    }

    private static Line operation(LoggedOperations.Line line, boolean kinds) {
        LoggedOperation o = line.operation();
        List<Value> values = new ArrayList<>(List.of(Value.of(line.what()), Value.of(o.nanos() / 1e6, 3),
                Value.of((o.end() - o.start()) / 1e6, 3), Value.of(o.due() / 1e9, 3), Value.of(line.beside()),
                Value.of(line.ended())));
        if (kinds) {
            values.add(1, Value.of(o.kind()));
        }
        return Line.of(values);
    }
}
