package dev.tidemark.driver.mvstore;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.embedded.ByteArrayAccess;
import dev.tidemark.core.driver.embedded.SortedStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.value.VersionedValue;

/** One worker's side. Reads go through one transaction that changes nothing and sees what is committed. */
final class MvStoreAccess extends ByteArrayAccess<MVMap<byte[], VersionedValue<byte[]>>> {

    private final MvStoreEngine store;
    private final Transaction reading;
    private final Map<MVMap<?, ?>, TransactionMap<byte[], byte[]>> read = new IdentityHashMap<>();

    MvStoreAccess(MvStoreEngine store, Transaction reading) {
        this.store = store;
        this.reading = reading;
    }

    private TransactionMap<byte[], byte[]> read(MVMap<byte[], VersionedValue<byte[]>> table) {
        return read.computeIfAbsent(table, _ -> reading.openMapX(table));
    }

    @Override
    protected byte[] find(MVMap<byte[], VersionedValue<byte[]>> table, byte[] key) throws DriverException {
        try {
            return read(table).get(key);
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(store.folder(), "read a value", e);
        }
    }

    @Override
    protected SortedStore.Cursor cursor(MVMap<byte[], VersionedValue<byte[]>> table, byte[] from, Depth depth,
            int most) throws DriverException {
        MVStore.TxCounter version = store.keepVersion();
        try {
            return new MvStoreCursor(store, version, read(table).entryIterator(from, null));
        } catch (RuntimeException e) {
            store.giveBack(version);
            throw MvStoreEngine.failure(store.folder(), "go over keys", e);
        }
    }

    @Override
    public SortedStore.Cursor walk(MVMap<byte[], VersionedValue<byte[]>> table, Depth depth) throws DriverException {
        return cursor(table, (byte[]) null, depth, Integer.MAX_VALUE);
    }

    @Override
    protected void store() throws Exception {
        try {
            if (count() > 1 || isIncomplete()) {
                store.alone(this::storeNow);
            } else {
                storeNow();
            }
            store.makeLast();
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(store.folder(), "store a transaction", e);
        }
    }

    private void storeNow() throws Exception {
        Transaction writing = store.begin();
        try {
            complete();
            for (int i = 0; i < count(); i++) {
                TransactionMap<byte[], byte[]> written = writing.openMapX(table(i));
                if (isDelete(i)) {
                    written.remove(keyBytes(i));
                } else {
                    written.put(keyBytes(i), valueBytes(i));
                }
            }
            writing.commit();
        } catch (Exception e) {
            MvStoreEngine.end(writing);
            throw e;
        }
    }

    @Override
    public void close() {
        MvStoreEngine.end(reading);
    }

    /** Goes over a map as it was when it was made. */
    private static final class MvStoreCursor extends ByteArrayAccess.ByteArrayCursor {

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
}
