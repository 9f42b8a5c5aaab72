package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.embedded.ArrayCursor;
import dev.tidemark.core.driver.embedded.ArraySession;
import dev.tidemark.core.driver.embedded.Space;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;

/** One worker's side. A transaction is a write batch. */
final class LevelSession extends ArraySession {

    private final LevelDatabase database;
    private long sinceAsked;

    LevelSession(LevelDatabase database, Runnable ended) {
        super(database, ended);
        this.database = database;
    }

    @Override
    protected byte[] find(Space space, byte[] key) throws DriverException {
        try {
            return database.engine().get(LevelDatabase.prefixed(space, key));
        } catch (DBException e) {
            throw LevelDatabase.failure(database.folder(), "read a value", e);
        }
    }

    /** {@inheritDoc} The block that holds the key holds the value, too, so that nothing is saved. */
    @Override
    protected int size(Space space, byte[] key) throws DriverException {
        byte[] found = find(space, key);
        return found == null ? KeyValueSession.ABSENT : found.length;
    }

    @Override
    protected ArrayCursor cursor(Space space, byte[] from, Depth depth, int most) throws DriverException {
        return new LevelCursor(database, space, from, new ReadOptions());
    }

    /** {@inheritDoc} It does not fill the block cache. */
    @Override
    protected ArrayCursor longCursor(Space space, Depth depth) throws DriverException {
        return new LevelCursor(database, space, new byte[0], new ReadOptions().fillCache(false));
    }

    @Override
    protected void store() throws Exception {
        boolean alone = changesIndex();
        if (alone) {
            database.entries().lock();
        }
        try (WriteBatch batch = database.engine().createWriteBatch()) {
            apply(new Changes(batch));
            if (sinceAsked >= LevelDatabase.ASK_EVERY) {
                sinceAsked = 0;
                database.requireRoom();
            }
            database.engine().write(batch, database.writing());
        } catch (DBException | IOException e) {
            throw LevelDatabase.failure(database.folder(), "store a transaction", e);
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
        public byte[] get(Space index, byte[] key) throws DriverException {
            Optional<byte[]> now = changed == null ? null
                    : changed.get(ByteBuffer.wrap(LevelDatabase.prefixed(index, key)));
            return now == null ? find(index, key) : now.orElse(null);
        }

        @Override
        public void put(Space space, byte[] key, byte[] value) {
            byte[] whole = LevelDatabase.prefixed(space, key);
            batch.put(whole, value);
            sinceAsked += whole.length + value.length;
            remember(space, whole, Optional.of(value));
        }

        @Override
        public void remove(Space space, byte[] key) {
            byte[] whole = LevelDatabase.prefixed(space, key);
            batch.delete(whole);
            remember(space, whole, Optional.empty());
        }

        private void remember(Space space, byte[] whole, Optional<byte[]> value) {
            if (space.index()) {
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
