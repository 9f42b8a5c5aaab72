package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleWriter;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.value.VersionedValue;

/** One worker's side. Looks through one transaction that changes nothing. */
final class MvStoreStyleWriter implements StyleWriter {

    private final MvStoreEngine database;
    private final MVMap<byte[], VersionedValue<byte[]>> map;
    private final Transaction looking;
    private final TransactionMap<byte[], byte[]> seen;
    private Transaction writing;
    private TransactionMap<byte[], byte[]> written;

    MvStoreStyleWriter(MvStoreEngine database, MVMap<byte[], VersionedValue<byte[]>> map) throws DriverException {
        this.database = database;
        this.map = map;
        this.looking = database.begin();
        this.seen = looking.openMapX(map);
    }

    @Override
    public boolean has(byte[] key) throws DriverException {
        try {
            return seen.get(key) != null;
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(database.folder(), "look for a document", e);
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
            throw MvStoreEngine.failure(database.folder(), "store a document", e);
        }
    }

    @Override
    public void commit() throws DriverException {
        try {
            writing.commit();
            database.makeLast();
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(database.folder(), "store a transaction", e);
        } finally {
            rollback();
        }
    }

    @Override
    public void rollback() {
        if (writing != null) {
            MvStoreEngine.end(writing);
            writing = null;
        }
    }

    @Override
    public void close() {
        rollback();
        MvStoreEngine.end(looking);
    }
}
