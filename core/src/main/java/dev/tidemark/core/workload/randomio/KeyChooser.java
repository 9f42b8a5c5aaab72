package dev.tidemark.core.workload.randomio;

import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.SplitMix64;

/**
 * What a cycle of {@link RandomIo} does: whether it reads, and which keys it touches, one after the other. All of it
 * depends on seed, lane and number alone. Not thread-safe; allocates nothing.
 */
final class KeyChooser {

    /** Stands for no keyspace of one's own. */
    static final int SHARED = -1;

    /** How many keys each keyspace has, and all of them. */
    private final long[] keysOf;
    private final long allKeys;
    private final RandomIoMix mix;
    private final int ownKeyspace;
    private final long seed;
    private boolean reads;
    private long random;
    private int keyspace;
    private long key;

    /** @param ownKeyspace the only one that is written; {@link #SHARED} for all */
    KeyChooser(DatasetManifest dataset, RandomIoMix mix, int ownKeyspace, long seed) {
        this.keysOf = dataset.keyspaces().stream().mapToLong(DatasetManifest.Keyspace::keys).toArray();
        this.allKeys = dataset.keys();
        this.mix = mix;
        this.ownKeyspace = ownKeyspace;
        this.seed = seed;
    }

    /**
     * Begins cycle {@code n} of a lane.
     *
     * @return whether it reads
     */
    boolean begin(int lane, long n) {
        random = SplitMix64.mix(SplitMix64.mix(seed ^ lane * SplitMix64.STEP) + n);
        reads = mix.reads(n, next());
        return reads;
    }

    /** Draws the next key uniformly: from the worker's own keyspace for a write to it, else from the whole dataset. */
    void draw() {
        if (ownKeyspace != SHARED && !reads) {
            keyspace = ownKeyspace;
            key = below(keysOf[ownKeyspace]);
            return;
        }
        key = below(allKeys);
        keyspace = 0;
        while (key >= keysOf[keyspace]) {
            key -= keysOf[keyspace++];
        }
    }

    int keyspace() {
        return keyspace;
    }

    long key() {
        return key;
    }

    private long next() {
        random += SplitMix64.STEP;
        return SplitMix64.mix(random);
    }

    /** Uniform below a bound, by the high half of the product (Lemire 2019); its bias is below 2⁻²⁰ for all bounds. */
    private long below(long bound) {
        return Math.unsignedMultiplyHigh(next(), bound);
    }
}
