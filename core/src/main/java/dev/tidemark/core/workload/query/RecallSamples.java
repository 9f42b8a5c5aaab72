package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.search.SearchAnswer;

/**
 * Answers to queries by vector, kept from the measurement itself to be compared with the exact ones afterwards: a
 * uniform sample of all of them (reservoir sampling, algorithm R: Vitter, "Random Sampling with a Reservoir", 1985), in
 * room that is made beforehand. Of all workers together, as some answer a handful and others thousands. Thread-safe.
 */
final class RecallSamples {

    /** An answer. @param query its number @param found numbers of the documents, the best first */
    record Sample(int query, long[] found) {}

    private final int top;
    private final long seed;
    private final AtomicLong seen = new AtomicLong();
    private final int[] queries;
    private final long[] found;
    private final int[] sizes;

    /** @param most answers that are kept @param top hits of each */
    RecallSamples(int most, int top, long seed) {
        this.top = top;
        this.seed = seed;
        queries = new int[most];
        found = new long[most * top];
        sizes = new int[most];
    }

    void add(int query, SearchAnswer answer) {
        long number = seen.getAndIncrement();
        long at = number < queries.length ? number
                : Math.floorMod(SplitMix64.mix(seed + (number + 1) * SplitMix64.STEP), number + 1);
        if (at < queries.length) {
            keep((int) at, query, answer);
        }
    }

    private synchronized void keep(int at, int query, SearchAnswer answer) {
        queries[at] = query;
        sizes[at] = Math.min(top, answer.size());
        for (int i = 0; i < sizes[at]; i++) {
            found[at * top + i] = answer.number(i);
        }
    }

    /** Those that are kept; to be asked for when nobody adds any more. */
    synchronized List<Sample> all() {
        return IntStream.range(0, (int) Math.min(seen.get(), queries.length)).mapToObj(i -> new Sample(queries[i],
                Arrays.copyOfRange(found, i * top, i * top + sizes[i]))).toList();
    }
}
