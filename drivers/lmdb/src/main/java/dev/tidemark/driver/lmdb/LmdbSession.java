package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DocumentWriter;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceSession;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.LmdbException;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * One worker's side. Reads go through one read transaction, which is renewed for each: that takes no lock, no memory
 * and the newest committed state. What is written waits here as a copy until {@code commit}.
 */
final class LmdbSession implements DocumentWriter, DocumentReader, KeyspaceSession {

    private static final int ABSENT = DocumentReader.ABSENT;
    private static final PutFlags[] PLAINLY = {};
    /** How much of a URI that is too long is shown. */
    private static final int SHOWN = 60;

    private final Database database;
    private final Runnable ended;
    private final int mostUriBytes;
    /** Holds a key while the engine looks at it. */
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    /** Null before the first read; between reads it is reset and holds nothing up. */
    private Txn<ByteBuffer> reader;
    private boolean closed;

    /** The documents of the transaction. */
    private final Gathered uris = new Gathered();
    private final Gathered contents = new Gathered();

    /** Its updates of keys. */
    private int[] keyspaces = new int[64];
    private long[] keys = new long[64];
    private final Gathered values = new Gathered();

    /** @param ended told once when this session is closed */
    LmdbSession(Database database, Runnable ended) {
        this.database = database;
        this.ended = ended;
        this.mostUriBytes = database.env().getMaxKeySize();
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        uris.add(uri);
        contents.add(content);
    }

    private void checkUri(ByteBuffer uri) throws DriverException {
        int size = uri.remaining();
        if (size == 0) {
            throw new DriverException("lmdb can't store a document under an empty URI");
        }
        if (size > mostUriBytes) {
            byte[] start = new byte[Math.min(SHOWN, size)];
            uri.get(uri.position(), start);
            throw new DriverException("lmdb can't store a URI of " + size + " bytes, only of up to " + mostUriBytes
                    + ": " + new String(start, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?") + "…");
        }
    }

    @Override
    public int findExisting() throws Exception {
        beginReading();
        try {
            int found = 0;
            for (int i = 0; i < uris.size(); i++) {
                if (database.documents().get(reader, uris.get(i)) != null) {
                    found++;
                }
            }
            return found;
        } catch (RuntimeException e) {
            throw Failures.of(database.folder(), "look for documents", e);
        } finally {
            reader.reset();
        }
    }

    @Override
    public void put(int keyspace, long key, ByteBuffer value) throws Exception {
        database.keyspace(keyspace); // complains
        int updates = values.size();
        if (updates == keys.length) {
            keyspaces = Arrays.copyOf(keyspaces, 2 * updates);
            keys = Arrays.copyOf(keys, 2 * updates);
        }
        keyspaces[updates] = keyspace;
        keys[updates] = key;
        values.add(value);
    }

    /** {@inheritDoc} All or nothing here. */
    @Override
    public int commit() throws Exception {
        if (uris.size() == 0 && values.size() == 0) {
            return 0;
        }
        try (Txn<ByteBuffer> write = database.env().txnWrite()) {
            if (database.stopped()) {
                throw new DriverException("LMDB was stopped before it could store a transaction in "
                        + database.folder());
            }
            storeDocuments(write);
            storeUpdates(write);
            write.commit();
            return 0;
        } catch (RuntimeException e) {
            throw Failures.of(database.folder(), "store a transaction", e);
        } finally {
            rollback();
        }
    }

    private void storeDocuments(Txn<ByteBuffer> write) {
        for (int i = 0; i < uris.size(); i++) {
            database.documents().put(write, uris.get(i), contents.get(i), PLAINLY);
        }
    }

    private void storeUpdates(Txn<ByteBuffer> write) throws DriverException {
        for (int i = 0; i < values.size(); i++) {
            keyBytes.putLong(0, keys[i]);
            database.keyspace(keyspaces[i]).put(write, keyBytes, values.get(i), PLAINLY);
        }
    }

    @Override
    public void rollback() {
        uris.clear();
        contents.clear();
        values.clear();
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        return get(database.documents(), uri, content);
    }

    @Override
    public int get(int keyspace, long key, ByteBuffer into) throws Exception {
        return get(database.keyspace(keyspace), keyBytes.putLong(0, key), into);
    }

    private int get(Dbi<ByteBuffer> from, ByteBuffer key, ByteBuffer into) throws DriverException {
        beginReading();
        try {
            ByteBuffer found = from.get(reader, key);
            if (found == null) {
                return ABSENT;
            }
            int size = found.remaining();
            into.put(into.position(), found, 0, Math.min(size, into.remaining()));
            return size;
        } catch (RuntimeException e) {
            throw Failures.of(database.folder(), "read", e);
        } finally {
            reader.reset();
        }
    }

    private void beginReading() throws DriverException {
        try {
            if (reader == null) {
                reader = database.env().txnRead();
            } else {
                reader.renew();
            }
        } catch (RuntimeException e) {
            throw Failures.of(database.folder(), "read", e);
        }
    }

    /** {@inheritDoc} Here: in the order of their URIs' bytes, as they were when the walk began. */
    @Override
    public void forEach(Visitor visitor) throws Exception {
        try (Txn<ByteBuffer> walk = database.env().txnRead();
                Cursor<ByteBuffer> at = database.documents().openCursor(walk)) {
            for (boolean more = at.first(); more; more = at.next()) {
                if (!visitor.visit(at.key(), at.val())) {
                    return;
                }
            }
        } catch (LmdbException e) {
            throw Failures.of(database.folder(), "walk over the documents", e);
        }
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        ended.run();
        if (reader != null && !database.env().isClosed()) {
            reader.renew(); // LmdbJava gives back nothing of a transaction that is reset
            reader.close();
        }
    }
}
