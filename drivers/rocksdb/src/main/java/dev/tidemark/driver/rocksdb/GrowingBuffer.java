package dev.tidemark.driver.rocksdb;

import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;

/** A direct buffer that grows to what it must hold. */
final class GrowingBuffer {

    private ByteBuffer bytes;

    GrowingBuffer(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
    }

    /**
     * @param source fills a buffer as far as it can and tells how large the whole is
     * @return the buffer, from its beginning to the end of what was filled in; valid until the next call
     */
    ByteBuffer filled(ToIntFunction<ByteBuffer> source) {
        int size = source.applyAsInt(bytes.clear());
        if (size > bytes.capacity()) {
            bytes = ByteBuffer.allocateDirect(Math.max(size, 2 * bytes.capacity()));
            source.applyAsInt(bytes);
        }
        return bytes.limit(size).position(0);
    }
}
