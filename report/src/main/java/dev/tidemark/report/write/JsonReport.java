package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.report.analysis.AgentFigures;
import dev.tidemark.report.analysis.AgentTable;
import static dev.tidemark.report.write.Json.figure;
import static dev.tidemark.report.write.Json.head;
import static dev.tidemark.report.write.Json.object;
import static dev.tidemark.report.write.Json.some;
import static dev.tidemark.report.write.Json.when;
import static dev.tidemark.report.write.Json.written;

import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.QueryLogStatistics;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.plan.RateCurve;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Ceiling;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.analysis.Confirmation;
import dev.tidemark.report.analysis.Expectations;
import dev.tidemark.report.analysis.LoggedOperations;
import dev.tidemark.report.analysis.RecordedTexts;
import dev.tidemark.report.analysis.RecoveryTable;
import dev.tidemark.report.analysis.Report.Judgement;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.ScriptTables;
import dev.tidemark.report.analysis.Verdict;
import dev.tidemark.report.analysis.ramp.RampFinding;
import dev.tidemark.report.analysis.rate.RateFinding;
import dev.tidemark.report.analysis.table.Effect;
import dev.tidemark.report.analysis.table.FixedSetting;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.SortedOperations;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Workers;
import dev.tidemark.report.comparison.RunParts;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports as JSON. Every document says its {@code format} and {@code version}; within a version members are only ever
 * added. Numbers are in the measure's unit; what is unknown is left out.
 */
public final class JsonReport {

    private static final int VERSION = 1;
    /** Rows of which raw data are read. */
    private static final int MOST_RUNS = 20;
    private static final String P99 = "p99";

    private JsonReport() {}

    /** The report without what only raw data tell. */
    public static String of(Report report) {
        return of(report, List.of(), new RecoveryTable(List.of(), 0));
    }

    /**
     * The whole report: {@code "format": "tidemark-report"}.
     *
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     */
    public static String of(Report report, LongFunction<IterationDetail> details) {
        return of(report, ScriptTables.of(report, details, MOST_RUNS), RecoveryTable.of(report, details));
    }

    private static String of(Report report, List<ScriptTables.Run> scripts, RecoveryTable recovery) {
        LabelResults results = report.results();
        Verdict verdict = report.verdict();
        SequencedMap<String, String> scriptTexts = RecordedTexts.scripts(report);
        SequencedMap<String, String> serverTexts = RecordedTexts.serverTexts(report);
        return written(new Documents.Report(Documents.Report.Format.TIDEMARK_REPORT, VERSION, report.label(),
                results.workload(), results.space(), results.seed(), results.seeds(), results.experiments(),
                when(!scriptTexts.isEmpty(), scriptTexts), when(!serverTexts.isEmpty(), serverTexts),
                report.objective().measure().name(), verdict.chip(), verdict.headline(), verdict.next().stream()
                        .map(s -> new Documents.Next(s.kind(), s.sentence(), s.command(report.label()))).toList(),
                report.answer(), report.notes(), report.ceiling().map(c -> new Documents.Ceiling(c.limit(),
                        c.reached(), c.sustained(), c.share(), c.measured(), c.sentence(), c.limitedBy())),
                MeasureDeclaration.all(report.table().measures()), table(report.table()),
                report.subTables().stream().map(JsonReport::table).toList(),
                report.table().comparisons().confidence(), report.effects().stream().map(JsonReport::effect).toList(),
                report.confirmation().map(c -> new Documents.Confirmation(effect(c.effect()),
                        c.table().comparisons().confidence(), c.sentence(), table(c.table()))),
                some(report.ramps().stream().map(JsonReport::ramp).toList()),
                some(report.rates().stream().map(JsonReport::rate).toList()), judgements(report),
                report.excluded().stream().map(i -> iteration(i, report.verdict(i))).toList(),
                some(scripts.stream().map(JsonReport::script).toList()),
                some(recovery.lines().stream().map(JsonReport::recovery).toList())));
    }

