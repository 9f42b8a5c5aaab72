package dev.tidemark.core.workload.volume;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.NEITHER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import module java.base;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.InstanceProgress;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;

/** The measures of {@link Volume}, and how each is computed from what was recorded. */
public final class VolumeMeasures {

    public static final Measure OPERATIONS_PER_SECOND = new Measure("operations-per-second", "Throughput",
            "operations/s", HIGHER, 0, "Operations done per second of the duration.");
    static final Measure LAST_OPERATIONS_PER_SECOND = new Measure("last-operations-per-second", "Throughput, last part",
            "operations/s", HIGHER, 0,
            "Operations done per second of the last part: the last hour of two or more, else "
                    + "the last quarter; of an interval that it begins in, in proportion.");
    static final Measure NOT_FOUND = new Measure("not-found", "Not found", "%", NEITHER, 2,
            "Share of lookups (get, head and the get of an update) whose key was not there.");
    static final Measure NOT_FOUND_EXPECTED = new Measure("not-found-expected", "Not found, expected", "%", NEITHER, 2,
            "The same by arithmetic, from the law of the keys, what was preloaded, and the writes done so far; for "
                    + "uniform keys (1 − 1/K)^W.");
    static final Measure NOT_FOUND_DEVIATION = new Measure("not-found-deviation", "Not found, by chance", "%", NEITHER,
            2, "One standard deviation of not-found from what is expected, by chance of the draws. Which keys are drawn "
                    + "follows from the seed, so runs of one seed differ from what is expected in the same direction.");
    static final Measure LIVE_SIZE = new Measure("live-size", "Live data", "MB", NEITHER, 0,
            "Bytes of the keys and values that were stored at the end, each key with its last value: the keys that "
                    + "were written × (8 + the mean size). Of keys that were drawn it is the number to be expected.");
    static final Measure LAST_NOT_FOUND = new Measure("last-not-found", "Not found, last part", "%", NEITHER, 2,
            "Share of lookups in the last part whose key was not there.");
    static final Measure LAST_NOT_FOUND_EXPECTED = new Measure("last-not-found-expected",
            "Not found, last part, expected", "%", NEITHER, 2, "The same by arithmetic.");
    static final Measure ROWS_PER_INDEX_QUERY = new Measure("rows-per-index-query", "Rows per index query", "rows",
            NEITHER, 1, "Mean number of keys that an index-query returned.");
    static final Measure ROWS_READ_PER_INDEX_QUERY = new Measure("rows-read-per-index-query",
            "Rows read per index query", "rows", NEITHER, 1,
            "With query-filter, the mean number of index entries that an "
                    + "index-query went over, those that did not pass the filter with them.");
    static final Measure ROWS_PER_GROUP_QUERY = new Measure("rows-per-group-query", "Rows per group query", "rows",
            NEITHER, 1, "Mean number of keys that a group-query returned.");
    static final Measure ROWS_PER_SCAN = new Measure("rows-per-scan", "Rows per scan", "rows", NEITHER, 1,
            "Mean number of rows that a scan read.");

    static final Measure SLOWEST_INSTANCE = new Measure("slowest-instance-operations-per-second",
            "Slowest instance, last part", "operations/s", HIGHER, 0,
            "Of several instances, the one on which least was done per second of the last part.");
    static final Measure FASTEST_INSTANCE = new Measure("fastest-instance-operations-per-second",
            "Fastest instance, last part", "operations/s", NEITHER, 0,
            "Of several instances, the one on which most was done per second of the last part.");

    /** Those for which intervals, and readings at their ends, are reported separately. */
    public static final List<Measure> BY_INTERVAL = List.of(LAST_OPERATIONS_PER_SECOND, NOT_FOUND_EXPECTED,
            NOT_FOUND_DEVIATION, LAST_NOT_FOUND, LAST_NOT_FOUND_EXPECTED, SLOWEST_INSTANCE, FASTEST_INSTANCE);

    private static final Map<VolumeOperation,
            Measure> RATES = ofEach(o -> new Measure(o.word() + "-per-second", title(o),
            "/s", HIGHER, 0, "Operations of the kind " + o.word() + " done per second of the duration."));
    /** The rates of kinds that change nothing. */
    public static final List<Measure> READS = Arrays.stream(VolumeOperation.values()).filter(o -> !o.writes())
            .map(RATES::get).toList();
    private static final Map<VolumeOperation, List<Measure>> LATENCIES = ofEach(
            o -> CommonMeasures.latency(o.word(), title(o), "Response time of one " + o.word()
                    + ", from when it was due to its answer"));
    private static final Map<VolumeOperation, List<Measure>> SERVICES = ofEach(
            o -> CommonMeasures.latency(o.word() + ".service", "Service of one " + o.word().replace('-', ' '),
                    "Service time of one " + o.word() + ", from when it was started to its answer (open loop)"));

    static final List<Measure> OF_GROUP = Stream.concat(Stream.of(OPERATIONS_PER_SECOND, NOT_FOUND,
            CommonMeasures.FAILURES), CommonMeasures.RESPONSE.stream()).toList();

    static final MeasureSet ALL = all();

