package dev.tidemark.core.driver.trial;

import module java.base;

/**
 * What is stored, and whether it came back. Of a target that keeps nothing, every answer is taken.
 *
 * @param alignment of buffers of values, in bytes
 */
record Samples(boolean kept, int alignment) {

    /** A key or a URI as a buffer. */
    static ByteBuffer direct(String text) {
        return direct(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    static String text(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Room for a value. */
    ByteBuffer room(int size) {
        return ByteBuffer.allocateDirect(size + alignment).alignedSlice(alignment).limit(size);
    }

    /** Incompressible bytes. */
    ByteBuffer value(int seed, int size) {
        return fill(room(size), seed);
    }

    /** The same, in a buffer that is there. */
    static ByteBuffer fill(ByteBuffer buffer, int seed) {
        byte[] bytes = new byte[buffer.remaining()];
        new Random(seed).nextBytes(bytes);
        return buffer.put(buffer.position(), bytes);
    }

    /** @throws WrongAnswerException unless a value of this size came back whole */
    void requireValue(String what, int size, ByteBuffer into, int seed, int stored) throws WrongAnswerException {
        requireSize(what, size, stored);
        if (kept && !into.slice(into.position(), stored).equals(value(seed, stored))) {
            throw new WrongAnswerException(what + ": other bytes came back than were stored");
        }
    }

    void requireSize(String what, int size, int stored) throws WrongAnswerException {
        if (kept && size != stored) {
            throw new WrongAnswerException(what + ": " + (size < 0 ? "it is not there, though it was stored"
                    : size + " bytes came back, though " + stored + " were stored"));
        }
    }

    /** @param size negative where nothing is there */
    void requireAbsent(String what, int size) throws WrongAnswerException {
        require(size < 0, what + ": it is there, though it should not be");
    }

    void requireCount(String what, long count, long expected) throws WrongAnswerException {
        require(count == expected, what + ": " + count + ", though there should be " + expected);
    }

    void require(boolean right, String otherwise) throws WrongAnswerException {
        if (kept && !right) {
            throw new WrongAnswerException(otherwise);
        }
    }

    /** @param missing what a commit says was not stored */
    static void requireStored(int missing) throws WrongAnswerException {
        if (missing != 0) {
            throw new WrongAnswerException(missing + " updates of a transaction were not stored");
        }
    }
}
