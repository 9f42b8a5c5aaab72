package dev.tidemark.report.write;

import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.table.ByGroup;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.comparison.RunParts;
import dev.tidemark.report.write.TextTable.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reports as text for people at a terminal: the answer first, then effect sizes, then the tables. */
public final class TerminalReport {

    /** Of each kind; TSV has all that are kept. */
    private static final int MOST_OPERATIONS = 10;

    private static final int MEASURE = 100;
    /** Characters of a whole bar. */
    private static final int BAR = 20;

    private final TerminalStyle terminalStyle;
    private final StringBuilder out = new StringBuilder();

    private TerminalReport(TerminalStyle terminalStyle) {
        this.terminalStyle = terminalStyle;
    }

    /** The report without what only raw data tell; lines end with a line feed. */
    public static String of(Report report, TerminalStyle terminalStyle) {
        return new TerminalReport(terminalStyle).report(report);
    }

    /**
     * The whole report.
     *
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it; read where they are
     *                 needed
     */
    public static String of(Report report, LongFunction<IterationDetail> details, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        text.report(report);
        text.cut(report, details);
        BackgroundTables.of(report, details).tasks().forEach(text::background);
        return text.out.toString();
    }

    /** Every row that missed a condition, and a count of those that met them. */
    public static String judgements(List<Report.Judgement> judgements, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        judgements.stream().filter(j -> !j.met()).forEach(j -> text.wrapped("", j.sentence(), terminalStyle::bad));
        long met = judgements.stream().filter(Report.Judgement::met).count();
        text.line(met + " of " + judgements.size() + " expected bounds are met.");
        return text.out.toString();
    }

    /** All labels, for {@code tidemark list}. */
    public static String list(List<LabelSummary> labels, TerminalStyle terminalStyle) {
        if (labels.isEmpty()) {
            return "No labels yet. `tidemark demo` makes one within a minute.\n";
        }
        TerminalReport text = new TerminalReport(terminalStyle);
        text.table(List.of(Column.of("label", false, labels.stream().map(LabelSummary::label).toList()),
                Column.of("workload", false, labels.stream().map(LabelSummary::workload).toList()),
                Column.of("started", false, labels.stream().map(l -> terminalStyle.time(l.started())).toList()),
                Column.of("iterations", true, labels.stream().map(l -> String.valueOf(l.total())).toList()),
                Column.of("state", false, labels.stream().map(l -> StateWords.of(l.iterations())).toList())));
        return text.out.toString();
    }

    /** The iterations of a label in order of execution, each with its state, for {@code tidemark show}. */
    public static String show(LabelResults results, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        text.line(terminalStyle.bold(terminalStyle.plain(results.label())) + "  "
                + terminalStyle.dim(terminalStyle.plain(results.workload())));
        text.line("");
        List<Iteration> all = results.iterations();
        Dimensions dimensions = Dimensions.of(all);
        List<Column> columns = new ArrayList<>();
        IterationNumbers iterationNumbers = IterationNumbers.of(results);
        columns.add(Column.of("iteration", true,
                all.stream().map(i -> String.valueOf(iterationNumbers.of(i))).toList()));
        columns.add(Column.of("id", true, all.stream().map(i -> String.valueOf(i.id())).toList()));
        columns.add(Column.of("state", false, all.stream().map(i -> StateWords.of(i.state())).toList()));
        columns.add(Column.of("started", false, all.stream().map(i -> terminalStyle.time(i.started())).toList()));
        columns.add(Column.of("round", true, all.stream().map(i -> String.valueOf(i.round() + 1)).toList()));
        dimensions.columns().forEach(name -> columns.add(Column.of(name, numeric(dimensions, name),
                all.stream().map(i -> i.setting(name).map(s -> s.text()).orElse("–")).toList())));
        results.measures().find(results.objective()).ifPresent(m -> columns.add(new Column(m.title(), m.unit(), true,
                true, all.stream().map(i -> i.value(m.name()).map(v -> (v.atLeast() ? "≥" : "")
                        + Numbers.fixed(v.number(), m.decimals())).orElse("")).toList(),
                all.stream().map(i -> "").toList())));
        text.table(columns);
        text.reasons(all, IterationNumbers.of(results));
        return text.out.toString();
    }

