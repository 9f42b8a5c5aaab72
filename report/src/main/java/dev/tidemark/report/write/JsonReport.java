package dev.tidemark.report.write;

import dev.tidemark.report.analysis.KeptTexts;
import java.util.stream.Stream;
import static dev.tidemark.report.write.Json.cell;
import static dev.tidemark.report.write.Json.head;
import static dev.tidemark.report.write.Json.object;
import static dev.tidemark.report.write.Json.written;

import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.QueryLogStatistics;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.measure.OperationTable;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Ceiling;
import dev.tidemark.report.analysis.Confirmation;
import dev.tidemark.report.analysis.Expectations;
import dev.tidemark.report.analysis.LoggedOperations;
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
import dev.tidemark.report.analysis.table.Workers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports as JSON. Every document says its {@code format} and {@code version}; within a version members are only ever
 * added. Numbers are in the measure's unit; what is unknown is left out.
 */
public final class JsonReport {

    private static final int VERSION = 1;
    /** Rows of which raw data are read. */
    private static final int MOST_RUNS = 20;
    private static final List<String> LOG_COLUMNS = List.of("kind", "lane", "n", "item", "due", "start", "end",
            "engine", "hits", "outcome", "reason");

    private JsonReport() {}

    /** The report without what only raw data tell. */
    public static String of(Report report) {
        return written(root(report));
    }

    /**
     * The whole report: {@code "format": "tidemark-report"}.
     *
     * @param details raw data of an iteration by its id, as {@code Results::detail} gives it
     */
    public static String of(Report report, LongFunction<IterationDetail> details) {
        Map<String, Object> root = root(report);
        List<ScriptTables.Run> runs = ScriptTables.of(report, details, MOST_RUNS);
        if (!runs.isEmpty()) {
            root.put("scripts", runs.stream().map(JsonReport::script).toList());
        }
        return written(root);
    }

    /** What the operations of a script did, and what its statements took: times in ms, shares from 0 to 1. */
    private static Map<String, Object> script(ScriptTables.Run run) {
        return object("name", run.name(), "iteration", run.iteration(),
                "all", operation(run.figures().all(), run.figures()),
                "operations", run.figures().operations().stream().map(o -> operation(o, run.figures())).toList(),
                "statements", run.figures().statements().stream().map(JsonReport::statement).toList());
    }

    private static Map<String, Object> operation(ScriptFigures.Operation o, ScriptFigures figures) {
        Map<String, Object> json = object("name", o.name(), "done", o.done(), "failed", o.failed());
        if (figures.retried()) {
            json.putAll(object("tries", o.tries(), "retried", o.retried(), "retriedShare",
                    (double) o.retried() / Math.max(1, o.operations()), "exhausted", o.exhausted()));
        }
        json.putAll(object("rows", o.rows(), "rowsWritten", o.written()));
        times(json, o.times());
        return json;
    }

    private static Map<String, Object> statement(ScriptFigures.Statement s) {
        Map<String, Object> json = object("operation", s.operation(), "line", s.name().line(),
                "statement", s.name().text(), "calls", s.calls(), "failed", s.failed(), "share", s.share(),
                "rows", s.rows());
        times(json, s.times());
        return json;
    }

    private static void times(Map<String, Object> json, ScriptFigures.Times times) {
        times.mean().ifPresent(ms -> json.put("mean", ms));
        times.p50().ifPresent(ms -> json.put("p50", ms));
        times.p99().ifPresent(ms -> json.put("p99", ms));
    }

    private static Map<String, Object> root(Report report) {
        Map<String, Object> root = head("tidemark-report", VERSION);
        root.put("label", report.label());
        root.put("workload", report.results().workload());
        root.put("space", report.results().space());
        root.put("seed", report.results().seed());
        root.put("seeds", report.results().seeds());
        root.put("experiments", report.results().experiments());
        Stream.of(Map.entry("scriptTexts", KeptTexts.scripts(report)), Map.entry("serverTexts", KeptTexts.told(report)))
                .filter(texts -> !texts.getValue().isEmpty()).forEach(t -> root.put(t.getKey(), t.getValue()));
        root.put("objective", report.objective().measure().name());
        Verdict verdict = report.verdict();
        root.put("verdict", verdict.chip());
        root.put("headline", verdict.headline());
        root.put("next", verdict.next().stream().map(s -> object("kind", Types.word(s.kind()), "sentence", s.sentence(),
                "command", s.command(report.label()))).toList());
        root.put("answer", report.answer());
        root.put("notes", report.notes());
        report.ceiling().ifPresent(c -> root.put("ceiling", ceiling(c)));
        root.put("measures", report.table().measures().stream().map(JsonReport::measure).toList());
        root.put("table", table(report.table()));
        root.put("subTables", report.subTables().stream().map(JsonReport::table).toList());
        root.put("confidence", report.table().comparisons().confidence());
        root.put("effects", report.effects().stream().map(JsonReport::effect).toList());
        report.confirmation().ifPresent(c -> root.put("confirmation", confirmation(c)));
        if (!report.ramps().isEmpty()) {
            root.put("ramps", report.ramps().stream().map(JsonReport::ramp).toList());
        }
        if (!report.rates().isEmpty()) {
            root.put("rates", report.rates().stream().map(JsonReport::rate).toList());
        }
        expectations(root, report);
        root.put("excluded", report.excluded().stream().map(i -> {
            Map<String, Object> json = iteration(i);
            json.put("verdict", report.verdict(i));
            return json;
        }).toList());
        return root;
    }

