package dev.tidemark.core.data;

import java.nio.ByteBuffer;

/** Checks value after value and allocates nothing as long as they are whole and alike. Not thread-safe. */
final class ValueChecker {

    private final ValueHeader header = new ValueHeader();
    private ValueBody body = ValueBody.ofShare(1);

    /**
     * Why it is not a whole value, completing the sentence "The value …"; null when it is one, and then {@link #header}
     * is its.
     *
     * @param value read from position to limit, left as it was
     */
    String broken(ByteBuffer value) {
        int size = value.remaining();
        if (size < BlockHeader.BYTES) {
            return "has " + size + " bytes, fewer than its header of " + BlockHeader.BYTES;
        }
        header.read(value, value.position());
        if (header.magic() != ValueHeader.MAGIC) {
            return "does not begin with a header";
        }
        if (header.size() != size) {
            return "has " + size + " bytes, but was written with " + header.size();
        }
        return header.whole() && bodyMatches(value) ? null : "is damaged";
    }

    /** What the value that was checked last says of itself, if it was whole. */
    ValueHeader header() {
        return header;
    }

    private boolean bodyMatches(ByteBuffer value) {
        if (body.compressedPpm() != header.compressedPpm()) {
            body = new ValueBody(header.compressedPpm());
        }
        return body.matches(ValueBody.start(header.seedId(), header.key(), header.lane(), header.n()), value);
    }
}
