package dev.tidemark.core.workload.script;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;
import module java.base;
import dev.tidemark.core.param.DigestedText;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.DeclaredWorkload;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.core.workload.script.language.Script;

/**
 * What do the statements of my own application do on this server? Each operation carries out one of several scripts,
 * drawn by weights.
 */
public final class ScriptWorkload extends DeclaredWorkload {

    static final String NAME = "script";

    static final Measure SCRIPTS_PER_SECOND = new Measure("scripts-per-second", "Throughput", "scripts/s", HIGHER, 0,
            "Scripts carried out per second of the duration; of those with one transaction each, transactions per second. Of "
                    + "\\load, batches.");
    static final Measure ROWS_PER_SECOND = new Measure("rows-per-second", "Rows", "rows/s", HIGHER, 0,
            "Rows that statements answered, or stored, changed or deleted, per second of the duration; of scripts that were carried "
                    + "out. A row that a statement both stores and answers counts once.");
    static final Measure ROWS_PER_SCRIPT = new Measure("rows-per-script", "Rows per script", "", HIGHER, 2,
            "Rows that the statements of a script answered, on average, but for those that they also stored, changed or deleted.");
    static final Measure ROWS_WRITTEN_PER_SCRIPT = new Measure("rows-written-per-script", "Rows written per script", "",
            HIGHER, 2, "Rows that the statements of a script stored, changed or deleted, on average, as the database counts them, "
                    + "those of RETURNING with them; of \\load, the rows of a batch.");
    static final Measure FINISHED_ROWS = new Measure("finished-rows-per-second", "Rows, finished", "rows/s", HIGHER, 0,
            "Rows that \\load stored, per second of the duration and of \\finish after it.");
    static final Measure FINISH = new Measure("finish-time", "Finish", "s", LOWER, 3,
            "How long the sections \\finish took, after \\load.");
    static final Measure LOAD = new Measure("load-time", "Load", "s", LOWER, 3,
            "How long \\load took, where operations came after it.");

    static final Measure ROLLED_BACK = new Measure("rolled-back", "Rolled back", "", LOWER, 0,
            "Operations that the database rolled back, as after a deadlock, at their last try; they count as failures, too.");

    static final Measure TRIES_PER_SCRIPT = new Measure("tries-per-script", "Tries per script", "", LOWER, 3,
            "How often an operation was carried out on average, the tries after a rollback counted; their times are one response "
                    + "time. With max-tries.");
    static final Measure RETRIED = new Measure("retried", "Retried", "%", LOWER, 2,
            "Share of the operations that were tried more than once. With max-tries; those whose last try was rolled back, too, are "
                    + "counted as rolled back.");

    /** Of several agents none knows how far the others have come in the warm-up; none may come as far as this. */
    private static final long AFTER_WARM_UP = 1_000_000_000;
    /** Rows of a script scatter, as where keys are drawn that are not all there; less than this is the same work. */
    private static final double SAME_WORK = 1.1;

