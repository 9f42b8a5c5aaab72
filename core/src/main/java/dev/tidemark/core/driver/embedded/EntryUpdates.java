package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.support.IndexRows;
import dev.tidemark.core.driver.support.UpdateBatch;

/**
 * The updates of a session's transaction that replace the index entries of keys. Which entries those are is looked up
 * when the transaction is committed, and from then on until it is written no other session may change the entries of
 * the same keys: a lock of each key, shared with other keys, is held, taken in an order of their own. An entry lies in
 * the shard of its key, so that one transaction of the engine holds both.
 */
final class EntryUpdates<T> {

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
    private static final int NO_EARLIER = -1;

    private final Shards<T, ?> shards;
    private final List<SortedStore.Access<T>> accesses;
    private final List<SortedStore.Completion> completions;
    private final UpdateBatch updates = new UpdateBatch();
    private final IndexRows rows = new IndexRows();
    private final IndexRows lists = new IndexRows();
    private ByteBuffer old = ByteBuffer.allocateDirect(1024);
    private int[] locks = new int[16];
    private int pending;

    EntryUpdates(Shards<T, ?> shards, List<SortedStore.Access<T>> accesses) {
        this.shards = shards;
        this.accesses = accesses;
        this.completions = IntStream.range(0, accesses.size())
                .<SortedStore.Completion>mapToObj(shard -> () -> addTo(shard)).toList();
    }

    void put(int keyspace, ByteBuffer key, IndexEntries entries) {
        updates.put(keyspace, key, NOTHING, entries);
    }

    void delete(int keyspace, ByteBuffer key) {
        updates.delete(keyspace, key);
    }

    void clear() {
        updates.clear();
    }

    /** Locks the keys; {@link #end} must follow, always. */
    void begin() {
        if (updates.count() > 0) {
            lock();
        }
    }

    /** What adds the changes of a shard to its transaction; null where there are none in any. */
    SortedStore.Completion completion(int shard) {
        return updates.count() == 0 ? null : completions.get(shard);
    }

    private void addTo(int shard) throws Exception {
        for (int i = 0; i < updates.count(); i++) {
            if (ShardRouter.shardOfKey(updates.key(i), accesses.size()) == shard) {
                replace(i, shard);
            }
        }
    }

    /** Unlocks the keys. */
    void end() {
        while (pending > 0) {
            shards.entriesLock(locks[--pending]).unlock();
        }
    }

    private void lock() {
        int count = updates.count();
        int[] needed = locks.length < count ? new int[count] : locks;
        for (int i = 0; i < count; i++) {
            needed[i] = ShardRouter.shardOf(updates.key(i), Shards.ENTRIES_LOCKS);
        }
        Arrays.sort(needed, 0, count);
        locks = needed;
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            int lock = locks[i];
            if (i == 0 || lock != locks[distinct - 1]) {
                locks[distinct++] = lock;
                shards.entriesLock(lock).lock();
                pending = distinct;
            }
        }
    }

    private void replace(int update, int shard) throws Exception {
        int keyspace = updates.keyspace(update);
        ByteBuffer key = updates.key(update);
        T index = shards.keyspace(keyspace).index(shard);
        SortedStore.Access<T> access = accesses.get(shard);
        ByteBuffer had = entriesBefore(update, access, index);
        if (had != null) {
            rows.forEach(had, key, row -> access.delete(index, row));
        }
        if (updates.hasEntries(update)) {
            ByteBuffer entries = updates.entries(update);
            rows.forEach(entries, key, row -> access.put(index, row, NOTHING.duplicate()));
            access.put(index, lists.list(key), entries);
        } else if (had != null) {
            access.delete(index, lists.list(key));
        }
    }

    /**
     * What the key has when it is this update's turn: by an earlier one of the transaction, or in the store; null for
     * nothing.
     */
    private ByteBuffer entriesBefore(int update, SortedStore.Access<T> access, T index) throws Exception {
        int earlier = earlier(update);
        if (earlier != NO_EARLIER) {
            if (!updates.hasEntries(earlier)) {
                return null;
            }
            ByteBuffer entries = updates.entries(earlier);
            makeRoom(entries.remaining());
            return old.clear().put(entries).flip();
        }
        ByteBuffer list = lists.list(updates.key(update));
        int size = access.get(index, list, old.clear());
        if (size > old.capacity()) {
            makeRoom(size);
            size = access.get(index, list, old.clear());
        }
        return size == KeyValueSession.ABSENT ? null : old.position(0).limit(size);
    }

    private int earlier(int update) {
        for (int i = update - 1; i >= 0; i--) {
            if (updates.ofSameKey(i, update)) {
                return i;
            }
        }
        return NO_EARLIER;
    }

    private void makeRoom(int size) {
        if (size > old.capacity()) {
            old = ByteBuffer.allocateDirect(Math.max(size, 2 * old.capacity()));
        }
    }
}
