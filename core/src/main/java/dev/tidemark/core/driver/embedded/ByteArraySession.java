package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.KeyDeleter;
import dev.tidemark.core.driver.KeyScanner;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.ValueSizeReader;
import dev.tidemark.core.driver.index.IndexEntries;
import dev.tidemark.core.driver.index.IndexReader;
import dev.tidemark.core.driver.index.IndexWriter;
import dev.tidemark.core.driver.support.IndexRows;
import dev.tidemark.core.driver.support.UpdateBatch;
import java.nio.ByteBuffer;

/**
 * A session on an engine of sorted arrays of bytes. A transaction is gathered here and handed to the engine when it is
 * committed. The arrays that go to and fro are new each time: that is how such an engine is used from Java, and so it
 * belongs to what is measured.
 */
public abstract class ByteArraySession
        implements KeyValueSession, KeyDeleter, ValueSizeReader, IndexWriter, IndexReader,
        KeyScanner, FullScanner {

    private static final int ABSENT = KeyValueSession.ABSENT;
    private static final byte[] NOTHING = {};

    private final EmbeddedDatabase open;
    private final Runnable ended;
    private final UpdateBatch updates = new UpdateBatch();
    private final IndexRows rows = new IndexRows();
    private boolean closed;

    /** @param ended told once when this session is closed */
    protected ByteArraySession(EmbeddedDatabase open, Runnable ended) {
        this.open = open;
        this.ended = ended;
    }

    /** @throws DriverException when there is no such space */
    private void check(KeyTable keyTable) throws DriverException {
        if (!open.has(keyTable)) {
            throw new DriverException(keyTable.missing(open.folder()));
        }
    }

    /** Whether a keyspace has an index. */
    private boolean hasIndex(int keyspace) {
        return open.has(new KeyTable(keyspace, true));
    }

    /** The value of a key as it is committed; null when absent. */
    protected abstract byte[] find(KeyTable keyTable, byte[] key) throws Exception;

    /** The size of a key's value; {@link KeyValueSession#ABSENT} when absent. */
    protected abstract int size(KeyTable keyTable, byte[] key) throws Exception;

    /**
     * @param from  the key to begin with, or the next one
     * @param depth what it will be asked for
     * @param most  after how many keys it will be closed at the latest; {@link Integer#MAX_VALUE} when unknown
     */
    protected abstract ByteArrayCursor cursor(KeyTable keyTable, byte[] from, Depth depth, int most) throws Exception;

    /** As {@link #cursor} from the first key, for long; the session goes on meanwhile. */
    protected abstract ByteArrayCursor longCursor(KeyTable keyTable, Depth depth) throws Exception;

    /** Stores the transaction: what {@link #apply} tells its writer, all at once. */
    protected abstract void store() throws Exception;

    /** Gives back what the engine holds for this session; called once. */
    protected abstract void release() throws DriverException;

    /** The inside of a transaction. */
    protected interface Writer {

        /** As this transaction has it by now; asked only of indexes. */
        byte[] get(KeyTable index, byte[] key) throws Exception;

        void put(KeyTable keyTable, byte[] key, byte[] value) throws Exception;

        void remove(KeyTable keyTable, byte[] key) throws Exception;
    }

    /** How many updates the transaction has. */
    protected final int updates() {
        return updates.count();
    }

    /** Whether the transaction changes an index. */
    protected final boolean changesIndex() {
        for (int i = 0; i < updates.count(); i++) {
            if (updates.hasEntries(i) || updates.isDelete(i) && hasIndex(updates.keyspace(i))) {
                return true;
            }
        }
        return false;
    }

    /** Tells a writer what the transaction does, in order. */
    protected final void apply(Writer writer) throws Exception {
        for (int i = 0; i < updates.count(); i++) {
            int keyspace = updates.keyspace(i);
            boolean delete = updates.isDelete(i);
            if (updates.hasEntries(i) || delete && hasIndex(keyspace)) {
                replaceEntries(new KeyTable(keyspace, true), i, writer);
            }
            KeyTable keyTable = new KeyTable(keyspace, false);
            if (delete) {
                writer.remove(keyTable, bytes(updates.key(i)));
            } else {
                writer.put(keyTable, bytes(updates.key(i)), bytes(updates.value(i)));
            }
        }
    }

    private void replaceEntries(KeyTable index, int update, Writer writer) throws Exception {
        byte[] list = bytes(rows.list(updates.key(update)));
        byte[] old = writer.get(index, list);
        if (old != null) {
            rows.forEach(ByteBuffer.wrap(old), updates.key(update), row -> writer.remove(index, bytes(row)));
        }
        if (updates.hasEntries(update)) {
            rows.forEach(updates.entries(update), updates.key(update),
                    row -> writer.put(index, bytes(row), NOTHING));
            writer.put(index, list, bytes(updates.entries(update)));
        } else if (old != null) {
            writer.remove(index, list);
        }
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        check(new KeyTable(keyspace, false));
        updates.put(keyspace, key, value);
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        check(new KeyTable(keyspace, true));
        updates.put(keyspace, key, value, entries);
    }

    @Override
    public final void delete(int keyspace, ByteBuffer key) throws Exception {
        check(new KeyTable(keyspace, false));
        updates.delete(keyspace, key);
    }

    /** {@inheritDoc} All or nothing here. */
    @Override
    public final int commit() throws Exception {
        try {
            if (updates.count() > 0) {
                store();
            }
            return 0;
        } finally {
            rollback();
        }
    }

    @Override
    public final void rollback() {
        updates.clear();
    }

    @Override
    public final int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        return get(new KeyTable(keyspace, false), bytes(key), into);
    }

    private int get(KeyTable keyTable, byte[] key, ByteBuffer into) throws Exception {
        check(keyTable);
        byte[] found = find(keyTable, key);
        if (found == null) {
            return ABSENT;
        }
        into.put(into.position(), found, 0, Math.min(found.length, into.remaining()));
        return found.length;
    }

    @Override
    public final int head(int keyspace, ByteBuffer key) throws Exception {
        KeyTable keyTable = new KeyTable(keyspace, false);
        check(keyTable);
        return size(keyTable, bytes(key));
    }

    @Override
    public final int scan(int keyspace, ByteBuffer from, int most, KeyScanner.Visitor visitor) throws Exception {
        KeyTable keyTable = new KeyTable(keyspace, false);
        check(keyTable);
        try (ByteArrayCursor at = cursor(keyTable, bytes(from), Depth.VALUES, most)) {
            int visited = 0;
            while (visited < most && at.next()) {
                visitor.visit(ByteBuffer.wrap(at.key()), ByteBuffer.wrap(at.value()));
                visited++;
            }
            return visited;
        }
    }

    @Override
    public final void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexReader.Visitor visitor) throws Exception {
        KeyTable keyTable = new KeyTable(keyspace, true);
        check(keyTable);
        try (ByteArrayCursor at = cursor(keyTable, bytes(rows.start(index, from)), Depth.KEYS, Integer.MAX_VALUE)) {
            boolean more = true;
            while (more && at.next()) {
                ByteBuffer row = ByteBuffer.wrap(at.key());
                more = IndexRows.isUpTo(row, index, to) && IndexRows.visit(row, terms, visitor);
            }
        }
    }

    @Override
    public final Walk walk(int keyspace, Depth depth) throws Exception {
        KeyTable keyTable = new KeyTable(keyspace, false);
        check(keyTable);
        return new ArrayWalk(longCursor(keyTable, depth), depth);
    }

    private static final class ArrayWalk implements Walk {

        private final ByteArrayCursor at;
        private final Depth depth;
        private boolean atEnd;
        private boolean closed;

        ArrayWalk(ByteArrayCursor at, Depth depth) {
            this.at = at;
            this.depth = depth;
        }

        @Override
        public int next(int most, FullScanner.Visitor visitor) throws Exception {
            int visited = 0;
            while (visited < most && !atEnd) {
                atEnd = !at.next();
                if (!atEnd) {
                    visitor.visit(ByteBuffer.wrap(at.key()), depth == Depth.KEYS ? ABSENT : at.size(),
                            depth == Depth.VALUES ? ByteBuffer.wrap(at.value()) : null);
                    visited++;
                }
            }
            return visited;
        }

        @Override
        public void close() throws DriverException {
            if (!closed) {
                closed = true;
                at.close();
            }
        }
    }

    /** What lies from position to limit. */
    protected static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    @Override
    public final void close() throws DriverException {
        if (!closed) {
            closed = true;
            ended.run();
            release();
        }
    }
}
