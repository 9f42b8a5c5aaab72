package dev.tidemark.core.data;

import dev.tidemark.core.param.InvalidInputException;
import java.nio.ByteBuffer;

/** Binary documents of one size. Each is a value that certifies itself, with key {@code n} and lane 0. */
public final class BinaryDocuments implements DocumentSource {

    /** The largest size. */
    public static final long MAX_PAYLOAD = 1L << 30;

    private final BinaryValues values;
    private final int payload;
    private final UriGenerator uriGenerator;
    private ByteBuffer again = ByteBuffer.allocate(0);

    /**
     * @param payload         size of each document, in bytes
     * @param compressedShare as in {@link BinaryValues}
     * @throws InvalidInputException when the payload can't hold a certificate or is above {@link #MAX_PAYLOAD}, or the
     *                  share is out of range
     */
    public BinaryDocuments(long seed, long payload, double compressedShare, UriOrder order) {
        if (payload < BlockHeader.BYTES || payload > MAX_PAYLOAD) {
            throw new InvalidInputException("payload " + payload + "B is out of range; binary documents go from "
                    + BlockHeader.BYTES + "B, the size of their certificate, to " + (MAX_PAYLOAD >> 30) + "GiB");
        }
        if (!(compressedShare >= BinaryValues.MIN_COMPRESSED_SHARE && compressedShare <= 1)) {
            throw new InvalidInputException("documents cannot be made to compress to " + compressedShare
                    + " of their size; the share goes from " + BinaryValues.MIN_COMPRESSED_SHARE + " to 1");
        }
        this.values = new BinaryValues(seed, compressedShare);
        this.payload = (int) payload;
        this.uriGenerator = new UriGenerator(order, seed, ".bin");
    }

    @Override
    public void uri(long n, ByteBuffer into) {
        uriGenerator.put(n, into);
    }

    @Override
    public int maxUriBytes() {
        return uriGenerator.bytes();
    }

    @Override
    public int maxContentBytes(long n) {
        return payload;
    }

    @Override
    public void content(long n, ByteBuffer into) {
        values.put(n, 0, n, payload, into);
    }

    @Override
    public boolean matches(long n, ByteBuffer stored) {
        if (stored.remaining() != payload) {
            return false;
        }
        if (again.capacity() < payload) {
            again = ByteBuffer.allocate(payload);
        }
        again.clear();
        content(n, again);
        return again.flip().equals(stored);
    }
}
