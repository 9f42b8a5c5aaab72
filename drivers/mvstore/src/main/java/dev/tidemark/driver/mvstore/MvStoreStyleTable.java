package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.value.VersionedValue;

/** A map whose values transactions change. */
final class MvStoreStyleTable implements StyleTable {

    private final MvStoreDatabase database;
    private final MVMap<byte[], VersionedValue<byte[]>> map;

    MvStoreStyleTable(MvStoreDatabase database, MVMap<byte[], VersionedValue<byte[]>> map) {
        this.database = database;
        this.map = map;
    }

    @Override
    public StyleWriter writer() throws DriverException {
        return new Writer(database.begin());
    }

    private interface Reading<T> {
        T of(TransactionMap<byte[], byte[]> seen);
    }

    private <T> T read(Reading<T> reading) throws DriverException {
        Transaction begun = database.begin();
        try {
            return reading.of(begun.openMapX(map));
        } catch (RuntimeException e) {
            throw MvStoreDatabase.failure(database.folder(), "read documents", e);
        } finally {
            MvStoreDatabase.end(begun);
        }
    }

    @Override
    public long count() throws DriverException {
        return read(TransactionMap::sizeAsLong);
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        return read(seen -> seen.get(key));
    }

    @Override
    public void drop() throws DriverException {
        database.remove(map);
    }

    /** One worker's side. Looks through one transaction that changes nothing. */
    private final class Writer implements StyleWriter {

        private final Transaction looking;
        private final TransactionMap<byte[], byte[]> seen;
        private Transaction writing;
        private TransactionMap<byte[], byte[]> written;

        Writer(Transaction looking) {
            this.looking = looking;
            this.seen = looking.openMapX(map);
        }

        @Override
        public boolean has(byte[] key) throws DriverException {
            try {
                return seen.get(key) != null;
            } catch (RuntimeException e) {
                throw MvStoreDatabase.failure(database.folder(), "look for a document", e);
            }
        }

        @Override
        public void add(byte[] key, byte[] value) throws DriverException {
            if (writing == null) {
                writing = database.begin();
                written = writing.openMapX(map);
            }
            try {
                written.put(key, value);
            } catch (RuntimeException e) {
                throw MvStoreDatabase.failure(database.folder(), "store a document", e);
            }
        }

        @Override
        public void commit() throws DriverException {
            try {
                writing.commit();
                database.makeLast();
            } catch (RuntimeException e) {
                throw MvStoreDatabase.failure(database.folder(), "store a transaction", e);
            } finally {
                rollback();
            }
        }

        @Override
        public void rollback() {
            if (writing != null) {
                MvStoreDatabase.end(writing);
                writing = null;
            }
        }

        @Override
        public void close() {
            rollback();
            MvStoreDatabase.end(looking);
        }
    }
}
