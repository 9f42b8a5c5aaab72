package dev.tidemark.core.driver.support;

import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/** Between buffers, in which sessions are asked and answer, and arrays, which many clients take. */
public final class Buffers {

    private Buffers() {}

    /** What lies from position to limit, which stay as they are, in a new array. */
    public static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /**
     * Answers a read with what was found.
     *
     * @param found null where there is none
     * @param into  takes as much as fits from its position, which stays as it is
     * @return its size in bytes, or {@link KeyValueSession#ABSENT}
     */
    public static int answer(byte[] found, ByteBuffer into) {
        if (found == null) {
            return KeyValueSession.ABSENT;
        }
        into.put(into.position(), found, 0, Math.min(found.length, into.remaining()));
        return found.length;
    }
}
