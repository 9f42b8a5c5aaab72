package dev.tidemark.driver.lmdb;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Byte strings that wait for their transaction, one after the other in one buffer that is used again and again. */
final class ByteStringList {

    private ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
    private int[] ends = new int[64];
    private int count;

    /** Takes a copy; leaves position and limit as they were. @throws ArithmeticException above 2 GiB in all */
    void add(ByteBuffer one) {
        int start = start(count);
        int end = Math.addExact(start, one.remaining());
        if (end > bytes.capacity()) {
            int larger = (int) Math.clamp(2L * bytes.capacity(), end, Integer.MAX_VALUE);
            bytes = ByteBuffer.allocateDirect(larger).put(0, bytes, 0, start);
        }
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        bytes.clear().put(start, one, one.position(), one.remaining());
        ends[count++] = end;
    }

    /** One of them, from position to limit; the same buffer every time. */
    ByteBuffer get(int i) {
        return bytes.limit(ends[i]).position(start(i));
    }

    private int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    int size() {
        return count;
    }

    void clear() {
        bytes.clear();
        count = 0;
    }
}
