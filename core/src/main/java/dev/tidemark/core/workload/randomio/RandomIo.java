package dev.tidemark.core.workload.randomio;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import module java.base;
import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.measure.host.HostSampler;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.BackgroundTarget;
import dev.tidemark.core.workload.DatasetLoader;
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
import java.lang.management.ManagementFactory;

/**
 * How many random reads and writes per second, at what latency, up to how many processes? Workers read keys or blocks
 * drawn uniformly from a dataset that was made beforehand, or update them in transactions, or both by turns.
 */
public final class RandomIo extends DeclaredWorkload {

    private static final OperationKinds CYCLES = new OperationKinds(List.of("read", "write"),
            List.of("get", "put", "commit"));

    static final Measure OPERATIONS_PER_SECOND = new Measure("operations-per-second", "Throughput", "operations/s",
            HIGHER, 0, "Reads and updates acknowledged per second of the duration.");
    public static final Measure READS_PER_SECOND = new Measure("reads-per-second", "Reads", "/s", HIGHER, 0,
            "Reads answered per second of the duration.");
    static final Measure WRITES_PER_SECOND = new Measure("writes-per-second", "Writes", "/s", HIGHER, 0,
            "Updates committed per second of the duration.");
    static final Measure READ_SHARE = new Measure("read-share", "Reads done", "%", NEITHER, 2,
            "Share of reads among all that was done; read-percent is what was asked for.");
    static final Measure WORKER_SPREAD = new Measure("worker-cv", "Spread over workers", "%", LOWER, 1,
            "How unevenly the workers were served: standard deviation ÷ mean of their operations (population).");
    static final Measure COMPUTED_IOPS = new Measure("computed-iops", "Workers ÷ response", "/s", HIGHER, 0,
            "Operations in progress (workers, times the queue depth) divided by the mean time of one read or update: "
                    + "what older tools called IOPS. It exceeds the measured throughput where workers pause or are "
                    + "busy with themselves.");

    /** Speeds of such a run are told, and accept nothing. */
    public static final Measure READ_ELSEWHERE = new Measure("read-elsewhere", "Read elsewhere", "", NEITHER, 0,
            "1 where reads past the page cache were answered by something else than the disk, as those of blocks that "
                    + "were never written: then no expected speed is met.");

    private static final List<Measure> OF_GROUP = Stream.concat(
            Stream.of(OPERATIONS_PER_SECOND, READS_PER_SECOND, WRITES_PER_SECOND, READ_SHARE, WORKER_SPREAD,
                    CommonMeasures.FAILURES), CommonMeasures.RESPONSE.stream()).toList();

    private static final List<Measure> READ = CommonMeasures.latency("read", "Read", "Time of one read");
    private static final List<Measure> WRITE = CommonMeasures.latency("write", "Write",
            "Time of a whole write transaction");
    private static final List<Measure> COMMIT = CommonMeasures.stepLatency("commit", "Commit",
            "Time of the commit alone");

