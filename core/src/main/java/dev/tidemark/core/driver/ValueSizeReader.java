package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * A session that can ask about a key without taking its value: whether it is there and how large its value is. What
 * that saves the engine differs, and the driver's page says it.
 */
public interface ValueSizeReader extends KeyValueSession {

    /** @return the value's size in bytes; {@link #ABSENT} if there is none */
    int head(int keyspace, ByteBuffer key) throws Exception;
}
