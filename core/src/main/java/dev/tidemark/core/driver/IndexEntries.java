package dev.tidemark.core.driver;

import java.nio.ByteBuffer;

/**
 * The terms by which one key is to be found, each in an index. Made once and used again; not thread-safe. At rest they
 * are {@linkplain #encoded() one string of bytes}: for each entry the index (1 byte), the term's size (1 byte) and the
 * term.
 */
public final class IndexEntries {

    public static final int MOST_INDEXES = 255;
    /** In bytes. */
    public static final int LONGEST_TERM = 255;

    private ByteBuffer encoded = ByteBuffer.allocateDirect(256);
    private int count;

    /** Removes all entries. */
    public IndexEntries clear() {
        encoded.clear();
        count = 0;
        return this;
    }

    /**
     * Adds an entry.
     *
     * @param index 1 to {@value #MOST_INDEXES}
     * @param term  1 to {@value #LONGEST_TERM} bytes, none of them 0; read from position to limit, left as it was
     */
    public void add(int index, ByteBuffer term) {
        int size = term.remaining();
        if (index < 1 || index > MOST_INDEXES || size < 1 || size > LONGEST_TERM) {
            throw new IllegalArgumentException("a term of " + size + " bytes in index " + index);
        }
        for (int i = term.position(); i < term.limit(); i++) {
            if (term.get(i) == 0) {
                throw new IllegalArgumentException("a term with a byte 0 in it");
            }
        }
        if (encoded.remaining() < 2 + size) {
            encoded = ByteBuffer.allocateDirect(2 * encoded.capacity() + size).put(encoded.flip());
        }
        encoded.put((byte) index).put((byte) size).put(encoded.position(), term, term.position(), size);
        encoded.position(encoded.position() + size);
        count++;
    }

    public int count() {
        return count;
    }

    /** All entries, as a buffer that is valid until the next change. */
    public ByteBuffer encoded() {
        return encoded.duplicate().flip();
    }
}
