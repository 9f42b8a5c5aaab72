package dev.tidemark.core.workload.volume;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.keys.GrowingSet;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.data.keys.OperationDeck;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.KeyParams;

/**
 * What operation {@code n} of a lane of a group does, and to which key: a function of seed, lane and {@code n} alone.
 * Immutable; each worker has {@link #cursors} of its own.
 */
final class VolumeKeys {

    /** Blocks of positions are claimed at once; so far a worker can be behind another one. */
    private static final int BLOCK = 64;
    private static final int INSERT = VolumeOperation.INSERT.ordinal();
    private static final int DELETE = VolumeOperation.DELETE.ordinal();
    private static final long DICE = 13;

    private final OperationDeck operationDeck;
    private final long diceSeed;
    /** Of each operation, where its part of the numbers from 0 to 1 ends; null where the mix is dealt. */
    private final double[] ends;
    private final KeyStream drawn;
    /** Null where no operation adds keys. */
    private final KeyStream added;
    /** The same as {@link #drawn} unless the oldest keys are deleted. */
    private final KeyStream removed;

    private VolumeKeys(VolumeGroup group, long seed) {
        Values v = group.values();
        long ownSeed = group.ownSeed(seed);
        int[] weights = group.mix().ofAll();
        operationDeck = new OperationDeck(ownSeed, weights);
        diceSeed = SplitMix64.mix(ownSeed + DICE);
        ends = v.get(VolumeParams.MIX_ORDER) == VolumeParams.MixOrder.DICED ? ends(weights) : null;
        boolean growing = KeyParams.growing(v);
        GrowingSet set = growing ? set(group, weights) : null;
        added = weights[INSERT] == 0 ? null
                : KeyParams.spread(v, growing ? set.added() : appended(group), seed, group.space());
        drawn = KeyParams.spread(v, growing
                ? set.drawn(ownSeed, KeyParams.skew(v), v.get(KeyParams.KEYS) == KeyParams.Choice.LATEST)
                : KeyParams.ranks(v, ownSeed, group.workers()), seed, group.space());
        removed = growing && weights[DELETE] > 0 ? KeyParams.spread(v, set.removed(), seed, group.space()) : drawn;
    }

    /** The number of a worker's own key. */
    static long ownKey(int worker, long withinSet) {
        return GrowingSet.key(true, worker, withinSet);
    }

    static VolumeKeys of(VolumeGroup group, long seed) {
        return new VolumeKeys(group, seed);
    }

    private KeyStream appended(VolumeGroup group) {
        return new KeyStream.Appended(operationDeck, INSERT, group.values().get(KeyParams.KEY_COUNT),
                VolumeGroup.ownLanes(group.values()) ? group.workers() : 1);
    }

    private GrowingSet set(VolumeGroup group, int[] weights) {
        boolean own = group.values().get(KeyParams.KEYS) == KeyParams.Choice.OWN;
        long keys = group.values().get(KeyParams.KEY_COUNT);
        int removes = weights[DELETE] > 0 ? DELETE : -1;
        return own ? new GrowingSet(operationDeck, INSERT, removes, keys / group.workers(), 0, 0, true)
                : new GrowingSet(operationDeck, INSERT, removes, keys, 0, (long) group.workers() * BLOCK, false);
    }

    private static double[] ends(int[] weights) {
        double sum = 0;
        for (int weight : weights) {
            sum += weight;
        }
        double[] ends = new double[weights.length];
        double before = 0;
        for (int i = 0; i < weights.length; i++) {
            before += weights[i];
            ends[i] = before / sum;
        }
        return ends;
    }

    Cursors cursors() {
        return new Cursors();
    }

    /** A worker's way to ask. Not thread-safe; allocates nothing. */
    final class Cursors {

        private final KeyStream.Cursor draws = drawn.cursor();
        private final KeyStream.Cursor adds = added == null ? null : added.cursor();
        private final KeyStream.Cursor removes = removed == drawn ? draws : removed.cursor();

        private Cursors() {}

        /** The operation's place among all. @param lane of the stage; within its group it is the lower part */
        int kind(int lane, long n) {
            return ends == null ? operationDeck.kind(within(lane), n) : diced(within(lane), n);
        }

        private int diced(int lane, long n) {
            double roll = (SplitMix64.mix(SplitMix64.mix(diceSeed ^ lane * SplitMix64.STEP) + n) >>> 11) * 0x1.0p-53;
            int kind = 0;
            while (roll >= ends[kind]) {
                kind++;
            }
            return kind;
        }

        /** The key that an operation of this kind is about. */
        long key(int kind, int lane, long n) {
            KeyStream.Cursor cursor = kind == INSERT ? adds : kind == DELETE ? removes : draws;
            return cursor.key(within(lane), n);
        }

        private static int within(int lane) {
            return lane & WorkerGroup.LANES - 1;
        }
    }
}
