package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.store.file.ChecksummedPart;
import dev.tidemark.store.file.Checksums;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.RowChecksum;
import org.jdbi.v3.core.Handle;

/**
 * Makes an ended iteration small: a phase of more than {@value #KEPT} intervals is folded to windows of 10 s (1 min
 * beyond 14 h, 10 min and 1 h beyond that), by adding up the series, and the readings taken during it are thinned to
 * the last of each window. Nothing else is lost: the sums over any whole windows, and so all totals and percentiles of
 * the phase, stay exactly as they were, and what faults did is written down before.
 *
 * <p>Works forward in short transactions of a few windows each, so that no other writer waits long and memory holds
 * only a few intervals. Half folded, as a kill leaves it, the data is just as complete.
 */
public final class RollUp {

    /** Intervals of a phase, and readings of a node, that are kept as they are. */
    static final int KEPT = 900;
    /** Windows that a phase may have before a wider window is chosen. */
    static final int MOST_WINDOWS = 5_000;

    static final long SECOND = 1_000_000_000L;
    private static final long[] WINDOWS = {10 * SECOND, 60 * SECOND, 600 * SECOND, 3600 * SECOND};
    private static final int WINDOWS_PER_TRANSACTION = 20;

    /** The readings of a node that are not the last of their window. */
    private static final String THINNED = """
            iteration_id = ? AND moment = 'during' AND node = ? AND id NOT IN (
                SELECT max(id) FROM reading WHERE iteration_id = ? AND moment = 'during' AND node = ?
                GROUP BY (taken - ?) / ?)""";

    /** A phase that has too many intervals. */
    private record LongPhase(int phase, long start, long end) {}

    private final Database database;
    private final long iteration;

    private RollUp(Database database, long iteration) {
        this.database = database;
        this.iteration = iteration;
    }

    public static void fold(Database database, long iteration) {
        RollUp rollUp = new RollUp(database, iteration);
        List<LongPhase> phases = rollUp.longPhases();
        if (!phases.isEmpty() && Recovery.isUntold(database.read(h -> Iterations.events(h, iteration)))) {
            rollUp.tellFaults();
        }
        phases.forEach(rollUp::fold);
        rollUp.thinReadings();
    }

    private void tellFaults() {
        List<Recovery> faults = Recovery.of(database.read(h -> Iterations.detail(h, iteration)).orElseThrow());
        database.writing(h -> faults.forEach(fault -> Iterations.addEvent(h, iteration, fault.event())));
    }

    private List<LongPhase> longPhases() {
        return database.read(h -> h.createQuery("""
                SELECT phase, min(started), max(ended) FROM interval_series WHERE iteration_id = ?
                GROUP BY phase HAVING count(DISTINCT seq) > ?""").bind(0, iteration).bind(1, KEPT)
                .map((r, c) -> new LongPhase(r.getInt(1), r.getLong(2), r.getLong(3))).list());
    }

    /** The narrowest window of which a stretch has no more than {@link #MOST_WINDOWS}. */
    static long window(long nanos) {
        for (long window : WINDOWS) {
            if (nanos / window <= MOST_WINDOWS) {
                return window;
            }
        }
        return WINDOWS[WINDOWS.length - 1];
    }

    /** Where an interval or a part of one is, without what is in it. */
    private record IntervalKey(int seq, int part, long start) {}

    private void fold(LongPhase phase) {
        long window = window(phase.end() - phase.start());
        List<List<IntervalKey>> windows = new ArrayList<>(database.read(h -> h.createQuery("""
                SELECT seq, part, started FROM interval_series WHERE iteration_id = ? AND phase = ?
                ORDER BY started, seq, part""").bind(0, iteration).bind(1, phase.phase())
                .map((r, c) -> new IntervalKey(r.getInt(1), r.getInt(2), r.getLong(3))).list()).stream()
                .collect(Collectors.groupingBy(p -> (p.start() - phase.start()) / window, TreeMap::new,
                        Collectors.toList())).values());
        for (int first = 0; first < windows.size(); first += WINDOWS_PER_TRANSACTION) {
            int from = first;
            int to = Math.min(windows.size(), first + WINDOWS_PER_TRANSACTION);
            database.writing(h -> {
                for (int seq = from; seq < to; seq++) {
                    foldWindow(h, phase.phase(), windows.get(seq), seq);
                }
            });
        }
    }

