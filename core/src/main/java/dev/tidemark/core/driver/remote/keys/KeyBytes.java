package dev.tidemark.core.driver.remote.keys;

import module java.base;

/** A key that is equal to others of the same bytes. */
public record KeyBytes(byte[] bytes) {

    static KeyBytes of(String text) {
        return new KeyBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The key that stands behind this one's bytes. */
    KeyBytes plus(ByteBuffer more) {
        byte[] both = Arrays.copyOf(bytes, bytes.length + more.remaining());
        more.get(more.position(), both, bytes.length, more.remaining());
        return new KeyBytes(both);
    }

    /** The first key behind all that begin with this one, whose last byte is not the largest. */
    byte[] end() {
        byte[] end = bytes.clone();
        end[end.length - 1]++;
        return end;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyBytes key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
