package dev.tidemark.core.workload.script;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.core.workload.script.language.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What do the statements of my own application do on this server? Each operation carries out one of several scripts,
 * drawn by weights.
 */
public final class ScriptWorkload implements Workload {

    static final String NAME = "script";

    static final Measure SCRIPTS_PER_SECOND = new Measure("scripts-per-second", "Throughput", "scripts/s", HIGHER, 0,
            "Scripts carried out per second of the duration; of those with one transaction each, transactions per second.");
    static final Measure ROWS_PER_SECOND = new Measure("rows-per-second", "Rows", "rows/s", HIGHER, 0,
            "Rows that statements answered, or stored, changed or deleted, per second of the duration; of scripts that were carried "
                    + "out. A row that a statement both stores and answers counts once.");
    static final Measure ROWS_PER_SCRIPT = new Measure("rows-per-script", "Rows per script", "", HIGHER, 2,
            "Rows that the statements of a script answered, on average.");
    static final Measure ROWS_WRITTEN_PER_SCRIPT = new Measure("rows-written-per-script", "Rows written per script", "",
            HIGHER, 2, "Rows that the statements of a script stored, changed or deleted, on average, as the database counts them.");

    static final Measure ROLLED_BACK = new Measure("rolled-back", "Rolled back", "", LOWER, 0,
            "Operations that the database rolled back, as after a deadlock, at their last try; they count as failures, too.");

    static final Measure TRIES_PER_SCRIPT = new Measure("tries-per-script", "Tries per script", "", LOWER, 3,
            "How often an operation was carried out on average, the tries after a rollback counted; their times are one response "
                    + "time. With max-tries.");
    static final Measure RETRIED = new Measure("retried", "Retried", "%", LOWER, 2,
            "Share of the operations that were tried more than once. With max-tries; those whose last try was rolled back, too, are "
                    + "counted as rolled back.");

    /** Rows of a script scatter, as where keys are drawn that are not all there; less than this is the same work. */
    private static final double SAME_WORK = 1.1;

