package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.keys.DistinctKeyEstimate;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.GroupSettings;
import dev.tidemark.core.workload.KeyParams;
import dev.tidemark.core.workload.PreloadAmount;
import dev.tidemark.core.workload.ValueParams;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.measures.SettleMeasures;

/**
 * What arithmetic says of the data that an iteration of {@link Volume} stores, from its settings and from how much was
 * written: which share of the lookups finds nothing, and how many bytes of keys and values are there. Where the
 * settings do not determine it, it says nothing. Immutable.
 */
public final class ExpectedData {

    private final Values first;
    private final int instances;
    private final boolean deletes;
    private final boolean predictsMisses;
    private final List<String> groups;
    private final Optional<DistinctKeyEstimate> coverage;

    private ExpectedData(Values values, List<String> groups) {
        this.groups = groups;
        List<Values> all = WorkerGroups.of(VolumeParams.OF_GROUP, values).stream().map(GroupSettings::values).toList();
        first = all.getFirst();
        instances = Math.toIntExact(first.get(VolumeParams.INSTANCES));
        deletes = all.stream().anyMatch(v -> v.get(VolumeParams.MIX).has(VolumeOperation.DELETE));
        predictsMisses = all.stream().allMatch(v -> v.get(VolumeParams.NOT_FOUND) == VolumeParams.NotFound.MISS);
        coverage = coverage(all);
    }

    /**
     * Of what was recorded; empty where that is no iteration of volume, its settings were not recorded, or the data was
     * the user's.
     */
    public static Optional<ExpectedData> of(IterationDetail detail) {
        boolean complete = detail.workload().equals(Volume.NAME) && !OwnDatabase.isOf(detail.settings())
                && detail.settings().stream()
                .map(Setting::name).toList().containsAll(List.of(VolumeParams.MIX.name(), KeyParams.KEY_COUNT.name()));
        return complete ? Optional.of(new ExpectedData(settings(detail),
                WorkerGroups.names(detail.settings()))) : Optional.empty();
    }

    /** The workload's settings as they were recorded. */
    private static Values settings(IterationDetail detail) {
        ParamSet params = VolumeParams.ALL.plus(WorkerGroups.params(VolumeParams.OF_GROUP,
                WorkerGroups.names(detail.settings()))
                .only(p -> detail.settings().stream().anyMatch(s -> s.name().equals(p.name()))));
        // Of what was measured elsewhere, nobody says that a store was filled before.
        return params.defaults().with(VolumeParams.PRELOAD, PreloadAmount.NONE, SettingOrigin.DECLARED)
                .with(detail.settings().stream().filter(s -> params.names().contains(s.name())).toList());
    }

    /**
     * The law by which keys come to be there, on one instance; empty where it does not tell: keys are deleted, taken in
     * order, or chosen by several laws.
     */
    private Optional<DistinctKeyEstimate> coverage(List<Values> all) {
        boolean one = all.stream().allMatch(v -> v.get(KeyParams.KEYS) == first.get(KeyParams.KEYS));
        if (!one || deletes || VolumeGroup.ownLanes(first) || KeyParams.growing(first)) {
            return Optional.empty();
        }
        long keys = first.get(KeyParams.KEY_COUNT) / instances;
        return Optional.of(new DistinctKeyEstimate(KeyParams.skew(first), keys,
                first.get(VolumeParams.PRELOAD).part(instances).of(keys)));
    }

    /**
     * What was done of that which matters here.
     *
     * @param writes   values stored under keys that were drawn
     * @param inserts  values stored under new keys
     * @param deletes  keys deleted
     * @param lookups  gets and heads that were answered, those of updates among them
     * @param notFound those of them whose key was not there
     */
    public record Done(double writes, double inserts, double deletes, long lookups, long notFound) {

        public static final Done NOTHING = new Done(0, 0, 0, 0, 0);

        public Done plus(Done more) {
            return new Done(writes + more.writes, inserts + more.inserts, deletes + more.deletes,
                    lookups + more.lookups, notFound + more.notFound);
        }

