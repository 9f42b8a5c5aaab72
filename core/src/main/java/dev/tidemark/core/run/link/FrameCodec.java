package dev.tidemark.core.run.link;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * The form of frames in a stream of bytes: four bytes of length, most significant first, then one CBOR object. The
 * length lets a reader take exactly one frame and no byte of the next.
 */
public final class FrameCodec {

    /** The longest frame, in bytes. No text begins with so small a number: whatever is not a frame is found out. */
    private static final int LONGEST = 64 << 20;

    private static final CBORMapper MAPPER = new CBORMapper();

    private FrameCodec() {}

    /** Sends one frame and flushes. @throws IOException when it cannot be sent, or is too long */
    public static void send(Frame frame, OutputStream out) throws IOException {
        byte[] body = encode(frame);
        if (body.length > LONGEST) {
            throw new IOException("a frame of " + body.length + " bytes is too long to send");
        }
        out.write(ByteBuffer.allocate(Integer.BYTES).putInt(body.length).array());
        out.write(body);
        out.flush();
    }

    private static byte[] encode(Frame frame) throws IOException {
        try {
            return MAPPER.writerFor(Frame.class).writeValueAsBytes(frame);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }

    /**
     * Receives one frame.
     *
     * @param type what the other side sends
     * @return empty at the end of the stream, also when it ends in the middle of a frame
     * @throws IOException when the frame is damaged, too long, of an unknown type, or one that this side sends
     */
    public static <F extends Frame> Optional<F> receive(Class<F> type, DataInputStream in) throws IOException {
        try {
            int length = in.readInt();
            if (length < 0 || length > LONGEST) {
                throw new IOException("a frame of " + length + " bytes");
            }
            byte[] body = in.readNBytes(length);
            return body.length < length ? Optional.empty() : Optional.of(decode(body, type));
        } catch (EOFException e) {
            return Optional.empty();
        }
    }

    private static <F extends Frame> F decode(byte[] body, Class<F> type) throws IOException {
        try {
            Frame frame = MAPPER.readValue(body, Frame.class);
            if (frame == null) {
                throw new IOException("a frame that says nothing");
            }
            if (!type.isInstance(frame)) {
                throw new IOException("a frame " + frame.getClass().getSimpleName() + ", which only this side sends");
            }
            return type.cast(frame);
        } catch (InvalidTypeIdException e) {
            throw new IOException(e.getTypeId() == null ? "a frame without a type"
                    : "a frame of the unknown type '" + e.getTypeId() + "'", e);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }
}
