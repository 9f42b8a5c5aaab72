package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DocumentWriter;
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
import java.nio.charset.StandardCharsets;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.LmdbException;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * One worker's side. Reads go through one read transaction, which is renewed for each: that takes no lock, no memory
 * and the newest committed state. What is written waits here as a copy until {@code commit}.
 */
final class LmdbSession
        implements DocumentWriter, DocumentReader, KeyValueSession, KeyDeleter, ValueSizeReader, IndexWriter,
        IndexReader, KeyScanner, FullScanner {

    private static final int ABSENT = DocumentReader.ABSENT;
    private static final PutFlags[] PLAINLY = {};
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);
    /** How much of a URI that is too long is shown. */
    private static final int SHOWN = 60;

    private final LmdbEnvironment lmdbEnvironment;
    private final Runnable ended;
    private final int mostKeyBytes;
    /** Null before the first read; between reads it is reset and holds nothing up. */
    private Txn<ByteBuffer> reader;
    private boolean closed;

    /** The documents of the transaction. */
    private final ByteStringList uris = new ByteStringList();
    private final ByteStringList contents = new ByteStringList();

    private final UpdateBatch updates = new UpdateBatch();
    private final IndexRows indexRows = new IndexRows();

    /** @param ended told once when this session is closed */
    LmdbSession(LmdbEnvironment lmdbEnvironment, Runnable ended) {
        this.lmdbEnvironment = lmdbEnvironment;
        this.ended = ended;
        this.mostKeyBytes = lmdbEnvironment.env().getMaxKeySize();
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
        if (size > mostKeyBytes) {
            byte[] start = new byte[Math.min(SHOWN, size)];
            uri.get(uri.position(), start);
            throw new DriverException("lmdb can't store a URI of " + size + " bytes, only of up to " + mostKeyBytes
                    + ": " + new String(start, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?") + "…");
        }
    }

    @Override
    public int findExisting() throws Exception {
        beginReading();
        try {
            int found = 0;
            for (int i = 0; i < uris.size(); i++) {
                if (lmdbEnvironment.documents().get(reader, uris.get(i)) != null) {
                    found++;
                }
            }
            return found;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "look for documents", e);
        } finally {
            reader.reset();
        }
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        lmdbEnvironment.keyspace(keyspace);
        checkKey(key, 0);
        updates.put(keyspace, key, value);
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        lmdbEnvironment.index(keyspace);
        checkKey(key, entries.count() == 0 ? 1 : 2 + IndexEntries.LONGEST_TERM);
        updates.put(keyspace, key, value, entries);
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        lmdbEnvironment.keyspace(keyspace);
        checkKey(key, lmdbEnvironment.hasIndex(keyspace) ? 1 : 0);
        updates.delete(keyspace, key);
    }

    /** @param beside how much more than the key a row can hold */
    private void checkKey(ByteBuffer key, int beside) throws DriverException {
        int size = key.remaining();
        if (size == 0 || size + beside > mostKeyBytes) {
            throw new DriverException("lmdb can't store a key of " + size + " bytes"
                    + (beside > 0 ? " with index entries" : "") + ", only of 1 to " + (mostKeyBytes - beside));
        }
    }

    /** {@inheritDoc} All or nothing here. */
    @Override
    public int commit() throws Exception {
        if (uris.size() == 0 && updates.count() == 0) {
            return 0;
        }
        try (Txn<ByteBuffer> write = lmdbEnvironment.env().txnWrite()) {
            if (lmdbEnvironment.stopped()) {
                throw new DriverException("LMDB was stopped before it could store a transaction in "
                        + lmdbEnvironment.folder());
            }
            storeDocuments(write);
            storeUpdates(write);
            write.commit();
            return 0;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "store a transaction", e);
        } finally {
            rollback();
        }
    }

    private void storeDocuments(Txn<ByteBuffer> write) {
        for (int i = 0; i < uris.size(); i++) {
            lmdbEnvironment.documents().put(write, uris.get(i), contents.get(i), PLAINLY);
        }
    }

    private void storeUpdates(Txn<ByteBuffer> write) throws Exception {
        for (int i = 0; i < updates.count(); i++) {
            int keyspace = updates.keyspace(i);
            Dbi<ByteBuffer> values = lmdbEnvironment.keyspace(keyspace);
            boolean delete = updates.isDelete(i);
            if (updates.hasEntries(i) || delete && lmdbEnvironment.hasIndex(keyspace)) {
                replaceEntries(write, lmdbEnvironment.index(keyspace), i);
            }
            if (delete) {
                values.delete(write, updates.key(i));
            } else {
                values.put(write, updates.key(i), updates.value(i), PLAINLY);
            }
        }
    }

    /** Within the one write transaction that there is at a time, so that nobody else does the same for the key. */
    private void replaceEntries(Txn<ByteBuffer> write, Dbi<ByteBuffer> index, int update) throws Exception {
        ByteBuffer key = updates.key(update);
        ByteBuffer old = index.get(write, indexRows.list(key));
        if (old != null) {
            // The page that it lies in may be changed by the first deletion.
            ByteBuffer kept = ByteBuffer.allocate(old.remaining()).put(old).flip();
            indexRows.forEach(kept, key, row -> index.delete(write, row));
        }
        if (updates.hasEntries(update)) {
            ByteBuffer entries = updates.entries(update);
            indexRows.forEach(entries, key, row -> index.put(write, row, NOTHING, PLAINLY));
            index.put(write, indexRows.list(key), entries, PLAINLY);
        } else if (old != null) {
            index.delete(write, indexRows.list(key));
        }
    }

    @Override
    public void rollback() {
        uris.clear();
        contents.clear();
        updates.clear();
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        return get(lmdbEnvironment.documents(), uri, content);
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        Dbi<ByteBuffer> from = lmdbEnvironment.keyspace(keyspace);
        checkKey(key, 0);
        return get(from, key, into);
    }

    /** {@inheritDoc} Nothing is copied; pages of a large value are not even touched. */
    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        return get(keyspace, key, NOTHING);
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
            throw ErrorMapper.of(lmdbEnvironment.folder(), "read", e);
        } finally {
            reader.reset();
        }
    }

    private void beginReading() throws DriverException {
        try {
            if (reader == null) {
                reader = lmdbEnvironment.env().txnRead();
            } else {
                reader.renew();
            }
        } catch (RuntimeException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "read", e);
        }
    }

    /** {@inheritDoc} Here: in the order of their URIs' bytes, as they were when the walk began. */
    @Override
    public void forEach(DocumentReader.Visitor visitor) throws Exception {
        try (Txn<ByteBuffer> walk = lmdbEnvironment.env().txnRead();
                Cursor<ByteBuffer> at = lmdbEnvironment.documents().openCursor(walk)) {
            for (boolean more = at.first(); more; more = at.next()) {
                if (!visitor.visit(at.key(), at.val())) {
                    return;
                }
            }
        } catch (LmdbException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "walk over the documents", e);
        }
    }

    @Override
    public int scan(int keyspace, ByteBuffer from, int most, KeyScanner.Visitor visitor) throws Exception {
        Dbi<ByteBuffer> scanned = lmdbEnvironment.keyspace(keyspace);
        checkKey(from, 0);
        beginReading();
        try (Cursor<ByteBuffer> at = scanned.openCursor(reader)) {
            int visited = 0;
            for (boolean more = at.get(from, GetOp.MDB_SET_RANGE); more && visited < most; more = at.next()) {
                visitor.visit(at.key(), at.val());
                visited++;
            }
            return visited;
        } catch (LmdbException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "scan a keyspace", e);
        } finally {
            reader.reset();
        }
    }

    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexReader.Visitor visitor) throws Exception {
        Dbi<ByteBuffer> asked = lmdbEnvironment.index(keyspace);
        beginReading();
        try (Cursor<ByteBuffer> at = asked.openCursor(reader)) {
            boolean more = at.get(indexRows.start(index, from), GetOp.MDB_SET_RANGE);
            while (more && IndexRows.isUpTo(at.key(), index, to) && IndexRows.visit(at.key(), terms, visitor)) {
                more = at.next();
            }
        } catch (LmdbException e) {
            throw ErrorMapper.of(lmdbEnvironment.folder(), "ask an index", e);
        } finally {
            reader.reset();
        }
    }

    /** {@inheritDoc} Here: by key. As long as it lasts, no page of what it sees is used again. */
    @Override
    public Walk walk(int keyspace, Depth depth) throws Exception {
        return LmdbWalk.begin(lmdbEnvironment, keyspace, depth);
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        ended.run();
        if (reader != null && !lmdbEnvironment.env().isClosed()) {
            reader.renew(); // LmdbJava gives back nothing of a transaction that is reset
            reader.close();
        }
    }
}
