package dev.tidemark.core.workload.script;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
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

    private static final MeasureSet MEASURES = MeasureSet.of(SCRIPTS_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1)))
            .plus(MeasureSet.of(CommonMeasures.FAILURES, ROWS_PER_SCRIPT, CommonMeasures.ELAPSED))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF, CommonMeasures.OUTSIDE,
                    CommonMeasures.VARIATION, CommonMeasures.CENSORED))
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
        return presets;
    }

    @Override
    public Values inForce(Values values) {
        return Arrivals.inForce(values);
    }

    @Override
    public WorkEstimate offered(Values values) {
        ScriptSet.of(values);
        long operations = values.find(ScriptParams.OPERATIONS).orElse(0L);
        Optional<Duration> paced = Arrivals.scheduled(values) ? Optional.of(Arrivals.amount(values,
                values.find(ScriptParams.DURATION), operations > 0 ? operations : Limit.UNLIMITED).time())
                : values.find(ScriptParams.RATE).filter(r -> operations > 0)
                        .map(r -> Duration.ofNanos((long) (operations / r * 1e9)));
        return new WorkEstimate(operations, 0, Stream.of(values.find(ScriptParams.DURATION), paced)
                .flatMap(Optional::stream).min(Duration::compareTo), operations > 0 && paced.isEmpty());
    }

    @Override
    public Retention keep(Values values) {
        return Retention.NONE;
    }

    @Override
    public ExecutionPlan recipe(WorkloadContext context) {
        Values values = context.values();
        ScriptSet set = ScriptSet.of(values);
        int tries = Math.toIntExact(values.get(ScriptParams.MAX_TRIES));
        Stage measure = new Stage(Phase.MEASURE, load(values, context.seed()),
                new Limit(values.find(ScriptParams.OPERATIONS).orElse(Limit.UNLIMITED),
                        values.find(ScriptParams.DURATION).orElse(null)), set.kinds(),
                worker -> new ScriptActor((StatementSession) context.target().session(worker), set,
                        set.parsed(worker, context.seed()), context.context().clock(), context.seed(), tries),
                values.find(ScriptParams.OPERATIONS).orElse(0L), true);
        Optional<ExecutionPlan.Preparation> preparation = set.ownTables()
                ? Optional.of(progress -> makeTables(context, values.get(ScriptParams.SCALE), progress))
                : Optional.empty();
        return new ExecutionPlan(preparation, List.of(() -> measure), false, ScriptWorkload::verdict, List.of());
    }

    private static Load load(Values values, long seed) {
        int workers = Math.toIntExact(values.get(ScriptParams.WORKERS));
        return Arrivals.paced(values, ScriptParams.RATE)
                ? new Load.Open(workers, Arrivals.schedule(values, ScriptParams.RATE, 1, seed))
                : new Load.Closed(workers, values.get(ScriptParams.THINK_TIME));
    }

    /** Makes and fills the tables, and has the server learn about them, as it would by itself in time. */
    private static void makeTables(WorkloadContext context, long scale, Progress progress) throws Exception {
        List<String> statements = Builtin.tables(scale);
        try (StatementSession session = (StatementSession) context.target().session(0)) {
            for (int i = 0; i < statements.size() && !context.context().cancelled().getAsBoolean(); i++) {
                session.begin(true);
                session.execute(statements.get(i), StatementSession.Binding.NONE, null);
                session.end();
                progress.report(i + 1, statements.size());
            }
        }
        context.settleLimit().settle(context.target(), progress);
    }

    private static Optional<String> verdict(List<StageResult> results) {
        return Optional.empty();
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
}