    private static final MeasureSet MEASURES = MeasureSet.of(SCRIPTS_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1)))
            .plus(MeasureSet.of(CommonMeasures.FAILURES, ROLLED_BACK, CommonMeasures.REJECTED, TRIES_PER_SCRIPT, RETRIED,
                    ROWS_PER_SCRIPT, ROWS_WRITTEN_PER_SCRIPT, ROWS_PER_SECOND, FINISHED_ROWS, CommonMeasures.ELAPSED, LOAD, FINISH))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF, CommonMeasures.OUTSIDE,
                    CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(BacklogGrowth.ALL)
            .plus(SettleMeasures.ALL)
            .plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
            .plus(HostMeasures.ALL).plus(OperationCosts.ALL);

    private static final List<Measure> OF_GROUP = Stream.concat(Stream.of(SCRIPTS_PER_SECOND, ROWS_PER_SECOND,
            CommonMeasures.FAILURES, ROLLED_BACK, CommonMeasures.REJECTED), CommonMeasures.RESPONSE.stream()).toList();

    public ScriptWorkload() {
        super(NAME, "What do the statements of my own application do on this server?", "scripts",
                Capability.STATEMENTS, ScriptParams.ALL, MEASURES, SCRIPTS_PER_SECOND.name(),
                SCRIPTS_PER_SECOND.name());
    }

    @Override
    public String usualDriver() {
        return "sqlite";
    }

    @Override
    public Set<Capability> needs(Values values) {
        ScriptSet set = ScriptSet.of(values);
        Set<Capability> needs = EnumSet.of(Capability.STATEMENTS);
        if (set.pipelines()) {
            needs.add(Capability.STATEMENT_PIPELINES);
        }
        if (set.fills() && values.get(ScriptParams.WAY) == LoadActor.Method.COPY) {
            needs.add(Capability.STATEMENT_COPY);
        }
        return needs;
    }

    @Override
    public ParamSet params(Driver driver) {
        return ScriptParams.of(driver);
    }

    @Override
    public Optional<String> whyNoMix() {
        return Optional.of("script has no mix; weights stand behind the scripts, as in script: read.sql@9;write.sql");
    }

    @Override
    public List<Param<?>> groupParams() {
        return ScriptParams.OF_GROUP;
    }

    @Override
    public List<Param<?>> groupParams(Driver driver) {
        return Stream.concat(ScriptParams.OF_GROUP.stream(),
                ConnectionParams.places(driver.params()).all().stream()).toList();
    }

    @Override
    public List<Measure> groupMeasures() {
        return OF_GROUP;
    }

    @Override
    public MeasureSet measures(Map<String, List<String>> texts) {
        List<String> scripts = new ArrayList<>(texts.getOrDefault(ScriptParams.SCRIPT.name(),
                List.of(ScriptParams.SCRIPT.format(ScriptParams.SCRIPT.defaultValue()))));
        WorkerGroups.names(texts.getOrDefault(WorkerGroups.NAMES.name(), List.of(WorkerGroups.NAMES.absent())).getFirst())
                .forEach(group -> scripts.addAll(texts.getOrDefault(QualifiedNames.name(group,
                        ScriptParams.SCRIPT.name()), List.of())));
        return MEASURES.plus(OperationMeasures.declared(ScriptSet.names(scripts,
                texts.getOrDefault(ScriptParams.SCRIPT_TEXT.name(), List.of())), MEASURES));
    }

    @Override
    public Optional<Measure> measure(String name) {
        return super.measure(name).or(() -> OperationMeasures.named(name, MEASURES));
    }

    /**
     * {@inheritDoc} Of a load it is the rows, with what finishes it: batches are not alike. Scripts that store or answer other
     * numbers of rows since a variable is defined otherwise, as the size of a batch, are no like work; their rows are.
     */
    @Override
    public String objective(List<Iteration> iterations) {
        boolean loads = iterations.stream().anyMatch(i -> number(i, FINISHED_ROWS).isPresent());
        if (loads && iterations.stream().filter(i -> number(i, SCRIPTS_PER_SECOND).isPresent())
                .allMatch(i -> number(i, FINISHED_ROWS).isPresent())) {
            return FINISHED_ROWS.name();
        }
        Map<String, Map<String, DoubleSummaryStatistics>> rows = new HashMap<>();
        for (Iteration iteration : iterations) {
            Optional<Double> scripts = number(iteration, SCRIPTS_PER_SECOND).filter(n -> n > 0);
            scripts.flatMap(n -> number(iteration, ROWS_PER_SECOND).map(all -> all / n)).ifPresent(each -> rows
                    .computeIfAbsent(text(iteration, ScriptParams.SCRIPT), s -> new HashMap<>())
                    .computeIfAbsent(text(iteration, ScriptParams.DEFINE), d -> new DoubleSummaryStatistics()).accept(each));
        }
        return rows.values().stream().anyMatch(ScriptWorkload::differ) ? ROWS_PER_SECOND.name() : objective();
    }

    /** @param rows of a script by what is defined */
    private static boolean differ(Map<String, DoubleSummaryStatistics> rows) {
        DoubleSummaryStatistics means = rows.values().stream().mapToDouble(DoubleSummaryStatistics::getAverage)
                .summaryStatistics();
        return means.getMax() > means.getMin() * SAME_WORK;
    }

    private static Optional<Double> number(Iteration iteration, Measure measure) {
        return iteration.value(measure.name()).map(MeasuredValue::number);
    }

    private static String text(Iteration iteration, Param<?> param) {
        return iteration.setting(param.name()).map(Setting::text).orElse("");
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        SequencedMap<String, Map<String, String>> presets = new LinkedHashMap<>();
        presets.put("pgbench-tpcb", Map.of("script", Builtin.TPCB_LIKE.word()));
        presets.put("pgbench-simple-update", Map.of("script", Builtin.SIMPLE_UPDATE.word()));
        presets.put("pgbench-select-only", Map.of("script", Builtin.SELECT_ONLY.word()));
        presets.put("oltp_point_select", Map.of("script", Builtin.OLTP_POINT_SELECT.word()));
        presets.put("oltp_read_only", Map.of("script", Builtin.OLTP_READ_ONLY.word()));
        presets.put("oltp_write_only", retried(Builtin.OLTP_WRITE_ONLY));
        presets.put("oltp_read_write", retried(Builtin.OLTP_READ_WRITE));
        return presets;
    }

    /**
     * As sysbench does after a deadlock, and after an insert of a key that another transaction has deleted and inserted
     * at the same time.
     */
    private static Map<String, String> retried(Builtin script) {
        return new TreeMap<>(Map.of("script", script.word(), "retry-states", "1020;1205;1213;23505;40001;40P01", "max-tries", "100"));
    }

    @Override
    public Values effective(Values values) {
        Values inForce = Arrivals.effective(identified(values));
        return ScriptSet.loads(inForce) ? without(without(inForce, ScriptParams.DURATION), RunParams.WARM_UP) : inForce;
    }

    /** With the digests of the texts that are meant, of each group's too; a text alone is what is done. */
    private static Values identified(Values values) {
        Optional<String> text = values.find(ScriptParams.SCRIPT_TEXT);
        boolean alone = values.origin(ScriptParams.SCRIPT) == SettingOrigin.DECLARED;
        if (text.isPresent() && !alone && values.get(ScriptParams.SCRIPT).stream().noneMatch(ScriptSource::isText)) {
            throw new InvalidInputException("script-text: script names what is carried out already; give one of them");
        }
        Values now = text.isPresent() && alone
                ? values.with(ScriptParams.SCRIPT, List.of(new ScriptSource(ScriptSource.TEXT, 1)),
                values.origin(ScriptParams.SCRIPT_TEXT)) : values;
        for (Param<?> param : values.params().all()) {
            if (isScript(param.name()) && now.find(param).isPresent()) {
                @SuppressWarnings("unchecked") // each of these is written as ScriptParams.SCRIPT is
                Param<List<ScriptSource>> scripts = (Param<List<ScriptSource>>) param;
                List<ScriptSource> identified = now.get(scripts).stream().map(script -> script.identified(text)).toList();
                now = identified.equals(now.get(scripts)) ? now : now.with(scripts, identified, now.origin(scripts));
            }
        }
        return now;
    }

    /** Whether a setting names scripts, perhaps those of a group of workers. */
    public static boolean isScript(String setting) {
        return isOf(ScriptParams.SCRIPT, setting);
    }

    /** Whether it is a setting's name, perhaps that of a group's own. */
    private static boolean isOf(Param<?> param, String setting) {
        return setting.substring(setting.lastIndexOf('.') + 1).equals(param.name());
    }

    /** A load ends with its file and begins with its first row, whatever the defaults say. */
    private static Values without(Values values, Param<Duration> param) {
        return values.params().contains(param) && !values.origin(param).isExplicit() && values.find(param).isPresent()
                ? values.with(param, null, values.origin(param)) : values;
    }

    /**
     * Which files hold another text than when they were carried out before, in a sentence each.
     *
     * @param before texts of the settings that {@link #isScript name scripts} of earlier iterations, the newest last
     * @param now    of those of what is to be run
     */
    public static List<String> changed(Collection<String> before, Collection<String> now) {
        Map<String, String> known = new HashMap<>();
        digests(before).forEach(script -> known.put(script.where(), script.digest()));
        return digests(now).filter(s -> !s.digest().equals(known.getOrDefault(s.where(), s.digest()))).map(s -> s.where()
                + " has changed since it was carried out under this label: what it holds now (#" + s.digest()
                + ") runs, as another setting than what it held (#" + known.get(s.where()) + ").").distinct().toList();
    }

    private static Stream<ScriptSource> digests(Collection<String> texts) {
        return texts.stream().flatMap(text -> {
            try {
                return ScriptParams.SCRIPT.parse(text).stream();
            } catch (InvalidInputException e) {
                return Stream.of(); // of a table that was imported, or a tag
            }
        }).filter(s -> !s.digest().isEmpty());
    }

    /** {@inheritDoc} What the files hold that it reads. */
    @Override
    public List<Setting> facts(Values values) {
        List<ScriptSource> files = ScriptGroup.of(values).stream().flatMap(group -> group.values().get(ScriptParams.SCRIPT)
                .stream()).filter(ScriptSource::isFile).distinct().toList();
        String text = files.stream().map(file -> (files.size() == 1 ? "" : file + ":\n") + file.text(Optional.empty()))
                .collect(Collectors.joining("\n"));
        return text.isEmpty() ? List.of() : List.of(DigestedText.of(NAME, text));
    }

    @Override
    public WorkEstimate estimate(Values values) {
        ScriptSet set = ScriptSet.of(values); // refuses scripts that cannot be read
        if (set.fillsOnly()) {
            return loaded(set, values);
        }
        List<ScriptGroup> groups = ScriptGroup.of(values);
        long operations = operations(groups);
        List<Optional<Duration>> each = groups.stream().map(ScriptGroup::paced).toList();
        Optional<Duration> paced = each.stream().allMatch(Optional::isPresent)
                ? each.stream().flatMap(Optional::stream).max(Duration::compareTo) : Optional.empty();
        return new WorkEstimate(operations, 0, Stream.of(values.find(ScriptParams.DURATION), paced)
                .flatMap(Optional::stream).min(Duration::compareTo), operations > 0 && paced.isEmpty())
                .after(new WorkEstimate.Data(WorkEstimate.DataKind.TABLES,
                        set.tables().stream().mapToLong(t -> t.rows(values)).sum(),
                        set.tables().stream().mapToLong(t -> t.rows(values) * t.rowBytes()).sum()))
                .after(warmUpTime(values).map(time -> new WorkEstimate.WarmUp(0, time))
                        .orElse(WorkEstimate.WarmUp.NONE));
    }

    private static WorkEstimate loaded(ScriptSet set, Values values) {
        if (ScriptGroup.of(values).size() > 1) {
            throw new InvalidInputException("groups: \\load alone is spread over all workers; there is nothing for groups to do");
        }
        if (Arrivals.scheduled(values)) {
            throw new InvalidInputException("arrivals: " + values.text(Arrivals.ARRIVALS)
                    + " has no meaning with \\load alone; a rate has");
        }
        Stream.of(ScriptParams.DURATION, ScriptParams.OPERATIONS, ScriptParams.MAX_TRIES, RunParams.WARM_UP)
                .filter(p -> values.params().contains(p) && values.find(p).isPresent() && values.origin(p).isExplicit())
                .findFirst().ifPresent(p -> {
                    throw new InvalidInputException(p.name() + " has no meaning with \\load alone, which stores each row once; "
                            + "leave it out");
                });
        return new WorkEstimate(ScriptLoading.batches(set, values).estimate(), 0, Optional.empty(), false);
    }

    private static Optional<Duration> warmUpTime(Values values) {
        return values.params().contains(RunParams.WARM_UP) ? values.find(RunParams.WARM_UP) : Optional.empty();
    }

    /** After how many operations all groups have ended; 0 where only time ends one of them. */
    private static long operations(List<ScriptGroup> groups) {
        List<Optional<Long>> each = groups.stream().map(ScriptGroup::ends).toList();
        return each.stream().allMatch(Optional::isPresent) ? each.stream().mapToLong(Optional::get).sum() : 0;
    }

    @Override
    public boolean writes(Values values) {
        return ScriptSet.of(values).writes();
    }

    /** {@inheritDoc} Nobody knows it of scripts that decide it themselves. */
    @Override
    public Optional<Durability> durability(Values values, Collection<Durability> ofTarget, Values effective) {
        return ScriptSet.of(values).decidesDurability() ? Optional.empty() : super.durability(values, ofTarget, effective);
    }

    /** {@inheritDoc} Scripts of the user's work on the user's tables, with the rights that their statements need. */
    @Override
    public boolean visits(Values values) {
        return !ScriptSet.of(values).ownTables();
    }

    @Override
    public Optional<String> whyNotShared(Values values) {
        ScriptSet set = ScriptSet.of(values);
        if (set.fills() || !set.finishes().isEmpty()) {
            return Optional.of("a file that \\load stores is read by one process only; use one agent, or scripts without it");
        }
        return set.others() ? Optional.of("what \\setup puts into variables is known to one process only; use one agent, or a "
                + "\\setup without \\gset and \\take") : Optional.empty();
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext context) {
        Values values = context.values();
        ScriptSet set = ScriptSet.of(values);
        Map<String, String> found = Collections.synchronizedMap(new HashMap<>());
        ScriptLoading loading = new ScriptLoading(context, set, found);
        ScriptPreparation preparation = new ScriptPreparation(context, set, loading, found);
        List<Supplier<Stage>> stages = new ArrayList<>(loading.stages(set.fillsOnly()
                ? Optional.of(ScriptGroup.of(values).getFirst().load(context.arrivalSeed())) : Optional.empty()));
        if (!set.fillsOnly()) {
            Shared shared = new Shared(context, set, found, new Positions(), ConcurrentHashMap.newKeySet());
            values.find(RunParams.WARM_UP).ifPresent(time -> stages.add(() -> warmUp(shared, time)));
            stages.add(() -> measure(shared));
        }
        return new ExecutionPlan(preparation.isNeeded() ? Optional.of(preparation::prepare) : Optional.empty(),
                stages, false, new ScriptEvaluation(preparation), values.get(ScriptParams.TIMES) && set.tooManySteps()
                        ? List.of("There are too many statements for times of each.") : List.of());
    }

    private record ScriptEvaluation(ScriptPreparation preparation) implements ExecutionPlan.Evaluation {

        @Override
        public Optional<String> judge(List<StageResult> results) {
            return ScriptLoading.unfinished(results);
        }

        @Override
        public Optional<String> undo() {
            return preparation.tearDown();
        }
    }

    /** What all groups work with in an iteration. @param tried groups whose statements the server has read */
    private record Shared(WorkloadContext context, ScriptSet set, Map<String, String> found, Positions positions,
            Set<Integer> tried) {

        /** Whether the times of each statement are kept. */
        boolean timed() {
            return context.values().get(ScriptParams.TIMES) && !set.tooManySteps();
        }

        OperationKinds kinds() {
            return set.kinds(timed());
        }
    }

    private static Stage measure(Shared shared) {
        Values values = shared.context.values();
        if (Agents.of(values).isPresent() && warmUpTime(values).isPresent()) {
            if (shared.positions.free() > AFTER_WARM_UP) {
                throw new InvalidInputException("warm-up: of agents it has at most " + AFTER_WARM_UP + " operations; make it shorter");
            }
            shared.positions.use(AFTER_WARM_UP);
        }
        List<ScriptGroup> groups = ScriptGroup.of(values);
        return new Stage(Phase.MEASURE, shared.kinds(), groups.stream().map(group -> new WorkerGroup(group.name(),
                group.load(shared.context.arrivalSeed()), group.operations(), actors(shared, group, shared.context.seed())))
                .toList(), values.find(ScriptParams.DURATION).orElse(null), operations(groups), true);
    }

    /** The same with other values, as fast as the workers can. */
    private static Stage warmUp(Shared shared, Duration time) {
        return new Stage(Phase.WARM_UP, shared.kinds(), ScriptGroup.of(shared.context.values()).stream().map(group ->
                new WorkerGroup(group.name(), group.closed(), Limit.UNLIMITED, actors(shared, group, ~shared.context.seed())))
                .toList(), time, 0, false);
    }

    @Override
    public boolean warmsUpItself() {
        return true;
    }

    /** The first worker of a group has the server read all of its statements. */
    private static ActorFactory actors(Shared shared, ScriptGroup group, long seed) {
        WorkloadContext context = shared.context;
        ScriptSet set = shared.set.of(group).with(shared.found);
        Values values = group.values();
        Retries retries = new Retries(values.get(ScriptParams.RETRY_STATES),
                Math.toIntExact(values.get(ScriptParams.MAX_TRIES)));
        Answers answers = values.get(ScriptParams.COMPARE) ? new Answers() : null;
        int[] bounds = set.bounds();
        boolean timed = shared.timed();
        return worker -> {
            int number = group.first() + worker;
            StatementSession session = context.targetOf(group.name()).session(number, StatementSession.class);
            try {
                if (values.get(ScriptParams.RECONNECT) == ScriptParams.Reconnect.EACH) {
                    session.reconnectEach();
                }
                ConnectionSetUp connecting = new ConnectionSetUp(context, context, set, session, number);
                connecting.now();
                if (shared.tried.add(group.number())) {
                    List<ScriptOperation> carriedOut = set.operations().stream().filter(o -> o.weight() > 0).toList();
                    new ScriptTrial(session, set.ownTables(), set.parsed(carriedOut, 0, seed), seed).run(connecting);
                }
                List<Script> scripts = set.parsed(set.operations(), number, seed);
                ScriptExecution[] operations = new ScriptExecution[scripts.size()];
                int step = 0;
                for (int i = 0; i < operations.length; i++) {
                    operations[i] = new ScriptExecution(session, set.ownTables(), context.context().clock(),
                            scripts.get(i), answers, timed ? step : ScriptExecution.UNTIMED).after(connecting);
                    step += scripts.get(i).parts().size();
                }
                if (timed && waits(context.values(), values)) {
                    for (ScriptExecution operation : operations) {
                        operation.timingConnections(step);
                    }
                }
                return new ScriptActor(session, operations, bounds, seed, retries, shared.positions.of(group));
            } catch (Exception e) {
                session.close();
                throw e;
            }
        };
    }

    /** Whether operations wait for a connection that another one has, or for one that is made for them. */
    private static boolean waits(Values point, Values group) {
        return group.get(ScriptParams.RECONNECT) == ScriptParams.Reconnect.EACH
                || point.params().contains(ConnectionParams.CONNECTIONS) && point.find(ConnectionParams.CONNECTIONS).isPresent();
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet whole = Timeline.whole(detail, phase);
        List<String> groups = WorkerGroups.names(detail.settings());
        SeriesSet series = WorkerGroups.together(whole, groups);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfKeys(detail, driverMeasures, List.of()));
        undone(detail, phase, "").forEach((measure, base) -> put(values, measure, base));
        retries(detail, series.total()).forEach((measure, base) -> put(values, measure, base));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        Totals all = series.total();
        if (phase.nanos() > 0) {
            put(values, SCRIPTS_PER_SECOND, all.units() / (phase.nanos() / 1e9));
            put(values, ROWS_PER_SECOND, (all.hits() + all.rowsWritten()) / (phase.nanos() / 1e9));
        }
        if (all.units() > 0) {
            put(values, ROWS_PER_SCRIPT, all.hits() / (double) all.units());
        }
        if (all.rowsWritten() > 0) { // 0 is what a database says that does not count
            put(values, ROWS_WRITTEN_PER_SCRIPT, all.rowsWritten() / (double) Math.max(1, all.units()));
        }
        values.addAll(OperationMeasures.values(phase, series, MEASURES));
        loading(detail, phase, all.rowsWritten()).forEach((measure, base) -> put(values, measure, base));
        groups.forEach(group -> values.addAll(WorkerGroups.named(group,
                ofGroup(detail, phase, group, whole.of(group)))));
        return values;
    }

    private static List<MeasuredValue> ofGroup(IterationDetail detail, PhaseSpan phase, String group, SeriesSet series) {
        List<MeasuredValue> values = new ArrayList<>();
        Totals all = series.total();
        if (phase.nanos() > 0) {
            put(values, SCRIPTS_PER_SECOND, all.units() / (phase.nanos() / 1e9));
            put(values, ROWS_PER_SECOND, (all.hits() + all.rowsWritten()) / (phase.nanos() / 1e9));
        }
        put(values, CommonMeasures.FAILURES, CommonMeasures.failures(detail, phase, group));
        undone(detail, phase, group).forEach((measure, base) -> put(values, measure, base));
        Latencies.of(series, LatencyKind.RESPONSE, phase.censored()).addTo(values, CommonMeasures.RESPONSE);
        return values;
    }

    /** What the database gave up or would not begin. @param group whose; empty for all */
    private static Map<Measure, Double> undone(IterationDetail detail, PhaseSpan phase, String group) {
        return Map.of(ROLLED_BACK, (double) CommonMeasures.ended(detail, phase, Outcome.ROLLED_BACK, group),
                CommonMeasures.REJECTED, (double) CommonMeasures.ended(detail, phase, Outcome.PUSH_BACK, group));
    }

    /** What was done before the operations, or after the rows that were the operations themselves. */
    private static Map<Measure, Double> loading(IterationDetail detail, PhaseSpan headline, long rows) {
        Map<Measure, Double> values = new LinkedHashMap<>();
        detail.phases().stream().filter(p -> p.phase() == Phase.PRELOAD && p.workers() > 0).findFirst()
                .ifPresent(load -> values.put(LOAD, load.nanos() / 1e9));
        Optional<PhaseSpan> finish = detail.phases().stream().filter(p -> p.phase() == Phase.FINISH).findFirst();
        finish.ifPresent(f -> values.put(FINISH, f.nanos() / 1e9));
        if (ScriptParams.onlyAFileEndsIt(detail.settings()) && headline.nanos() > 0) {
            values.put(FINISHED_ROWS, rows / ((headline.nanos() + finish.map(PhaseSpan::nanos).orElse(0L)) / 1e9));
        }
        return values;
    }

    /** Whether operations could be tried again, be it those of one group. */
    static boolean canRetry(List<Setting> settings) {
        return settings.stream().anyMatch(s -> isOf(ScriptParams.MAX_TRIES, s.name()) && !s.text().equals("1"));
    }

    /** Where operations could be tried again: there none retried is a finding, elsewhere it goes without saying. */
    private static Map<Measure, Double> retries(IterationDetail detail, Totals totals) {
        return !canRetry(detail.settings()) || totals.operations() == 0 ? Map.of()
                : Map.of(TRIES_PER_SCRIPT, 1 + totals.retries() / (double) totals.operations(),
                RETRIED, totals.retried() / (double) totals.operations());
    }
}
