package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;

/**
 * How long operations took, among them some of which only the least is known (right-censored observations). Of those
 * that were not answered that is how long they were waited for, of slots that never finished nothing. A figure is what
 * holds if none of them had taken longer; where they could have raised it, it is marked: it is at least that.
 *
 * @param answered   nanoseconds, of operations that were answered
 * @param unanswered nanoseconds after which those without an answer were given up or failed
 * @param censored   slots that were due but never finished
 */
public record Latencies(LogHistogram answered, LogHistogram unanswered, long censored) {

    private static final List<String> PARTS = List.of("p50", "p95", "p99", "p99.9", "mean", "min", "max");
    /** Times that operations do not take. */
    private static final Set<String> NOT_OF_OPERATIONS = Set.of("fsync-floor", "self");

    /** Whether a measure of that name, as {@code response.p99.9}, is a part of how long operations took. */
    public static boolean isPart(String measure) {
        return PARTS.stream().anyMatch(part -> measure.endsWith("." + part))
                && NOT_OF_OPERATIONS.stream().noneMatch(own -> measure.startsWith(own + "."));
    }

    /** To add others to. */
    public static Latencies none(long censored) {
        return new Latencies(new LogHistogram(), new LogHistogram(), censored);
    }

    /** Adds those that ended, answered or not. */
    public void add(Latencies more) {
        answered.add(more.answered);
        unanswered.add(more.unanswered);
    }

    /** All kinds together. */
    public static Latencies of(SeriesSet series, LatencyKind latencyKind, long censored) {
        return new Latencies(series.overall(latencyKind), series.unanswered(latencyKind), censored);
    }

    /** Response times of one kind; every slot that never finished may have been one of it. */
    public static Latencies responses(SeriesSet series, String kind, long censored) {
        return new Latencies(series.responses(kind), series.unanswered(kind), censored);
    }

    public static Latencies services(SeriesSet series, String kind, long censored) {
        return of(series, SeriesKey.of(kind, LatencyKind.SERVICE), censored);
    }

    /** Of a step, for instance. */
    public static Latencies of(SeriesSet series, SeriesKey key, long censored) {
        return new Latencies(series.histogram(key).orElseGet(LogHistogram::new),
                series.histogram(new SeriesKey(key.kind(), key.step(), key.timing(), true))
                .orElseGet(LogHistogram::new),
                censored);
    }

    /**
     * Adds the values of measures that are named after their part, as in {@code response.p99.9}; none where nothing was
     * answered.
     */
    public void addTo(List<MeasuredValue> values, List<Measure> measures) {
        if (answered.count() == 0) {
            return;
        }
        LogHistogram all = together();
        for (Measure measure : measures) {
            String name = measure.name();
            switch (part(name)) {
                case "mean" -> values.add(new MeasuredValue(name, all.mean() / 1e6, open()));
                case "max" -> values.add(new MeasuredValue(name, all.max() / 1e6, open()));
                case "min" -> values.add(MeasuredValue.of(name, answered.min() / 1e6));
                case String part -> values.add(quantile(name, all, Double.parseDouble(part.substring(1)) / 100));
            }
        }
    }

    /** What a share of all did not exceed, in milliseconds; empty where none ended, answered or not. */
    public Optional<MeasuredValue> quantile(double share) {
        LogHistogram all = together();
        return all.count() == 0 ? Optional.empty() : Optional.of(quantile("response", all, share));
    }

    /** How many ended, answered or not. */
    public long ended() {
        return answered.count() + unanswered.count();
    }

    /** Adds one percentile; none where nothing was answered. */
    void addTo(List<MeasuredValue> values, Measure measure, double q) {
        if (answered.count() > 0) {
            values.add(quantile(measure.name(), together(), q));
        }
    }

    /** One part in milliseconds, as {@code p99}; empty where nothing was answered. */
    public Optional<MeasuredValue> value(String part) {
        List<MeasuredValue> values = new ArrayList<>();
        addTo(values, List.of(new Measure("response." + part, part, "ms", Direction.LOWER, 3, "")));
        return values.stream().findFirst();
    }

    static String part(String name) {
        return PARTS.stream().filter(part -> name.endsWith("." + part)).findFirst().orElseThrow();
    }

    private LogHistogram together() {
        if (unanswered.count() == 0) {
            return answered;
        }
        LogHistogram all = new LogHistogram();
        all.add(answered);
        all.add(unanswered);
        return all;
    }

    /** Whether there is anything of which only the least is known. */
    private boolean open() {
        return unanswered.count() + censored > 0;
    }

    /**
     * Touched, if it would have been larger, by more than buckets tell, with all of which only the least is known slower
     * than all others.
     */
    private MeasuredValue quantile(String name, LogHistogram all, double q) {
        long quantile = all.quantile(q);
        long rank = (long) Math.ceil(q * (all.count() + censored) - 1e-9);
        return new MeasuredValue(name, quantile / 1e6, open() && (rank > answered.count()
                || answered.atRank(rank) > quantile && !answered.alike(answered.atRank(rank), quantile)));
    }
}
