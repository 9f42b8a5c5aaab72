package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.DeclaredWorkload;
import dev.tidemark.core.workload.ExecutionPlan;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.PreloadAmount;
import dev.tidemark.core.workload.Retention;
import dev.tidemark.core.workload.ValueParams;
import dev.tidemark.core.workload.WorkEstimate.Data;
import dev.tidemark.core.workload.WorkEstimate.DataKind;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.WorkloadContext;

/**
 * How does it behave for hours as data outgrows memory? Workers issue a mix of operations on keys that are drawn by a
 * law of popularity, usually on a store that begins empty.
 */
public final class Volume extends DeclaredWorkload {

    static final String NAME = "volume";

    /** Begins what is noted of a target in which nothing is looked up. */
    static final String KEEPS_NOTHING = "The target keeps nothing of what it is given";

    private static final long INSTANCES = 17;
    private static final OperationKinds OPERATIONS = new OperationKinds(VolumeOperation.words(),
            VolumeActor.stepNames());

    public Volume() {
        super(NAME, "How does this system behave for hours of mixed, skewed load, as data outgrows memory?",
                "operations", Capability.KEY_VALUES, VolumeParams.ALL, VolumeMeasures.ALL,
                VolumeMeasures.LAST_OPERATIONS_PER_SECOND.name(), VolumeMeasures.OPERATIONS_PER_SECOND.name());
    }

    /** {@inheritDoc} What its mix does, and nothing else. */
    @Override
    public Set<Capability> needs(Values values) {
        Set<Capability> needs = EnumSet.of(Capability.KEY_VALUES);
        values.get(VolumeParams.MIX).operations().forEach(o -> needs.add(o.needs()));
        return needs;
    }

    @Override
    public Optional<String> whyNoMix() {
        return Optional.empty();
    }

    @Override
    public List<Precondition> preconditions() {
        return VolumeParams.PRECONDITIONS;
    }

    @Override
    public List<Param<?>> groupParams() {
        return VolumeParams.OF_GROUP;
    }

    @Override
    public List<Measure> groupMeasures() {
        return VolumeMeasures.OF_GROUP;
    }

    @Override
    public SequencedMap<String, Map<String, String>> presets() {
        return VolumePresets.ALL;
    }

    /**
     * {@inheritDoc} Where nobody said what is stored before, it is what the mix looks for. What is in a database of the
     * user's nobody can check.
     */
    @Override
    public Values effective(Values values) {
        Values inForce = Arrivals.effective(values);
        if (OwnDatabase.isOf(values)) {
            Values checkless = inForce.with(VolumeParams.VERIFY, 0.0, SettingOrigin.DECLARED);
            return inForce.origin(VolumeParams.PRELOAD) != SettingOrigin.DECLARED ? checkless
                    : checkless.with(VolumeParams.PRELOAD, PreloadAmount.NONE, SettingOrigin.DECLARED);
        }
        if (inForce.origin(VolumeParams.PRELOAD) != SettingOrigin.DECLARED) {
            return inForce;
        }
        boolean stores = WorkerGroups.of(this, inForce).stream().map(GroupSettings::values)
                .allMatch(v -> !KeyParams.growing(v) && v.get(VolumeParams.MIX).storesOnly());
        return inForce.with(VolumeParams.PRELOAD, stores ? PreloadAmount.NONE : PreloadAmount.ALL,
                SettingOrigin.DECLARED);
    }

    @Override
    public Optional<String> named(Values values) {
        return OwnDatabase.isOf(values) ? Optional.of(values.text(KeyParams.KEY_COUNT)) : Optional.empty();
    }

    @Override
    public void requireNamed(Values values, OpenTarget target) {
        ((KeyspaceTarget) target).requireFound(values.get(KeyParams.KEY_COUNT));
    }

    @Override
    public int instances(Values values) {
        return Math.toIntExact(values.get(VolumeParams.INSTANCES));
    }

    /** Of each group in turn, what it does on each instance. */
    private static List<VolumeGroup> parts(List<VolumeGroup> groups, int instances) {
        return groups.stream().flatMap(g -> IntStream.range(0, instances).mapToObj(i -> g.part(i, instances))).toList();
    }

