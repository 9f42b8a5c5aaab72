package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.analysis.BackgroundTables;
import dev.tidemark.report.analysis.Confirmation;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.NextStep;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.IterationNumbers;
import dev.tidemark.report.analysis.table.SortedOperations;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.model.AgentGrid;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Columns;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.OperationGrids;
import dev.tidemark.report.model.Part;
import dev.tidemark.report.model.RankedGrids;
import dev.tidemark.report.model.ReportDocument;
import dev.tidemark.report.model.RunGrids;
import dev.tidemark.report.model.Section;
import dev.tidemark.report.model.Value;

/** Reports as text for people at a terminal: the answer and what to do next, then effect sizes, then the tables. */
public final class TerminalReport {

    /** Of each kind; TSV has all that are kept. */
    private static final int MOST_OPERATIONS = 10;

    private static final String PIPED = "piped, the output has";

    /** Of how many rows, beside the defaults, the statements of scripts are told. */
    private static final int ROWS = 1;

    private final TerminalStyle terminalStyle;
    private final TextWriter out;

    private TerminalReport(TerminalStyle terminalStyle) {
        this.terminalStyle = terminalStyle;
        this.out = TextWriter.of(terminalStyle);
    }

    /** The report without what only raw data tell; lines end with a line feed. */
    public static String of(Report report, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        text.report(report, _ -> {
            throw new IllegalStateException("raw data are not known");
        });
        return text.out.text();
    }

    /**
     * The whole report.
     *
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it; read where they are
     *                 needed
     */
    public static String of(Report report, LongFunction<IterationDetail> details, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        ReportDocument document = text.report(report, details);
        text.sections(document, Part.SCRIPTS, Part.CUTS);
        text.each(report, details);
        text.sections(document, Part.SIZE, Part.RECOVERY, Part.BACKGROUND, Part.AGENTS);
        return text.out.text();
    }

    /** Every row that missed a condition, and a count of those that met them. */
    public static String judgements(List<Report.Judgement> judgements, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        judgements.stream().filter(j -> !j.met()).forEach(j -> text.out.wrapped("", j.sentence(), terminalStyle::bad));
        long met = judgements.stream().filter(Report.Judgement::met).count();
        text.out.line(met + " of " + judgements.size() + " expected bounds are met.");
        return text.out.text();
    }

    /** All labels, for {@code tidemark list}. */
    public static String list(List<LabelSummary> labels, TerminalStyle terminalStyle) {
        if (labels.isEmpty()) {
            return "No labels yet. `" + terminalStyle.command() + " demo` makes one within a minute.\n";
        }
        TerminalReport text = new TerminalReport(terminalStyle);
        text.out.table(new Columns<LabelSummary>().with(Column.words("label"), l -> Value.of(l.label()))
                .with(Column.words("workload").needed(false), l -> Value.of(l.workload()))
                .with(Column.words("started").needed(false), l -> Value.of(terminalStyle.time(l.started())))
                .with(Column.numbers("iterations").needed(false), l -> Value.of(l.total()))
                .with(Column.words("state"), l -> Value.of(StateWords.of(l.iterations()))).grid("", labels), PIPED);
        return text.out.text();
    }

    /** The iterations of a label in order of execution, each with its state, for {@code tidemark show}. */
    public static String show(LabelResults results, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        text.out.line(terminalStyle.bold(terminalStyle.plain(results.label())) + "  "
                + terminalStyle.dim(terminalStyle.plain(results.workload())));
        text.out.line("");
        List<Iteration> all = results.iterations();
        text.out.table(iterations(results, terminalStyle), PIPED);
        text.reasons(all, IterationNumbers.of(results));
        return text.out.text();
    }

    private static Grid iterations(LabelResults results, TerminalStyle terminalStyle) {
        Dimensions dimensions = Dimensions.of(results.iterations());
        Optional<Measure> objective = results.measures().find(results.objective());
        IterationNumbers numbers = IterationNumbers.of(results);
        return new Columns<Iteration>().with(Column.numbers("iteration"), i -> Value.of(numbers.of(i)))
                .with(Column.numbers("id").needed(false), i -> Value.of(i.id()))
                .with(Column.words("state"), i -> Value.of(StateWords.of(i.state())))
                .with(Column.words("started").needed(false), i -> Value.of(terminalStyle.time(i.started())))
                .with(Column.numbers("round").needed(false), i -> Value.of(i.round() + 1))
                .withEach(dimensions.columns(), c -> Column.of(c, RankedGrids.kind(dimensions, c)),
                        (i, c) -> i.setting(c).map(s -> Value.of(s.text())).orElse(Value.noData()))
                .withEach(objective.stream().toList(), Column::of, (i, m) -> Tails.cell(m, List.of(i))
                        .map(c -> Value.of(m, c)).orElse(Value.of("")))
                .grid("", results.iterations());
    }

