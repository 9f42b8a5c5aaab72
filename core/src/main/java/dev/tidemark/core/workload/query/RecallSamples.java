package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.search.SearchAnswer;

/**
 * Answers to queries by vector, kept from the measurement itself to be compared with the exact ones afterwards. Each
 * worker keeps a uniform sample of its own (reservoir sampling, algorithm R: Vitter, "Random Sampling with a
 * Reservoir", 1985), in room that is made beforehand.
 */
final class RecallSamples {

    /** An answer. @param query its number @param found numbers of the documents, the best first */
    record Sample(int query, long[] found) {}

    private final int most;
    private final int top;
    private final List<Sample> all = new ArrayList<>();

    /** @param most that each worker keeps @param top hits of each */
    RecallSamples(int most, int top) {
        this.most = most;
        this.top = top;
    }

    /** One worker's; not thread-safe. They join the others' when it is closed. */
    final class Mine {
        private final int[] queries = new int[most];
        private final long[] found = new long[most * top];
        private final int[] sizes = new int[most];
        private long random;
        private long seen;

        Mine(long seed) {
            random = seed;
        }

        void add(int query, SearchAnswer answer) {
            long number = seen++;
            long at = number < most ? number : Math.floorMod(SplitMix64.mix(random += SplitMix64.STEP), seen);
            if (at < most) {
                keep((int) at, query, answer);
            }
        }

        private void keep(int at, int query, SearchAnswer answer) {
            queries[at] = query;
            sizes[at] = Math.min(top, answer.size());
            for (int i = 0; i < sizes[at]; i++) {
                found[at * top + i] = answer.number(i);
            }
        }

        void close() {
            synchronized (all) {
                for (int i = 0; i < Math.min(seen, most); i++) {
                    long[] numbers = new long[sizes[i]];
                    System.arraycopy(found, i * top, numbers, 0, sizes[i]);
                    all.add(new Sample(queries[i], numbers));
                }
            }
        }
    }

    Mine mine(long seed) {
        return new Mine(seed);
    }

    List<Sample> all() {
        synchronized (all) {
            return List.copyOf(all);
        }
    }
}