    @Override
    public WorkEstimate estimate(Values values) {
        List<VolumeGroup> groups = VolumeGroup.of(this, values);
        Optional<Duration> most = values.find(VolumeParams.DURATION);
        long operations = operations(parts(groups, instances(values)), most);
        Optional<Duration> paced = paced(groups, most);
        double size = ValueParams.sizes(values).mean();
        double stored = groups.stream().mapToDouble(g -> stored(g, most)).sum();
        long before = VolumePreload.of(groups.getFirst(), 0, false).keys();
        return new WorkEstimate(operations, Double.isInfinite(stored) ? 0 : Math.round(stored * size),
                Stream.of(most, paced).flatMap(Optional::stream).min(Comparator.naturalOrder()),
                operations > 0 && paced.isEmpty())
                .after(new Data(DataKind.PRELOAD, before, Math.round(before * size))).storing(writing(groups) * size);
    }

    /** The share of the operations that store a value; of several groups nobody knows which does how many. */
    private static double writing(List<VolumeGroup> groups) {
        return groups.size() == 1 ? groups.getFirst().mix().writing() : 0;
    }

    /** The most values that a group stores; infinite where neither a count nor a rate with a time bounds it. */
    private static double stored(VolumeGroup group, Optional<Duration> most) {
        double share = group.mix().writing();
        double operations = group.ends(most).map(Long::doubleValue).orElse(Double.POSITIVE_INFINITY);
        double due = Arrivals.rate(group.values(), VolumeParams.RATE)
                .flatMap(rate -> most.map(t -> rate * t.toNanos() / 1e9))
                .orElse(Double.POSITIVE_INFINITY);
        return share == 0 ? 0 : share * Math.min(operations, due);
    }

    /** How long the schedules last; empty where a group has none, or a rate without an end by a count. */
    private static Optional<Duration> paced(List<VolumeGroup> groups, Optional<Duration> most) {
        List<Optional<Duration>> each = groups.stream().map(g -> g.paced(most)).toList();
        return each.stream().allMatch(Optional::isPresent)
                ? each.stream().flatMap(Optional::stream).max(Comparator.naturalOrder()) : Optional.empty();
    }

    /** After how many operations all groups have ended; 0 where only time ends one of them. */
    private static long operations(List<VolumeGroup> groups, Optional<Duration> most) {
        List<Optional<Long>> each = groups.stream().map(g -> g.ends(most)).toList();
        return each.stream().allMatch(Optional::isPresent) ? each.stream().mapToLong(Optional::get).sum() : 0;
    }

    @Override
    public boolean writes(Values values) {
        return VolumeGroup.of(this, values).stream().anyMatch(VolumeGroup::writes);
    }

    @Override
    public Optional<String> whyNotShared(Values values) {
        if (OwnDatabase.isOf(values)) {
            return Optional.of("keys of a database of your own are looked for in one process only; use one agent");
        }
        if (instances(values) > 1) {
            return Optional.of("several instances of a target are worked on by one process only; use one agent");
        }
        return WorkerGroups.of(this, values).stream().map(GroupSettings::values).anyMatch(Volume::readsLatestUnpaced)
                ? Optional.of("with keys: latest, one that is ahead asks for keys that others have yet to insert; set a "
                        + "rate, or use one agent") : Optional.empty();
    }

    private static boolean readsLatestUnpaced(Values v) {
        return v.get(KeyParams.KEYS) == KeyParams.Choice.LATEST && !Arrivals.paced(v, VolumeParams.RATE);
    }

    @Override
    public Retention keep(Values values) {
        return values.get(VolumeParams.KEEP);
    }