    private String report(Report report) {
        line(terminalStyle.bold(terminalStyle.plain(report.label())) + "  "
                + terminalStyle.dim(terminalStyle.plain(size(report))));
        line("");
        wrapped("", report.answer(), Function.identity());
        report.notes().forEach(n -> wrapped("", n, Function.identity()));
        Dimensions dimensions = Unranked.dimensions(report);
        fixed("Fixed", dimensions.settings());
        fixed("Environment", dimensions.environment());
        report.ramps().forEach(r -> ramp(r, report.ramps().size() > 1));
        effects(report);
        if (!report.table().rows().isEmpty()) {
            ranked(report.table(), Optional.empty());
            byGroup(report.table());
            if (report.subTables().isEmpty() && report.table().dimensions().varied().size() < 2) {
                line("");
                line(terminalStyle.dim("At most one setting varies, so there are no sub-tables."));
            }
        }
        report.subTables().forEach(t -> ranked(t, Optional.of(report.table())));
        unranked(report);
        return out.toString();
    }

    /** What iterations did until they ended that are not ranked, and why they ended. */
    private void unranked(Report report) {
        Unranked unranked = Unranked.of(report);
        if (!unranked.isEmpty()) {
            ranked(unranked.table(), Optional.empty());
        } else if (!report.excluded().isEmpty()) {
            heading("Not ranked");
        }
        reasons(report.excluded(), report.numbering());
    }

    static String size(Report report) {
        int rows = report.table().rows().size();
        long iterations = report.results().iterations().size();
        return report.results().workload() + " · " + count(rows, "setting") + " · " + count(iterations, "iteration");
    }

    static String count(long n, String thing) {
        return n + " " + thing + (n == 1 ? "" : "s");
    }

    private void fixed(String title, List<FixedSetting> fixed) {
        if (!fixed.isEmpty()) {
            line("");
            wrapped(title + "  ", fixed.stream().map(FixedSetting::toString).collect(Collectors.joining(" · ")),
                    terminalStyle::dim);
        }
    }

