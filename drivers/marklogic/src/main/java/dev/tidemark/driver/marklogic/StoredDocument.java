package dev.tidemark.driver.marklogic;

import module java.base;
import com.marklogic.client.io.Format;
import dev.tidemark.core.data.PercentEncoder;

/**
 * A document as it is stored: text where it can be, as the server indexes its words then, or else binary.
 *
 * @param uri in a folder of its own; what a URI of the server cannot hold is percent-encoded
 */
record StoredDocument(String uri, byte[] content, Format format) {

    static final String FOLDER = "/documents/";

    /** @param uri and {@code content} from position to limit, left as they were */
    static StoredDocument of(ByteBuffer uri, ByteBuffer content) {
        byte[] bytes = bytes(content);
        return new StoredDocument(uri(uri), bytes, isText(bytes) ? Format.TEXT : Format.BINARY);
    }

    static String uri(ByteBuffer uri) {
        return FOLDER + PercentEncoder.encoded(bytes(uri));
    }

    /** The URI that was meant. */
    static byte[] original(String uri) {
        return PercentEncoder.decode(uri.substring(FOLDER.length()).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Whether it is UTF-8 of what a text node holds as it is. */
    private static boolean isText(byte[] bytes) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return !text.isEmpty() && text.chars().allMatch(StoredDocument::isPlain);
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Surrogates come in pairs, as the text was decoded. */
    private static boolean isPlain(int c) {
        return c >= ' ' && c < 0xFFFE || c == '\t' || c == '\n';
    }
}
