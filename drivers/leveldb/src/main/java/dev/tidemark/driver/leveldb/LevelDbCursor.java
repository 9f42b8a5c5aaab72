package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.ByteArrayCursor;
import dev.tidemark.core.driver.embedded.KeyTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.ReadOptions;

/** Goes over a space with an iterator, which sees the database as it was when it was made. */
final class LevelDbCursor implements ByteArrayCursor {

    private final LevelDbDatabase database;
    private final byte[] prefix;
    private final DBIterator entries;
    private Map.Entry<byte[], byte[]> at;

    LevelDbCursor(LevelDbDatabase database, KeyTable keyTable, byte[] from, ReadOptions options)
            throws DriverException {
        this.database = database;
        this.prefix = LevelDbDatabase.prefix(keyTable);
        try {
            entries = database.engine().iterator(options);
            entries.seek(LevelDbDatabase.prefixed(keyTable, from));
        } catch (DBException e) {
            throw LevelDbDatabase.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    public boolean next() throws DriverException {
        try {
            at = entries.hasNext() ? entries.next() : null;
            return at != null && Arrays.equals(at.getKey(), 0, prefix.length, prefix, 0, prefix.length);
        } catch (DBException e) {
            throw LevelDbDatabase.failure(database.folder(), "go over keys", e);
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
            throw LevelDbDatabase.failure(database.folder(), "end going over keys", e);
        }
    }
}
