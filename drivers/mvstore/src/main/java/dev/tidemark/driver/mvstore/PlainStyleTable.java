package dev.tidemark.driver.mvstore;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import org.h2.mvstore.MVMap;

/** A map that is changed without transactions. */
final class PlainStyleTable implements StyleTable, StyleWriter.Single {

    private final MvStoreEngine database;
    private final MVMap<byte[], byte[]> map;

    PlainStyleTable(MvStoreEngine database, MVMap<byte[], byte[]> map) {
        this.database = database;
        this.map = map;
    }

    /** {@inheritDoc} The map is for all threads, and nothing is kept for one. */
    @Override
    public StyleWriter writer() {
        return this;
    }

    @Override
    public long count() {
        return map.sizeAsLong();
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        try {
            return map.get(key);
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(database.folder(), "read a document", e);
        }
    }

    @Override
    public void drop() throws DriverException {
        database.remove(map);
    }

    @Override
    public boolean has(byte[] key) throws DriverException {
        return find(key) != null;
    }

    @Override
    public void put(byte[] key, byte[] value) throws DriverException {
        database.refuseWriting();
        try {
            map.put(key, value);
            database.makeLast();
        } catch (RuntimeException e) {
            throw MvStoreEngine.failure(database.folder(), "store a document", e);
        }
    }

    @Override
    public void close() {
        // nothing is kept for a worker
    }
}
