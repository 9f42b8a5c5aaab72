package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import java.util.Map;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.TransactionMap;

/** Goes over a map as it was when it was made. */
final class MvStoreCursor extends ByteArrayAccess.ByteArrayCursor {

    private final MvStoreEngine database;
    private final MVStore.TxCounter version;
    private final TransactionMap.TMIterator<byte[], byte[], Map.Entry<byte[], byte[]>> entries;
    private Map.Entry<byte[], byte[]> at;

    MvStoreCursor(MvStoreEngine database, MVStore.TxCounter version,
            TransactionMap.TMIterator<byte[], byte[], Map.Entry<byte[], byte[]>> entries) {
        this.database = database;
        this.version = version;
        this.entries = entries;
    }

    @Override
    public boolean next() throws Exception {
        try {
            at = entries.fetchNext();
            return at != null;
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(database.folder(), "go over keys", e);
        }
    }

    @Override
    protected byte[] keyBytes() {
        return at.getKey();
    }

    @Override
    protected byte[] valueBytes() {
        return at.getValue();
    }

    @Override
    public void close() {
        database.giveBack(version);
    }
}