    private ReportDocument report(Report report, LongFunction<IterationDetail> details) {
        out.line(terminalStyle.bold(terminalStyle.plain(report.label())) + "  "
                + terminalStyle.dim(terminalStyle.plain(report.size())));
        out.line("");
        Verdict verdict = report.verdict();
        verdict(verdict);
        if (report.comparisons().isEmpty() && report.ramps().size() != 1
                && !verdict.headline().endsWith(report.answer())) {
            report.confirmation().map(Confirmation::result).orElseGet(() -> result(report)).ifPresent(out::sentence);
        }
        report.notes().forEach(out::sentence);
        next(report, verdict.next());
        Dimensions dimensions = Unranked.dimensions(report);
        fixed("Fixed", dimensions.settings());
        fixed("Environment", dimensions.environment());
        ReportDocument document = new ReportDocument(report, details, ROWS, terminalStyle.unicode() ? "█" : "#");
        sections(document, Part.RAMPS, Part.RATES, Part.CONFIRMATION);
        effects(report);
        sections(document, Part.STYLES, Part.TABLE, Part.COSTS, Part.GROUPS);
        if (!report.table().rows().isEmpty() && report.subTables().isEmpty()
                && report.table().dimensions().varied().size() < 2) {
            out.line("");
            out.line(terminalStyle.dim("At most one setting varies, so there are no one-factor tables."));
        }
        sections(document, Part.SUBTABLES, Part.UNRANKED);
        if (document.of(Part.UNRANKED).isEmpty() && !report.excluded().isEmpty()) {
            out.heading("Not ranked");
        }
        reasons(report.excluded(), report.numbering());
        return document;
    }

    private void sections(ReportDocument document, Part... parts) {
        for (Part part : parts) {
            String elsewhere = elsewhere(part);
            document.of(part).forEach(section -> {
                section.grids().forEach(grid -> out.grid(grid.titled(grid.title().isEmpty() ? section.title()
                        : section.lead() + grid.title()), elsewhere));
                section.figures().forEach(figure -> figure(figure, elsewhere));
            });
        }
    }

    /** The table that stands for a chart. */
    private void figure(Section.Figure figure, String elsewhere) {
        out.heading(figure.grid().title(), figure.grid().kept());
        figure.sentences().forEach(out::sentence);
        if (!figure.grid().lines().isEmpty()) {
            out.table(figure.grid(), elsewhere);
        }
        if (!figure.grid().note().isEmpty()) {
            out.remark(figure.grid().note());
        }
    }

    /** What has the columns for which there is no room: TSV has the measures of rows. */
    private static String elsewhere(Part part) {
        return switch (part) {
            case CONFIRMATION, TABLE, COSTS, GROUPS, SUBTABLES, UNRANKED -> "--tsv and --html have";
            case RATES, RECALL, STYLES, RAMPS, SCRIPTS, CUTS, SIZE, RECOVERY, BACKGROUND, AGENTS -> "--html has";
        };
    }

    /** How sure it is, in a word, and the answer that commits itself. */
    public static String headline(Verdict verdict) {
        return verdict.headline().startsWith(word(verdict)) ? verdict.headline()
                : word(verdict) + verdict.headline();
    }

    private static String word(Verdict verdict) {
        String chip = FindingText.capital(verdict.chip());
        return chip + (verdict.headline().startsWith(chip + ": ") ? ": " : ". ");
    }

    private void verdict(Verdict verdict) {
        String word = word(verdict);
        out.wrapped("", headline(verdict), line -> line.startsWith(word)
                ? terminalStyle.bold(word.strip()) + line.substring(word.length() - 1) : line);
    }

    /** What the best row reached. */
    private static Optional<String> result(Report report) {
        Measure measure = report.objective().measure();
        return report.table().rows().isEmpty() ? Optional.empty() : report.recommended().cell(measure.name())
                .map(cell -> measure.title() + " " + Numbers.sentence(measure, cell) + ".");
    }

    private void next(Report report, List<NextStep> steps) {
        if (!steps.isEmpty()) {
            out.heading("Next");
        }
        steps.forEach(step -> {
            out.wrapped("  ", step.sentence(), Function.identity());
            out.command(step.command(terminalStyle.command(), report.label()));
        });
    }

