package dev.tidemark.report.comparison;

import java.util.List;

/**
 * The runs of both sides part by part.
 *
 * @param by    what they are cut by
 * @param title as a heading: {@code By hour}
 * @param parts in order
 */
public record WindowComparison(By by, String title, List<ComparedWindow> parts) {

    /** What runs are cut by. */
    public enum By {
        TIME, OPERATIONS, VOLUME
    }

    /**
     * One part.
     *
     * @param name   {@code hour 1}, {@code quarter 4}, {@code 1.2M to 2.4M}
     * @param from   its beginning, in seconds, units or bytes
     * @param to     its end
     * @param deltas throughput first, in the units of the intervals
     */
    public record ComparedWindow(String name, double from, double to, List<Delta> deltas) {

        public ComparedWindow {
            deltas = List.copyOf(deltas);
        }

        public Delta throughput() {
            return deltas.getFirst();
        }
    }

    public WindowComparison {
        parts = List.copyOf(parts);
    }
}
