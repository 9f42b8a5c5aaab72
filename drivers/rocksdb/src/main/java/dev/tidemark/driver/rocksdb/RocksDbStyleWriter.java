package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.nio.ByteBuffer;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchInterface;
import org.rocksdb.WriteBatchWithIndex;
import org.rocksdb.WriteOptions;

/** One worker's side. A transaction is a write batch, which is kept and used again, as are direct buffers. */
final class RocksDbStyleWriter implements StyleWriter {

    private static final int FIRST_VALUE = 4096;

    private final RocksDbStore store;
    private final RocksDB database;
    private final ColumnFamilyHandle table;
    private final WriteOptions writing;
    private final boolean direct;
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private ByteBuffer valueBytes = ByteBuffer.allocateDirect(FIRST_VALUE);
    /** Of these two the one that the style does not fill is null. */
    private final WriteBatch batch;
    private final WriteBatchWithIndex indexed;

    /** @param byDefault how the target's settings want transactions to be written */
    RocksDbStyleWriter(RocksDbStore store, ApiStyle style, ColumnFamilyHandle table, WriteOptions byDefault) {
        this.store = store;
        this.database = store.database();
        this.table = table;
        this.writing = writing(style, byDefault);
        this.direct = RocksDbStyles.isDirect(style);
        this.indexed = RocksDbStyles.isIndexed(style) ? new WriteBatchWithIndex() : null;
        this.batch = indexed == null ? new WriteBatch() : null;
    }

    private static WriteOptions writing(ApiStyle style, WriteOptions byDefault) {
        WriteOptions writing = new WriteOptions(byDefault);
        if (RocksDbStyles.isSynced(style)) {
            return writing.setDisableWAL(false).setSync(true);
        }
        return RocksDbStyles.isWithoutJournal(style) ? writing.setSync(false).setDisableWAL(true) : writing;
    }

    private WriteBatchInterface filled() {
        return indexed == null ? batch : indexed;
    }

    @Override
    public boolean has(byte[] key) throws Exception {
        try {
            return database.get(table, key) != null;
        } catch (RocksDBException e) {
            throw store.failure("look for a document", e);
        }
    }

    @Override
    public void put(byte[] key, byte[] value) throws Exception {
        try {
            if (direct) {
                database.put(table, writing, keyBytes.clear().put(key).flip(),
                        copied(value));
            } else {
                database.put(table, writing, key, value);
            }
        } catch (RocksDBException e) {
            throw store.failure("store a document", e);
        }
    }

    private ByteBuffer copied(byte[] value) {
        if (value.length > valueBytes.capacity()) {
            valueBytes = ByteBuffer.allocateDirect(Math.max(value.length, 2 * valueBytes.capacity()));
        }
        return valueBytes.clear().put(value).flip();
    }

    @Override
    public void add(byte[] key, byte[] value) throws Exception {
        try {
            filled().put(table, key, value);
        } catch (RocksDBException e) {
            throw store.failure("take a document", e);
        }
    }

    @Override
    public void commit() throws Exception {
        try {
            if (indexed == null) {
                database.write(writing, batch);
            } else {
                database.write(writing, indexed);
            }
        } catch (RocksDBException e) {
            throw store.failure("store a batch", e);
        } finally {
            rollback();
        }
    }

    @Override
    public void rollback() {
        filled().clear();
    }

    @Override
    public void close() {
        writing.close();
        if (indexed == null) {
            batch.close();
        } else {
            indexed.close();
        }
    }
}
