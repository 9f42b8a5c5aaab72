package dev.tidemark.core.workload.query;

import module java.base;

/** The queries that took longest in the measurement, each once, to be asked again with the engine's own timing. */
final class SlowestQueries {

    /** One of them. @param query its number @param nanos what its slowest answer took */
    record Slow(int query, long nanos) {}

    private final int most;
    private final List<Slow> all = new ArrayList<>();

    SlowestQueries(int most) {
        this.most = most;
    }

    /** One worker's; not thread-safe. They join the others' when it is closed. */
    final class Mine {
        private final int[] queries = new int[most];
        private final long[] nanos = new long[most];
        private int size;

        void add(int query, long took) {
            if (most == 0 || size == most && took <= nanos[most - 1]) {
                return;
            }
            int at = place(query);
            if (at < size && nanos[at] >= took) {
                return;
            }
            while (at > 0 && nanos[at - 1] < took) {
                queries[at] = queries[at - 1];
                nanos[at] = nanos[at - 1];
                at--;
            }
            queries[at] = query;
            nanos[at] = took;
        }

        /** Where the query is, or a free place, or that of the least slow one. */
        private int place(int query) {
            for (int i = 0; i < size; i++) {
                if (queries[i] == query) {
                    return i;
                }
            }
            if (size < most) {
                nanos[size] = -1;
                return size++;
            }
            return most - 1;
        }

        void close() {
            synchronized (all) {
                for (int i = 0; i < size; i++) {
                    all.add(new Slow(queries[i], nanos[i]));
                }
            }
        }
    }

    Mine mine() {
        return new Mine();
    }

    /** The slowest first. */
    List<Slow> all() {
        synchronized (all) {
            List<Slow> sorted = new ArrayList<>();
            for (Slow slow : all.stream().sorted(Comparator.comparingLong(Slow::nanos).reversed()).toList()) {
                if (sorted.size() < most && sorted.stream().noneMatch(s -> s.query() == slow.query())) {
                    sorted.add(slow);
                }
            }
            return sorted;
        }
    }
}