        /** Share of the lookups that found nothing; empty where there was none. */
        public OptionalDouble missing() {
            return lookups == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) notFound / lookups);
        }
    }

    /** What was recorded in some stretch of the headline phase. */
    public Done done(SeriesSet series) {
        return doneTogether(WorkerGroups.together(series, groups));
    }

    /** The same of a series whose groups were added up. */
    static Done doneTogether(SeriesSet series) {
        return new Done(sum(series, VolumeOperation::puts, Totals::units),
                sum(series, o -> o == VolumeOperation.INSERT, Totals::units),
                sum(series, o -> o == VolumeOperation.DELETE, Totals::units),
                sum(series, VolumeOperation::looksUp, Totals::answered),
                sum(series, VolumeOperation::looksUp, Totals::misses));
    }

    static long sum(SeriesSet series, Predicate<VolumeOperation> condition, ToLongFunction<Totals> part) {
        return Arrays.stream(VolumeOperation.values()).filter(condition)
                .mapToLong(o -> part.applyAsLong(series.totals().getOrDefault(o.word(), Totals.NONE))).sum();
    }

    /**
     * The share of lookups that find nothing, spread evenly over the writes from the one moment to the other: see
     * {@link DistinctKeyEstimate} for the formula. Empty where arithmetic does not tell, or what is not found is a
     * failure. Of several instances each has its part of the keys, and about its part of the writes.
     */
    public OptionalDouble missing(double fromWrites, double toWrites) {
        return coverage.isEmpty() || !predictsMisses ? OptionalDouble.empty()
                : OptionalDouble.of(coverage.get().missing(fromWrites / instances, toWrites / instances));
    }

    /**
     * The standard deviation, by chance, of the share of so many lookups that find nothing, which are spread evenly over
     * the writes: that of which keys were drawn to be stored first, and that of which were drawn to be looked up. The
     * first depends on the seed alone, and so is the same for all targets. Empty as {@link #missing} is, and without
     * lookups.
     */
    OptionalDouble missingDeviation(double writes, long lookups) {
        OptionalDouble missing = missing(0, writes);
        if (missing.isEmpty() || lookups == 0) {
            return OptionalDouble.empty();
        }
        double share = missing.getAsDouble();
        return OptionalDouble.of(Math.sqrt(coverage.get().missingVariance(writes / instances) / instances
                + Math.max(0, share * (1 - share)) / lookups)); // a share of all may be more by rounding
    }

    /**
     * Bytes of the keys and values that are stored, each key with its last one, after so much was done since the
     * headline phase began: their number times the mean size of both. For keys that are drawn the number is the one
     * expected, which the true one keeps to within about its square root.
     */
    public OptionalDouble bytes(Done done) {
        OptionalDouble keys = keys(done);
        return keys.isEmpty() ? keys : OptionalDouble.of(keys.getAsDouble()
                * (SettleMeasures.KEY_BYTES + ValueParams.sizes(first).mean()));
    }

    private OptionalDouble keys(Done done) {
        long count = first.get(KeyParams.KEY_COUNT);
        long preloaded = first.get(VolumeParams.PRELOAD).of(count);
        if (coverage.isPresent()) {
            return OptionalDouble.of(preloaded + instances * coverage.get().distinct(done.writes() / instances)
                    + done.inserts());
        }
        boolean all = preloaded == count;
        return switch (first.get(KeyParams.KEYS)) {
            // Each worker has as many, and only its own oldest keys are deleted, which are there.
            case OWN -> preloaded > 0 && groups.isEmpty() ? OptionalDouble.of(count
                    / first.get(VolumeParams.WORKERS) * first.get(VolumeParams.WORKERS) + done.inserts()
                    - done.deletes()) : OptionalDouble.empty();
            case PARTITIONED -> deletes || preloaded > 0 && !all || !groups.isEmpty() ? OptionalDouble.empty()
                    : OptionalDouble.of((all ? count : done.writes()) + done.inserts());
            default -> deletes || !all || !groups.isEmpty() ? OptionalDouble.empty()
                    : OptionalDouble.of(count + done.inserts());
        };
    }
}
