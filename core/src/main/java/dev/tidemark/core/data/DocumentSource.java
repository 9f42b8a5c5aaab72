package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/**
 * A numbered collection of documents. One object serves one worker; it is not thread-safe. Document {@code n} is the
 * same on every call, in every process, on every machine.
 */
public interface DocumentSource {

    /** Puts the URI of document {@code n} at the buffer's position and advances it. */
    void uri(long n, ByteBuffer into);

    /** The largest number of bytes that a URI can have. */
    int maxUriBytes();

    /** Puts the content of document {@code n} at the buffer's position and advances it. */
    void content(long n, ByteBuffer into) throws java.io.IOException;

    /** The largest number of bytes that document {@code n}'s content can have. */
    int maxContentBytes(long n);

    /**
     * Whether the bytes from position to limit are the content of document {@code n}.
     */
    boolean matches(long n, ByteBuffer stored) throws java.io.IOException;
}
