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
 * and the newest committed state. What is written waits here until {@code commit}: documents by reference, since their
 * buffers are lent until then, updates of keys as a copy.
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

    private ByteBuffer[] uris = new ByteBuffer[16];
    private ByteBuffer[] contents = new ByteBuffer[16];
    private int documents;

    /** The updates' keyspaces and keys, their values one after the other, and where each ends. */
    private int[] keyspaces = new int[64];
    private long[] keys = new long[64];
    private int[] ends = new int[64];
    private ByteBuffer values = ByteBuffer.allocateDirect(4096);
    private int updates;

    /** @param ended told once when this session is closed */
    LmdbSession(Database database, Runnable ended) {
        this.database = database;
        this.ended = ended;
        this.mostUriBytes = database.env().getMaxKeySize();
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        if (documents == uris.length) {
            uris = Arrays.copyOf(uris, 2 * documents);
            contents = Arrays.copyOf(contents, 2 * documents);
        }
        uris[documents] = uri;
        contents[documents++] = content;
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
            for (int i = 0; i < documents; i++) {
                if (database.documents().get(reader, uris[i]) != null) {
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
        int start = updates == 0 ? 0 : ends[updates - 1];
        int size = value.remaining();
        int end = Math.addExact(start, size);
        if (end > values.capacity()) {
            int larger = (int) Math.clamp(2L * values.capacity(), end, Integer.MAX_VALUE);
            values = ByteBuffer.allocateDirect(larger).put(0, values, 0, start);
        }
        if (updates == keys.length) {
            keyspaces = Arrays.copyOf(keyspaces, 2 * updates);
            keys = Arrays.copyOf(keys, 2 * updates);
            ends = Arrays.copyOf(ends, 2 * updates);
        }
        values.put(start, value, value.position(), size);
        keyspaces[updates] = keyspace;
        keys[updates] = key;
        ends[updates++] = end;
    }

    /** {@inheritDoc} All or nothing here. */
    @Override
    public int commit() throws Exception {
        if (documents == 0 && updates == 0) {
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
        for (int i = 0; i < documents; i++) {
            database.documents().put(write, uris[i], contents[i], PLAINLY);
        }
    }

    private void storeUpdates(Txn<ByteBuffer> write) throws DriverException {
        int start = 0;
        for (int i = 0; i < updates; i++) {
            values.limit(ends[i]).position(start);
            keyBytes.putLong(0, keys[i]);
            database.keyspace(keyspaces[i]).put(write, keyBytes, values, PLAINLY);
            start = ends[i];
        }
    }

    @Override
    public void rollback() {
        Arrays.fill(uris, 0, documents, null);
        Arrays.fill(contents, 0, documents, null);
        values.clear();
        documents = 0;
        updates = 0;
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
