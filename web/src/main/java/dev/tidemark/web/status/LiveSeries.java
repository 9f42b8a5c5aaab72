package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.store.live.LiveStore;
import dev.tidemark.store.results.WithId;

/** One iteration over time, growing as it is looked at again. Not thread-safe. */
final class LiveSeries {

    /** Readings asked for at first, for what was before anybody watched; then all that are new are. */
    private static final int READINGS_BEFORE = 1200;
    /**
     * Windows that are looked at again: responses belong to the window in which they were due, and while there is a
     * backlog they come later.
     */
    static final int LATE = 60;
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;
    private static final List<String> ENGINE = List.of(EngineMeasures.JOURNAL_WRITE.name(),
            EngineMeasures.FLUSH_WRITE.name(), EngineMeasures.COMPACTION_WRITE.name());

    private final long iteration;
    private final List<List<Double>> points = new ArrayList<>();
    private final List<List<Double>> meters = new ArrayList<>();
    private int phase;
    private int seq;
    private Map<String, TimedSnapshot> before = Map.of();
    private long read = -1;
    private long lastReading;

    LiveSeries(long iteration) {
        this.iteration = iteration;
    }

    /**
     * Start and end in seconds of the iteration, units per second, then p50, p99 and the longest response in ms; of those
     * without an answer how long they were waited for. Then the place of the first of these times that may be larger.
     */
    List<List<Double>> points() {
        return points;
    }

    /**
     * Seconds of the iteration, then the shares of processors (of the target's machine, or else of the generator's) and
     * of the busiest device that were busy, in percent, then what the engine wrote to its journal, by flushing and by
     * compacting, in MB per second.
     */
    List<List<Double>> meters() {
        return meters;
    }

    /** All points are asked for once more; of readings nothing comes late, and the first of them would not come again. */
    void rewind() {
        points.clear();
        phase = 0;
        seq = 0;
    }

    void update(LiveStore store) {
        List<Interval> fresh = store.intervals(iteration, phase, Math.max(0, seq - LATE));
        if (!fresh.isEmpty()) {
            addPoints(fresh);
        }
        List<WithId<TimedSnapshot>> readings = lastReading == 0 ? store.newestReadings(iteration, READINGS_BEFORE)
                : store.readings(iteration, lastReading);
        List<WithId<TimedSnapshot>> complete = complete(readings);
        if (!complete.isEmpty()) {
            lastReading = complete.getLast().number();
            addMeters(complete.stream().map(WithId::what).toList());
        }
    }

    /** Without those of the newest moment while the load goes on: other nodes' may be on their way. */
    private static List<WithId<TimedSnapshot>> complete(List<WithId<TimedSnapshot>> readings) {
        return readings.stream().takeWhile(reading -> reading.what().at() != readings.getLast().what().at()
                || !reading.what().moment().equals(TimedSnapshot.DURING)).toList();
    }

    /**
     * The first of them were there already, perhaps without their late parts. The stub with which a phase ends
     * is left out, and comes again with those that are looked at again.
     */
    private void addPoints(List<Interval> fresh) {
        long there = points.isEmpty() ? 0 : fresh.stream().filter(i -> i.phase() == phase && i.seq() <= seq)
                .mapToInt(Interval::seq).distinct().count();
        points.subList((int) Math.max(0, points.size() - there), points.size()).clear();
        List<Timeline.Window> windows = Timeline.of(fresh).withoutStubs().windows();
        windows.forEach(window -> points.add(point(window)));
        Interval last = windows.getLast().parts().getFirst();
        phase = last.phase();
        seq = last.seq();
    }

    static List<Double> point(Timeline.Window window) {
        SeriesSet series = window.series();
        long start = window.start();
        long end = window.end();
        Latencies responses = Latencies.of(series, LatencyKind.RESPONSE, 0);
        List<Double> point = new ArrayList<>(Arrays.asList(start / NANOS, end / NANOS,
                end > start ? series.total().units() * NANOS / (end - start) : null));
        Double open = null;
        for (double share : List.of(0.5, 0.99, 1.0)) {
            Optional<MeasuredValue> time = responses.quantile(share);
            open = open == null && time.filter(MeasuredValue::atLeast).isPresent() ? Double.valueOf(point.size()) : open;
            point.add(time.map(MeasuredValue::number).orElse(null));
        }
        point.add(open);
        return point;
    }

    /** Readings of one moment belong together, one of each node. */
    private void addMeters(List<TimedSnapshot> readings) {
        Map<Long, Map<String, TimedSnapshot>> moments = new LinkedHashMap<>();
        readings.stream().filter(r -> r.at() > read).forEach(r -> moments.computeIfAbsent(r.at(),
                at -> new LinkedHashMap<>()).put(r.reading().node(), r));
        moments.forEach((at, nodes) -> {
            HostUtilization use = HostUtilization.between(List.copyOf(before.values()), List.copyOf(nodes.values()));
            Double processors = use.processors().or(use::ofGenerator).map(p -> 100 * p.busy()).orElse(null);
            Double device = use.busiest().map(d -> 100 * d.utilisation()).orElse(null);
            List<Double> row = new ArrayList<>(Arrays.asList(at / NANOS, processors, device));
            ENGINE.forEach(counter -> row.add(megabytes(nodes, counter)));
            if (row.stream().skip(1).anyMatch(Objects::nonNull)) {
                meters.add(row);
            }
            Map<String, TimedSnapshot> newest = new LinkedHashMap<>(before);
            newest.putAll(nodes);
            before = newest;
            read = at;
        });
    }

    /** Per second, since the reading before, summed over the target's nodes; null where none tells it. */
    private Double megabytes(Map<String, TimedSnapshot> nodes, String counter) {
        Double sum = null;
        for (Map.Entry<String, TimedSnapshot> node : nodes.entrySet()) {
            TimedSnapshot from = before.get(node.getKey());
            TimedSnapshot to = node.getValue();
            Double written = to.reading().counters().get(counter);
            Double earlier = from == null ? null : from.reading().counters().get(counter);
            if (to.reading().ofTarget() && written != null && earlier != null && to.at() > from.at()
                    && written >= earlier) { // else its server was started anew
                sum = (sum == null ? 0 : sum) + (written - earlier) / MEGA * NANOS / (to.at() - from.at());
            }
        }
        return sum;
    }
}
