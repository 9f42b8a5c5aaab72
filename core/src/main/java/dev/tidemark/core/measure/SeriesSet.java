package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.param.QualifiedNames;

/**
 * The series of an interval, a phase or several of them: histograms by key and totals by kind. Sets add up, so any
 * stretch of a run is the sum of its intervals. Not thread-safe.
 */
public final class SeriesSet {

    /**
     * The prefix, followed by a dot, of kinds of operations of background groups, which run concurrently with a load
     * and are no part of it: what is said of the load is without them.
     */
    public static final String BACKGROUND = "beside";

    private final Map<SeriesKey, LogHistogram> histograms = new LinkedHashMap<>();
    private final Map<String, Totals> totals = new LinkedHashMap<>();
    /** Of steps that answer or store any: rows by kind and step. */
    private final Map<String, Map<String, Long>> rows = new LinkedHashMap<>();
    /** By kind, when operations were answered, and when others ended. */
    private final Map<String, EndTimes> answers = new LinkedHashMap<>();
    private final Map<String, EndTimes> failures = new LinkedHashMap<>();

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

    /** Adds the rows that a step of a kind answered or stored. */
    public void addRows(String kind, String step, long more) {
        if (more != 0) {
            rows.computeIfAbsent(kind, k -> new LinkedHashMap<>()).merge(step, more, Long::sum);
        }
    }

    private void addRows(String kind, Map<String, Long> steps) {
        steps.forEach((step, more) -> addRows(kind, step, more));
    }

    /** Adds when operations of a kind ended; the times themselves are not kept. @param answered whether they were */
    public void addEnds(String kind, boolean answered, EndTimes more) {
        if (!more.isEmpty()) {
            (answered ? answers : failures).computeIfAbsent(kind, k -> new EndTimes()).add(more);
        }
    }

    public void add(SeriesSet other) {
        other.histograms.forEach(this::add);
        other.totals.forEach(this::add);
        other.rows.forEach(this::addRows);
        other.answers.forEach((kind, more) -> addEnds(kind, true, more));
        other.failures.forEach((kind, more) -> addEnds(kind, false, more));
    }

    /** Leaves out background groups. */
    void removeBackground() {
        histograms.keySet().removeIf(key -> QualifiedNames.own(BACKGROUND, key.kind()).isPresent());
        totals.keySet().removeIf(kind -> QualifiedNames.own(BACKGROUND, kind).isPresent());
        rows.keySet().removeIf(kind -> QualifiedNames.own(BACKGROUND, kind).isPresent());
        answers.keySet().removeIf(kind -> QualifiedNames.own(BACKGROUND, kind).isPresent());
        failures.keySet().removeIf(kind -> QualifiedNames.own(BACKGROUND, kind).isPresent());
    }

    /** What background groups did, under the kinds' own names. */
    SeriesSet background() {
        return of(BACKGROUND);
    }

    /** What one group recorded, under the kinds' own names. */
    public SeriesSet of(String group) {
        SeriesSet own = new SeriesSet();
        histograms.forEach((key, histogram) -> QualifiedNames.own(group, key.kind()).ifPresent(kind -> own.add(
                new SeriesKey(kind, key.step(), key.timing(), key.failed()), histogram)));
        totals.forEach((kind, of) -> QualifiedNames.own(group, kind).ifPresent(name -> own.add(name, of)));
        rows.forEach((kind, steps) -> QualifiedNames.own(group, kind).ifPresent(name -> own.addRows(name, steps)));
        answers.forEach((kind, of) -> QualifiedNames.own(group, kind)
                .ifPresent(name -> own.addEnds(name, true, of)));
        failures.forEach((kind, of) -> QualifiedNames.own(group, kind)
                .ifPresent(name -> own.addEnds(name, false, of)));
        return own;
    }

    /** Keys in the order of first use; do not change. */
    public Map<SeriesKey, LogHistogram> histograms() {
        return histograms;
    }

    /** Kind of operation to totals; do not change. */
    public Map<String, Totals> totals() {
        return totals;
    }

    /** Kind of operation to step to rows; do not change. */
    public Map<String, Map<String, Long>> rows() {
        return rows;
    }

    /** Rows that a step of a kind answered or stored. */
    public long rows(String kind, String step) {
        return rows.getOrDefault(kind, Map.of()).getOrDefault(step, 0L);
    }

    /**
     * When operations ended, by kind; do not change. Kinds of which none did are missing, and all are in what was
     * recorded by earlier versions.
     *
     * @param answered whether they were answered
     */
    public Map<String, EndTimes> ends(boolean answered) {
        return answered ? answers : failures;
    }

    /** All kinds together. */
    public Totals total() {
        return totals.values().stream().reduce(Totals.NONE, Totals::plus);
    }

    /**
     * Those of the kinds that have a schedule: a closed group beside it must not thin its late slots out, nor be held by
     * its rate. Only with a schedule responses are apart from services, and connections are refused at once. Those of all
     * kinds where that is unknown.
     */
    public Totals scheduled() {
        Set<String> kinds = histograms.keySet().stream().filter(key -> key.step().isEmpty()
                && (key.timing() == LatencyKind.SELF || key.timing() == LatencyKind.RESPONSE)).map(SeriesKey::kind)
                .collect(Collectors.toCollection(HashSet::new));
        totals.forEach((kind, of) -> {
            if (of.refused() > 0) {
                kinds.add(kind);
            }
        });
        return kinds.isEmpty() ? total()
                : kinds.stream().map(kind -> totals.getOrDefault(kind, Totals.NONE)).reduce(Totals.NONE, Totals::plus);
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

    /** The longest that an operation was in progress, from when it was due, whatever came of it; 0 where none was. */
    public long longest() {
        return Math.max(overall(LatencyKind.RESPONSE).max(), unanswered(LatencyKind.RESPONSE).max());
    }

    private LogHistogram overall(LatencyKind latencyKind, boolean failed) {
        LogHistogram all = new LogHistogram();
        histograms.forEach((key, histogram) -> {
            boolean included = key.timing() == latencyKind || latencyKind == LatencyKind.RESPONSE && key.timing()
                    == LatencyKind.SERVICE
                    && !histograms.containsKey(new SeriesKey(key.kind(), "", LatencyKind.RESPONSE, failed));
            if (included && key.step().isEmpty() && key.failed() == failed) {
                all.add(histogram);
            }
        });
        return all;
    }
}
