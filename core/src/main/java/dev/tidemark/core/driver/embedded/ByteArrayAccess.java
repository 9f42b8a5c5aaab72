package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner.Depth;
import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/**
 * Of an engine that speaks in arrays of bytes. They are new each time: that is how such an engine is used from Java,
 * and so it belongs to what is measured.
 */
public abstract class ByteArrayAccess<T> extends StagedAccess<T> {

    /** The value of a key as it is committed; null when absent. */
    protected abstract byte[] find(T table, byte[] key) throws Exception;

    /** As {@link SortedStore.Access#cursor} has it. */
    protected abstract SortedStore.Cursor cursor(T table, byte[] from, Depth depth, int most) throws Exception;

    @Override
    public final int get(T table, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] found = find(table, bytes(key));
        if (found == null) {
            return KeyValueSession.ABSENT;
        }
        into.put(into.position(), found, 0, Math.min(found.length, into.remaining()));
        return found.length;
    }

    @Override
    public final SortedStore.Cursor cursor(T table, ByteBuffer from, Depth depth, int most) throws Exception {
        return cursor(table, bytes(from), depth, most);
    }

    protected final byte[] keyBytes(int update) {
        return bytes(key(update));
    }

    protected final byte[] valueBytes(int update) {
        return bytes(value(update));
    }

    /** What lies from position to limit. */
    protected static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** A cursor of such an engine. */
    public abstract static class ByteArrayCursor implements SortedStore.Cursor {

        protected abstract byte[] keyBytes() throws Exception;

        protected abstract byte[] valueBytes() throws Exception;

        @Override
        public final ByteBuffer key() throws Exception {
            return ByteBuffer.wrap(keyBytes());
        }

        @Override
        public int size() throws Exception {
            return valueBytes().length;
        }

        @Override
        public final ByteBuffer value() throws Exception {
            return ByteBuffer.wrap(valueBytes());
        }

        @Override
        public void close() throws DriverException {}
    }
}