    /** The curve of a ramp, step by step; what it shows in words is the answer where there is but one. */
    private void ramp(RampFinding ramp, boolean withWords) {
        heading(ramp.title());
        if (withWords) {
            ramp.sentences().forEach(s -> wrapped("", s, Function.identity()));
        }
        if (ramp.steps().isEmpty()) {
            return;
        }
        Optional<RampCurve.Knee> knee = ramp.curve().knee();
        double highest = ramp.curve().steps().stream().mapToDouble(RampCurve.Step::throughput).max().orElse(0);
        List<Integer> rows = IntStream.range(0, ramp.steps().size()).boxed().toList();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of(ramp.param(), true,
                rows.stream().map(i -> ramp.curve().steps().get(i).value()).toList()));
        columns.add(new Column(ramp.rate().title(), ramp.rate().unit(), true, true,
                rows.stream().map(i -> mean(ramp.steps().get(i).rate(), ramp.rate())).toList(),
                rows.stream().map(i -> margin(ramp.steps().get(i).rate(), ramp.rate())).toList()));
        columns.add(new Column("Gain", "% of linear", true, true, rows.stream().map(i -> gain(ramp, i)).toList(),
                rows.stream().map(i -> gainMargin(ramp, i)).toList()));
        ramp.response().ifPresent(m -> columns.add(new Column(m.title(), m.unit(), true, true,
                rows.stream().map(i -> ramp.steps().get(i).response().map(e -> mean(e, m)).orElse("–")).toList(),
                rows.stream().map(i -> ramp.curve().past(i) ? " past the limit" : "").toList())));
        columns.add(new Column("", "", false, false, rows.stream().map(i -> bar(highest <= 0 ? 0
                : ramp.curve().steps().get(i).throughput() / highest) + mark(knee, i)).toList(),
                rows.stream().map(i -> "").toList()));
        table(columns);
    }

    /** The best row's run, and that of the defaults, hour by hour or by the tenth. */
    private void cut(Report report, LongFunction<IterationDetail> details) {
        Set<Row> rows = new LinkedHashSet<>(report.table().rows().stream().limit(1).toList());
        report.defaultRow().ifPresent(rows::add);
        for (Row row : rows) {
            Iteration typical = BackgroundTables.typical(row, report.objective().measure());
            RunParts.of(details.apply(typical.id())).ifPresent(parts -> cut(report, row, parts));
        }
    }

    private void cut(Report report, Row row, RunParts parts) {
        String which = report.describe(row);
        heading(parts.title() + (which.isEmpty() ? "" : ": " + which));
        List<Column> columns = new ArrayList<>(List.of(Column.of(parts.word(), true,
                parts.parts().stream().map(p -> String.valueOf(p.number())).toList())));
        for (RunParts.Figure figure : RunParts.Figure.values()) {
            columns.add(new Column(figure.title(), figure.unit(report.results()), true, true,
                    parts.parts().stream().map(figure::of).toList(), parts.parts().stream().map(p -> "").toList()));
        }
        table(columns);
        if (!parts.note().isEmpty()) {
            wrapped("", parts.note(), terminalStyle::dim);
        }
    }

    /** What a background task did through the load, the sides beside each other. */
    private void background(BackgroundTables.Task task) {
        heading("Background task " + task.title());
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of(task.part(), true, task.lines().stream().map(l -> String.valueOf(l.number())).toList()));
        columns.add(figures("until", "s", true, task, l -> Numbers.fixed(l.until(), l.until() < 100 ? 1 : 0)));
        for (int side = 0; side < task.sides().size(); side++) {
            int at = side;
            String of = task.sides().size() == 1 ? "" : task.sides().get(side) + ": ";
            task.figures().forEach(figure -> columns.add(figures(of + figure.title(), figure.unit(), at == 0, task,
                    l -> figure.of(l.figures().get(at)))));
        }
        List<String> dropped = table(columns);
        if (!dropped.isEmpty()) {
            wrapped("", "Too narrow for " + String.join(", ", dropped) + "; --html has them.", terminalStyle::dim);
        }
    }

    private static Column figures(String title, String unit, boolean kept, BackgroundTables.Task task,
            Function<BackgroundTables.Line, String> text) {
        return new Column(title, unit, true, kept, task.lines().stream().map(text).toList(),
                task.lines().stream().map(l -> "").toList());
    }

    private static String mean(Estimate estimate, Measure measure) {
        return Numbers.fixed(estimate.mean(), measure.decimals());
    }

    private static String margin(Estimate estimate, Measure measure) {
        return Numbers.error(measure, new Cell(estimate, false));
    }

    private static String gain(RampFinding ramp, int step) {
        return ramp.curve().gain(step).map(gain -> Numbers.fixed(gain.share() * 100, 0)).orElse("–");
    }

    private static String gainMargin(RampFinding ramp, int step) {
        return ramp.curve().gain(step).filter(RampCurve.Gain::errorKnown)
                .map(gain -> " ± " + Numbers.fixed((gain.high() - gain.low()) * 50, 0)).orElse("");
    }

    private static String mark(Optional<RampCurve.Knee> knee, int step) {
        return knee.filter(k -> k.step() == step).map(k -> k.certain() ? " knee" : " knee?").orElse("");
    }

    private String bar(double share) {
        return (terminalStyle.unicode() ? "█" : "#").repeat((int) Math.round(share * BAR));
    }

    private void effects(Report report) {
        for (Effect.Base base : new Effect.Base[] {Effect.Base.OPTIMUM, Effect.Base.DEFAULTS}) {
            List<String> sentences = report.sentences(base);
            if (!sentences.isEmpty()) {
                heading("Effect sizes " + base.words());
                sentences.forEach(s -> wrapped("  ", s, Function.identity()));
            }
        }
    }

    /** A table under its heading; in a sub-table, the values at which the other dimensions are kept stand beside it. */
    private void ranked(Table table, Optional<Table> whole) {
        String kept = whole.map(w -> kept(table, w)).orElse("");
        line("");
        line(terminalStyle.bold(terminalStyle.plain(table.title()))
                + (kept.isEmpty() ? "" : terminalStyle.dim(terminalStyle.plain("  " + kept))));
        if (table.rows().isEmpty()) {
            wrapped("", table.note(), Function.identity());
            return;
        }
        List<String> dropped = table(columns(table));
        if (!dropped.isEmpty() && whole.isEmpty()) {
            wrapped("", "Too narrow for " + String.join(", ", dropped) + "; --tsv and --html have them.",
                    terminalStyle::dim);
        }
        if (!table.note().isEmpty() && !whole.map(Table::note).orElse("").equals(table.note())) {
            wrapped("", table.note(), terminalStyle::dim);
        }
    }

    /** A row for each group of workers of each row of the table. */
    private void byGroup(Table table) {
        ByGroup by = table.byGroup();
        if (by.isEmpty()) {
            return;
        }
        heading("By group of workers");
        List<Column> columns = new ArrayList<>();
        for (String name : table.dimensions().columns()) {
            columns.add(Column.of(name, numeric(table.dimensions(), name),
                    perGroup(table, by, (row, group) -> row.level(name).text())));
        }
        columns.add(Column.of("group", false, perGroup(table, by, (row, group) -> group)));
        for (Measure measure : by.measures()) {
            boolean first = measure == by.measures().getFirst();
            columns.add(new Column(measure.title(), measure.unit(), true, first,
                    perGroup(table, by, (row, group) -> by.cell(row, group, measure)
                            .map(c -> Numbers.mean(measure, c)).orElse("–")),
                    perGroup(table, by, (row, group) -> first ? margin(by.cell(row, group, measure), measure) : "")));
        }
        List<String> dropped = table(columns);
        if (!dropped.isEmpty()) {
            wrapped("", "Too narrow for " + String.join(", ", dropped) + "; --tsv and --html have them.",
                    terminalStyle::dim);
        }
    }

    private static List<String> perGroup(Table table, ByGroup by, BiFunction<Row, String, String> text) {
        return table.rows().stream().flatMap(row -> by.of(row).stream().map(group -> text.apply(row, group))).toList();
    }

    /**
     * What each worker of some iterations did, for {@code tidemark show --workers}.
     * @param workers by the iteration's {@link IterationNumbers number}
     */
    public static String workers(Map<Integer, Workers> workers, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        workers.forEach((iteration, of) -> {
            text.heading("Iteration " + iteration);
            if (of.rows().isEmpty()) {
                text.line("No worker has ended in it.");
                return;
            }
            of.spreads().forEach(s -> text.wrapped("", s.sentence(), Function.identity()));
            text.line("");
            List<Column> columns = new ArrayList<>();
            if (of.grouped()) {
                columns.add(Column.of("group", false, of.rows().stream().map(WorkerCount::group).toList()));
            }
            columns.add(Column.of("worker", true, of.rows().stream().map(w -> String.valueOf(w.worker())).toList()));
            columns.add(Column.of("operations", true,
                    of.rows().stream().map(w -> String.valueOf(w.operations())).toList()));
            columns.add(Column.of("units", true, of.rows().stream().map(w -> String.valueOf(w.units())).toList()));
            columns.add(Column.of("failures", true, of.rows().stream()
                    .map(w -> w.failed() == null ? "–" : String.valueOf(w.failed())).toList()));
            columns.add(new Column("mean", "ms", true, true, of.rows().stream().map(w -> Workers.mean(w).isEmpty() ? "–"
                    : Numbers.fixed(Workers.mean(w).getAsDouble(), 3)).toList(),
                    of.rows().stream().map(w -> "").toList()));
            text.table(columns);
        });
        return text.out.toString();
    }

    /**
     * The slowest and the failed operations of some iterations, for {@code tidemark show --slowest}.
     *
     * @param operations by the iteration's {@link IterationNumbers number}
     */
    public static String operations(Map<Integer, LoggedOperations> operations, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        operations.forEach((iteration, of) -> {
            text.heading("Iteration " + iteration);
            if (of.isEmpty()) {
                text.line("No operation of it is remembered by itself.");
            }
            of.slowest().forEach((kind, lines) -> {
                text.line("The slowest of the kind " + kind);
                text.operations(lines.subList(0, Math.min(MOST_OPERATIONS, lines.size())));
            });
            if (!of.failed().isEmpty()) {
                text.line("The first that failed");
                text.operations(of.failed());
            }
        });
        return text.out.toString();
    }

    private void operations(List<LoggedOperations.Line> lines) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.of("what", false, lines.stream().map(LoggedOperations.Line::what).toList()));
        columns.add(time("response", "ms", lines, o -> o.nanos() / 1e6));
        columns.add(time("service", "ms", lines, o -> (o.end() - o.start()) / 1e6));
        columns.add(time("due", "s", lines, o -> o.due() / 1e9));
        columns.add(Column.of("beside", false, lines.stream().map(LoggedOperations.Line::beside).toList()));
        columns.add(Column.of("ended", false, lines.stream().map(LoggedOperations.Line::ended).toList()));
        table(columns.stream().filter(c -> c.cells().stream().anyMatch(cell -> !cell.isEmpty())).toList());
    }

    private static Column time(String title, String unit, List<LoggedOperations.Line> lines,
            ToDoubleFunction<LoggedOperation> time) {
        return new Column(title, unit, true, true, lines.stream()
                .map(l -> Numbers.fixed(time.applyAsDouble(l.operation()), 3)).toList(),
                lines.stream().map(l -> "").toList());
    }

    static String kept(Table table, Table whole) {
        return table.dimensions().fixed().stream()
                .filter(f -> whole.dimensions().columns().contains(f.name()))
                .map(FixedSetting::toString).collect(Collectors.joining(" · "));
    }

    private List<Column> columns(Table table) {
        List<Column> columns = new ArrayList<>();
        boolean ranks = table.ranks();
        columns.add(new Column("", "", false, true, table.rows().stream().map(r -> "").toList(),
                table.rows().stream().map(r -> ranks && r.best() ? "●" : "").toList()));
        for (String name : table.dimensions().columns()) {
            columns.add(Column.of(name, numeric(table.dimensions(), name),
                    table.rows().stream().map(r -> r.level(name).text()).toList()));
        }
        List<Measure> measures = table.common();
        for (Measure measure : measures) {
            boolean objective = measure == measures.getFirst();
            columns.add(new Column(measure.title(), measure.unit(), true, objective,
                    table.rows().stream().map(r -> text(r, measure)).toList(),
                    table.rows().stream().map(r -> objective ? margin(r, measure) : "").toList()));
        }
        return columns;
    }

    private static boolean numeric(Dimensions dimensions, String name) {
        return dimensions.find(name).map(d -> d.levels().stream()
                .allMatch(l -> l.number() != null || l == SettingValue.ABSENT)).orElse(false);
    }

    private static String text(Row row, Measure measure) {
        return row.cell(measure.name()).map(c -> Numbers.mean(measure, c)).orElse("–");
    }

    private static String margin(Row row, Measure measure) {
        return margin(row.cell(measure.name()), measure);
    }

    private static String margin(Optional<Cell> cell, Measure measure) {
        return cell.map(c -> Numbers.error(measure, c)).orElse("");
    }

    private List<String> table(List<Column> columns) {
        TextTable.Rendered rendered = TextTable.render(columns, terminalStyle);
        rendered.lines().forEach(this::line);
        return rendered.dropped();
    }

    private void reasons(List<Iteration> iterations, IterationNumbers iterationNumbers) {
        for (Iteration i : iterations) {
            if (i.state() != IterationState.DONE && !(i.verdict().isEmpty() && i.state() == IterationState.RUNNING)) {
                wrapped("", "Iteration " + iterationNumbers.of(i) + " " + StateWords.of(i.state())
                        + (i.verdict().isEmpty() ? "." : ": " + i.verdict()),
                        i.state() == IterationState.FAILED || i.state() == IterationState.INVALID ? terminalStyle::bad
                        : Function.identity());
            }
        }
    }

    private void heading(String text) {
        line("");
        line(terminalStyle.bold(terminalStyle.plain(text)));
    }

    /** Breaks a text between words to a readable width, indented by the width of {@code lead}. */
    private void wrapped(String lead, String text, Function<String, String> tone) {
        int width = Math.max(20, Math.min(terminalStyle.width(), MEASURE) - lead.length());
        String indent = lead;
        for (String line : Wrapping.lines(terminalStyle.plain(text), width)) {
            line(indent + tone.apply(line));
            indent = " ".repeat(lead.length());
        }
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
