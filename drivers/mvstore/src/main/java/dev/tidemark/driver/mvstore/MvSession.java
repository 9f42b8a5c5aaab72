package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.embedded.ArrayCursor;
import dev.tidemark.core.driver.embedded.ArraySession;
import dev.tidemark.core.driver.embedded.Space;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;

/** One worker's side. Reads go through one transaction that changes nothing and sees what is committed. */
final class MvSession extends ArraySession {

    private final MvDatabase database;
    private final Transaction reading;
    private final Map<Space, TransactionMap<byte[], byte[]>> read = new HashMap<>();

    MvSession(MvDatabase database, Transaction reading, Runnable ended) {
        super(database, ended);
        this.database = database;
        this.reading = reading;
    }

    private TransactionMap<byte[], byte[]> read(Space space) {
        return read.computeIfAbsent(space, s -> database.map(reading, s));
    }

    @Override
    protected byte[] find(Space space, byte[] key) throws DriverException {
        try {
            return read(space).get(key);
        } catch (RuntimeException e) {
            throw MvDatabase.failure(database.folder(), "read a value", e);
        }
    }

    /** {@inheritDoc} The page that holds the key holds the value, too, so that nothing is saved. */
    @Override
    protected int size(Space space, byte[] key) throws DriverException {
        byte[] found = find(space, key);
        return found == null ? KeyValueSession.ABSENT : found.length;
    }

    @Override
    protected ArrayCursor cursor(Space space, byte[] from, Depth depth, int most) throws DriverException {
        return longCursor(space, from);
    }

    @Override
    protected ArrayCursor longCursor(Space space, Depth depth) throws DriverException {
        return longCursor(space, (byte[]) null);
    }

    private ArrayCursor longCursor(Space space, byte[] from) throws DriverException {
        MVStore.TxCounter version = database.keepVersion();
        try {
            return new MvCursor(database, version, read(space).entryIterator(from, null));
        } catch (RuntimeException e) {
            database.giveBack(version);
            throw MvDatabase.failure(database.folder(), "go over keys", e);
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
            throw MvDatabase.failure(database.folder(), "store a transaction", e);
        }
    }

    private void storeNow() throws Exception {
        Transaction writing = database.begin();
        try {
            apply(new Changes(writing));
            writing.commit();
        } catch (Exception e) {
            if (writing.getStatus() == Transaction.STATUS_OPEN) {
                writing.rollback();
            }
            throw e;
        }
    }

    private final class Changes implements Writer {

        private final Transaction writing;

        Changes(Transaction writing) {
            this.writing = writing;
        }

        @Override
        public byte[] get(Space index, byte[] key) {
            return database.map(writing, index).get(key);
        }

        @Override
        public void put(Space space, byte[] key, byte[] value) {
            database.map(writing, space).put(key, value);
        }

        @Override
        public void remove(Space space, byte[] key) {
            database.map(writing, space).remove(key);
        }
    }

    @Override
    protected void release() {
        if (reading.getStatus() == Transaction.STATUS_OPEN) {
            reading.rollback();
        }
    }
}