    private void fixed(String title, List<FixedSetting> fixed) {
        if (!fixed.isEmpty()) {
            out.line("");
            out.wrapped(title + "  ", fixed.stream().map(FixedSetting::toString).collect(Collectors.joining(" · ")),
                    terminalStyle::dim);
        }
    }

    /** The operations of the best row's run, where they were logged one by one. */
    private void each(Report report, LongFunction<IterationDetail> details) {
        report.table().rows().stream().limit(1)
                .map(row -> BackgroundTables.typical(row, report.objective().measure()))
                .flatMap(i -> SortedOperations.of(details.apply(i.id())).stream()
                        .map(sorted -> Map.entry(report.numbering().of(i), sorted)))
                .forEach(e -> each("iteration " + e.getKey(), Workloads.unit(report.results().workload()),
                        e.getValue()));
    }

    private void each(String name, String unit, SortedOperations sorted) {
        out.heading("All " + unit + " by response time, " + name);
        out.sentence(sorted.sentence(unit));
        out.table(OperationGrids.shares("", unit, Map.of("response", SortedOperations.SHARES.stream()
                .map(sorted::response).toList())));
        out.heading("Slowest " + unit + ", " + name);
        out.table(OperationGrids.slowest("", sorted.slowest(MOST_OPERATIONS)));
    }

    /**
     * The operations of an iteration that were logged one by one, for {@code tidemark show --log}.
     *
     * @param iteration its {@link IterationNumbers number}
     * @param unit      what the operations are called
     */
    public static String log(int iteration, String unit, Optional<SortedOperations> log, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        String name = "iteration " + iteration;
        log.ifPresentOrElse(sorted -> text.each(name, unit, sorted), () -> {
            text.out.heading("Iteration " + iteration);
            text.out.line("Its operations were not logged one by one.");
        });
        return text.out.text();
    }

    private void effects(Report report) {
        for (Effect.Base base : new Effect.Base[] {Effect.Base.OPTIMUM, Effect.Base.DEFAULTS}) {
            List<String> sentences = report.sentences(base);
            if (!sentences.isEmpty()) {
                out.heading("Effect sizes " + base.words());
                sentences.forEach(s -> out.wrapped("  ", s, Function.identity()));
            }
        }
    }

    /**
     * What each worker of some iterations did, for {@code tidemark show --workers}.
     * @param workers by the iteration's {@link IterationNumbers number}
     */
    public static String workers(Map<Integer, Workers> workers, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        workers.forEach((iteration, of) -> {
            text.out.heading("Iteration " + iteration);
            if (of.rows().isEmpty()) {
                text.out.line("No worker has ended in it.");
                return;
            }
            of.spreads().forEach(s -> text.out.sentence(s.sentence()));
            text.out.line("");
            text.out.table(RunGrids.workers("", of));
        });
        return text.out.text();
    }

    /** What each agent did of the load of some iterations, for {@code tidemark show --agents}. */
    public static String agents(AgentTable table, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        text.out.table(AgentGrid.of(table), "piped, the output has");
        return text.out.text();
    }

    /**
     * The slowest and the failed operations of some iterations, for {@code tidemark show --slowest}.
     *
     * @param operations by the iteration's {@link IterationNumbers number}
     */
    public static String operations(Map<Integer, LoggedOperations> operations, TerminalStyle terminalStyle) {
        TerminalReport text = new TerminalReport(terminalStyle);
        operations.forEach((iteration, of) -> {
            text.out.heading("Iteration " + iteration);
            if (of.isEmpty()) {
                text.out.line("No operation of it is remembered by itself.");
            }
            of.slowest().forEach((kind, lines) -> {
                text.out.line("The slowest of the kind " + terminalStyle.plain(kind));
                text.out.table(RunGrids.operations("", lines.subList(0, Math.min(MOST_OPERATIONS, lines.size())))
                        .withoutEmptyColumns());
            });
            if (!of.failed().isEmpty()) {
                text.out.line("The first that failed");
                text.out.table(RunGrids.failed("", of.failed()).withoutEmptyColumns());
            }
        });
        return text.out.text();
    }

    private void reasons(List<Iteration> iterations, IterationNumbers iterationNumbers) {
        for (Iteration i : iterations) {
            if (i.state() != IterationState.DONE && !(i.verdict().isEmpty() && i.state() == IterationState.RUNNING)) {
                out.wrapped("", iterationNumbers.reason(i),
                        i.state() == IterationState.FAILED || i.state() == IterationState.INVALID ? terminalStyle::bad
                        : Function.identity());
            }
        }
    }
}
