package dev.tidemark.core.workload.query;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import module java.base;
import dev.tidemark.core.measure.EndTimes;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;
import dev.tidemark.core.workload.measures.SettleMeasures;

/** The measures of {@link QueryWorkload}, and how each is computed from what was recorded. */
public final class QueryMeasures {

    public static final Measure QUERIES_PER_SECOND = new Measure("queries-per-second", "Throughput", "queries/s",
            HIGHER, 1, "Queries answered per second of the duration.");
    static final Measure HITS = new Measure("hits-per-query", "Hits per query", "", NEITHER, 1,
            "Documents that match a query, on average, as far as the engine counted them.");
    static final Measure EMPTY = new Measure("without-hits", "Without hits", "%", NEITHER, 1,
            "Share of the answered queries that no document matches.");
    static final Measure PARTIAL = new Measure("partial-answers", "Partial answers", "", LOWER, 0,
            "Queries that not all shards answered; they count as failures, too.");
    static final Measure PARTIAL_SHARE = new Measure("partial-share", "Partial share", "%", LOWER, 2,
            "Share of the queries that were answered in part: not by all shards, or not in the time that the request "
                    + "allows.");
    static final Measure ANSWER_SIZE = new Measure("answer-size", "Answer size", "kB", NEITHER, 2,
            "Size of a whole answer as it came, on average; those in part, or with another number of hits than the first "
                    + "time, are left out; none where the driver has no bytes to count.");
    static final Measure RECALL = new Measure("recall", "Recall", "%", HIGHER, 2,
            "Share of the exact nearest neighbours that were among those answered, over a sample of the queries by "
                    + "vector of the measurement itself; neighbours as far away as the last one count as right.");
    /** The answers of two sides that asked the same are equal when this is. */
    static final Measure ANSWERS = new Measure("answers-checksum", "Answers checksum", "", NEITHER, 0,
            "Checksum of the exact numbers of hits of the checked queries: equal on two targets that found the same.");
    static final Measure CHECKED_HITS = new Measure("checked-hits", "Hits, checked", "", NEITHER, 0,
            "Hits of the checked queries in all, counted exactly after the measurement.");
    static final Measure BUILD_TIME = new Measure("build-time", "Build time", "s", LOWER, 2,
            "Time to make the index, with its merges; none where an iteration before has made it.");
    static final Measure WARM_UP = new Measure("warm-up-asked", "Warm-up queries", "", NEITHER, 0,
            "Queries that were asked before the measurement.");
    static final List<Measure> ENGINE = CommonMeasures.stepLatency("engine", "Engine time",
            "Time that the engine itself says that a query took");

    static final Measure UPDATES_PER_SECOND = new Measure("updates-per-second", "Updates", "/s", HIGHER, 1,
            "Documents added or replaced per second, beside the queries, until the last of them was.");
    static final List<Measure> UPDATE = CommonMeasures.latency(QueryUpdates.UPDATE, "Update",
            "Response time of an update of a document, from when it was due to its acknowledgement");
    static final List<Measure> REFRESH = CommonMeasures.latency(QueryUpdates.REFRESH, "Refresh",
            "Response time of a refresh, which makes updates found, from when it was due to its end");

