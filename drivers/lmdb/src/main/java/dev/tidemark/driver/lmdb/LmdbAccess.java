package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.StagedAccess;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * One worker's side. Reads go through one read transaction, which is renewed for each: that takes no lock, no memory
 * and the newest committed state. What is written takes the writer's lock within {@code commit} alone.
 */
final class LmdbAccess extends StagedAccess<Dbi<ByteBuffer>> {

    private static final PutFlags[] PLAINLY = {};

    private final LmdbStore store;
    /** Null before the first read; between reads it is reset and holds nothing up. */
    private Txn<ByteBuffer> reader;
    /** While a transaction is stored, which reads what it sees itself. */
    private Txn<ByteBuffer> writing;

    LmdbAccess(LmdbStore store) {
        this.store = store;
    }

    private void beginReading() throws DriverException {
        try {
            if (reader == null) {
                reader = store.env().txnRead();
            } else {
                reader.renew();
            }
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "read", e);
        }
    }

    /** {@inheritDoc} Without room for it nothing is copied; pages of a large value are not even touched. */
    @Override
    public int get(Dbi<ByteBuffer> table, ByteBuffer key, ByteBuffer into) throws DriverException {
        if (writing != null) {
            return copied(table.get(writing, key), into);
        }
        beginReading();
        try {
            return copied(table.get(reader, key), into);
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "read", e);
        } finally {
            reader.reset();
        }
    }

    private static int copied(ByteBuffer found, ByteBuffer into) {
        if (found == null) {
            return KeyValueSession.ABSENT;
        }
        int size = found.remaining();
        into.put(into.position(), found, 0, Math.min(size, into.remaining()));
        return size;
    }

    @Override
    public SortedStore.Cursor cursor(Dbi<ByteBuffer> table, ByteBuffer from, Depth depth, int most)
            throws DriverException {
        beginReading();
        try {
            return new TableCursor(table.openCursor(reader), from, reader::reset);
        } catch (RuntimeException e) {
            reader.reset();
            throw ErrorMapper.of(store.folder(), "go over keys", e);
        }
    }

    /** {@inheritDoc} In a transaction of its own: as long as it lasts, no page of what it sees is used again. */
    @Override
    public SortedStore.Cursor walk(Dbi<ByteBuffer> table, Depth depth) throws DriverException {
        Txn<ByteBuffer> own = null;
        try {
            own = store.env().txnRead();
            return new TableCursor(table.openCursor(own), null, own::close);
        } catch (RuntimeException e) {
            if (own != null) {
                own.close();
            }
            throw ErrorMapper.of(store.folder(), "go over keys", e);
        }
    }

    private final class TableCursor implements SortedStore.Cursor {

        private final Cursor<ByteBuffer> at;
        private final Runnable after;
        /** Whether it is at a key that {@link #next} has not told yet. */
        private boolean ahead;
        private boolean begun;

        /** @param from null for the first key */
        TableCursor(Cursor<ByteBuffer> at, ByteBuffer from, Runnable after) {
            this.at = at;
            this.after = after;
            this.ahead = from == null ? at.first() : at.get(from, GetOp.MDB_SET_RANGE);
        }

        @Override
        public boolean next() throws DriverException {
            try {
                ahead = begun ? at.next() : ahead;
                begun = true;
                return ahead;
            } catch (LmdbException e) {
                throw ErrorMapper.of(store.folder(), "go over keys", e);
            }
        }

        @Override
        public ByteBuffer key() {
            return at.key();
        }

        @Override
        public int size() {
            return at.val().remaining();
        }

        @Override
        public ByteBuffer value() {
            return at.val();
        }

        @Override
        public void close() {
            try {
                at.close();
            } finally {
                after.run();
            }
        }
    }

    @Override
    protected void store() throws Exception {
        try (Txn<ByteBuffer> write = store.env().txnWrite()) {
            store.refuseStopped();
            if (isIncomplete()) {
                writing = write;
                complete();
            }
            for (int i = 0; i < count(); i++) {
                if (isDelete(i)) {
                    table(i).delete(write, key(i));
                } else {
                    table(i).put(write, key(i), value(i), PLAINLY);
                }
            }
            write.commit();
        } catch (RuntimeException e) {
            throw ErrorMapper.of(store.folder(), "store a transaction", e);
        } finally {
            writing = null;
        }
    }

    @Override
    public void close() {
        if (reader != null && !store.env().isClosed()) {
            reader.renew(); // LmdbJava gives back nothing of a transaction that is reset
            reader.close();
        }
    }
}
