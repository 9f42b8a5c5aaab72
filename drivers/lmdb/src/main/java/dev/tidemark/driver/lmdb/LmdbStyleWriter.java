package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.nio.ByteBuffer;
import org.lmdbjava.Dbi;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/** One worker's side of a style. LMDB takes direct buffers, which are kept. */
final class LmdbStyleWriter implements StyleWriter {

    private static final PutFlags[] PLAINLY = {};
    private static final int FIRST_VALUE = 4096;

    private final LmdbStore store;
    private final Dbi<ByteBuffer> documents;
    private final boolean reserved;
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private ByteBuffer valueBytes = ByteBuffer.allocateDirect(FIRST_VALUE);
    /** Null before the first look-up; between look-ups it is reset and holds nothing up. */
    private Txn<ByteBuffer> reader;
    /** Null while there is none: nobody else can write meanwhile. */
    private Txn<ByteBuffer> writing;

    /** @param reserved whether values are written where LMDB will keep them */
    LmdbStyleWriter(LmdbStore store, Dbi<ByteBuffer> documents, boolean reserved) {
        this.store = store;
        this.documents = documents;
        this.reserved = reserved;
    }

    private ByteBuffer direct(byte[] key) {
        return keyBytes.clear().put(key).flip();
    }

    @Override
    public boolean has(byte[] key) throws DriverException {
        try {
            if (reader == null) {
                reader = store.env().txnRead();
            } else {
                reader.renew();
            }
            boolean found = documents.get(reader, direct(key)) != null;
            reader.reset();
            return found;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "look for a document", e);
        }
    }

    @Override
    public void add(byte[] key, byte[] value) throws DriverException {
        try {
            if (writing == null) {
                writing = store.env().txnWrite();
            }
            store.refuseStopped();
            if (reserved) {
                documents.reserve(writing, direct(key), value.length, PLAINLY).put(value);
            } else {
                documents.put(writing, direct(key), copied(value), PLAINLY);
            }
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "store a document", e);
        }
    }

    private ByteBuffer copied(byte[] value) {
        if (value.length > valueBytes.capacity()) {
            valueBytes = ByteBuffer.allocateDirect(Math.max(value.length, 2 * valueBytes.capacity()));
        }
        return valueBytes.clear().put(value).flip();
    }

    @Override
    public void commit() throws DriverException {
        try {
            writing.commit();
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "store a transaction", e);
        } finally {
            rollback();
        }
    }

    /** {@inheritDoc} One that was committed is only given back. */
    @Override
    public void rollback() {
        if (writing != null) {
            writing.close();
            writing = null;
        }
    }

    @Override
    public void close() {
        if (store.env().isClosed()) {
            return;
        }
        rollback();
        if (reader != null) {
            reader.renew(); // LmdbJava gives back nothing of a transaction that is reset
            reader.close();
        }
    }
}
