package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.index.IndexEntries;
import dev.tidemark.core.driver.support.IndexRows;
import dev.tidemark.core.driver.support.UpdateBatch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The updates of a session's transaction that replace the index entries of keys. Which entries those are is looked up
 * when the transaction is committed, and from then on until it is written no other session may change the entries of
 * the same keys: a lock of each key, shared with other keys, is held, taken in an order of their own. An entry lies in
 * the shard of its key, so that one write batch holds both.
 */
final class EntryUpdates {

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
    private static final int NO_EARLIER = -1;

    private final Shards target;
    private final RocksDB[] shards;
    private final ReadOptions lookUp;
    private final UpdateBatch updates = new UpdateBatch();
    private final IndexRows rows = new IndexRows();
    private final IndexRows lists = new IndexRows();
    private ByteBuffer old = ByteBuffer.allocateDirect(1024);
    private int[] locks = new int[16];
    private int held;

    EntryUpdates(Shards target, RocksDB[] shards, ReadOptions lookUp) {
        this.target = target;
        this.shards = shards;
        this.lookUp = lookUp;
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

    /** Locks the keys and adds what is to be changed to the batches; {@link #end} must follow, whatever happens. */
    void begin(WriteBatch[] batches) throws Exception {
        if (updates.count() == 0) {
            return;
        }
        lock();
        try {
            for (int i = 0; i < updates.count(); i++) {
                replace(i, batches);
            }
        } catch (RocksDBException e) {
            throw target.failure("change an index", e);
        }
    }

    /** Unlocks the keys. */
    void end() {
        while (held > 0) {
            target.entriesLock(locks[--held]).unlock();
        }
    }

    private void lock() {
        int count = updates.count();
        int[] wanted = locks.length < count ? new int[count] : locks;
        for (int i = 0; i < count; i++) {
            wanted[i] = ShardRouter.shardOf(updates.key(i), Shards.ENTRIES_LOCKS);
        }
        Arrays.sort(wanted, 0, count);
        locks = wanted;
        int distinct = 0;
        for (int i = 0; i < count; i++) {
            int lock = locks[i];
            if (i == 0 || lock != locks[distinct - 1]) {
                locks[distinct++] = lock;
                target.entriesLock(lock).lock();
                held = distinct;
            }
        }
    }

    private void replace(int update, WriteBatch[] batches) throws Exception {
        int keyspace = updates.keyspace(update);
        ByteBuffer key = updates.key(update);
        int shard = ShardRouter.shardOfKey(key, shards.length);
        ColumnFamilyHandle index = target.index(keyspace)[shard];
        WriteBatch batch = batches[shard];
        ByteBuffer had = entriesBefore(update, shard, index);
        rows.forEach(had, key, row -> batch.delete(index, row));
        if (updates.hasEntries(update)) {
            ByteBuffer entries = updates.entries(update);
            rows.forEach(entries, key, row -> batch.put(index, row, NOTHING.duplicate()));
            batch.put(index, lists.list(key), entries);
        } else {
            batch.delete(index, lists.list(key));
        }
    }

    /** What the key has when it is this update's turn: by an earlier one of the transaction, or in the database. */
    private ByteBuffer entriesBefore(int update, int shard, ColumnFamilyHandle index)
            throws RocksDBException {
        int earlier = earlier(update);
        if (earlier != NO_EARLIER) {
            if (!updates.hasEntries(earlier)) {
                return NOTHING;
            }
            ByteBuffer entries = updates.entries(earlier);
            makeRoom(entries.remaining());
            return old.clear().put(entries).flip();
        }
        ByteBuffer key = updates.key(update);
        int size = shards[shard].get(index, lookUp, lists.list(key), old.clear());
        if (size > old.capacity()) {
            makeRoom(size);
            size = shards[shard].get(index, lookUp, lists.list(key), old.clear());
        }
        return old.position(0).limit(Math.max(0, size));
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
