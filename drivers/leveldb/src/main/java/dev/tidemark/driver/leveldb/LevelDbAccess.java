package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import dev.tidemark.core.driver.embedded.SortedStore;
import java.io.IOException;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;

/** One worker's side. A transaction is a write batch. */
final class LevelDbAccess extends ByteArrayAccess<byte[]> {

    private static final byte[] FIRST = {};

    private final LevelDbStore store;
    private long sinceChecked;

    LevelDbAccess(LevelDbStore store) {
        this.store = store;
    }

    @Override
    protected byte[] find(byte[] table, byte[] key) throws DriverException {
        try {
            return store.engine().get(LevelDbStore.prefixed(table, key));
        } catch (DBException e) {
            throw LevelDbStore.failure(store.folder(), "read a value", e);
        }
    }

    @Override
    protected SortedStore.Cursor cursor(byte[] table, byte[] from, Depth depth, int most) throws DriverException {
        return new LevelDbCursor(store, table, from, new ReadOptions());
    }

    /** {@inheritDoc} It does not fill the block cache. */
    @Override
    public SortedStore.Cursor walk(byte[] table, Depth depth) throws DriverException {
        return new LevelDbCursor(store, table, FIRST, new ReadOptions().fillCache(false));
    }

    @Override
    protected void store() throws Exception {
        complete();
        try (WriteBatch batch = store.engine().createWriteBatch()) {
            for (int i = 0; i < count(); i++) {
                add(batch, i);
            }
            if (sinceChecked >= LevelDbStore.ASK_EVERY) {
                sinceChecked = 0;
                store.requireRoom();
            }
            store.engine().write(batch, store.writing());
        } catch (DBException | IOException e) {
            throw LevelDbStore.failure(store.folder(), "store a transaction", e);
        }
    }

    private void add(WriteBatch batch, int update) {
        byte[] key = LevelDbStore.prefixed(table(update), keyBytes(update));
        if (isDelete(update)) {
            batch.delete(key);
        } else {
            byte[] value = valueBytes(update);
            batch.put(key, value);
            sinceChecked += key.length + value.length;
        }
    }

    @Override
    public void close() {
        // the engine holds nothing for a worker
    }
}