    private static Documents.Recovery recovery(RecoveryTable.Line line) {
        Recovery r = line.recovery();
        return new Documents.Recovery(line.point(), line.iteration(), r.fault(), r.start() / 1e9, bound(r.outage()),
                when(!r.kind().isEmpty(), r.kind()), r.usual(), r.firstError(), r.errors(),
                r.rate().map(JsonReport::bound), r.backlog().map(JsonReport::bound), stretch(r.before()),
                stretch(r.during()), stretch(r.after()));
    }

    private static Documents.Bound bound(Recovery.Figure figure) {
        return new Documents.Bound(figure.seconds(), when(figure.atLeast(), true), Optional.empty());
    }

    private static Documents.Stretch stretch(Recovery.Stretch stretch) {
        return new Documents.Stretch(stretch.answered(), bound(stretch, "p50"), bound(stretch, P99),
                bound(stretch, "max"));
    }

    private static Optional<Documents.Bound> bound(Recovery.Stretch stretch, String part) {
        return stretch.value(part).map(v -> new Documents.Bound(v.number(), when(v.atLeast(), true),
                when(part.equals(P99) && RunParts.isLargest(stretch.ended()), true)));
    }

    /** The times of which there were so many that are only the largest of them. */
    private static Optional<List<String>> largest(long times) {
        return when(times > 0 && RunParts.isLargest(times), List.of(P99));
    }

    private static Documents.Script script(ScriptTables.Run run) {
        return new Documents.Script(run.name(), run.iteration(), operation(run.figures().all(), run.figures()),
                run.figures().operations().stream().map(o -> operation(o, run.figures())).toList(),
                run.figures().statements().stream().map(s -> new Documents.ScriptStatement(s.operation(),
                        s.name().line(), s.name().text(), s.calls(), s.failed(), s.share(), s.rows(), s.times(),
                        largest(s.calls() - s.failed())))
                        .toList());
    }

    private static Documents.ScriptOperation operation(ScriptFigures.Operation o, ScriptFigures figures) {
        return new Documents.ScriptOperation(o.name(), o.done(), o.failed(), when(figures.retried(),
                new Documents.Retries(o.tries(), o.retried(), (double) o.retried() / Math.max(1, o.operations()),
                        o.exhausted())), o.rows(), o.written(), o.times(), largest(o.done()));
    }

    /** The iterations of a label, each with its state: {@code "format": "tidemark-label"}. */
    public static String show(LabelResults results) {
        return written(new Documents.Iterations(Documents.Iterations.Format.TIDEMARK_LABEL, VERSION, results.label(),
                results.workload(), results.space(), results.seed(), results.objective(),
                results.iterations().stream().map(i -> iteration(i, i.verdict())).toList(),
                judgements(Report.of(results)), some(results.damage())));
    }

    private static Documents.Judgements judgements(Report report) {
        try {
            List<Judgement> all = Expectations.judged(report);
            Table judged = report.judged();
            return new Documents.Judgements(some(all.stream().map(j -> judgement(j, judged)).toList()),
                    when(!all.isEmpty(), all.stream().filter(j -> !j.met()).count()), Optional.empty());
        } catch (InvalidInputException e) {
            return new Documents.Judgements(Optional.empty(), Optional.empty(), Optional.of(e.getMessage()));
        }
    }

    private static Documents.Judgement judgement(Judgement judgement, Table table) {
        String measure = judgement.expectation().measure().name();
        return new Documents.Judgement(measure, judgement.expectation().text(), judgement.met(), judgement.sentence(),
                settings(judgement.row(), table), judgement.row().cell(measure).map(Json::figure));
    }

