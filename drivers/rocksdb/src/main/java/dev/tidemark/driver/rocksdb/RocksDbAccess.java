package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.SortedStore;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One worker's side of a shard. A transaction is a write batch, kept and used again: what is added is copied into the
 * engine's memory at once, so that committing only crosses to the engine once, and a transaction of one value costs no
 * more than a plain put, which makes a batch of its own inside.
 */
final class RocksDbAccess implements SortedStore.Access<ColumnFamilyHandle> {

    private final RocksDbStore store;
    private final RocksDB database;
    private final WriteOptions writing;
    private final ReadOptions lookUp = new ReadOptions();
    private final WriteBatch batch = new WriteBatch();
    /** Room for no byte of a value, for asking only how large it is. */
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1).limit(0);
    /** Used again and again; null before it is needed first, and while it is in use. */
    private TableCursor idle;

    RocksDbAccess(RocksDbStore store, WriteOptions writing) {
        this.store = store;
        this.database = store.database();
        this.writing = writing;
    }

    /**
     * {@inheritDoc} RocksDB has no lookup that stops at the key: the block with the value is read, or the value's blob
     * file, and where there is no room for it only the copying to this side is saved. A Bloom filter answers for most
     * keys that are not there.
     */
    @Override
    public int get(ColumnFamilyHandle table, ByteBuffer key, ByteBuffer into) throws Exception {
        int keyAt = key.position();
        int intoAt = into.position();
        int intoEnd = into.limit();
        try {
            int size = database.get(table, lookUp, key, into);
            return size == RocksDB.NOT_FOUND ? KeyValueSession.ABSENT : size;
        } catch (RocksDBException e) {
            throw store.failure("read a value", e);
        } finally {
            key.position(keyAt);
            into.limit(intoEnd).position(intoAt);
        }
    }

    @Override
    public void put(ColumnFamilyHandle table, ByteBuffer key, ByteBuffer value) throws Exception {
        int keyAt = key.position();
        int valueAt = value.position();
        try {
            batch.put(table, key, value);
        } catch (RocksDBException e) {
            throw store.failure("take a value", e);
        } finally {
            key.position(keyAt);
            value.position(valueAt);
        }
    }

    @Override
    public void delete(ColumnFamilyHandle table, ByteBuffer key) throws Exception {
        int keyAt = key.position();
        try {
            batch.delete(table, key);
        } catch (RocksDBException e) {
            throw store.failure("take a deletion", e);
        } finally {
            key.position(keyAt);
        }
    }

    @Override
    public void commit(SortedStore.Completion completion) throws Exception {
        if (completion != null) {
            completion.run();
        }
        try {
            database.write(writing, batch);
        } catch (RocksDBException e) {
            throw store.failure("store a transaction", e);
        }
    }

    @Override
    public void rollback() {
        batch.clear();
    }

    @Override
    public SortedStore.Cursor cursor(ColumnFamilyHandle table, ByteBuffer from, Depth depth, int most) {
        TableCursor cursor = idle == null ? new TableCursor(null) : idle;
        idle = null;
        int fromAt = from.position();
        RocksIterator at = database.newIterator(table, lookUp);
        at.seek(from);
        from.position(fromAt);
        return cursor.at(at);
    }

    /** {@inheritDoc} A walk over everything would throw out of the block cache what lookups need. */
    @Override
    public SortedStore.Cursor walk(ColumnFamilyHandle table, Depth depth) {
        ReadOptions own = new ReadOptions().setFillCache(false);
        RocksIterator at = database.newIterator(table, own);
        at.seekToFirst();
        return new TableCursor(own).at(at);
    }

    private final class TableCursor implements SortedStore.Cursor {

        /** To be closed with it; null where it is to be used again. */
        private final ReadOptions own;
        private final GrowingBuffer key = new GrowingBuffer(1 << 10);
        private final GrowingBuffer value = new GrowingBuffer(1 << 13);
        private final ToIntFunction<ByteBuffer> keySource = into -> this.at.key(into);
        private final ToIntFunction<ByteBuffer> valueSource = into -> this.at.value(into);
        private RocksIterator at;
        private boolean begun;

        TableCursor(ReadOptions own) {
            this.own = own;
        }

        TableCursor at(RocksIterator first) {
            at = first;
            begun = false;
            return this;
        }

        @Override
        public boolean next() throws Exception {
            if (begun) {
                at.next();
            }
            begun = true;
            if (at.isValid()) {
                return true;
            }
            try {
                at.status();
                return false;
            } catch (RocksDBException e) {
                throw store.failure("go over keys", e);
            }
        }

        @Override
        public ByteBuffer key() {
            return key.filled(keySource);
        }

        @Override
        public int size() {
            return at.value(nothing);
        }

        @Override
        public ByteBuffer value() {
            return value.filled(valueSource);
        }

        @Override
        public void close() {
            at.close();
            if (own == null) {
                idle = this;
            } else {
                own.close();
            }
        }
    }

    @Override
    public void close() throws DriverException {
        batch.close();
        lookUp.close();
    }

    /** A direct buffer that grows to what it must hold. */
    private static final class GrowingBuffer {

        private ByteBuffer bytes;

        GrowingBuffer(int capacity) {
            bytes = ByteBuffer.allocateDirect(capacity);
        }

        /**
         * @param source fills a buffer as far as it can and tells how large the whole is
         * @return the buffer, from its beginning to the end of what was filled in; valid until the next call
         */
        ByteBuffer filled(ToIntFunction<ByteBuffer> source) {
            int size = source.applyAsInt(bytes.clear());
            if (size > bytes.capacity()) {
                bytes = ByteBuffer.allocateDirect(Math.max(size, 2 * bytes.capacity()));
                source.applyAsInt(bytes);
            }
            return bytes.limit(size).position(0);
        }
    }
}
