package dev.tidemark.report;

import module java.base;
import dev.tidemark.core.result.IterationDetail;

/**
 * The raw data of the iterations that were asked for last, since who makes a report asks for some several times: short
 * ones by the thousand, of which each reading takes milliseconds, and long runs, of which it takes half a second. Given
 * up when memory is short; of what is larger still nothing is kept. Not thread-safe.
 */
public final class DetailCache implements LongFunction<IterationDetail> {

    /** Bytes that are kept in all, and at most of one iteration. */
    private static final long MOST = 256_000_000;
    private static final long MOST_OF_ONE = MOST / 2;
    /** About what a reading takes, and an iteration without anything. */
    private static final long READING = 1000;

    private record CacheEntry(SoftReference<IterationDetail> detail, long bytes) {}

    private final LongFunction<IterationDetail> source;
    private final Map<Long, CacheEntry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** @param source raw data of an iteration by its id, as {@code Results::detail} gives it */
    public DetailCache(LongFunction<IterationDetail> source) {
        this.source = source;
    }

    @Override
    public IterationDetail apply(long iteration) {
        CacheEntry before = entries.get(iteration);
        IterationDetail known = before == null ? null : before.detail().get();
        if (known != null) {
            return known;
        }
        IterationDetail detail = source.apply(iteration);
        long size = size(detail);
        if (size <= MOST_OF_ONE) {
            entries.put(iteration, new CacheEntry(new SoftReference<>(detail), size));
            bytes += size - (before == null ? 0 : before.bytes());
            forgetOldest();
        }
        return detail;
    }

    private void forgetOldest() {
        Iterator<CacheEntry> oldest = entries.values().iterator();
        while (bytes > MOST) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }

    private static long size(IterationDetail detail) {
        return detail.intervals().stream().mapToLong(i -> i.series().length).sum()
                + READING * (1 + detail.readings().size());
    }
}
