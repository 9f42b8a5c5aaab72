package dev.tidemark.report.chart;

import module java.base;
import dev.tidemark.core.measure.OperationTable.Row;
import dev.tidemark.report.analysis.table.SortedOperations;

/**
 * The operations of an iteration sorted by response time, as a line, and what they returned against that, as points.
 * Thinned for drawing: even along the line, dense towards its ends, both of which stay.
 *
 * @param name   of the iteration
 * @param line   from the fastest to the slowest
 * @param points one for each of some operations that returned hits, or none
 */
public record SortedResponses(String name, List<Point> line, List<Hits> points) {

    /** Most of either. */
    private static final int LINE = 400;
    private static final int POINTS = 800;

    private static final double MS = 1e6;

    /** @param share of the operations, in percent, that took no longer @param response in milliseconds */
    public record Point(double share, double response) {}

    /** What an operation returned. @param response in milliseconds */
    public record Hits(long hits, double response) {}

    public static SortedResponses of(String name, SortedOperations operations) {
        List<Row> sorted = operations.sorted();
        List<Point> line = new ArrayList<>();
        for (int at : picked(sorted.size(), LINE)) {
            double share = sorted.size() == 1 ? 100 : 100.0 * at / (sorted.size() - 1);
            line.add(new Point(share, sorted.get(at).nanos() / MS));
        }
        if (!line.isEmpty() && operations.slowest() > line.getLast().response()) {
            line.add(new Point(100, operations.slowest())); // of a sample, what only is remembered by itself
        }
        List<Row> answered = sorted.stream().filter(r -> r.outcome().answered()).toList();
        List<Hits> points = answered.stream().noneMatch(r -> r.hits() > 0) ? List.of()
                : picked(answered.size(), POINTS).stream().map(answered::get)
                        .map(r -> new Hits(r.hits(), r.nanos() / MS)).toList();
        return new SortedResponses(name, line, points);
    }

    /** Positions from 0 to {@code size} less 1: half of them evenly far apart, the others ever closer to the ends. */
    static List<Integer> picked(int size, int most) {
        TreeSet<Integer> picked = new TreeSet<>();
        int even = Math.min(size, most / 2);
        for (int i = 0; i < even; i++) {
            picked.add((int) Math.round((double) i * (size - 1) / Math.max(1, even - 1)));
        }
        int close = most / 4;
        for (int i = 0; i < close && size > 0; i++) {
            int from = Math.min(size - 1, (int) Math.round(Math.pow(size, (double) i / close)) - 1);
            picked.add(from);
            picked.add(size - 1 - from);
        }
        return List.copyOf(picked);
    }
}
