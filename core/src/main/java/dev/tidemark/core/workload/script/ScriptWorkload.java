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
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What do the statements of my own application do on this server? Each operation carries out one of several scripts,
 * drawn by weights.
 */
public final class ScriptWorkload implements Workload {

    static final Measure SCRIPTS_PER_SECOND = new Measure("scripts-per-second", "Throughput", "scripts/s", HIGHER, 0,
            "Scripts carried out per second of the duration; of those with one transaction each, transactions per second.");
    static final Measure ROWS_PER_SCRIPT = new Measure("rows-per-script", "Rows per script", "", HIGHER, 2,
            "Rows that the statements of a script answered, on average.");

    static final Measure ROLLED_BACK = new Measure("rolled-back", "Rolled back", "", LOWER, 0,
            "Operations that the database rolled back, as after a deadlock, at their last try; they count as failures, too.");

    static final Measure TRIES_PER_SCRIPT = new Measure("tries-per-script", "Tries per script", "", LOWER, 3,
            "How often an operation was carried out on average, the tries after a rollback counted; their times are one response "
                    + "time. With max-tries.");
    static final Measure RETRIED = new Measure("retried", "Retried", "%", LOWER, 2,
            "Share of the operations that were tried more than once. With max-tries; those whose last try was rolled back, too, are "
                    + "counted as rolled back.");

    private static final MeasureSet MEASURES = MeasureSet.of(SCRIPTS_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1)))
            .plus(MeasureSet.of(CommonMeasures.FAILURES, ROLLED_BACK, TRIES_PER_SCRIPT, RETRIED, ROWS_PER_SCRIPT,
                    CommonMeasures.ELAPSED))
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
        return "script";
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
    public String objective() {
        return SCRIPTS_PER_SECOND.name();
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
        Stage measure = new Stage(Phase.MEASURE, load(values, context.arrivalSeed()),
                new Limit(values.find(ScriptParams.OPERATIONS).orElse(Limit.UNLIMITED),
                        values.find(ScriptParams.DURATION).orElse(null)), set.kinds(),
                actors(context, set, context.seed(), positions), values.find(ScriptParams.OPERATIONS).orElse(0L), true);
        List<Supplier<Stage>> stages = new ArrayList<>();
        values.find(RunParams.WARM_UP).ifPresent(time -> stages.add(() -> warmUp(context, set, positions, time)));
        stages.add(() -> measure);
        ScriptPreparation preparation = new ScriptPreparation(context, set);
        return new ExecutionPlan(preparation.isNeeded() ? Optional.of(preparation::prepare) : Optional.empty(),
                stages, false, results -> preparation.tearDown(), List.of());
    }

    /** The same with other values, as fast as the workers can. */
    private static Stage warmUp(WorkloadContext context, ScriptSet set, Positions positions, Duration time) {
        return new Stage(Phase.WARM_UP, new Load.Closed(Math.toIntExact(context.values().get(ScriptParams.WORKERS)),
                context.values().get(ScriptParams.THINK_TIME)), new Limit(Limit.UNLIMITED, time), set.kinds(),
                actors(context, set, ~context.seed(), positions), 0, false);
    }

    @Override
    public boolean warmsUpItself() {
        return true;
    }

    private static ActorFactory actors(WorkloadContext context, ScriptSet set, long seed,
            Positions positions) {
        Values values = context.values();
        Retries retries = new Retries(values.get(ScriptParams.RETRY_STATES),
                Math.toIntExact(values.get(ScriptParams.MAX_TRIES)));
        Answers answers = values.get(ScriptParams.COMPARE) ? new Answers() : null;
        int[] bounds = set.bounds();
        return worker -> {
            StatementSession session = (StatementSession) context.target().session(worker);
            ScriptExecution[] operations = set.parsed(set.operations(), worker, seed).stream()
                    .map(script -> new ScriptExecution(session, set.ownTables(), context.context().clock(), script,
                            answers)).toArray(ScriptExecution[]::new);
            return new ScriptActor(session, operations, bounds, seed, retries, positions);
        };
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
        if (phase.nanos() > 0) {
            put(values, SCRIPTS_PER_SECOND, series.total().units() / (phase.nanos() / 1e9));
        }
        if (series.total().units() > 0) {
            put(values, ROWS_PER_SCRIPT, series.total().hits() / (double) series.total().units());
        }
        return values;
    }

    /** Where operations could be tried again: there none retried is a finding, elsewhere it goes without saying. */
    private static Map<Measure, Double> retries(IterationDetail detail, Totals totals) {
        boolean possible = detail.settings().stream().anyMatch(s -> s.name().equals(ScriptParams.MAX_TRIES.name())
                && !s.text().equals("1"));
        return !possible || totals.operations() == 0 ? Map.of()
                : Map.of(TRIES_PER_SCRIPT, 1 + totals.retries() / (double) totals.operations(),
                RETRIED, totals.retried() / (double) totals.operations());
    }
}