    private static final MeasureSet MEASURES = MeasureSet.of(OPERATIONS_PER_SECOND, READS_PER_SECOND, WRITES_PER_SECOND)
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1),
                    CommonMeasures.RESPONSE.get(6)))
            .plus(MeasureSet.of(READ_SHARE, CommonMeasures.BYTES_PER_SECOND, WORKER_SPREAD, COMPUTED_IOPS,
                    CommonMeasures.FAILURES, CommonMeasures.ELAPSED, CommonMeasures.SETTLED))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF))
            .plus(MeasureSet.of(READ.toArray(Measure[]::new)))
            .plus(MeasureSet.of(WRITE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(COMMIT.toArray(Measure[]::new)))
            .plus(EngineMeasures.ALL)
            .plus(MeasureSet.of(CommonMeasures.OUTSIDE, CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(MeasureSet.of(READ_ELSEWHERE)).plus(BacklogGrowth.ALL)
            .plus(MeasureSet.of(SettleMeasures.WRITE_AMPLIFICATION, SettleMeasures.READ_AMPLIFICATION))
            .plus(SettleMeasures.ALL)
            .plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
            .plus(HostMeasures.ALL).plus(OperationCosts.ALL);

    public RandomIo() {
        super("random-io", "How many random reads and writes per second, at what latency, up to how many processes?",
                "operations", Capability.KEYSPACES, RandomIoParams.ALL, MEASURES, OPERATIONS_PER_SECOND.name(),
                OPERATIONS_PER_SECOND.name());
    }

    @Override
    public Optional<String> whyNoMix() {
        return Optional.of("random-io has no weights; its share of reads is read-percent, as in read-percent: 80, and "
                + "mix says how they alternate: dealt or diced");
    }

    @Override
    public List<Param<?>> groupParams() {
        return RandomIoParams.OF_GROUP;
    }

    @Override
    public List<Measure> groupMeasures() {
        return OF_GROUP;
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

    @Override
    public SequencedMap<String, Map<String, String>> expectations() {
        SequencedMap<String, Map<String, String>> expectations = new LinkedHashMap<>();
        Map<String, String> flash = new LinkedHashMap<>();
        flash.put("read.mean", "<= 2ms");
        flash.put("read.max", "<= 5ms");
        expectations.put("flash", flash);
        expectations.put("disk-array", Map.of("read.mean", "<= 10ms"));
        return expectations;
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
    public Values effective(Values values) {
        return Arrivals.effective(values);
    }

    @Override
    public WorkEstimate estimate(Values values) {
        List<RandomIoGroup> groups = RandomIoGroup.of(this, values);
        long operations = operations(groups);
        Optional<Duration> paced = paced(groups);
        return new WorkEstimate(operations, 0, Stream.of(values.find(RandomIoParams.DURATION), paced)
                .flatMap(Optional::stream).min(Comparator.naturalOrder()), operations > 0 && paced.isEmpty());
    }

    /** How long the schedules last; empty where a group has none that ends. */
    private static Optional<Duration> paced(List<RandomIoGroup> groups) {
        List<Optional<Duration>> each = groups.stream().map(RandomIoGroup::paced).toList();
        return each.stream().allMatch(Optional::isPresent)
                ? each.stream().flatMap(Optional::stream).max(Comparator.naturalOrder()) : Optional.empty();
    }

    @Override
    public Optional<String> dataset(Values values) {
        return values.find(RandomIoParams.DATASET);
    }

    @Override
    public boolean writes(Values values) {
        return RandomIoGroup.of(this, values).stream().anyMatch(group -> !group.mix().readsOnly());
    }

    @Override
    public Optional<String> whyNotShared(Values values) {
        return Optional.empty();
    }

    /** A dataset and the target that holds it. */
    private record OpenDataset(KeyspaceTarget target, DatasetManifest manifest) {

        /** What others made has as many values as there are blocks of the size that it is opened with. */
        static OpenDataset of(OpenTarget target) {
            KeyspaceTarget holder = (KeyspaceTarget) target;
            DatasetManifest manifest = DatasetManifest.read(holder.manifests());
            return new OpenDataset(holder, holder.existing().filter(there -> there.valueSize() != manifest.valueSize())
                    .map(there -> manifest.adopting(there.keys(), there.valueSize())).orElse(manifest));
        }
    }

    @Override
    public void check(Values values, Map<String, DatasetManifest> datasets) {
        RandomIoGroup.check(RandomIoGroup.of(this, values), datasets);
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext workloadContext) {
        List<RandomIoGroup> groups = RandomIoGroup.of(this, workloadContext.values());
        SequencedMap<String, OpenDataset> datasets = new LinkedHashMap<>();
        groups.forEach(g -> datasets.computeIfAbsent(g.dataset(),
                name -> OpenDataset.of(workloadContext.target(name))));
        SequencedMap<String, DatasetManifest> manifests = new LinkedHashMap<>();
        datasets.forEach((name, h) -> manifests.put(name, h.manifest()));
        RandomIoGroup.check(groups, manifests);
        List<WorkerGroup> workerGroups = groups.stream()
                .map(g -> g.workerGroup(datasets.get(g.dataset()).target(), manifests.get(g.dataset()),
                workloadContext.seed(), workloadContext.arrivalSeed())).toList();
        List<String> unwritten = datasets.values().stream().flatMap(h -> unwritten(h).stream()).toList();
        DeviceReads device = new DeviceReads(groups, datasets.values(), !unwritten.isEmpty());
        Stage measure = new Stage(Phase.MEASURE, CYCLES, workerGroups,
                workloadContext.values().find(RandomIoParams.DURATION).orElse(null), operations(groups), true);
        Set<String> written = groups.stream().filter(g -> !g.mix().readsOnly()).map(RandomIoGroup::dataset)
                .collect(Collectors.toSet());
        datasets.forEach((name, h) -> checkWritable(workloadContext, h, written.contains(name)));
        List<String> warnings = Stream.concat(unwritten.stream(), datasets.values().stream()
                .flatMap(h -> warnings(workloadContext.values(), h).stream())).toList();
        return new ExecutionPlan(Optional.of(progress -> {
            for (Map.Entry<String, OpenDataset> h : datasets.entrySet()) {
                prepare(workloadContext, h.getValue().target(), h.getValue().manifest(), written.contains(h.getKey()),
                        progress);
            }
        }), List.of(() -> device.before(measure)), !written.isEmpty(), device, warnings).on(datasets.entrySet().stream()
                .map(h -> new BackgroundTarget(datasets.size() == 1 ? "" : h.getKey(), h.getValue().target(),
                        IntStream.range(0, h.getValue().manifest().keyspaces().size()).boxed().toList())).toList());
    }

    /** After how many operations all groups have ended; 0 where that is not said of each. */
    private static long operations(List<RandomIoGroup> groups) {
        List<Optional<Long>> each = groups.stream().map(RandomIoGroup::ends).toList();
        return each.stream().allMatch(Optional::isPresent) ? each.stream().mapToLong(Optional::get).sum() : 0;
    }

    private static List<String> warnings(Values values, OpenDataset dataset) {
        return Stream.of(inMemory(dataset.target(), dataset.manifest()), inController(values, dataset.manifest()))
                .flatMap(Optional::stream).toList();
    }

    /**
     * A file whose room was only set aside is what databases expand theirs to before they have anything to put there.
     */
    private static Optional<String> unwritten(OpenDataset dataset) {
        Optional<LocalStorage> storage = dataset.target().localStorage();
        try {
            double share = storage.isPresent() ? storage.get().unwrittenShare() : 0;
            int percent = Math.clamp(Math.round(share * 100), 1, share < 1 ? 99 : 100);
            return share == 0 ? Optional.empty() : Optional.of(percent + " % of the blocks of dataset "
                    + dataset.manifest().name() + " were never written: reads of them do not reach the disk, and the "
                    + "figures are not the disk's; write all of it first.");
        } catch (DriverException e) {
            return Optional.empty(); // whoever reads it says so
        }
    }

    /**
     * Holds what was read against what the devices say that they have read: where they had less to do, something else
     * has answered, whatever it was. Only where all workers read, and nothing above the device may answer.
     */
    private static final class DeviceReads implements ExecutionPlan.Evaluation {

        /** Devices and their counters are looked at a moment before and after. */
        private static final double ENOUGH = 0.9;

        private final List<Path> directories;
        private final int valueSize;
        private OptionalDouble before = OptionalDouble.empty();
        private boolean elsewhere;

        /** @param unwritten whether some of what is read was never written, and so is on no disk */
        DeviceReads(List<RandomIoGroup> groups, Collection<OpenDataset> datasets, boolean unwritten) {
            elsewhere = unwritten;
            List<LocalStorage> storages = datasets.stream().flatMap(h -> h.target().localStorage().stream()).toList();
            boolean compared = groups.stream().allMatch(g -> g.mix().readsOnly()) && storages.size() == datasets.size()
                    && storages.stream().allMatch(LocalStorage::readsDevice);
            directories = compared ? storages.stream().flatMap(s -> s.directories().stream()).toList() : List.of();
            valueSize = datasets.stream().mapToInt(h -> h.manifest().valueSize()).min().orElse(0);
        }

        Stage before(Stage measure) {
            before = HostSampler.deviceBytes(directories, false);
            return measure;
        }

        @Override
        public Optional<String> judge(List<StageResult> results) {
            return verdict(results);
        }

        @Override
        public List<String> warnings(List<StageResult> results) {
            double requested = (double) valueSize * results.stream().flatMap(r -> r.workers().stream())
                    .mapToLong(WorkerCount::units).sum();
            OptionalDouble after = HostSampler.deviceBytes(directories, false);
            if (before.isEmpty() || after.isEmpty()
                    || after.getAsDouble() - before.getAsDouble() >= ENOUGH * requested) {
                return List.of();
            }
            elsewhere = true;
            return List.of(String.format(Locale.ROOT,
                    "Of %.1f MB that were read past the page cache the device read %.1f MB: the rest was answered by "
                    + "something else, such as a cache below or blocks that were never written, and the figures are "
                    + "not the disk's.", requested / 1e6, (after.getAsDouble() - before.getAsDouble()) / 1e6));
        }

        @Override
        public Optional<MetricSnapshot> found() {
            return elsewhere ? Optional.of(new MetricSnapshot(MetricSnapshot.READS, Map.of(),
                    Map.of(MetricSnapshot.ELSEWHERE, 1.0))) : Optional.empty();
        }
    }

    private static Optional<String> inMemory(KeyspaceTarget target, DatasetManifest dataset) {
        boolean cached = target.localStorage().filter(storage -> !storage.directories().isEmpty())
                .filter(storage -> !storage.bypassesPageCache()).isPresent();
        if (!cached || !(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)
                || dataset.bytes() >= 2 * system.getTotalMemorySize()) {
            return Optional.empty();
        }
        // In the units in which the environment tells the memory.
        return Optional.of(String.format(Locale.ROOT,
                "The dataset of %.2f GiB is smaller than twice the memory of %.1f "
                + "GiB and is not read directly: the figures say as much of the page cache as of the disk.",
                dataset.bytes() / 0x1p30, system.getTotalMemorySize() / 0x1p30));
    }

    private static Optional<String> inController(Values values, DatasetManifest dataset) {
        return values.find(RandomIoParams.CONTROLLER_CACHE).filter(cache -> dataset.bytes() < 4 * cache)
                .map(cache -> String.format(Locale.ROOT, "The dataset of %.2f GB is smaller than four times the "
                        + "controller's cache of %.2f GB: the figures say as much of that cache as of the disks.",
                        dataset.bytes() / 1e9, cache / 1e9));
    }

    private static void prepare(WorkloadContext workloadContext, KeyspaceTarget target, DatasetManifest dataset,
            boolean written,
            Progress progress) throws Exception {
        DatasetManifest now = dataset;
        if (workloadContext.values().get(RandomIoParams.RESTORE)) {
            now = new DatasetLoader(target, workloadContext.context().clock(), workloadContext.context().cancelled(),
                    progress,
                    workloadContext.settleLimit()).fill(dataset.emptied());
        }
        if (written) {
            now.changedBy("random-io at " + workloadContext.context().clock().wallTime()).write(target.manifests());
        }
        Optional<LocalStorage> storage = target.localStorage();
        if (!beginsCold(workloadContext.values(), storage.isPresent())) {
            return;
        }
        if (storage.isEmpty() || !storage.get().dropCaches()) {
            workloadContext.context().note()
                    .accept("The caches could not be emptied: the run begins with whatever is in them.");
        } else if (workloadContext.values().get(RandomIoParams.CACHE) != RandomIoParams.Cache.COLD) {
            workloadContext.context().note().accept("The run begins with empty caches: what others have read is "
                    + "outside of its memory-limit.");
        }
    }

    /**
     * Whether caches are emptied first. What others have read of a dataset is held at no cost of this process, so that a
     * limit of its memory would not bite.
     *
     * @param stored whether the target keeps its data on this machine, by itself
     */
    static boolean beginsCold(Values values, boolean stored) {
        return values.get(RandomIoParams.CACHE) == RandomIoParams.Cache.COLD
                || stored && values.find(RunParams.MEMORY_LIMIT).isPresent();
    }

    private static void checkWritable(WorkloadContext workloadContext, OpenDataset dataset, boolean written) {
        if (dataset.target().existing().isPresent()
                && (written || workloadContext.values().get(RandomIoParams.RESTORE))) {
            throw new InvalidInputException((written ? "read-percent" : "restore") + ": dataset "
                    + dataset.manifest().name() + " was made by others and is only read; "
                    + (written ? "set read-percent to 100" : "leave restore out"));
        }
    }

    /** Every key of a dataset is there; one that is missed says that the dataset is not what it claims to be. */
    private static Optional<String> verdict(List<StageResult> results) {
        long missed = results.stream().flatMap(r -> r.outcomes().stream()).filter(o -> o.outcome() == Outcome.MISS)
                .mapToLong(o -> o.operations()).sum();
        return missed == 0 ? Optional.empty() : Optional.of(missed + " reads found no value: the dataset is not whole");
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet all = Timeline.whole(detail, phase);
        List<String> groups = WorkerGroups.names(detail.settings());
        SeriesSet series = WorkerGroups.together(all, groups);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfKeys(detail, driverMeasures, List.of(EngineMeasures.IN_MEMORY_SIZE)));
        rates(values, phase, series);
        reads(series, phase).ifPresent(reads -> reads.addTo(values, READ));
        Latencies.responses(series, "write", phase.censored()).addTo(values, WRITE);
        Latencies.of(series, new SeriesKey("write", "commit", LatencyKind.SERVICE, false), 0).addTo(values, COMMIT);
        spread(values, detail.workers(), phase);
        if (!phase.open()) { // at a rate most workers wait
            computedIops(values, detail, phase, series);
        }
        values.addAll(SettleMeasures.amplification(detail, series.total().bytesIn() + keys(series, "write"),
                series.total().bytesOut() + keys(series, "read")));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        if (detail.readings(TimedSnapshot.END).stream().anyMatch(r -> r.reading().node().equals(MetricSnapshot.READS)
                && r.reading().gauges().containsKey(MetricSnapshot.ELSEWHERE))) {
            put(values, READ_ELSEWHERE, 1);
        }
        groups.forEach(group -> values.addAll(WorkerGroups.named(group,
                ofGroup(detail, phase, group, all.of(group)))));
        return values;
    }

    /** Bytes of the keys of what was found or stored. */
    private static long keys(SeriesSet series, String kind) {
        return SettleMeasures.KEY_BYTES * series.totals().getOrDefault(kind, Totals.NONE).units();
    }

    private static List<MeasuredValue> ofGroup(IterationDetail detail, PhaseSpan phase, String group,
            SeriesSet series) {
        List<MeasuredValue> values = new ArrayList<>();
        rates(values, phase, series);
        Latencies.of(series, LatencyKind.RESPONSE, phase.censored()).addTo(values, CommonMeasures.RESPONSE);
        put(values, CommonMeasures.FAILURES, CommonMeasures.failures(detail, phase, group));
        spread(values, detail.workers().stream().filter(w -> w.group().equals(group)).toList(), phase);
        return values;
    }

    private static void rates(List<MeasuredValue> values, PhaseSpan phase, SeriesSet series) {
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

    /**
     * Single reads. Where a closed loop does several in a row, each is timed; of one that was not answered it is then
     * not known how long it was waited for. At a rate the cycle is due and not each of its reads: then they have no
     * times.
     */
    private static Optional<Latencies> reads(SeriesSet series, PhaseSpan phase) {
        Latencies whole = Latencies.responses(series, "read", phase.censored());
        Optional<LogHistogram> several = series.histogram(new SeriesKey("read", "get", LatencyKind.SERVICE, false))
                .filter(each -> each.count() > whole.answered().count());
        return several.isEmpty() ? Optional.of(whole) : several.filter(_ -> !phase.open())
                .map(each -> new Latencies(each, new LogHistogram(), phase.censored() + whole.unanswered().count()));
    }

    private static void spread(List<MeasuredValue> values, List<WorkerCount> workers, PhaseSpan phase) {
        double[] units = workers.stream().filter(w -> w.phase() == phase.index())
                .mapToDouble(WorkerCount::units).toArray();
        double mean = Arrays.stream(units).average().orElse(0);
        if (units.length < 2 || mean == 0) {
            return;
        }
        double squares = Arrays.stream(units).map(u -> (u - mean) * (u - mean)).sum();
        put(values, WORKER_SPREAD, Math.sqrt(squares / units.length) / mean);
    }

    /** The mean over all operations of the time inside the target, think time and bookkeeping left out. */
    private static void computedIops(List<MeasuredValue> values, IterationDetail detail, PhaseSpan phase,
            SeriesSet series) {
        double depth = detail.settings().stream().filter(s -> s.name().equals(AsyncKeyValueSession.QUEUE_DEPTH))
                .filter(s -> s.number() != null).mapToDouble(Setting::number).findFirst().orElse(1);
        LogHistogram cycles = series.overall(LatencyKind.SERVICE);
        long units = series.total().units();
        if (units > 0 && cycles.sum() > 0) {
            put(values, COMPUTED_IOPS, phase.workers() * depth / (cycles.sum() / 1e9 / units));
        }
    }
}
