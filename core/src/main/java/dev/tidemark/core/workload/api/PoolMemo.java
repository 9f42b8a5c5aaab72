package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;

/** Keeps the documents that were made last, since the styles of a round store the same ones. Thread-safe. */
final class PoolMemo {

    private static final int MOST = 8;

    private record Key(long seed, int innerSize) {}

    private final Map<Key, SoftReference<DocumentPool>> pools = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, SoftReference<DocumentPool>> eldest) {
            return size() > MOST;
        }
    };

    /**
     * @param documents how many will be wanted; more of them than the pool has objects repeat these
     * @param input     in which form
     */
    synchronized DocumentPool of(long seed, int innerSize, long documents, ApiStyle.Input input) {
        Key key = new Key(seed, innerSize);
        DocumentPool pool = pools.containsKey(key) ? pools.get(key).get() : null;
        if (pool == null) {
            pool = new DocumentPool(seed, innerSize);
            pools.put(key, new SoftReference<>(pool));
        }
        pool.fill(documents, input);
        return pool;
    }
}
