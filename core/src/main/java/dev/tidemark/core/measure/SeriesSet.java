package dev.tidemark.core.measure;

import dev.tidemark.core.param.QualifiedNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The series of an interval, a phase or several of them: histograms by key and totals by kind. Sets add up, so any
 * stretch of a run is the sum of its intervals. Not thread-safe.
 */
public final class SeriesSet {

    /**
     * What kinds of operations begin with, followed by a dot, that go on beside a load and are none of it: what is said of
     * the load is without them.
     */
    public static final String BESIDE = "beside";

    private final Map<SeriesKey, LogHistogram> histograms = new LinkedHashMap<>();
    private final Map<String, Totals> totals = new LinkedHashMap<>();

    /** Adds a histogram's values under a key; the histogram itself is not kept. */
    public void add(SeriesKey key, LogHistogram histogram) {
        if (histogram.count() > 0) {
            histograms.computeIfAbsent(key, k -> new LogHistogram()).add(histogram);
        }
    }

    /** Where values are added under a key. */
    LogHistogram under(SeriesKey key) {
        return histograms.computeIfAbsent(key, k -> new LogHistogram());
    }

    public void add(String kind, Totals more) {
        totals.merge(kind, more, Totals::plus);
    }

    public void add(SeriesSet other) {
        other.histograms.forEach(this::add);
        other.totals.forEach(this::add);
    }

    /** Leaves out what went on beside the load. */
    void leaveOutBeside() {
        histograms.keySet().removeIf(key -> QualifiedNames.own(BESIDE, key.kind()).isPresent());
        totals.keySet().removeIf(kind -> QualifiedNames.own(BESIDE, kind).isPresent());
    }

    /** What went on beside the load, under the kinds' own names. */
    SeriesSet beside() {
        SeriesSet beside = new SeriesSet();
        histograms.forEach((key, histogram) -> QualifiedNames.own(BESIDE, key.kind()).ifPresent(own -> beside.add(
                new SeriesKey(own, key.step(), key.timing(), key.failed()), histogram)));
        totals.forEach((kind, of) -> QualifiedNames.own(BESIDE, kind).ifPresent(own -> beside.add(own, of)));
        return beside;
    }

    /** Keys in the order of first use; do not change. */
    public Map<SeriesKey, LogHistogram> histograms() {
        return histograms;
    }

    /** Kind of operation to totals; do not change. */
    public Map<String, Totals> totals() {
        return totals;
    }

    /** All kinds together. */
    public Totals total() {
        return totals.values().stream().reduce(Totals.NONE, Totals::plus);
    }

    /** The histogram of one key; empty when nothing was recorded under it. */
    public Optional<LogHistogram> histogram(SeriesKey key) {
        return Optional.ofNullable(histograms.get(key));
    }

    /** Response times of the answered operations of a kind; in a closed loop these are the service times. */
    public LogHistogram responses(String kind) {
        return histogram(SeriesKey.of(kind, LatencyKind.RESPONSE))
                .or(() -> histogram(SeriesKey.of(kind, LatencyKind.SERVICE)))
                .orElseGet(LogHistogram::new);
    }

    /**
     * How long the operations of a kind that were not answered were waited for, as {@link #responses}: an answer would
     * have taken longer.
     */
    public LogHistogram unanswered(String kind) {
        return histogram(new SeriesKey(kind, "", LatencyKind.RESPONSE, true))
                .or(() -> histogram(new SeriesKey(kind, "", LatencyKind.SERVICE, true))).orElseGet(LogHistogram::new);
    }

    /** How long operations of all kinds that were not answered were waited for, as {@link #overall}. */
    public LogHistogram unanswered(LatencyKind latencyKind) {
        return overall(latencyKind, true);
    }

    /**
     * All answered operations of all kinds together, by a timing. For RESPONSE of kinds in a closed loop, where it is
     * not recorded apart, the service times.
     */
    public LogHistogram overall(LatencyKind latencyKind) {
        return overall(latencyKind, false);
    }

    private LogHistogram overall(LatencyKind latencyKind, boolean failed) {
        LogHistogram all = new LogHistogram();
        histograms.forEach((key, histogram) -> {
            boolean wanted = key.timing() == latencyKind || latencyKind == LatencyKind.RESPONSE && key.timing()
                    == LatencyKind.SERVICE
                    && !histograms.containsKey(new SeriesKey(key.kind(), "", LatencyKind.RESPONSE, failed));
            if (wanted && key.step().isEmpty() && key.failed() == failed) {
                all.add(histogram);
            }
        });
        return all;
    }
}
