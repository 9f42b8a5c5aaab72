package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;
import java.nio.ByteBuffer;

/** Where an engine keeps the documents of a place of a style: empty when it is made. Thread-safe. */
public interface StyleTable {

    /** The key of a document; its order is that of the ids. */
    default byte[] key(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }

    /** A worker's calls of the engine's API, as the style makes them. */
    StyleWriter writer() throws DriverException;

    /** How many keys it has, of those that are committed. */
    long count() throws DriverException;

    /** The value of a key as it is committed; null when absent. */
    byte[] find(byte[] key) throws DriverException;

    /** Removes it with all that is in it. No writer is in use. */
    void drop() throws DriverException;
}