    private static final MeasureSet MEASURES = MeasureSet.of(SCRIPTS_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1)))
            .plus(MeasureSet.of(CommonMeasures.FAILURES, ROLLED_BACK, TRIES_PER_SCRIPT, RETRIED, ROWS_PER_SCRIPT,
                    ROWS_WRITTEN_PER_SCRIPT, ROWS_PER_SECOND, CommonMeasures.ELAPSED))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF, CommonMeasures.OUTSIDE,
                    CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(BacklogGrowth.ALL)
            .plus(SettleMeasures.ALL)
            .plus(BackgroundMeasures.ALL)
            .plus(HostMeasures.ALL);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String question() {
        return "What do the statements of my own application do on this server?";
    }

    @Override
    public String unit() {
        return "scripts";
    }

    @Override
    public Set<Capability> needs() {
        return Set.of(Capability.STATEMENTS);
    }

    @Override
    public Set<Capability> needs(Values values) {
        return ScriptSet.of(values).pipelines() ? Set.of(Capability.STATEMENTS, Capability.STATEMENT_PIPELINES) : needs();
    }

    @Override
    public ParamSet params() {
        return ScriptParams.ALL;
    }

    @Override
    public Optional<String> insteadOfMix() {
        return Optional.of("script has no mix; weights stand behind the scripts, as in script: read.sql@9;write.sql");
    }

    @Override
    public MeasureSet measures() {
        return MEASURES;
    }

    @Override
    public MeasureSet measures(Map<String, List<String>> texts) {
        return MEASURES.plus(OperationMeasures.declared(ScriptSet.names(texts.getOrDefault(ScriptParams.SCRIPT.name(),
                List.of(ScriptParams.SCRIPT.format(ScriptParams.SCRIPT.defaultValue())))), MEASURES));
    }

    @Override
    public String objective() {
        return SCRIPTS_PER_SECOND.name();
    }

    /**
     * {@inheritDoc} Scripts that store or answer other numbers of rows since a variable is defined otherwise, as the size of a
     * batch, are no like work; their rows are.
     */
    @Override
    public String objective(List<Iteration> iterations) {
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
    public String throughput() {
        return SCRIPTS_PER_SECOND.name();
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
        return new TreeMap<>(Map.of("script", script.word(), "retry-states", "23505;40001;40P01", "max-tries", "100"));
    }

    @Override
    public Values inForce(Values values) {
        return Arrivals.inForce(values);
    }

    @Override
    public WorkEstimate offered(Values values) {
        ScriptSet set = ScriptSet.of(values); // refuses scripts that cannot be read
        Optional<Arrivals.Amount> scheduled = scheduled(values);
        long operations = scheduled.map(Arrivals.Amount::units)
                .orElseGet(() -> values.find(ScriptParams.OPERATIONS).orElse(0L));
        Optional<Duration> paced = scheduled.map(Arrivals.Amount::time).or(() -> values.find(ScriptParams.RATE)
                .filter(rate -> operations > 0).map(rate -> Duration.ofNanos((long) (operations / rate * 1e9))));
        return new WorkEstimate(operations, 0, Stream.of(values.find(ScriptParams.DURATION), paced)
                .flatMap(Optional::stream).min(Duration::compareTo), operations > 0 && paced.isEmpty())
                .after(new WorkEstimate.Data(WorkEstimate.Making.TABLES,
                        set.tables().stream().mapToLong(t -> t.rows(values)).sum(),
                        set.tables().stream().mapToLong(t -> t.rows(values) * t.rowBytes()).sum()))
                .after(warmUpTime(values).map(time -> new WorkEstimate.WarmUp(0, time))
                        .orElse(WorkEstimate.WarmUp.NONE));
    }

    private static Optional<Duration> warmUpTime(Values values) {
        return values.params().contains(RunParams.WARM_UP) ? values.find(RunParams.WARM_UP) : Optional.empty();
    }

    /** What steps or a trace offer; empty where there are none. */
    private static Optional<Arrivals.Amount> scheduled(Values values) {
        return Arrivals.scheduled(values) ? Optional.of(Arrivals.amount(values, values.find(ScriptParams.DURATION),
                values.find(ScriptParams.OPERATIONS).orElse(Limit.UNLIMITED))) : Optional.empty();
    }

    @Override
    public boolean writes(Values values) {
        return ScriptSet.of(values).writes();
    }

    @Override
    public Retention keep(Values values) {
        return Retention.NONE;
    }

    @Override
    public ExecutionPlan recipe(WorkloadContext context) {
        Values values = context.values();
        ScriptSet set = ScriptSet.of(values);
        Positions positions = new Positions();
        AtomicBoolean tried = new AtomicBoolean();
        Stage measure = new Stage(Phase.MEASURE, load(values, context.arrivalSeed()),
                new Limit(values.find(ScriptParams.OPERATIONS).orElse(Limit.UNLIMITED),
                        values.find(ScriptParams.DURATION).orElse(null)), set.kinds(timed(values, set)),
                actors(context, set, context.seed(), positions, tried), values.find(ScriptParams.OPERATIONS).orElse(0L), true);
        List<Supplier<Stage>> stages = new ArrayList<>();
        values.find(RunParams.WARM_UP).ifPresent(time -> stages.add(() -> warmUp(context, set, positions, tried, time)));
        stages.add(() -> measure);
        ScriptPreparation preparation = new ScriptPreparation(context, set);
        return new ExecutionPlan(preparation.isNeeded() ? Optional.of(preparation::prepare) : Optional.empty(),
                stages, false, results -> preparation.tearDown(), values.get(ScriptParams.TIMES) && set.tooManySteps()
                ? List.of("There are too many statements for times of each.") : List.of());
    }

    /** The same with other values, as fast as the workers can. */
    private static Stage warmUp(WorkloadContext context, ScriptSet set, Positions positions, AtomicBoolean tried,
            Duration time) {
        return new Stage(Phase.WARM_UP, new Load.Closed(Math.toIntExact(context.values().get(ScriptParams.WORKERS)),
                context.values().get(ScriptParams.THINK_TIME)), new Limit(Limit.UNLIMITED, time),
                set.kinds(timed(context.values(), set)), actors(context, set, ~context.seed(), positions, tried), 0, false);
    }

    /** Whether the times of each statement are kept. */
    private static boolean timed(Values values, ScriptSet set) {
        return values.get(ScriptParams.TIMES) && !set.tooManySteps();
    }

    @Override
    public boolean warmsUpItself() {
        return true;
    }

    /** @param tried whether a worker has had the server read all statements, which the first one does */
    private static ActorFactory actors(WorkloadContext context, ScriptSet set, long seed, Positions positions,
            AtomicBoolean tried) {
        Values values = context.values();
        Retries retries = new Retries(values.get(ScriptParams.RETRY_STATES),
                Math.toIntExact(values.get(ScriptParams.MAX_TRIES)));
        Answers answers = values.get(ScriptParams.COMPARE) ? new Answers() : null;
        int[] bounds = set.bounds();
        boolean timed = timed(values, set);
        return worker -> {
            StatementSession session = (StatementSession) context.target().session(worker);
            if (tried.compareAndSet(false, true)) {
                tryOut(session, set, seed);
            }
            List<Script> scripts = set.parsed(set.operations(), worker, seed);
            ScriptExecution[] operations = new ScriptExecution[scripts.size()];
            int step = 0;
            for (int i = 0; i < operations.length; i++) {
                operations[i] = new ScriptExecution(session, set.ownTables(), context.context().clock(), scripts.get(i),
                        answers, timed ? step : ScriptExecution.UNTIMED);
                step += scripts.get(i).parts().size();
            }
            return new ScriptActor(session, operations, bounds, seed, retries, positions);
        };
    }

    private static void tryOut(StatementSession session, ScriptSet set, long seed) throws Exception {
        List<Operation> carriedOut = set.operations().stream().filter(o -> o.weight() > 0).toList();
        try {
            new ScriptTrial(session, set.ownTables(), set.parsed(carriedOut, 0, seed), seed).run();
        } catch (Exception e) {
            session.close();
            throw e;
        }
    }

    private static Load load(Values values, long seed) {
        int workers = Math.toIntExact(values.get(ScriptParams.WORKERS));
        return Arrivals.paced(values, ScriptParams.RATE)
                ? new Load.Open(workers, Arrivals.schedule(values, ScriptParams.RATE, 1, seed))
                : new Load.Closed(workers, values.get(ScriptParams.THINK_TIME));
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet series = Timeline.whole(detail, phase);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfKeys(detail, driverMeasures, List.of()));
        put(values, ROLLED_BACK, detail.outcomes().stream()
                .filter(o -> o.phase() == phase.index() && o.outcome() == Outcome.ROLLED_BACK)
                .mapToLong(OutcomeCount::operations).sum());
        retries(detail, series.total()).forEach((measure, base) -> put(values, measure, base));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(HostMeasures.of(detail));
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
        return values;
    }

    /** Whether operations could be tried again. */
    static boolean canRetry(List<Setting> settings) {
        return settings.stream().anyMatch(s -> s.name().equals(ScriptParams.MAX_TRIES.name()) && !s.text().equals("1"));
    }

    /** Where operations could be tried again: there none retried is a finding, elsewhere it goes without saying. */
    private static Map<Measure, Double> retries(IterationDetail detail, Totals totals) {
        return !canRetry(detail.settings()) || totals.operations() == 0 ? Map.of()
                : Map.of(TRIES_PER_SCRIPT, 1 + totals.retries() / (double) totals.operations(),
                RETRIED, totals.retried() / (double) totals.operations());
    }
}