    /** From so long on the last part is the last hour. */
    private static final long LONG = TimeUnit.HOURS.toNanos(2);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final IterationDetail detail;
    private final PhaseSpan phase;
    private final List<String> groups;
    private final Optional<ExpectedData> stored;

    public VolumeMeasures(IterationDetail detail, PhaseSpan phase) {
        this.detail = detail;
        this.phase = phase;
        this.groups = WorkerGroups.names(detail.settings());
        this.stored = ExpectedData.of(detail);
    }

    private static <T> Map<VolumeOperation, T> ofEach(Function<VolumeOperation, T> made) {
        Map<VolumeOperation, T> all = new EnumMap<>(VolumeOperation.class);
        for (VolumeOperation operation : VolumeOperation.values()) {
            all.put(operation, made.apply(operation));
        }
        return all;
    }

    private static String title(VolumeOperation operation) {
        String words = operation.word().replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static MeasureSet all() {
        MeasureSet all = MeasureSet.of(LAST_OPERATIONS_PER_SECOND, OPERATIONS_PER_SECOND,
                CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1), NOT_FOUND, NOT_FOUND_EXPECTED,
                NOT_FOUND_DEVIATION, LAST_NOT_FOUND, LAST_NOT_FOUND_EXPECTED, CommonMeasures.VARIATION, CommonMeasures.BYTES_PER_SECOND,
                ROWS_PER_INDEX_QUERY, ROWS_READ_PER_INDEX_QUERY, ROWS_PER_GROUP_QUERY, ROWS_PER_SCAN, SLOWEST_INSTANCE,
                FASTEST_INSTANCE, CommonMeasures.FAILURES, CommonMeasures.REJECTED, CommonMeasures.ELAPSED, CommonMeasures.SETTLED)
                .plus(MeasureSet.of(RATES.values().toArray(Measure[]::new)))
                .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
                .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)));
        for (List<Measure> latencies : LATENCIES.values()) {
            all = all.plus(MeasureSet.of(latencies.toArray(Measure[]::new)));
        }
        for (List<Measure> services : SERVICES.values()) {
            all = all.plus(MeasureSet.of(services.toArray(Measure[]::new)));
        }
        return all.plus(EngineMeasures.ALL).plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF,
                CommonMeasures.OUTSIDE, CommonMeasures.CENSORED))
            .plus(BacklogGrowth.ALL)
                .plus(MeasureSet.of(SettleMeasures.WRITE_AMPLIFICATION, SettleMeasures.READ_AMPLIFICATION,
                        SettleMeasures.SPACE_AMPLIFICATION, LIVE_SIZE))
                .plus(SettleMeasures.ALL).plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
                .plus(HostMeasures.ALL).plus(OperationCosts.ALL);
    }

    public List<MeasuredValue> values(MeasureSet driverMeasures) {
        SeriesSet all = Timeline.whole(detail, phase);
        SeriesSet series = WorkerGroups.together(all, groups);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfKeys(detail, driverMeasures, List.of(EngineMeasures.IN_MEMORY_SIZE)));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        values.addAll(amplification(series));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        rates(values, series);
        for (VolumeOperation operation : VolumeOperation.values()) {
            Latencies.responses(series, operation.word(), phase.censored()).addTo(values, LATENCIES.get(operation));
            if (phase.open()) {
                Latencies.services(series, operation.word(), phase.censored()).addTo(values, SERVICES.get(operation));
            }
        }
        perOperation(values, ROWS_PER_INDEX_QUERY, series, VolumeOperation.INDEX_QUERY, Totals::hits);
        if (detail.settings().stream().anyMatch(s -> s.name().equals(VolumeParams.QUERY_FILTER.name())
                && !s.text().equals(VolumeParams.QUERY_FILTER.absent()))) {
            perOperation(values, ROWS_READ_PER_INDEX_QUERY, series, VolumeOperation.INDEX_QUERY, Totals::rowsRead);
        }
        perOperation(values, ROWS_PER_GROUP_QUERY, series, VolumeOperation.GROUP_QUERY, Totals::hits);
        perOperation(values, ROWS_PER_SCAN, series, VolumeOperation.SCAN, Totals::hits);
        put(values, CommonMeasures.REJECTED, CommonMeasures.ended(detail, phase, Outcome.PUSH_BACK, ""));
        notFound(values, NOT_FOUND, series);
        lastPart(values);
        instances(values);
        stored.flatMap(s -> optional(s.bytes(ExpectedData.doneTogether(series)))).filter(bytes -> bytes > 0)
                .ifPresent(bytes -> {
                    put(values, LIVE_SIZE, bytes);
                    values.addAll(SettleMeasures.spaceAmplification(detail, bytes, written(series) > 0));
                });
        groups.forEach(group ->
                values.addAll(WorkerGroups.named(group, ofGroup(group, all.of(group)))));
        return values;
    }

    /** A deletion writes its key alone; keys that were listed or found by an index are counted as they come. */
    private List<MeasuredValue> amplification(SeriesSet series) {
        if (OwnDatabase.isOf(detail.settings())) {
            return List.of(); // how long its keys are, is not recorded
        }
        long read = ExpectedData.sum(series, o -> o.looksUp() || o == VolumeOperation.SCAN, Totals::hits);
        return SettleMeasures.amplification(detail, series.total().bytesIn() + SettleMeasures.KEY_BYTES
                * written(series), series.total().bytesOut() + SettleMeasures.KEY_BYTES * read);
    }

    private static long written(SeriesSet series) {
        return ExpectedData.sum(series, VolumeOperation::writes, Totals::units);
    }

    private List<MeasuredValue> ofGroup(String group, SeriesSet series) {
        List<MeasuredValue> values = new ArrayList<>();
        if (phase.nanos() > 0 && series.total().operations() > 0) {
            put(values, OPERATIONS_PER_SECOND, series.total().units() / (phase.nanos() / 1e9));
        }
        notFound(values, NOT_FOUND, series);
        Latencies.of(series, LatencyKind.RESPONSE, phase.censored()).addTo(values, CommonMeasures.RESPONSE);
        put(values, CommonMeasures.FAILURES, CommonMeasures.failures(detail, phase, group));
        return values;
    }

    private static Optional<Double> optional(OptionalDouble number) {
        return number.isEmpty() ? Optional.empty() : Optional.of(number.getAsDouble());
    }

    private void rates(List<MeasuredValue> values, SeriesSet series) {
        double seconds = phase.nanos() / 1e9;
        if (seconds <= 0 || series.total().operations() == 0) {
            return;
        }
        put(values, OPERATIONS_PER_SECOND, series.total().units() / seconds);
        for (VolumeOperation operation : VolumeOperation.values()) {
            Totals totals = series.totals().get(operation.word());
            if (totals != null && totals.operations() > 0) {
                put(values, RATES.get(operation), totals.units() / seconds);
            }
        }
    }

    private static void perOperation(List<MeasuredValue> values, Measure measure, SeriesSet series,
            VolumeOperation operation, ToLongFunction<Totals> rows) {
        Totals done = series.totals().getOrDefault(operation.word(), Totals.NONE);
        if (done.units() > 0) {
            put(values, measure, (double) rows.applyAsLong(done) / done.units());
        }
    }

    private static void notFound(List<MeasuredValue> values, Measure measure, SeriesSet series) {
        ExpectedData.doneTogether(series).missing().ifPresent(share -> put(values, measure, share));
    }

    /** What was done from the moment at which the last part began; shares of the interval that it begins in. */
    private void lastPart(List<MeasuredValue> values) {
        if (phase.nanos() <= 0) {
            return;
        }
        long length = lastPart();
        boolean anything = false;
        double units = 0;
        double lookups = 0;
        double misses = 0;
        MissPrediction predicted = new MissPrediction(stored, detail.intervals().size());
        for (Interval interval : detail.intervals()) {
            if (interval.phase() != phase.index()) {
                continue;
            }
            SeriesSet series = WorkerGroups.together(SeriesCodec.decode(interval.series()), groups);
            ExpectedData.Done more = ExpectedData.doneTogether(series);
            double inside = inside(interval, length);
            anything |= series.total().units() > 0;
            units += inside * series.total().units();
            lookups += inside * more.lookups();
            misses += inside * more.notFound();
            predicted.add(more, inside);
        }
        if (anything) { // a target that has come to a standstill by then does none
            put(values, LAST_OPERATIONS_PER_SECOND, units / (length / 1e9));
        }
        if (lookups > 0) {
            put(values, LAST_NOT_FOUND, misses / lookups);
        }
        if (keepsNothing()) {
            return;
        }
        predicted.share().ifPresent(share -> put(values, NOT_FOUND_EXPECTED, share));
        predicted.deviation().ifPresent(share -> put(values, NOT_FOUND_DEVIATION, share));
        predicted.lastShare().ifPresent(share -> put(values, LAST_NOT_FOUND_EXPECTED, share));
    }

    /** Where nothing is looked up, arithmetic on what is missing says nothing. */
    private boolean keepsNothing() {
        return detail.events().stream().anyMatch(e -> e.text().startsWith(Volume.KEEPS_NOTHING));
    }

    private long lastPart() {
        return phase.nanos() >= LONG ? HOUR : phase.nanos() / 4;
    }

    /** What was done on each of several instances in the last part. */
    private void instances(List<MeasuredValue> values) {
        if (phase.nanos() <= 0) {
            return;
        }
        DoubleSummaryStatistics rates = InstanceProgress.of(detail, phase).stream()
                .mapToDouble(units -> units.since(phase.end() - lastPart()) / (lastPart() / 1e9)).summaryStatistics();
        if (rates.getCount() > 0) {
            put(values, SLOWEST_INSTANCE, rates.getMin());
            put(values, FASTEST_INSTANCE, rates.getMax());
        }
    }

    /** Which share of an interval lies in the last part. */
    private double inside(Interval interval, long length) {
        long end = Math.min(interval.end(), phase.end());
        long from = Math.max(interval.start(), phase.end() - length);
        long whole = end - interval.start();
        return whole <= 0 ? 1 : Math.clamp((double) (end - from) / whole, 0, 1);
    }
}
