package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.embedded.ByteArrayCursor;
import dev.tidemark.core.driver.embedded.ByteArraySession;
import dev.tidemark.core.driver.embedded.KeyTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;

/** One worker's side. A transaction is a write batch. */
final class LevelDbSession extends ByteArraySession {

    private final LevelDbDatabase database;
    private long sinceAsked;

    LevelDbSession(LevelDbDatabase database, Runnable ended) {
        super(database, ended);
        this.database = database;
    }

    @Override
    protected byte[] find(KeyTable keyTable, byte[] key) throws DriverException {
        try {
            return database.engine().get(LevelDbDatabase.prefixed(keyTable, key));
        } catch (DBException e) {
            throw LevelDbDatabase.failure(database.folder(), "read a value", e);
        }
    }

    /** {@inheritDoc} The block that holds the key holds the value, too, so that nothing is saved. */
    @Override
    protected int size(KeyTable keyTable, byte[] key) throws DriverException {
        byte[] found = find(keyTable, key);
        return found == null ? KeyValueSession.ABSENT : found.length;
    }

    @Override
    protected ByteArrayCursor cursor(KeyTable keyTable, byte[] from, Depth depth, int most) throws DriverException {
        return new LevelDbCursor(database, keyTable, from, new ReadOptions());
    }

    /** {@inheritDoc} It does not fill the block cache. */
    @Override
    protected ByteArrayCursor longCursor(KeyTable keyTable, Depth depth) throws DriverException {
        return new LevelDbCursor(database, keyTable, new byte[0], new ReadOptions().fillCache(false));
    }

    @Override
    protected void store() throws Exception {
        boolean alone = changesIndex();
        if (alone) {
            database.entries().lock();
        }
        try (WriteBatch batch = database.engine().createWriteBatch()) {
            apply(new Changes(batch));
            if (sinceAsked >= LevelDbDatabase.ASK_EVERY) {
                sinceAsked = 0;
                database.requireRoom();
            }
            database.engine().write(batch, database.writing());
        } catch (DBException | IOException e) {
            throw LevelDbDatabase.failure(database.folder(), "store a transaction", e);
        } finally {
            if (alone) {
                database.entries().unlock();
            }
        }
    }

    private final class Changes implements Writer {

        private final WriteBatch batch;
        /** What the batch does to indexes, which can't be read from it; made when it is needed. */
        private Map<ByteBuffer, Optional<byte[]>> changed;

        Changes(WriteBatch batch) {
            this.batch = batch;
        }

        @Override
        public byte[] get(KeyTable index, byte[] key) throws DriverException {
            Optional<byte[]> now = changed == null ? null
                    : changed.get(ByteBuffer.wrap(LevelDbDatabase.prefixed(index, key)));
            return now == null ? find(index, key) : now.orElse(null);
        }

        @Override
        public void put(KeyTable keyTable, byte[] key, byte[] value) {
            byte[] whole = LevelDbDatabase.prefixed(keyTable, key);
            batch.put(whole, value);
            sinceAsked += whole.length + value.length;
            remember(keyTable, whole, Optional.of(value));
        }

        @Override
        public void remove(KeyTable keyTable, byte[] key) {
            byte[] whole = LevelDbDatabase.prefixed(keyTable, key);
            batch.delete(whole);
            remember(keyTable, whole, Optional.empty());
        }

        private void remember(KeyTable keyTable, byte[] whole, Optional<byte[]> value) {
            if (keyTable.index()) {
                if (changed == null) {
                    changed = new HashMap<>();
                }
                changed.put(ByteBuffer.wrap(whole), value);
            }
        }
    }

    @Override
    protected void release() {
        // the engine holds nothing for a session
    }
}
