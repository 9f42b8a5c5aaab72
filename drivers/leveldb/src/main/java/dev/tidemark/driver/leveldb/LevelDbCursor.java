package dev.tidemark.driver.leveldb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.ReadOptions;

/** Goes over a table with an iterator, which sees the database as it was when it was made. */
final class LevelDbCursor extends ByteArrayAccess.ByteArrayCursor {

    private final LevelDbStore database;
    private final byte[] prefix;
    private final DBIterator entries;
    private Map.Entry<byte[], byte[]> at;

    LevelDbCursor(LevelDbStore database, byte[] prefix, byte[] from, ReadOptions options)
            throws DriverException {
        this.database = database;
        this.prefix = prefix;
        try {
            entries = database.engine().iterator(options);
            entries.seek(LevelDbStore.prefixed(prefix, from));
        } catch (DBException e) {
            throw LevelDbStore.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    public boolean next() throws DriverException {
        try {
            at = entries.hasNext() ? entries.next() : null;
            return at != null && Arrays.equals(at.getKey(), 0, prefix.length, prefix, 0, prefix.length);
        } catch (DBException e) {
            throw LevelDbStore.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    protected byte[] keyBytes() {
        return Arrays.copyOfRange(at.getKey(), prefix.length, at.getKey().length);
    }

    @Override
    protected byte[] valueBytes() {
        return at.getValue();
    }

    @Override
    public void close() throws DriverException {
        try {
            entries.close();
        } catch (IOException e) {
            throw LevelDbStore.failure(database.folder(), "end going over keys", e);
        }
    }
}
