package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.ArrayCursor;
import dev.tidemark.core.driver.embedded.Space;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.ReadOptions;

/** Goes over a space with an iterator, which sees the database as it was when it was made. */
final class LevelCursor implements ArrayCursor {

    private final LevelDatabase database;
    private final byte[] prefix;
    private final DBIterator entries;
    private Map.Entry<byte[], byte[]> at;

    LevelCursor(LevelDatabase database, Space space, byte[] from, ReadOptions options) throws DriverException {
        this.database = database;
        this.prefix = LevelDatabase.prefix(space);
        try {
            entries = database.engine().iterator(options);
            entries.seek(LevelDatabase.prefixed(space, from));
        } catch (DBException e) {
            throw LevelDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    public boolean next() throws DriverException {
        try {
            at = entries.hasNext() ? entries.next() : null;
            return at != null && Arrays.equals(at.getKey(), 0, prefix.length, prefix, 0, prefix.length);
        } catch (DBException e) {
            throw LevelDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    public byte[] key() {
        return Arrays.copyOfRange(at.getKey(), prefix.length, at.getKey().length);
    }

    @Override
    public int size() {
        return at.getValue().length;
    }

    @Override
    public byte[] value() {
        return at.getValue();
    }

    @Override
    public void close() throws DriverException {
        try {
            entries.close();
        } catch (IOException e) {
            throw LevelDatabase.failure(database.folder(), "end going over keys", e);
        }
    }
}
