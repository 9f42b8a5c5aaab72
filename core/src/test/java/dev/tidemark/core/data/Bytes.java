package dev.tidemark.core.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What documents hold, as arrays and strings. */
final class Bytes {

    private Bytes() {}

    static byte[] content(Documents documents, long n) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(documents.maxContentBytes(n));
        documents.content(n, buffer);
        return array(buffer.flip());
    }

    static String text(Documents documents, long n) throws IOException {
        return new String(content(documents, n), StandardCharsets.UTF_8);
    }

    static String uri(Documents documents, long n) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(documents.maxUriBytes());
        documents.uri(n, buffer);
        return new String(array(buffer.flip()), StandardCharsets.US_ASCII);
    }

    static ByteBuffer buffer(String ascii) {
        return ByteBuffer.wrap(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
