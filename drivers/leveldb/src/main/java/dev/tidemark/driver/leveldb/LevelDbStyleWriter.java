package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.io.IOException;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/** One worker's side. A transaction is a write batch, a new one each time: none can be emptied. */
final class LevelDbStyleWriter implements StyleWriter {

    private final LevelDbStore database;
    private final boolean synced;
    private WriteBatch batch;
    private long sinceChecked;

    LevelDbStyleWriter(LevelDbStore database, boolean synced) {
        this.database = database;
        this.synced = synced;
    }

    private WriteOptions writing() throws DriverException {
        if (sinceChecked >= LevelDbStore.ASK_EVERY) {
            sinceChecked = 0;
            database.requireRoom();
        }
        return synced ? database.writingSynced() : database.writing();
    }

    @Override
    public boolean has(byte[] key) throws DriverException {
        try {
            return database.engine().get(key) != null;
        } catch (DBException e) {
            throw LevelDbStore.failure(database.folder(), "look for a document", e);
        }
    }

    @Override
    public void put(byte[] key, byte[] value) throws DriverException {
        sinceChecked += key.length + value.length;
        try {
            database.engine().put(key, value, writing());
        } catch (DBException e) {
            throw LevelDbStore.failure(database.folder(), "store a document", e);
        }
    }

    @Override
    public void add(byte[] key, byte[] value) {
        if (batch == null) {
            batch = database.engine().createWriteBatch();
        }
        sinceChecked += key.length + value.length;
        batch.put(key, value);
    }

    @Override
    public void commit() throws DriverException {
        try {
            database.engine().write(batch, writing());
        } catch (DBException e) {
            throw LevelDbStore.failure(database.folder(), "store a batch", e);
        } finally {
            rollback();
        }
    }

    @Override
    public void rollback() throws DriverException {
        if (batch != null) {
            try {
                batch.close();
            } catch (IOException e) {
                throw LevelDbStore.failure(database.folder(), "give a batch back", e);
            } finally {
                batch = null;
            }
        }
    }

    @Override
    public void close() throws DriverException {
        rollback();
    }
}