    @Override
    public ExecutionPlan executionPlan(WorkloadContext workloadContext) {
        Values values = workloadContext.values();
        List<VolumeGroup> groups = VolumeGroup.of(this, values);
        SequencedMap<String, OpenTarget> instances = workloadContext.instances();
        KeyspaceTarget target = (KeyspaceTarget) instances.firstEntry().getValue();
        boolean indexed = groups.stream().anyMatch(VolumeGroup::indexed);
        VolumeVerification verification = new VolumeVerification(target.retainsData() ? values.get(VolumeParams.VERIFY)
                : 0,
                workloadContext.context().note());
        List<VolumeKeyspace> stores = new ArrayList<>();
        instances.forEach((name, instance) -> stores.add(new VolumeKeyspace(name, (KeyspaceTarget) instance,
                values.get(KeyParams.KEY_COUNT) / instances.size(), values, workloadContext.settleLimit(), indexed,
                verification)));
        List<WorkerGroup> workerGroups = new ArrayList<>();
        groups.forEach(group -> IntStream.range(0, stores.size()).forEach(i -> workerGroups.add(
                group.part(i, stores.size()).workerGroup(stores.get(i),
                        seed(workloadContext.seed(), i), seed(workloadContext.arrivalSeed(), i)))));
        Stage measure = new Stage(Phase.MEASURE, OPERATIONS, workerGroups,
                values.find(VolumeParams.DURATION).orElse(null),
                operations(parts(groups, stores.size()), values.find(VolumeParams.DURATION)), true);
        List<Supplier<Stage>> stages = new ArrayList<>();
        filling(workloadContext, groups.getFirst(), stores, indexed, measure.workers())
                .ifPresent(fill -> stages.add(() -> fill));
        stages.add(() -> {
            stores.forEach(VolumeKeyspace::settle);
            return measure;
        });
        boolean settle = values.get(VolumeParams.SETTLE) && groups.stream().anyMatch(VolumeGroup::writes);
        Optional<ExecutionPlan.Preparation> finding = OwnDatabase.isOf(values) ? Optional.of(progress -> {
            for (VolumeKeyspace store : stores) {
                store.find(progress);
            }
        }) : Optional.empty();
        return new ExecutionPlan(finding, stages, settle, results -> verdict(results, verification),
                warnings(target, values, groups))
                .on(stores.stream().map(VolumeKeyspace::instance).toList());
    }

    /** Each instance has streams, keys and values of its own, so that a value in the wrong place would be seen. */
    private static long seed(long seed, int instance) {
        return instance == 0 ? seed : SplitMix64.Permutation.of(seed, INSTANCES).apply(instance);
    }

    private static Optional<Stage> filling(WorkloadContext workloadContext, VolumeGroup group,
            List<VolumeKeyspace> stores, boolean indexed, int workers) {
        List<WorkerGroup> workerGroups = new ArrayList<>();
        long keys = 0;
        for (int i = 0; i < stores.size(); i++) {
            VolumePreload preload = VolumePreload.of(group.part(i, stores.size()), seed(workloadContext.seed(), i),
                    indexed);
            if (preload.isNeeded()) {
                workerGroups.add(preload.workerGroup(stores.get(i), workers, stores.size()));
                keys += preload.keys();
            }
        }
        return workerGroups.isEmpty() ? Optional.empty() : Optional.of(VolumePreload.stage(workerGroups, keys));
    }

    private static List<String> warnings(KeyspaceTarget target, Values values, List<VolumeGroup> groups) {
        if (!target.retainsData()) {
            return List.of(KEEPS_NOTHING + ": every key seems to be there, and no value is verified.");
        }
        boolean wanted = values.origin(VolumeParams.VERIFY).isExplicit() && values.get(VolumeParams.VERIFY) > 0;
        return wanted && groups.stream().noneMatch(VolumeGroup::readsValues)
                ? List.of("No value is compared: the mix reads none by its key.") : List.of();
    }

    private static Optional<String> verdict(List<StageResult> results, VolumeVerification verification) {
        return results.stream().filter(r -> r.span().phase() == Phase.PRELOAD)
                .flatMap(r -> VolumePreload.unfinished(r).stream()).findFirst().or(verification::verdict);
    }

    @Override
    public List<MeasuredValue> summarise(IterationDetail detail, MeasureSet driverMeasures) {
        return detail.headline().map(phase -> new VolumeMeasures(detail, phase).values(driverMeasures))
                .orElse(List.of());
    }
}
