package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;

/** Goes over the keys of a {@link KeyTable} in the order of their bytes, unsigned, in one consistent view. */
public interface ByteArrayCursor extends AutoCloseable {

    /** Goes to the next key; to the first one at first. @return whether there is one */
    boolean next() throws Exception;

    /** The key that it is at. */
    byte[] key() throws Exception;

    /** The size of its value in bytes. Only where sizes or values were asked for. */
    int size() throws Exception;

    /** Its value. Only where values were asked for. */
    byte[] value() throws Exception;

    @Override
    void close() throws DriverException;
}
