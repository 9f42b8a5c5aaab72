package dev.tidemark.driver.lucene;

import java.util.concurrent.atomic.AtomicLong;

/** Segments that all shards have written, counted when they are complete. Thread-safe. */
final class WrittenSegments {

    private final AtomicLong flushedBytes = new AtomicLong();
    private final AtomicLong merges = new AtomicLong();
    private final AtomicLong mergedBytes = new AtomicLong();

    /** @param merged from others, not from memory */
    void add(boolean merged, long bytes) {
        if (merged) {
            merges.incrementAndGet();
            mergedBytes.addAndGet(bytes);
        } else {
            flushedBytes.addAndGet(bytes);
        }
    }

    long flushedBytes() {
        return flushedBytes.get();
    }

    long merges() {
        return merges.get();
    }

    long mergedBytes() {
        return mergedBytes.get();
    }
}
