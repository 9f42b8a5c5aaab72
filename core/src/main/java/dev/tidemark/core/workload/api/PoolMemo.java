package dev.tidemark.core.workload.api;

import java.lang.ref.SoftReference;

/** Keeps the documents that were made last, since the styles of a round store the same ones. Thread-safe. */
final class PoolMemo {

    private record Made(long seed, int innerSize, DocumentPool pool) {}

    private SoftReference<Made> last = new SoftReference<>(null);

    synchronized DocumentPool of(long seed, int innerSize) {
        Made made = last.get();
        if (made == null || made.seed != seed || made.innerSize != innerSize) {
            made = new Made(seed, innerSize, new DocumentPool(seed, innerSize));
            last = new SoftReference<>(made);
        }
        return made.pool;
    }
}
