package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.nio.ByteBuffer;
import org.lmdbjava.Dbi;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/** A database of its own within the environment. */
final class LmdbStyleTable implements StyleTable {

    private static final PutFlags[] PLAINLY = {};
    private static final int FIRST_VALUE = 4096;

    private final LmdbEnvironment environment;
    private final Dbi<ByteBuffer> documents;
    private final boolean reserved;

    /** @param reserved whether values are written where LMDB will keep them */
    LmdbStyleTable(LmdbEnvironment environment, Dbi<ByteBuffer> documents, boolean reserved) {
        this.environment = environment;
        this.documents = documents;
        this.reserved = reserved;
    }

    @Override
    public StyleWriter writer() {
        return new Writer();
    }

    @Override
    public long count() throws DriverException {
        try (Txn<ByteBuffer> reading = environment.env().txnRead()) {
            return documents.stat(reading).entries;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(environment.folder(), "count documents", e);
        }
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        try (Txn<ByteBuffer> reading = environment.env().txnRead()) {
            ByteBuffer found = documents.get(reading, ByteBuffer.allocateDirect(key.length).put(key).flip());
            if (found == null) {
                return null;
            }
            byte[] value = new byte[found.remaining()];
            found.get(value);
            return value;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(environment.folder(), "read a document", e);
        }
    }

    @Override
    public void drop() throws DriverException {
        environment.remove(documents);
    }

    /** One worker's side. LMDB takes direct buffers, which are kept. */
    private final class Writer implements StyleWriter {

        private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
        private ByteBuffer valueBytes = ByteBuffer.allocateDirect(FIRST_VALUE);
        /** Null before the first look-up; between look-ups it is reset and holds nothing up. */
        private Txn<ByteBuffer> reader;
        /** Null while there is none: nobody else can write meanwhile. */
        private Txn<ByteBuffer> writing;

        private ByteBuffer direct(byte[] key) {
            return keyBytes.clear().put(key).flip();
        }

        @Override
        public boolean has(byte[] key) throws DriverException {
            try {
                if (reader == null) {
                    reader = environment.env().txnRead();
                } else {
                    reader.renew();
                }
                boolean found = documents.get(reader, direct(key)) != null;
                reader.reset();
                return found;
            } catch (RuntimeException e) {
                throw ErrorMapper.of(environment.folder(), "look for a document", e);
            }
        }

        @Override
        public void add(byte[] key, byte[] value) throws DriverException {
            try {
                if (writing == null) {
                    writing = environment.env().txnWrite();
                }
                refuseStopped();
                if (reserved) {
                    documents.reserve(writing, direct(key), value.length, PLAINLY).put(value);
                } else {
                    documents.put(writing, direct(key), copied(value), PLAINLY);
                }
            } catch (RuntimeException e) {
                throw ErrorMapper.of(environment.folder(), "store a document", e);
            }
        }

        private void refuseStopped() throws DriverException {
            if (environment.stopped()) {
                throw new DriverException("LMDB was stopped before it could store a transaction in "
                        + environment.folder());
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
                throw ErrorMapper.of(environment.folder(), "store a transaction", e);
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
            if (environment.env().isClosed()) {
                return;
            }
            rollback();
            if (reader != null) {
                reader.renew(); // LmdbJava gives back nothing of a transaction that is reset
                reader.close();
            }
        }
    }
}
