package dev.tidemark.core.run.background;

import module java.base;

/** Keys of a chunk, kept after the walk has gone on. */
final class KeyBatch {

    private ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 16);
    private int[] ends = new int[Throttle.LARGEST_CHUNK];
    private int size;

    void clear() {
        bytes.clear();
        size = 0;
    }

    void add(ByteBuffer key) {
        if (bytes.remaining() < key.remaining()) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(2 * bytes.capacity(),
                    bytes.position() + key.remaining()));
            bytes = larger.put(bytes.flip());
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
        }
        bytes.put(key.duplicate());
        ends[size++] = bytes.position();
    }

    int size() {
        return size;
    }

    /** The key at a position; valid until the batch is cleared. */
    ByteBuffer key(int at) {
        int from = at == 0 ? 0 : ends[at - 1];
        return bytes.slice(from, ends[at] - from);
    }
}
