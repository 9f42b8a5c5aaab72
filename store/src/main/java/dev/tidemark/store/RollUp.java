package dev.tidemark.store;

import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Interval;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Makes an ended iteration small: a phase of more than {@value #KEPT} intervals is folded to windows of 10 s (1 min
 * beyond 14 h, 10 min and 1 h beyond that), by adding up the series, and the readings taken during it are thinned to
 * the last of each window. Nothing else is lost: the sums over any whole windows, and so all totals and percentiles of
 * the phase, stay exactly as they were.
 *
 * <p>Works forward in short transactions of a few windows each, so that no other writer waits long and memory holds
 * only a few intervals. Half folded, as a kill leaves it, the data is just as complete.
 */
final class RollUp {

    /** Intervals of a phase, and readings of a node, that are kept as they are. */
    static final int KEPT = 900;
    /** Windows that a phase may have before a wider window is chosen. */
    static final int MOST_WINDOWS = 5_000;

    private static final long SECOND = 1_000_000_000L;
    private static final long[] WINDOWS = {10 * SECOND, 60 * SECOND, 600 * SECOND, 3600 * SECOND};
    private static final int WINDOWS_PER_TRANSACTION = 20;

    /** A phase that has too many intervals. */
    private record LongPhase(int phase, long start, long end) {}

    private final Database database;
    private final long iteration;

    private RollUp(Database database, long iteration) {
        this.database = database;
        this.iteration = iteration;
    }

    static void fold(Database database, long iteration) {
        RollUp rollUp = new RollUp(database, iteration);
        for (LongPhase phase : rollUp.longPhases()) {
            rollUp.fold(phase);
        }
        rollUp.thinReadings();
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

    private void fold(LongPhase phase) {
        long window = window(phase.end() - phase.start());
        long from = phase.start();
        int seq = 0;
        while (from < phase.end()) {
            long stretch = from;
            int first = seq;
            seq = database.write(h -> foldStretch(h, phase.phase(), stretch, window, first));
            from += window * WINDOWS_PER_TRANSACTION;
        }
    }

    /** @return the next free seq */
    private int foldStretch(Handle handle, int phase, long from, long window, int firstSeq) {
        int seq = firstSeq;
        for (int i = 0; i < WINDOWS_PER_TRANSACTION; i++) {
            long start = from + i * window;
            List<Interval> parts = within(handle, phase, start, start + window);
            if (!parts.isEmpty()) {
                // Intervals are in order of time, so the new seq is never larger than the smallest one replaced:
                // it cannot meet one that is still to be folded.
                delete(handle, phase, start, start + window);
                Iterations.addInterval(handle, iteration, merge(parts, phase, seq++));
            }
        }
        return seq;
    }

    private List<Interval> within(Handle handle, int phase, long from, long to) {
        return handle.createQuery("""
                SELECT * FROM interval_series WHERE iteration_id = ? AND phase = ? AND started >= ? AND started < ?
                ORDER BY seq, part""").bind(0, iteration).bind(1, phase).bind(2, from).bind(3, to)
                .map((r, c) -> Iterations.interval(r)).list();
    }

    private void delete(Handle handle, int phase, long from, long to) {
        handle.execute("""
                DELETE FROM interval_series WHERE iteration_id = ? AND phase = ? AND started >= ? AND started < ?""",
                iteration, phase, from, to);
    }

    /** One interval that is worth all of these. */
    static Interval merge(List<Interval> parts, int phase, int seq) {
        SeriesSet sum = new SeriesSet();
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        int stuck = 0;
        for (Interval part : parts) {
            sum.add(SeriesCodec.decode(part.series()));
            start = Math.min(start, part.start());
            end = Math.max(end, part.end());
            stuck = Math.max(stuck, part.stuck());
        }
        return new Interval(phase, seq, 0, start, end, stuck, SeriesCodec.encode(sum));
    }

    private void thinReadings() {
        record Node(String name, long from, long to) {}
        List<Node> many = new ArrayList<>(database.read(h -> h.createQuery("""
                SELECT node, min(taken), max(taken) FROM reading WHERE iteration_id = ? AND moment = 'during'
                GROUP BY node HAVING count(*) > ?""").bind(0, iteration).bind(1, KEPT)
                .map((r, c) -> new Node(r.getString(1), r.getLong(2), r.getLong(3))).list()));
        for (Node node : many) {
            long window = window(node.to() - node.from());
            database.writing(h -> h.execute("""
                    DELETE FROM reading WHERE iteration_id = ? AND moment = 'during' AND node = ? AND id NOT IN (
                        SELECT max(id) FROM reading WHERE iteration_id = ? AND moment = 'during' AND node = ?
                        GROUP BY (taken - ?) / ?)""",
                    iteration, node.name(), iteration, node.name(), node.from(), window));
        }
    }
}
