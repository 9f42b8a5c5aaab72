package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.report.analysis.BackgroundTables.Figures;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.BackgroundWork;
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
        return new Columns<RunParts.Window>().with(Column.numbers(parts.word()), p -> Value.of(p.number()))
                .with(Column.numbers("until", "s", "Since the load's first slot."), p -> rounded(p.until()))
                .with(Column.numbers("throughput", Throughput.of(results).map(Measure::unit).orElse("/s")),
                        p -> rounded(p.perSecond()))
                .with(Column.numbers("p50", "ms", "Response time, the median."), p -> Value.milliseconds(p.p50()))
                .with(percentile("99", RunParts.LEAST_FOR_P99), p -> Value.milliseconds(p.p99()))
                .with(percentile("99.9", RunParts.LEAST_FOR_P999), p -> Value.milliseconds(p.p999()))
                .grid(title, parts.note(), parts.parts());
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
        List<Map.Entry<String, BackgroundWork.Sum>> sums = background.sides().entrySet().stream().flatMap(side ->
                side.getValue().tasks().stream().map(t -> Map.entry(side.getKey(), side.getValue().sum(t)))).toList();
        return new Columns<Map.Entry<String, BackgroundWork.Sum>>()
                .with(Column.words("iteration"), e -> Value.of(e.getKey()))
                .with(Column.words("task"), e -> Value.of(e.getValue().task()))
                .with(Column.numbers("completed"), e -> Value.of(e.getValue().count(TaskRun.State.DONE)))
                .with(Column.numbers("unfinished", "", "In progress when the load ended."), e -> Value.of(
                        e.getValue().count(TaskRun.State.UNFINISHED) + e.getValue().count(TaskRun.State.RUNNING)))
                .with(Column.numbers("failed"), e -> Value.of(e.getValue().failed()))
                .with(DURATION.column(), e -> Value.of(e.getValue().seconds(), 2))
                .with(ROWS.column(), e -> Value.of(e.getValue().rowsPerSecond(), 0))
                .with(RECLAIMED.column(), e -> megabytes(e.getValue().reclaimed())).grid("by task", sums);
    }

    /** What each worker of an iteration did. */
    public static Grid workers(String title, Workers workers) {
        return new Columns<WorkerCount>().withIf(workers.grouped(), Column.words("group"), w -> Value.of(w.group()))
                .with(Column.numbers("worker"), w -> Value.of(w.worker()))
                .with(Column.numbers("operations"), w -> Value.of(w.operations()))
                .with(Column.numbers("units"), w -> Value.of(w.units()))
                .with(Column.numbers("failures"), w -> w.failed() == null ? Value.noData() : Value.of(w.failed()))
                .with(Column.numbers("mean", "ms", "Mean time of an operation inside the target."),
                        w -> Value.of(Workers.mean(w), 3)).grid(title, workers.rows());
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
        return new Columns<LoggedOperations.Line>().with(Column.words("what"), l -> Value.of(l.what()))
                .withIf(kinds, Column.words("kind"), l -> Value.of(l.operation().kind()))
                .with(Column.numbers("response", "ms", "From when it was due to its end."),
                        l -> Value.of(l.operation().nanos() / 1e6, 3))
                .with(Column.numbers("service", "ms", "From when it was started to its end."),
                        l -> Value.of((l.operation().end() - l.operation().start()) / 1e6, 3))
                .with(Column.numbers("due", "s", "Since the iteration's start."),
                        l -> Value.of(l.operation().due() / 1e9, 3))
                .with(Column.of("beside", "", "Background tasks that were in progress meanwhile.", Column.Kind.WORDS),
                        l -> Value.of(l.beside()))
                .with(Column.words("ended"), l -> Value.of(l.ended())).grid(title, operations);
    }
}
