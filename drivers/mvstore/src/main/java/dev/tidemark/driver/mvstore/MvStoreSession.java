package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.embedded.ByteArrayCursor;
import dev.tidemark.core.driver.embedded.ByteArraySession;
import dev.tidemark.core.driver.embedded.KeyTable;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;

/** One worker's side. Reads go through one transaction that changes nothing and sees what is committed. */
final class MvStoreSession extends ByteArraySession {

    private final MvStoreDatabase database;
    private final Transaction reading;
    private final Map<KeyTable, TransactionMap<byte[], byte[]>> read = new HashMap<>();

    MvStoreSession(MvStoreDatabase database, Transaction reading, Runnable ended) {
        super(database, ended);
        this.database = database;
        this.reading = reading;
    }

    private TransactionMap<byte[], byte[]> read(KeyTable keyTable) {
        return read.computeIfAbsent(keyTable, s -> database.map(reading, s));
    }

    @Override
    protected byte[] find(KeyTable keyTable, byte[] key) throws DriverException {
        try {
            return read(keyTable).get(key);
        } catch (RuntimeException e) {
            throw MvStoreDatabase.failure(database.folder(), "read a value", e);
        }
    }

    /** {@inheritDoc} The page that holds the key holds the value, too, so that nothing is saved. */
    @Override
    protected int size(KeyTable keyTable, byte[] key) throws DriverException {
        byte[] found = find(keyTable, key);
        return found == null ? KeyValueSession.ABSENT : found.length;
    }

    @Override
    protected ByteArrayCursor cursor(KeyTable keyTable, byte[] from, Depth depth, int most) throws DriverException {
        return longCursor(keyTable, from);
    }

    @Override
    protected ByteArrayCursor longCursor(KeyTable keyTable, Depth depth) throws DriverException {
        return longCursor(keyTable, (byte[]) null);
    }

    private ByteArrayCursor longCursor(KeyTable keyTable, byte[] from) throws DriverException {
        MVStore.TxCounter version = database.keepVersion();
        try {
            return new MvStoreCursor(database, version, read(keyTable).entryIterator(from, null));
        } catch (RuntimeException e) {
            database.giveBack(version);
            throw MvStoreDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    protected void store() throws Exception {
        try {
            if (updates() > 1 || changesIndex()) {
                database.alone(this::storeNow);
            } else {
                storeNow();
            }
            database.makeLast();
        } catch (RuntimeException e) {
            throw MvStoreDatabase.failure(database.folder(), "store a transaction", e);
        }
    }

    private void storeNow() throws Exception {
        Transaction writing = database.begin();
        try {
            apply(new Changes(writing));
            writing.commit();
        } catch (Exception e) {
            MvStoreDatabase.end(writing);
            throw e;
        }
    }

    private final class Changes implements Writer {

        private final Transaction writing;

        Changes(Transaction writing) {
            this.writing = writing;
        }

        @Override
        public byte[] get(KeyTable index, byte[] key) {
            return database.map(writing, index).get(key);
        }

        @Override
        public void put(KeyTable keyTable, byte[] key, byte[] value) {
            database.map(writing, keyTable).put(key, value);
        }

        @Override
        public void remove(KeyTable keyTable, byte[] key) {
            database.map(writing, keyTable).remove(key);
        }
    }

    @Override
    protected void release() {
        MvStoreDatabase.end(reading);
    }
}