    static final MeasureSet ALL = MeasureSet.of(CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1),
            QUERIES_PER_SECOND, CommonMeasures.FAILURES, RECALL, HITS, EMPTY, PARTIAL)
            .plus(MeasureSet.of(PARTIAL_SHARE, ANSWER_SIZE, CommonMeasures.ELAPSED, BUILD_TIME, WARM_UP, CHECKED_HITS, ANSWERS))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(ENGINE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.SERVICE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.WAIT, CommonMeasures.SELF, CommonMeasures.OUTSIDE,
                    CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(BacklogGrowth.ALL)
            .plus(MeasureSet.of(UPDATES_PER_SECOND))
            .plus(MeasureSet.of(UPDATE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(REFRESH.toArray(Measure[]::new)))
            .plus(SettleMeasures.ALL)
            .plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
            .plus(HostMeasures.ALL).plus(OperationCosts.ALL);

    private QueryMeasures() {}

    static List<MeasuredValue> of(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet series = Timeline.whole(detail, phase);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfDocuments(detail, driverMeasures, List.of()));
        values.addAll(SettleMeasures.of(detail));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        answers(values, detail, phase, series);
        engine(series).addTo(values, ENGINE);
        updates(values, detail, phase, series.longest());
        phase(detail, Phase.PRELOAD).ifPresent(made -> put(values, BUILD_TIME, made.nanos() / 1e9));
        phase(detail, Phase.WARM_UP).ifPresent(warm -> put(values, WARM_UP,
                Timeline.whole(detail, warm).total().operations()));
        phase(detail, Phase.VERIFY).ifPresent(checked -> checks(values, detail, checked));
        return values;
    }

    private static Optional<PhaseSpan> phase(IterationDetail detail, Phase phase) {
        return detail.phases().stream().filter(p -> p.phase() == phase).findFirst();
    }

    private static void answers(List<MeasuredValue> values, IterationDetail detail, PhaseSpan phase, SeriesSet series) {
        Totals total = series.total();
        if (phase.nanos() > 0) {
            put(values, QUERIES_PER_SECOND, total.answered() / (phase.nanos() / 1e9));
        }
        double counted = total.answered() - total.rowsRead() - detail.readings(TimedSnapshot.END).stream()
                .filter(r -> r.reading().node().equals(MetricSnapshot.ANSWERS))
                .mapToDouble(r -> r.reading().gauges().getOrDefault(MetricSnapshot.HITS_UNKNOWN, 0.0)).sum();
        if (counted > 0) {
            put(values, HITS, total.hits() / counted);
            put(values, EMPTY, total.misses() / counted);
        }
        long partial = detail.outcomes().stream()
                .filter(o -> o.phase() == phase.index() && o.outcome() == Outcome.PARTIAL)
                .filter(o -> QualifiedNames.own(SeriesSet.BACKGROUND, o.kind()).isEmpty()) // updates ask for nothing
                .mapToLong(OutcomeCount::operations).sum();
        put(values, PARTIAL, partial);
        if (total.operations() > 0) {
            put(values, PARTIAL_SHARE, (double) partial / total.operations());
        }
        if (total.answered() > 0 && total.bytesOut() > 0) {
            put(values, ANSWER_SIZE, total.bytesOut() / 1e3 / total.answered());
        }
    }

    /** Of all kinds of queries together; nothing where the engine doesn't tell. */
    private static Latencies engine(SeriesSet series) {
        LogHistogram all = new LogHistogram();
        for (Map.Entry<SeriesKey, LogHistogram> each : series.histograms().entrySet()) {
            if (each.getKey().step().equals(QueryKind.ENGINE) && each.getKey().timing() == LatencyKind.SERVICE) {
                all.add(each.getValue());
            }
        }
        return new Latencies(all, new LogHistogram(), 0);
    }

    /**
     * Nothing where nothing was updated. Those in progress at the end of the load are done after it.
     *
     * @param longest response time of the queries, in nanoseconds
     */
    private static void updates(List<MeasuredValue> values, IterationDetail detail, PhaseSpan phase, long longest) {
        SeriesSet series = Timeline.background(detail, phase);
        Totals updates = series.totals().getOrDefault(QueryUpdates.UPDATE, Totals.NONE);
        EndTimes ends = series.ends(true).getOrDefault(QueryUpdates.UPDATE, new EndTimes());
        long nanos = ends.isEmpty() ? phase.nanos() : Math.max(phase.nanos(), ends.last());
        if (updates.operations() > 0 && nanos > 0) {
            put(values, UPDATES_PER_SECOND, updates.answered() / (nanos / 1e9));
        }
        double seconds = Math.max(0, phase.nanos() - longest) / 1e9; // while the last queries are answered none are begun
        double due = number(detail, QueryUpdates.RATE).orElse(0) * seconds;
        Latencies.responses(series, QueryUpdates.UPDATE, missing(due, updates)).addTo(values, UPDATE);
        OptionalDouble interval = number(detail, QueryUpdates.REFRESH_INTERVAL);
        Latencies.responses(series, QueryUpdates.REFRESH, missing(interval.isPresent() ? seconds / interval.getAsDouble()
                : 0, series.totals().getOrDefault(QueryUpdates.REFRESH, Totals.NONE))).addTo(values, REFRESH);
    }

    /** Slots that had come when the load ended, at which nothing was begun. The first is due when it begins. */
    private static long missing(double due, Totals done) {
        return Math.max(0, (long) Math.ceil(due - 1e-6) - done.operations());
    }

    private static OptionalDouble number(IterationDetail detail, Param<?> param) {
        return detail.settings().stream().filter(s -> s.name().equals(param.name())).map(Setting::number)
                .filter(Objects::nonNull).mapToDouble(Double::doubleValue).findFirst();
    }

    /** Hits of all that were to be checked, or of none: those of some cannot be held against another target's. */
    private static void checks(List<MeasuredValue> values, IterationDetail detail, PhaseSpan checked) {
        Map<String, Totals> totals = Timeline.whole(detail, checked).totals();
        Totals hits = totals.getOrDefault(AnswerCheck.HITS, Totals.NONE);
        boolean whole = detail.outcomes().stream().noneMatch(o -> o.phase() == checked.index()
                && o.kind().equals(AnswerCheck.HITS) && !o.outcome().answered());
        if (whole && hits.rowsRead() > 0) {
            put(values, CHECKED_HITS, hits.hits());
            put(values, ANSWERS, hits.rowsRead());
        }
        Totals recall = totals.getOrDefault(AnswerCheck.RECALL, Totals.NONE);
        if (recall.rowsRead() > 0) {
            put(values, RECALL, (double) recall.hits() / recall.rowsRead());
        }
    }
}