    /**
     * What was tried of a target, in its order, and what it has set: {@code "format": "tidemark-doctor"}.
     *
     * @param facts settings as they were told
     */
    public static String doctor(String target, String driver, List<Setting> facts, List<Trial> trials) {
        Map<String, Object> root = head("tidemark-doctor", VERSION);
        root.put("target", target);
        root.put("driver", driver);
        root.put("works", trials.stream().noneMatch(Trial::failed));
        root.put("trials", trials.stream().map(t -> object("name", t.name(), "result", Types.word(t.verdict()),
                "message", t.message())).toList());
        Map<String, Object> settings = new LinkedHashMap<>();
        facts.forEach(f -> settings.put(f.name(), f.text()));
        root.put("settings", settings);
        return written(root);
    }

    /**
     * How good a target was found to be: {@code "format": "tidemark-checkup"}. Times are milliseconds, rates per second;
     * a load without {@code offered} went as fast as it could, and {@code atLeast} and {@code maximum} name the times that
     * are no more than that.
     */
    public static String checkup(Checkup checkup) {
        return written(new Documents.Checkup(Documents.Checkup.Format.TIDEMARK_CHECKUP, VERSION, checkup.target(),
                checkup.engine(), loads(checkup.loads()), Json.some(checkup.references().stream().map(reference ->
                        new Documents.Reference(reference.name(), reference.engine(), reference.durability(),
                                loads(reference.loads()))).toList()),
                checkup.good(), checkup.wrong().stream().map(s -> new Documents.Symptom(s.name(), s.what(), s.remedy()))
                .toList(), checkup.next().stream().map(words -> ShellCommand.of(words.toArray(String[]::new))).toList()));
    }

    private static List<Documents.CheckupLoad> loads(List<Checkup.Load> loads) {
        return loads.stream().map(load -> new Documents.CheckupLoad(load.clients(), load.offered(), load.measure().name(),
                load.throughput().map(Cell::mean), load.p50().map(Cell::mean), load.p99().map(Cell::mean), load.limitedBy(),
                times(load, Cell::atLeast), times(load, Cell::maximum))).toList();
    }

    private static Optional<List<String>> times(Checkup.Load load, Predicate<Cell> which) {
        return some(Stream.of(load.p50().filter(which).map(_ -> "p50"), load.p99().filter(which).map(_ -> "p99"))
                .flatMap(Optional::stream).toList());
    }

    /**
     * What an experiment would do: {@code "format": "tidemark-dry-run"}. Where searches are made, {@code iterations}
     * are how many, and {@code steps} the most iterations that they may come to.
     *
     * @param reached all that it reaches outside of Tidemark's own data
     * @param plan    empty where it came from elsewhere and was not looked at any further
     */
    public static String dryRun(List<Reached> reached, Optional<Plan> plan) {
        Map<String, Object> root = head("tidemark-dry-run", VERSION);
        root.put("iterations", plan.map(Plan::size).orElse(null));
        plan.filter(Plan::searching).ifPresent(searches -> root.put("steps", searches.mostSteps()));
        root.put("reaches", reached.stream().map(r -> object("reach", Types.word(r.reach()), "setting", r.setting(),
                "what", r.what())).toList());
        return written(root);
    }

    /** What a disk was found to sustain: {@code "format": "tidemark-probe"}; per second, of the first in bytes. */
    public static String probe(DiskProbe probe) {
        Map<String, Object> root = head("tidemark-probe", VERSION);
        root.put("measured", probe.at().toString());
        Map<String, Object> rates = new LinkedHashMap<>();
        Arrays.stream(DiskLimit.values()).filter(probe.rates()::containsKey)
                .forEach(limit -> rates.put(Types.word(limit), probe.rates().get(limit)));
        root.put("rates", rates);
        Map<String, Object> facts = new LinkedHashMap<>();
        probe.facts().forEach(f -> facts.put(f.name(), f.text()));
        root.put("environment", facts);
        return written(root);
    }