    private static Map<String, Object> confirmation(Confirmation confirmation) {
        Map<String, Object> json = effect(confirmation.effect());
        json.put("significant", confirmation.told());
        json.put("confidence", confirmation.table().comparisons().confidence());
        json.put("sentence", confirmation.sentence());
        json.put("table", table(confirmation.table()));
        return json;
    }

    /** The iterations of a label, each with its state: {@code "format": "tidemark-label"}. */
    public static String show(LabelResults results) {
        Map<String, Object> root = head("tidemark-label", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("space", results.space());
        root.put("seed", results.seed());
        root.put("objective", results.objective());
        root.put("iterations", results.iterations().stream().map(JsonReport::iteration).toList());
        expectations(root, Report.of(results));
        if (!results.damage().isEmpty()) {
            root.put("damaged", results.damage());
        }
        return written(root);
    }

    /** Each condition of the experiment that was run last, by row; absent where it has none. */
    private static void expectations(Map<String, Object> root, Report report) {
        try {
            List<Judgement> judgements = Expectations.judged(report);
            if (!judgements.isEmpty()) {
                root.put("expectations", judgements.stream().map(j -> judgement(j, report.table())).toList());
                root.put("expectationsMissed", judgements.stream().filter(j -> !j.met()).count());
            }
        } catch (InvalidInputException e) {
            root.put("expectationsUnknown", e.getMessage());
        }
    }

    private static Map<String, Object> judgement(Judgement judgement, Table table) {
        Map<String, Object> json = object("measure", judgement.expectation().measure().name(), "condition",
                judgement.expectation().text(), "met", judgement.met(), "sentence", judgement.sentence(),
                "settings", settings(judgement.row(), table));
        judgement.row().cell(judgement.expectation().measure().name()).ifPresent(c -> json.put("value", cell(c)));
        return json;
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
     * What an experiment would do: {@code "format": "tidemark-dry-run"}.
     *
     * @param reached    all that it reaches outside of Tidemark's own data
     * @param iterations of its plan; empty where it came from elsewhere and was not looked at any further
     */
    public static String dryRun(List<Reached> reached, Optional<Integer> iterations) {
        Map<String, Object> root = head("tidemark-dry-run", VERSION);
        root.put("iterations", iterations.orElse(null));
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

    private static Map<String, Object> ceiling(Ceiling ceiling) {
        Map<String, Object> json = object("limit", Types.word(ceiling.limit()), "reached", ceiling.reached(),
                "sustained", ceiling.sustained(), "share", ceiling.share(), "measured", ceiling.measured().toString(),
                "sentence", ceiling.sentence());
        ceiling.limitedBy().ifPresent(by -> json.put("limitedBy", by));
        return json;
    }

    /**
     * What a log of queries tells: {@code "format": "tidemark-querylog"}. Rates are absent where times are not known.
     */
    public static String queryLog(String file, QueryLog log, QueryLogStatistics told) {
        Map<String, Object> root = head("tidemark-querylog", VERSION);
        root.put("file", file);
        root.put("logFormat", Types.word(log.format()));
        root.put("lines", log.lines());
        root.put("otherLines", log.others());
        root.put("malformedLines", log.malformed());
        root.put("firstMalformed", log.firstBad());
        root.put("queries", told.queries());
        root.put("distinctQueries", told.distinct());
        root.put("queriesWithParameters", log.parameterised());
        root.put("repeatShare", told.repeats());
        told.rates().ifPresent(rates -> {
            root.put("start", log.start().toString());
            root.put("seconds", rates.seconds());
            root.put("perSecond", rates.perSecond());
            root.put("perMinute", rates.perMinute());
            root.put("busiestSecond", busiest(rates.busiestSecond()));
            root.put("busiestMinute", busiest(rates.busiestMinute()));
        });
        root.put("words", lengths(told.words()));
        root.put("characters", lengths(told.characters()));
        root.put("mostFrequent", told.frequent().stream().map(f -> object("query", f.query(), "queries", f.queries()))
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
                e.getValue().lines().map(JsonReport::operation).toList())).toList());
        return written(root);
    }

    private static Map<String, Object> operation(LoggedOperations.Line line) {
        LoggedOperation o = line.operation();
        Map<String, Object> json = object("why", Types.word(o.why()), "kind", o.kind(), "what", o.name(), "lane",
                o.lane(),
                "n", o.n(), "due", o.due() / 1e9, "start", o.start() / 1e9, "end", o.end() / 1e9, "outcome",
                Types.word(o.outcome()), "reason", o.reason(), "beside", line.beside());
        json.values().removeIf(""::equals);
        return json;
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
        root.put("columns", LOG_COLUMNS);
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
                log.table().each(), "rows", log.table().rows().stream().map(JsonReport::row).toList());
    }

