package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.support.Buffers;
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
        byte[] found = find(table, Buffers.bytes(key));
        return Buffers.answer(found, into);
    }

    @Override
    public final SortedStore.Cursor cursor(T table, ByteBuffer from, Depth depth, int most) throws Exception {
        return cursor(table, Buffers.bytes(from), depth, most);
    }

    protected final byte[] keyBytes(int update) {
        return Buffers.bytes(key(update));
    }

    protected final byte[] valueBytes(int update) {
        return Buffers.bytes(value(update));
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