    /**
     * What a log of queries tells: {@code "format": "tidemark-querylog"}. Rates are absent where times are not known.
     */
    public static String queryLog(String file, QueryLog log, QueryLogStatistics statistics) {
        Map<String, Object> root = head("tidemark-querylog", VERSION);
        root.put("file", file);
        root.put("logFormat", Types.word(log.format()));
        root.put("lines", log.lines());
        root.put("otherLines", log.others());
        root.put("malformedLines", log.malformed());
        root.put("firstMalformed", log.firstBad());
        root.put("queries", statistics.queries());
        root.put("distinctQueries", statistics.distinct());
        root.put("queriesWithParameters", log.parameterised());
        root.put("repeatShare", statistics.repeats());
        statistics.rates().ifPresent(rates -> {
            root.put("start", log.start().toString());
            root.put("seconds", rates.seconds());
            root.put("perSecond", rates.perSecond());
            root.put("perMinute", rates.perMinute());
            root.put("busiestSecond", busiest(rates.busiestSecond()));
            root.put("busiestMinute", busiest(rates.busiestMinute()));
        });
        root.put("words", lengths(statistics.words()));
        root.put("characters", lengths(statistics.characters()));
        root.put("mostFrequent",
                statistics.frequent().stream().map(f -> object("query", f.query(), "queries", f.queries()))
                .toList());
        return written(root);
    }

    private static Map<String, Object> busiest(QueryLogStatistics.Busiest busiest) {
        return object("from", busiest.from().toString(), "queries", busiest.queries());
    }

    private static Map<String, Object> lengths(QueryLogStatistics.Lengths lengths) {
        return object("min", lengths.least(), "mean", lengths.mean(), "p50", lengths.median(), "p90", lengths.p90(),
                "p99", lengths.p99(), "max", lengths.most());
    }

    /** All labels: {@code "format": "tidemark-labels"}. */
    public static String list(List<LabelSummary> labels) {
        Map<String, Object> root = head("tidemark-labels", VERSION);
        root.put("labels", labels.stream().map(l -> {
            Map<String, Object> states = new LinkedHashMap<>();
            l.iterations().forEach((iterationState, n) -> states.put(StateWords.of(iterationState), n));
            return object("label", l.label(), "workload", l.workload(), "started", l.started().toString(),
                    "iterations", states, "note", l.mark().note(), "pinned", l.mark().pinned(), "archived",
                    l.mark().archived());
        }).toList());
        return written(root);
    }

