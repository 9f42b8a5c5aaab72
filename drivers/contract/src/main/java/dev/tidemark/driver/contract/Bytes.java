package dev.tidemark.driver.contract;

import module java.base;

/** Direct buffers from text, and text from buffers; one byte is one character. */
public final class Bytes {

    private Bytes() {}

    public static ByteBuffer direct(String text) {
        return direct(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** What lies from position to limit. */
    public static String text(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Random bytes of a size. */
    public static String random(int seed, int size) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
