package dev.tidemark.core.data;

import module java.base;

/**
 * Percent-encoding of paths (RFC 3986): letters, digits, {@code - . _ ~} and the slash stay, every other byte becomes
 * {@code %XX}. One to one, so different names stay different.
 */
public final class PercentEncoder {

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private PercentEncoder() {}

    static void encode(byte[] path, ByteBuffer into) {
        for (byte b : path) {
            if (stays(b)) {
                into.put(b);
            } else {
                into.put((byte) '%').put(HEX[b >> 4 & 15]).put(HEX[b & 15]);
            }
        }
    }

    static int encodedBytes(byte[] path) {
        int bytes = 0;
        for (byte b : path) {
            bytes += stays(b) ? 1 : 3;
        }
        return bytes;
    }

    public static String encoded(byte[] path) {
        ByteBuffer into = ByteBuffer.allocate(encodedBytes(path));
        encode(path, into);
        return new String(into.array(), StandardCharsets.US_ASCII);
    }

    private static boolean stays(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '-' && b <= '9' || b == '_' || b == '~';
    }

    /** The bytes that are meant; a {@code %} without two hexadecimal digits after it means itself. */
    public static byte[] decode(byte[] encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            boolean escape = encoded[i] == '%' && i + 2 < encoded.length;
            int value = escape ? hex(encoded[i + 1]) << 4 | hex(encoded[i + 2]) : -1;
            bytes.write(value < 0 ? encoded[i] : value);
            i += value < 0 ? 0 : 2;
        }
        return bytes.toByteArray();
    }

    private static int hex(byte c) {
        return Character.digit(c, 16);
    }
}
