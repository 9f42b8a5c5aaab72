package dev.tidemark.core.workload;

import static dev.tidemark.core.result.Better.HIGHER;
import static dev.tidemark.core.result.Better.LOWER;
import static dev.tidemark.core.result.Better.NEITHER;
import static dev.tidemark.core.workload.CommonMeasures.put;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.EngineMeasures;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.load.Kinds;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timing;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Value;
import dev.tidemark.core.result.WorkerCount;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * How many random reads and writes per second, at what latency, up to how many processes? Workers read keys or blocks
 * drawn uniformly from a dataset that was made beforehand, or update them in transactions, or both by turns.
 */
public final class RandomIo implements Workload {

    private static final Kinds CYCLES = new Kinds(List.of("read", "write"), List.of("get", "put", "commit"));
    private static final Limit ENDLESS = Limit.operations(Limit.UNLIMITED);

    static final Measure OPERATIONS_PER_SECOND = new Measure("operations-per-second", "Throughput", "operations/s",
            HIGHER, 0, "Reads and updates acknowledged per second of the duration.");
    static final Measure READS_PER_SECOND = new Measure("reads-per-second", "Reads", "/s", HIGHER, 0,
            "Reads answered per second of the duration.");
    static final Measure WRITES_PER_SECOND = new Measure("writes-per-second", "Writes", "/s", HIGHER, 0,
            "Updates committed per second of the duration.");
    static final Measure READ_SHARE = new Measure("read-share", "Reads done", "%", NEITHER, 2,
            "Share of reads among all that was done; read-percent is what was asked for.");
    static final Measure WORKER_SPREAD = new Measure("worker-cv", "Spread over workers", "%", LOWER, 1,
            "How unevenly the workers were served: standard deviation ÷ mean of their operations (population).");
    static final Measure COMPUTED_IOPS = new Measure("computed-iops", "Workers ÷ response", "/s", HIGHER, 0,
            "Workers divided by the mean time of one read or update: what older tools called IOPS. It exceeds the "
                    + "measured throughput where workers pause or are busy with themselves.");

    private static final List<Measure> READ = CommonMeasures.latency("read", "Read", "Time of one read");
    private static final List<Measure> WRITE = CommonMeasures.latency("write", "Write",
            "Time of a whole write transaction");
    private static final List<Measure> COMMIT = CommonMeasures.latency("commit", "Commit", "Time of the commit alone");