    /**
     * Intervals are in order of time, so the new seq is never larger than the smallest one replaced: it cannot meet one
     * that is still to be folded.
     */
    private void foldWindow(Handle handle, int phase, List<IntervalKey> places, int seq) {
        IntervalKey first = places.getFirst();
        if (places.size() == 1) { // as wide as the window already, as most of a night are
            if (first.seq() != seq || first.part() != 0) {
                move(handle, phase, first, seq);
            }
            return;
        }
        int least = places.stream().mapToInt(IntervalKey::seq).min().orElseThrow();
        int most = places.stream().mapToInt(IntervalKey::seq).max().orElseThrow();
        List<Interval> parts = handle.createQuery("""
                SELECT * FROM interval_series WHERE iteration_id = ? AND phase = ? AND seq BETWEEN ? AND ?
                ORDER BY seq, part""").bind(0, iteration).bind(1, phase).bind(2, least).bind(3, most)
                .map((r, c) -> Iterations.interval(r)).list();
        handle.execute("DELETE FROM interval_series WHERE iteration_id = ? AND phase = ? AND seq BETWEEN ? AND ?",
                iteration, phase, least, most);
        forget(handle, parts);
        Iterations.addInterval(handle, iteration, merge(parts, phase, seq));
    }

    private void move(Handle handle, int phase, IntervalKey place, int seq) {
        List<Interval> moved = handle.createQuery("""
                SELECT * FROM interval_series WHERE iteration_id = ? AND phase = ? AND seq = ? AND part = ?""")
                .bind(0, iteration).bind(1, phase).bind(2, place.seq()).bind(3, place.part())
                .map((r, c) -> Iterations.interval(r)).list();
        forget(handle, moved);
        handle.execute("""
                UPDATE interval_series SET seq = ?, part = 0 WHERE iteration_id = ? AND phase = ? AND seq = ?
                AND part = ?""", seq, iteration, phase, place.seq(), place.part());
        for (Interval i : moved) {
            Checksums.add(handle, iteration, ChecksummedPart.INTERVAL,
                    Iterations.sum(new Interval(phase, seq, 0, i.start(),
                    i.end(), i.stuck(), i.series())));
        }
    }

    private void forget(Handle handle, List<Interval> gone) {
        RowChecksum rowChecksum = gone.stream().map(Iterations::sum).reduce(RowChecksum.NONE, RowChecksum::plus);
        Checksums.add(handle, iteration, ChecksummedPart.INTERVAL, RowChecksum.NONE.minus(rowChecksum));
    }

    /** One interval that is worth all of these. */
    static Interval merge(List<Interval> parts, int phase, int seq) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        Map<Integer, Integer> stuck = new HashMap<>();
        for (Interval part : parts) {
            start = Math.min(start, part.start());
            end = Math.max(end, part.end());
            stuck.merge(part.seq(), part.stuck(), Integer::sum);
        }
        return new Interval(phase, seq, 0, start, end, Collections.max(stuck.values()), SeriesCodec.encode(Timeline.everything(parts)));
    }

    private void thinReadings() {
        record Node(String name, long from, long to) {}
        List<Node> many = new ArrayList<>(database.read(h -> h.createQuery("""
                SELECT node, min(taken), max(taken) FROM reading WHERE iteration_id = ? AND moment = 'during'
                GROUP BY node HAVING count(*) > ?""").bind(0, iteration).bind(1, KEPT)
                .map((r, c) -> new Node(r.getString(1), r.getLong(2), r.getLong(3))).list()));
        for (Node node : many) {
            long window = window(node.to() - node.from());
            long from = node.from() - window / 2; // readings a window apart come a little sooner or later
            database.writing(h -> {
                Object[] those = {iteration, node.name(), iteration, node.name(), from, window};
                RowChecksum gone = Checksums.sum(h, ChecksummedPart.READING.where(THINNED), those);
                h.execute("DELETE FROM reading WHERE " + THINNED, those);
                Checksums.add(h, iteration, ChecksummedPart.READING, RowChecksum.NONE.minus(gone));
            });
        }
    }
}
