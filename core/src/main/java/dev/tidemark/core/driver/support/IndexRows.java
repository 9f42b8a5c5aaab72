package dev.tidemark.core.driver.support;

import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/**
 * How an index lies in a store of sorted keys that knows nothing of indexes; for drivers of such engines. It has two
 * kinds of rows, each told by its key:
 *
 * <pre>
 * index (1 byte, not 0), term, a byte 0, key    an entry; its value is empty
 * a byte 0, key                                 the entries that the key has, as {@code IndexEntries#encoded()}
 * </pre>
 *
 * Made once and used again; not thread-safe. The buffers that it answers with are direct and valid until the same
 * method is called again.
 */
public final class IndexRows {

    private ByteBuffer list = ByteBuffer.allocateDirect(256);
    private ByteBuffer row = ByteBuffer.allocateDirect(768);
    private ByteBuffer start = ByteBuffer.allocateDirect(256);

    /** The row that lists a key's entries. */
    public ByteBuffer list(ByteBuffer key) {
        list = room(list, 1 + key.remaining());
        list.clear().put((byte) 0).put(1, key, key.position(), key.remaining());
        return list.position(0).limit(1 + key.remaining());
    }

    /** Does something with a row. */
    @FunctionalInterface
    public interface Use {
        void of(ByteBuffer row) throws Exception;
    }

    /** The rows of a key's entries, one after the other. */
    public void forEach(ByteBuffer encodedEntries, ByteBuffer key, Use use) throws Exception {
        int at = encodedEntries.position();
        while (at < encodedEntries.limit()) {
            int termSize = encodedEntries.get(at + 1) & 0xff;
            int size = 2 + termSize + key.remaining();
            row = room(row, size);
            row.clear().put(0, encodedEntries.get(at)).put(1, encodedEntries, at + 2, termSize)
                    .put(1 + termSize, (byte) 0).put(2 + termSize, key, key.position(), key.remaining()).limit(size);
            use.of(row);
            at += 2 + termSize;
        }
    }

    /** Where the entries of an index begin that have this term or a greater one. */
    public ByteBuffer start(int index, ByteBuffer from) {
        start = room(start, 1 + from.remaining());
        start.clear().put(0, (byte) index).put(1, from, from.position(), from.remaining());
        return start.limit(1 + from.remaining());
    }

    /** Whether a row is an entry of an index with a term up to this one. */
    public static boolean isUpTo(ByteBuffer row, int index, ByteBuffer to) {
        if (row.get(row.position()) != (byte) index) {
            return false;
        }
        int at = row.position() + 1;
        for (int i = to.position(); i < to.limit(); i++, at++) {
            int order = Integer.compare(row.get(at) & 0xff, to.get(i) & 0xff);
            if (order != 0) {
                return order < 0; // the byte 0 behind a shorter term is below all others
            }
        }
        return row.get(at) == 0;
    }

    /**
     * Hands on the key and perhaps the term of an entry's row.
     *
     * @param row left with other positions than it had
     * @return whether to go on
     */
    public static boolean visit(ByteBuffer row, boolean terms, KeyValueSession.IndexVisitor visitor) throws Exception {
        int start = row.position() + 1;
        int end = start;
        while (row.get(end) != 0) {
            end++;
        }
        ByteBuffer term = terms ? row.slice(start, end - start) : null;
        return visitor.visit(row.position(end + 1), term);
    }

    private static ByteBuffer room(ByteBuffer buffer, int size) {
        return size <= buffer.capacity() ? buffer : ByteBuffer.allocateDirect(Math.max(size, 2 * buffer.capacity()));
    }
}