    private static List<Object> row(OperationTable.Row r) {
        return Arrays.asList(r.kind(), r.lane(), r.n(), r.item() < 0 ? null : r.item(), r.due() / 1e9, r.start() / 1e9,
                r.end() / 1e9, r.engine() < 0 ? null : r.engine() / 1e9, r.hits(), Types.word(r.outcome()),
                r.reason());
    }

    /** What each worker did: {@code "format": "tidemark-workers"}; {@code mean} in ms. @param workers by iteration */
    public static String workers(LabelResults results, Map<Long, Workers> workers) {
        Map<String, Object> root = head("tidemark-workers", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("iterations", workers.entrySet().stream().map(e -> object("id", e.getKey(), "workers",
                e.getValue().rows().stream().map(JsonReport::worker).toList())).toList());
        return written(root);
    }

    /** What happened: {@code "format": "tidemark-events"}; {@code at} in s. @param events by iteration */
    public static String events(LabelResults results, Map<Long, List<Event>> events) {
        Map<String, Object> root = head("tidemark-events", VERSION);
        root.put("label", results.label());
        root.put("workload", results.workload());
        root.put("iterations", events.entrySet().stream().map(e -> object("id", e.getKey(), "events",
                e.getValue().stream().map(event -> object("at", event.at() / 1e9, "kind", event.kind(), "text",
                        event.text())).toList())).toList());
        return written(root);
    }

    private static Map<String, Object> worker(WorkerCount w) {
        Map<String, Object> json = object("group", w.group(), "worker", w.worker(), "operations", w.operations(),
                "units",
                w.units());
        if (w.failed() != null) {
            json.put("failures", w.failed());
        }
        Workers.mean(w).ifPresent(mean -> json.put("mean", mean));
        return json;
    }

    private static Map<String, Object> table(Table table) {
        Map<String, Object> fixed = new LinkedHashMap<>();
        table.dimensions().settings().forEach(f -> fixed.put(f.name(), f.text()));
        Map<String, Object> environment = new LinkedHashMap<>();
        for (FixedSetting f : table.dimensions().environment()) {
            environment.put(f.name(), f.text());
        }
        return object("title", table.title(), "note", table.note(), "fixed", fixed, "environment", environment,
                "varied", table.dimensions().columns(), "rows", table.rows().stream()
                        .map(r -> row(r, table)).toList());
    }

    private static Map<String, Object> row(Row row, Table table) {
        Map<String, Object> values = new LinkedHashMap<>();
        table.measures().forEach(m -> row.cell(m.name()).ifPresent(c -> values.put(m.name(), cell(c))));
        Map<String, Object> json = object("settings", settings(row, table), "values", values, "best", row.best(),
                "iterations", row.iterations().stream().map(Iteration::id).toList());
        row.durability().ifPresent(d -> json.put("durability", d.word()));
        return json;
    }

    private static Map<String, Object> settings(Row row, Table table) {
        Map<String, Object> settings = new LinkedHashMap<>();
        table.dimensions().columns().stream().filter(c -> row.level(c) != SettingValue.ABSENT)
                .forEach(c -> settings.put(c, row.level(c).text()));
        return settings;
    }

    private static Map<String, Object> effect(Effect effect) {
        Comparison c = effect.comparison();
        Map<String, Object> json = object("base", Types.word(effect.base()), "setting", effect.dimension(), "from",
                effect.from(), "to", effect.to(), "ratio", c.ratio());
        if (c.errorKnown()) {
            json.putAll(object("low", c.low(), "high", c.high(), "p", c.p(), "adjustedP", c.p(), "told",
                    effect.told(), "paired", c.paired()));
        }
        return json;
    }

    /** {@code knee}, {@code crossing} and {@code largestWithin} are left out where there is none. */
    private static Map<String, Object> ramp(RampFinding ramp) {
        RampCurve curve = ramp.curve();
        Map<String, Object> json = object("param", ramp.param(), "point", ramp.point(), "throughput",
                ramp.rate().name());
        curve.spec().limit().ifPresent(l -> json.put("limit", object("measure", l.measure().name(), "bound",
                l.bound())));
        curve.spec().gain().ifPresent(g -> json.put("smallestGain", g));
        List<Map<String, Object>> steps = new ArrayList<>();
        for (int i = 0; i < ramp.steps().size(); i++) {
            Map<String, Object> step = object("value", curve.steps().get(i).value(), "load",
                    curve.steps().get(i).load(), "throughput", cell(new Cell(ramp.steps().get(i).rate(), false)));
            int base = curve.base(i);
            curve.gain(i).ifPresent(gain -> {
                step.put("gain", gain.share());
                step.put("gainOver", curve.steps().get(base).value());
                if (gain.errorKnown()) {
                    step.putAll(object("gainLow", gain.low(), "gainHigh", gain.high()));
                }
            });
            if (curve.steps().get(i).generator()) {
                step.put("generatorHeld", true);
            }
            ramp.steps().get(i).response().ifPresent(r -> step.put("response", cell(r)));
            steps.add(step);
        }
        json.put("steps", steps);
        curve.knee().ifPresent(knee -> {
            json.putAll(object("knee", curve.steps().get(knee.step()).value(), "kneeCertain", knee.certain()));
            if (knee.gain().errorKnown()) {
                knee.from().ifPresent(from -> json.put("kneeFrom", from));
                json.put("kneeTo", knee.to());
            }
        });
        double first = curve.steps().isEmpty() ? 0 : curve.steps().getFirst().load();
        curve.crossing().ifPresent(c -> {
            json.put("crossing", first * c.ratio());
            if (c.errorKnown()) {
                json.putAll(object("crossingLow", first * c.low(), "crossingHigh", first * c.high()));
            }
        });
        curve.largestWithin().ifPresent(w -> json.put("largestWithin", curve.steps().get(w).value()));
        json.put("sentences", ramp.sentences());
        return json;
    }

    /** {@code sustainable}, {@code low} and {@code high} are left out where there is none. */
    private static Map<String, Object> rate(RateFinding found) {
        Map<String, Object> json = object("point", found.point(), "limits", found.spec().limits().stream()
                .map(l -> object("measure", l.measure().name(), "condition", l.text(), "bound", l.bound())).toList());
        found.curve().sustained().ifPresent(s -> {
            json.put("sustainable", s.rate());
            s.low().ifPresent(low -> json.put("low", low));
            s.high().ifPresent(high -> json.put("high", high));
            json.put("chance", found.spec().chance());
        });
        found.curve().highestHolding().ifPresent(holds -> json.put("highestHolding", holds));
        found.curve().generatorHeld().ifPresent(rate -> json.put("generatorHeld", rate));
        List<Map<String, Object>> steps = new ArrayList<>();
        for (int i = 0; i < found.steps().size(); i++) {
            Map<String, Object> values = new LinkedHashMap<>();
            found.steps().get(i).cells().forEach((name, cell) -> values.put(name, cell(cell)));
            boolean sure = found.curve().surelyHolds(i) || found.curve().surelyBreaks(i);
            steps.add(object("rate", found.curve().levels().get(i).rate(), "runs",
                    found.curve().levels().get(i).runs().size(), "values", values, "verdict",
                    Types.word(found.curve().levels().get(i).verdict()), "sure", sure, "reason",
                    found.steps().get(i).reason()));
        }
        json.put("steps", steps);
        json.put("sentences", found.sentences());
        return json;
    }

    private static Map<String, Object> measure(Measure m) {
        return object("name", m.name(), "title", m.title(), "unit", m.unit(), "better", Types.word(m.better()),
                "help", m.help());
    }

    private static Map<String, Object> iteration(Iteration i) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (Setting s : i.settings()) {
            settings.put(s.name(), object("text", s.text(), "origin", Types.word(s.origin())));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (MeasuredValue v : i.values()) {
            values.put(v.measure(), v.number());
        }
        List<String> atLeast = i.values().stream().filter(MeasuredValue::atLeast).map(MeasuredValue::measure).toList();
        Map<String, Object> json = object("id", i.id(), "batch", i.batch(), "round", i.round(), "position",
                i.position(), "attempt",
                i.attempt(), "state", StateWords.of(i.state()), "verdict", i.verdict(), "started",
                i.started().toString(), "settings", settings, "values", values);
        if (!atLeast.isEmpty()) {
            json.put("atLeast", atLeast);
        }
        return json;
    }
}
