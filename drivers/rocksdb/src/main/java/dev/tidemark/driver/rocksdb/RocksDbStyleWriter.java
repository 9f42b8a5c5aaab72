package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBatchInterface;
import org.rocksdb.WriteBatchWithIndex;

/** One worker's side. A transaction is a write batch, which is kept and used again, as are direct buffers. */
final class RocksDbStyleWriter implements StyleWriter {

    private static final int FIRST_VALUE = 4096;

    private final RocksDbStyleTable table;
    private final boolean direct;
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private ByteBuffer valueBytes = ByteBuffer.allocateDirect(FIRST_VALUE);
    /** Of these two the one that the style does not fill is null. */
    private final WriteBatch batch;
    private final WriteBatchWithIndex indexed;

    RocksDbStyleWriter(RocksDbStyleTable table, ApiStyle style) {
        this.table = table;
        this.direct = RocksDbStyles.isDirect(style);
        this.indexed = RocksDbStyles.isIndexed(style) ? new WriteBatchWithIndex() : null;
        this.batch = indexed == null ? new WriteBatch() : null;
    }

    private WriteBatchInterface filled() {
        return indexed == null ? batch : indexed;
    }

    @Override
    public boolean has(byte[] key) throws Exception {
        try {
            return table.shard(key).get(table.family(key), key) != null;
        } catch (RocksDBException e) {
            throw table.failure("look for a document", e);
        }
    }

    @Override
    public void put(byte[] key, byte[] value) throws Exception {
        try {
            if (direct) {
                table.shard(key).put(table.family(key), table.writing(), keyBytes.clear().put(key).flip(),
                        copied(value));
            } else {
                table.shard(key).put(table.family(key), table.writing(), key, value);
            }
        } catch (RocksDBException e) {
            throw table.failure("store a document", e);
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
            filled().put(table.onlyFamily(), key, value);
        } catch (RocksDBException e) {
            throw table.failure("take a document", e);
        }
    }

    @Override
    public void commit() throws Exception {
        try {
            if (indexed == null) {
                table.onlyShard().write(table.writing(), batch);
            } else {
                table.onlyShard().write(table.writing(), indexed);
            }
        } catch (RocksDBException e) {
            throw table.failure("store a batch", e);
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
        if (indexed == null) {
            batch.close();
        } else {
            indexed.close();
        }
    }
}
