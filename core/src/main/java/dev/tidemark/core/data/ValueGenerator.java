package dev.tidemark.core.data;

import module java.base;

/**
 * The values of numbered keys: those that a target is filled with first and those that operations write later. Size and
 * content of each follow from seed, key, lane and operation, and each certifies itself, so that whatever version a key
 * holds, it can be told whether it is one that was offered for it. Not thread-safe.
 */
public final class ValueGenerator {

    private static final long PURPOSE = 12;
    /** No lane of operations: what was there before them. */
    private static final int FIRST = -1;

    private final BinaryValues values;
    private final SizeDistribution sizes;
    private final SplitMix64.Permutation randoms;
    private final ValueChecker checker = new ValueChecker();

    /** @param compressedShare as in {@link BinaryValues} */
    public ValueGenerator(long seed, SizeDistribution sizes, double compressedShare) {
        this.values = new BinaryValues(seed, compressedShare);
        this.sizes = sizes;
        this.randoms = SplitMix64.Permutation.of(seed, PURPOSE);
    }

    public SizeDistribution sizes() {
        return sizes;
    }

    /** Puts the value that a key is filled with at the buffer's position and advances it. */
    public void first(long key, ByteBuffer into) {
        write(key, FIRST, key, into);
    }

    /**
     * Puts the value that operation {@code n} of a lane writes at the buffer's position and advances it.
     *
     * @param lane from 0
     */
    public void write(long key, int lane, long n, ByteBuffer into) {
        values.put(key, lane, n, size(lane, n), into);
    }

    /** The size of the value that operation {@code n} of a lane writes. */
    public int size(int lane, long n) {
        return sizes.size(randoms.apply(n + lane * SplitMix64.STEP));
    }

    /**
     * Checks a value that was read back; allocates nothing while nothing is wrong.
     *
     * @param stored read from position to limit, left as it was
     * @return what is wrong with it; empty when it is one that was offered for this key
     */
    public Optional<String> fault(long key, ByteBuffer stored) {
        String broken = checker.broken(stored);
        if (broken != null) {
            return Optional.of("the value " + broken);
        }
        ValueHeader says = checker.header();
        if (says.seedId() != values.seedId()) {
            return Optional.of("the value belongs to other data");
        }
        if (says.key() != key) {
            return Optional.of("the value belongs to another key");
        }
        int offered = size(says.lane(), says.n());
        return stored.remaining() == offered ? Optional.empty()
                : Optional.of("the value has " + stored.remaining() + " bytes instead of " + offered);
    }
}
