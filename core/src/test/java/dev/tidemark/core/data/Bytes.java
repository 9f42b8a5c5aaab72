package dev.tidemark.core.data;

import module java.base;

/** What documents hold, as arrays and strings. */
final class Bytes {

    private Bytes() {}

    static byte[] content(DocumentSource documentSource, long n) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(documentSource.maxContentBytes(n));
        documentSource.content(n, buffer);
        return array(buffer.flip());
    }

    static String text(DocumentSource documentSource, long n) throws IOException {
        return new String(content(documentSource, n), StandardCharsets.UTF_8);
    }

    static String uri(DocumentSource documentSource, long n) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(documentSource.maxUriBytes());
        documentSource.uri(n, buffer);
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