    /**
     * The operations that are remembered by themselves: {@code "format": "tidemark-operations"}. Times are seconds
     * since the iteration's start.
     *
     * @param operations by iteration
     */
    public static String operations(LabelResults results, Map<Long, LoggedOperations> operations) {
        Map<String, Object> root = head("tidemark-operations", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("iterations", operations.entrySet().stream().map(e -> object("id", e.getKey(), "operations",
                e.getValue().lines().map(l -> RawColumn.members(RawColumn.OPERATIONS, l)).toList())).toList());
        return written(root);
    }

    /**
     * The operations that were logged one by one: {@code "format": "tidemark-operation-log"}. Each is a list of what
     * the {@code columns} name; times are seconds, those of moments since the iteration's start. Written iteration by
     * iteration, since together they may be millions.
     *
     * @param logs by iteration, each made when it is its turn
     */
    public static void log(LabelResults results, Map<Long, Supplier<Optional<SortedOperations>>> logs,
            PrintWriter out) {
        Map<String, Object> root = head("tidemark-operation-log", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("columns", RawColumn.names(RawColumn.LOG));
        String head = JsonMapper.shared().writeValueAsString(root);
        out.print(head.substring(0, head.length() - 1) + ",\"iterations\":[");
        String comma = "";
        for (var entry : logs.entrySet()) {
            Optional<SortedOperations> log = entry.getValue().get();
            if (log.isPresent()) {
                out.print(comma + JsonMapper.shared().writeValueAsString(log(entry.getKey(), log.get())));
                comma = ",";
            }
        }
        out.print("]}\n");
    }

    private static Map<String, Object> log(long iteration, SortedOperations log) {
        return object("id", iteration, "operations", log.ended(), "complete", log.complete(), "standsFor",
                log.table().each(), "rows", log.table().rows().stream().map(r -> RawColumn.values(RawColumn.LOG, r))
                .toList());
    }

    /** What each worker did: {@code "format": "tidemark-workers"}; {@code mean} in ms. @param workers by iteration */
    public static String workers(LabelResults results, Map<Long, Workers> workers) {
        Map<String, Object> root = head("tidemark-workers", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("iterations", workers.entrySet().stream().map(e -> object("id", e.getKey(), "workers",
                e.getValue().rows().stream().map(w -> RawColumn.members(RawColumn.WORKERS, w)).toList())).toList());
        return written(root);
    }

    /** What each agent did: {@code "format": "tidemark-agents"}; times in s. */
    public static String agents(LabelResults results, AgentTable table) {
        Map<String, Object> root = head("tidemark-agents", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        Map<Long, List<Object>> iterations = new LinkedHashMap<>();
        table.lines().forEach(l -> iterations.computeIfAbsent(l.id(), id -> new ArrayList<>()).add(agent(l.agent())));
        root.put("iterations", iterations.entrySet().stream().map(e -> object("id", e.getKey(), "agents",
                e.getValue())).toList());
        return written(root);
    }

    private static Map<String, Object> agent(AgentFigures agent) {
        Map<String, Object> json = object("number", agent.share().number() + 1, "agent", agent.name());
        AgentFigures.FIGURES.forEach(f -> f.of(agent).ifPresent(figure -> json.put(f.name(), f.counts() ? (Object) (long) figure
                : figure)));
        List<String> raised = AgentFigures.FIGURES.stream().filter(f -> f.atLeast().test(agent))
                .map(AgentFigures.Figure::name).toList();
        if (!raised.isEmpty()) {
            json.put("atLeast", raised);
        }
        return json;
    }

    /** What happened: {@code "format": "tidemark-events"}; {@code at} in s. @param events by iteration */
    public static String events(LabelResults results, Map<Long, List<Event>> events) {
        Map<String, Object> root = head("tidemark-events", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("iterations", events.entrySet().stream().map(e -> object("id", e.getKey(), "events",
                e.getValue().stream().map(event -> RawColumn.members(RawColumn.EVENTS, event)).toList())).toList());
        return written(root);
    }

    private static Documents.Table table(Table table) {
        return new Documents.Table(table.title(), table.note(), texts(table.dimensions().settings()),
                texts(table.dimensions().environment()), table.dimensions().columns(),
                table.rows().stream().map(r -> row(r, table)).toList());
    }

    private static Map<String, String> texts(List<FixedSetting> settings) {
        Map<String, String> texts = new LinkedHashMap<>();
        settings.forEach(f -> texts.put(f.name(), f.text()));
        return texts;
    }

    private static Documents.Row row(Row row, Table table) {
        Map<String, Documents.Figure> values = new LinkedHashMap<>();
        table.measures().forEach(m -> row.cell(m.name()).ifPresent(c -> values.put(m.name(), figure(c))));
        return new Documents.Row(settings(row, table), values, row.best(),
                row.iterations().stream().map(Iteration::id).toList(), row.durability());
    }

    private static Map<String, String> settings(Row row, Table table) {
        Map<String, String> settings = new LinkedHashMap<>();
        table.dimensions().columns().stream().filter(c -> row.level(c) != SettingValue.ABSENT)
                .forEach(c -> settings.put(c, row.level(c).text()));
        return settings;
    }

    private static Documents.Effect effect(Effect effect) {
        Comparison c = effect.comparison();
        return new Documents.Effect(effect.base(), effect.dimension(), effect.from(), effect.to(), c.ratio(),
                c.significant(), when(c.errorKnown(), new Documents.Interval(c.low(), c.high(), c.p(), c.paired())));
    }

    private static Documents.Ramp ramp(RampFinding ramp) {
        RampCurve curve = ramp.curve();
        double first = curve.steps().isEmpty() ? 0 : curve.steps().getFirst().load();
        return new Documents.Ramp(ramp.param(), ramp.point(), ramp.rate().name(), curve.spec().limit()
                .map(l -> new Documents.RampLimit(l.measure().name(), l.bound())), curve.spec().gain(),
                IntStream.range(0, ramp.steps().size()).mapToObj(i -> step(ramp, i)).toList(),
                curve.knee().map(knee -> new Documents.Knee(curve.steps().get(knee.step()).value(), knee.certain(),
                        knee.gain().errorKnown() ? knee.from() : OptionalDouble.empty(),
                        knee.gain().errorKnown() ? knee.to() : OptionalDouble.empty())),
                curve.crossing().map(c -> new Documents.Crossing(first * c.ratio(),
                        when(c.errorKnown(), first * c.low()), when(c.errorKnown(), first * c.high()))),
                curve.largestWithin().stream().mapToObj(w -> curve.steps().get(w).value()).findFirst(),
                ramp.sentences());
    }

    private static Documents.RampStep step(RampFinding ramp, int i) {
        RampCurve curve = ramp.curve();
        RampCurve.Step step = curve.steps().get(i);
        return new Documents.RampStep(step.value(), step.load(), figure(new Cell(ramp.steps().get(i).rate(), false)),
                curve.gain(i).map(g -> new Documents.Gain(g.share(), curve.steps().get(curve.base(i)).value(),
                        when(g.errorKnown(), g.low()), when(g.errorKnown(), g.high()))),
                when(step.generator(), true), ramp.steps().get(i).response().map(Json::figure));
    }

    private static Documents.Rate rate(RateFinding found) {
        return new Documents.Rate(found.point(), found.spec().limits().stream()
                .map(l -> new Documents.RateLimit(l.measure().name(), l.text(), l.bound())).toList(),
                found.curve().sustained().map(s -> new Documents.Sustainable(s.rate(), s.low(), s.high(),
                        found.spec().chance())), found.curve().highestHolding(), found.curve().generatorHeld(),
                IntStream.range(0, found.steps().size()).mapToObj(i -> step(found, i)).toList(), found.sentences());
    }

    private static Documents.RateStep step(RateFinding found, int i) {
        Map<String, Documents.Figure> values = new LinkedHashMap<>();
        found.steps().get(i).cells().forEach((name, cell) -> values.put(name, figure(cell)));
        RateCurve.Level level = found.curve().levels().get(i);
        return new Documents.RateStep(level.rate(), level.runs().size(), values, level.result(),
                found.curve().surelyHolds(i) || found.curve().surelyBreaks(i), found.steps().get(i).reason());
    }

    /** @param verdict why it is failed, invalid or not ranked; empty otherwise */
    private static Documents.Iteration iteration(Iteration i, String verdict) {
        Map<String, Documents.RecordedSetting> settings = new LinkedHashMap<>();
        i.settings().forEach(s -> settings.put(s.name(), new Documents.RecordedSetting(s.text(), s.origin())));
        Map<String, Double> values = new LinkedHashMap<>();
        i.values().forEach(v -> values.put(v.measure(), v.number()));
        return new Documents.Iteration(i.id(), i.batch(), i.round(), i.position(), i.attempt(), i.state(), verdict,
                i.started(), settings, values, measures(i, MeasuredValue::atLeast),
                measures(i, v -> Tails.isMaximum(i, v)));
    }

    private static Optional<List<String>> measures(Iteration i, Predicate<MeasuredValue> which) {
        return some(i.values().stream().filter(which).map(MeasuredValue::measure).toList());
    }
}
