package dev.tidemark.core.run;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * The form of orders and events between processes: four bytes of length, most significant first, then one CBOR object.
 * The length lets a reader take exactly one message and no byte of the next.
 */
public final class MessageCodec {

    /** The longest message, in bytes. No text begins with so small a number: whatever is not a message is found out. */
    private static final int LONGEST = 64 << 20;

    private static final CBORMapper MAPPER = new CBORMapper();

    private MessageCodec() {}

    /** Sends one message and flushes. */
    public static void send(Object message, OutputStream out) throws IOException {
        byte[] body = encode(message);
        out.write(ByteBuffer.allocate(Integer.BYTES).putInt(body.length).array());
        out.write(body);
        out.flush();
    }

    private static byte[] encode(Object message) throws IOException {
        try {
            return MAPPER.writeValueAsBytes(message);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }

    /**
     * Receives one message.
     *
     * @return empty at the end of the stream, also when it ends in the middle of a message
     * @throws IOException when the message is damaged
     */
    public static <T> Optional<T> receive(Class<T> type, DataInputStream in) throws IOException {
        try {
            int length = in.readInt();
            if (length < 0 || length > LONGEST) {
                throw new IOException("a message of " + length + " bytes");
            }
            byte[] body = in.readNBytes(length);
            return body.length < length ? Optional.empty() : Optional.of(decode(body, type));
        } catch (EOFException e) {
            return Optional.empty();
        }
    }

    private static <T> T decode(byte[] body, Class<T> type) throws IOException {
        try {
            T message = MAPPER.readValue(body, type);
            if (message == null) {
                throw new IOException("a message that says nothing");
            }
            return message;
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