    private static final MeasureSet MEASURES = MeasureSet.of(OPERATIONS_PER_SECOND, READS_PER_SECOND, WRITES_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1),
                    CommonMeasures.RESPONSE.get(6)))
            .plus(MeasureSet.of(READ_SHARE, CommonMeasures.BYTES_PER_SECOND, WORKER_SPREAD, COMPUTED_IOPS,
                    CommonMeasures.FAILURES, CommonMeasures.ELAPSED, CommonMeasures.SETTLED))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(READ.toArray(Measure[]::new)))
            .plus(MeasureSet.of(WRITE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(COMMIT.toArray(Measure[]::new)))
            .plus(EngineMeasures.ALL)
            .plus(MeasureSet.of(CommonMeasures.OUTSIDE, CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(HostMeasures.ALL);

    @Override
    public String name() {
        return "random-io";
    }

    @Override
    public String question() {
        return "How many random reads and writes per second, at what latency, up to how many processes?";
    }

    @Override
    public String unit() {
        return "operations";
    }

    @Override
    public Set<Capability> needs() {
        return Set.of(Capability.KEYSPACES);
    }

    @Override
    public ParamSet params() {
        return RandomIoParams.ALL;
    }

    @Override
    public MeasureSet measures() {
        return MEASURES;
    }

    @Override
    public String objective() {
        return OPERATIONS_PER_SECOND.name();
    }

    @Override
    public String throughput() {
        return OPERATIONS_PER_SECOND.name();
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        SequencedMap<String, Map<String, String>> presets = new LinkedHashMap<>();
        presets.put("ran-read", preset("100", "1"));
        Map<String, String> write = preset("0", "50");
        write.put("think-time", "2ms");
        write.put("keyspaces", "own");
        presets.put("ran-write", write);
        Map<String, String> mixed = new LinkedHashMap<>(write);
        mixed.put("read-percent", "50");
        mixed.put("mix", "diced");
        presets.put("ran-io", mixed);
        return presets;
    }

    private static Map<String, String> preset(String readPercent, String transactionLength) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("read-percent", readPercent);
        settings.put("transaction-length", transactionLength);
        settings.put("workers", "1");
        settings.put("duration", "5m");
        return settings;
    }

    @Override
    public Values inForce(Values values) {
        return values;
    }

    @Override
    public Offered offered(Values values) {
        return new Offered(values.find(RandomIoParams.OPERATIONS).orElse(0L), 0,
                Optional.of(values.get(RandomIoParams.DURATION)));
    }

    @Override
    public Optional<String> dataset(Values values) {
        return values.find(RandomIoParams.DATASET);
    }

    @Override
    public Keep keep(Values values) {
        return Keep.NONE;
    }

    @Override
    public Recipe recipe(Run run) {
        Values values = run.values();
        KeyspaceTarget target = (KeyspaceTarget) run.target();
        DatasetManifest dataset = DatasetManifest.read(target.home());
        RandomIoMix mix = new RandomIoMix(values.get(RandomIoParams.READ_PERCENT),
                values.get(RandomIoParams.MIX) == RandomIoParams.Mix.DICED);
        int workers = Math.toIntExact(values.get(RandomIoParams.WORKERS));
        int length = Math.toIntExact(values.get(RandomIoParams.TRANSACTION_LENGTH));
        boolean own = values.get(RandomIoParams.KEYSPACES) == RandomIoParams.Keyspaces.OWN && !mix.readsOnly();
        check(dataset, workers, own);
        Duration think = mix.readsOnly() ? Duration.ZERO : values.get(RandomIoParams.THINK_TIME);
        long cycles = values.find(RandomIoParams.OPERATIONS).map(o -> Math.ceilDiv(o, (long) length))
                .orElse(ENDLESS.operations());
        Stage measure = new Stage(Phase.MEASURE,
                new Load.Closed(workers, think, own ? Load.Lanes.OWNED : Load.Lanes.SHARED),
                new Limit(cycles, values.get(RandomIoParams.DURATION)), CYCLES,
                worker -> new RandomIoActor(target, worker, dataset, mix, length, own, run.seed()),
                values.find(RandomIoParams.OPERATIONS).orElse(0L), true);
        return new Recipe(Optional.of(progress -> prepare(run, target, dataset, mix, progress)), List.of(() -> measure),
                !mix.readsOnly(), RandomIo::verdict, warnings(target, dataset));
    }

    private static List<String> warnings(KeyspaceTarget target, DatasetManifest dataset) {
        Map<String, String> settings = target.effective().texts();
        boolean direct = "direct".equals(settings.get("io")) || "true".equals(settings.get("direct-io"));
        boolean noDisk = target.directories().isEmpty();
        if (direct || noDisk || !(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)
                || dataset.bytes() >= 2 * system.getTotalMemorySize()) {
            return List.of();
        }
        return List.of(String.format(Locale.ROOT, "The dataset of %.2f GB is smaller than twice the memory of %.2f GB "
                + "and is not read directly: the figures say as much of the page cache as of the disk.",
                dataset.bytes() / 1e9, system.getTotalMemorySize() / 1e9));
    }

    private static void prepare(Run run, KeyspaceTarget target, DatasetManifest dataset, RandomIoMix mix,
            Progress progress) throws Exception {
        DatasetManifest now = dataset;
        if (run.values().get(RandomIoParams.RESTORE)) {
            now = new DatasetFilling(target, run.context().clock(), run.context().cancelled(), progress)
                    .fill(dataset.emptied());
        }
        if (!mix.readsOnly()) {
            now.changedBy("random-io at " + run.context().clock().wallTime()).write(target.home());
        }
        if (run.values().get(RandomIoParams.CACHE) == RandomIoParams.Cache.COLD && !target.coolDown()) {
            run.context().note().accept("The caches could not be emptied: the run begins with whatever is in them.");
        }
    }

    private static void check(DatasetManifest dataset, int workers, boolean own) {
        if (!dataset.complete()) {
            throw new BadInput("dataset " + dataset.name() + " is not filled yet: " + dataset.filled() + " of "
                    + dataset.keys() + " keys; go on with: tidemark dataset create " + dataset.name());
        }
        int keyspaces = dataset.keyspaces().size();
        if (own && workers > keyspaces) {
            throw new BadInput("workers: dataset " + dataset.name() + " has " + keyspaces + " keyspaces, fewer than the "
                    + workers + " workers that want one each; use " + keyspaces + " workers or fewer, keyspaces: shared, "
                    + "or: tidemark dataset grow " + dataset.name() + " --keyspaces " + workers);
        }
    }

    /** Every key of a dataset is there; one that is missed says that the dataset is not what it claims to be. */
    private static Optional<String> verdict(List<StageResult> results) {
        long missed = results.stream().flatMap(r -> r.outcomes().stream()).filter(o -> o.outcome() == Outcome.MISS)
                .mapToLong(o -> o.operations()).sum();
        return missed == 0 ? Optional.empty() : Optional.of(missed + " reads found no value: the dataset is not whole");
    }

    @Override
    public List<Value> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet series = CommonMeasures.series(detail, phase);
        List<Value> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engine(detail, driverMeasures, List.of(EngineMeasures.IN_MEMORY_SIZE)));
        rates(values, phase, series);
        latencies(values, READ, series, new SeriesKey("read", "get", Timing.SERVICE, false));
        latencies(values, WRITE, series, SeriesKey.of("write", Timing.SERVICE));
        latencies(values, COMMIT, series, new SeriesKey("write", "commit", Timing.SERVICE, false));
        spread(values, detail, phase);
        computedIops(values, phase, series);
        values.addAll(HostMeasures.of(detail));
        return values;
    }

    private static void rates(List<Value> values, PhaseSpan phase, SeriesSet series) {
        double seconds = phase.nanos() / 1e9;
        long reads = series.totals().getOrDefault("read", Totals.NONE).units();
        long writes = series.totals().getOrDefault("write", Totals.NONE).units();
        if (seconds <= 0 || reads + writes == 0) {
            return;
        }
        put(values, OPERATIONS_PER_SECOND, (reads + writes) / seconds);
        put(values, READS_PER_SECOND, reads / seconds);
        put(values, WRITES_PER_SECOND, writes / seconds);
        put(values, READ_SHARE, (double) reads / (reads + writes));
    }

    private static void latencies(List<Value> values, List<Measure> measures, SeriesSet series, SeriesKey key) {
        series.histogram(key).ifPresent(histogram -> CommonMeasures.latencies(values, measures, histogram, 0));
    }

    private static void spread(List<Value> values, IterationDetail detail, PhaseSpan phase) {
        double[] units = detail.workers().stream().filter(w -> w.phase() == phase.index())
                .mapToDouble(WorkerCount::units).toArray();
        double mean = Arrays.stream(units).average().orElse(0);
        if (units.length < 2 || mean == 0) {
            return;
        }
        double squares = Arrays.stream(units).map(u -> (u - mean) * (u - mean)).sum();
        put(values, WORKER_SPREAD, Math.sqrt(squares / units.length) / mean);
    }

    /** The mean over all operations of the time inside the target, think time and bookkeeping left out. */
    private static void computedIops(List<Value> values, PhaseSpan phase, SeriesSet series) {
        LogHistogram cycles = series.overall(Timing.SERVICE);
        long units = series.total().units();
        if (units > 0 && cycles.sum() > 0) {
            put(values, COMPUTED_IOPS, phase.workers() / (cycles.sum() / 1e9 / units));
        }
    }
}
