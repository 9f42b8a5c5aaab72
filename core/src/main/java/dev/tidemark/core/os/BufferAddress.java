package dev.tidemark.core.os;

import module java.base;

/** Where a direct buffer lies in memory. Remembers the last one, since workers use the same again and again. */
public final class BufferAddress {

    private ByteBuffer last;
    private long base;

    /** The address of the buffer's position. Valid while the buffer is reachable, which this object sees to. */
    public long of(ByteBuffer buffer) {
        if (buffer != last) {
            if (!buffer.isDirect()) {
                throw new IllegalArgumentException("a buffer in the heap has no address; use a direct one");
            }
            base = MemorySegment.ofBuffer(buffer.duplicate().clear()).address();
            last = buffer;
        }
        return base + buffer.position();
    }
}
