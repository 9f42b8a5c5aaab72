package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;

/**
 * The keys with a prefix: LevelDB has no tables. No prefix is used twice, since keys that were deleted take time to go
 * over until they are compacted away.
 */
final class LevelDbStyleTable implements StyleTable {

    /** As many as a write batch deletes. */
    private static final int CHUNK = 1000;

    private final LevelDbDatabase database;
    private final boolean synced;
    private final byte[] prefix;

    private LevelDbStyleTable(LevelDbDatabase database, boolean synced, byte[] prefix) {
        this.database = database;
        this.synced = synced;
        this.prefix = prefix;
    }

    LevelDbStyleTable(LevelDbDatabase database, ApiStyle style, int number) {
        this(database, LevelDbStyles.isSynced(style),
                ByteBuffer.allocate(1 + Integer.BYTES).put(LevelDbDatabase.STYLES).putInt(number).array());
    }

    /** Those of all numbers. */
    static LevelDbStyleTable whole(LevelDbDatabase database) {
        return new LevelDbStyleTable(database, false, new byte[] {LevelDbDatabase.STYLES});
    }

    @Override
    public byte[] key(long id) {
        return ByteBuffer.allocate(prefix.length + Long.BYTES).put(prefix).putLong(id).array();
    }

    @Override
    public StyleWriter writer() {
        return new LevelDbStyleWriter(database, synced);
    }

    @Override
    public long count() throws DriverException {
        return keys().size();
    }

    private List<byte[]> keys() throws DriverException {
        List<byte[]> keys = new ArrayList<>();
        try (DBIterator at = database.engine().iterator(new ReadOptions().fillCache(false))) {
            for (at.seek(prefix); at.hasNext();) {
                byte[] key = at.next().getKey();
                if (!Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
                    break;
                }
                keys.add(key);
            }
            return keys;
        } catch (DBException | IOException e) {
            throw LevelDbDatabase.failure(database.folder(), "go over documents", e);
        }
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        try {
            return database.engine().get(key);
        } catch (DBException e) {
            throw LevelDbDatabase.failure(database.folder(), "read a document", e);
        }
    }

    @Override
    public void drop() throws DriverException {
        List<byte[]> keys = keys();
        for (int from = 0; from < keys.size(); from += CHUNK) {
            try (WriteBatch batch = database.engine().createWriteBatch()) {
                keys.subList(from, Math.min(keys.size(), from + CHUNK)).forEach(batch::delete);
                database.engine().write(batch);
            } catch (DBException | IOException e) {
                throw LevelDbDatabase.failure(database.folder(), "remove documents", e);
            }
        }
        database.forget(this);
    }
}
