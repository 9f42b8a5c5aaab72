package dev.tidemark.core.data.keys;

/**
 * The number of the key that operation {@code n} of a lane is about: a pure function of both, given the stream.
 * Immutable.
 */
public sealed interface KeyStream {

    /** No key: the stream has ended, or the set is empty. */
    long NONE = -1;

    /** A way to ask, of a thread's own. */
    Cursor cursor();

    /** Tells keys. Not thread-safe; what it tells depends on the arguments alone. */
    @FunctionalInterface
    interface Cursor {

        /**
         * @param lane from 0
         * @param n    from 0
         * @return the key's number, from 0, or {@link #NONE}
         */
        long key(int lane, long n);
    }

    /** Every lane goes through all keys from the first, in order, and ends. */
    record Sequential(long from, long count) implements KeyStream {

        @Override
        public Cursor cursor() {
            return (lane, n) -> n < count ? from + n : NONE;
        }
    }

    /**
     * The lanes share the keys out among them: each goes through a part of its own, in order, and ends. All parts are
     * alike, but the last one has what is left over.
     */
    record Partitioned(long from, long count, int lanes) implements KeyStream {

        public Partitioned {
            if (lanes < 1) {
                throw new IllegalArgumentException("no lanes");
            }
        }

        @Override
        public Cursor cursor() {
            return (lane, n) -> n < size(lane) ? from + count / lanes * lane + n : NONE;
        }

        /** How many keys a lane has. */
        public long size(int lane) {
            return lane < lanes - 1 ? count / lanes : count - count / lanes * (lanes - 1);
        }
    }

    /** Keys drawn from a set that stays as it is: {@code count} keys from number {@code from}. */
    record Drawn(long seed, KeyDistribution skew, long from, long count) implements KeyStream {

        public Drawn {
            if (count < 1) {
                throw new IllegalArgumentException("no keys");
            }
        }

        @Override
        public Cursor cursor() {
            KeyDistribution.Sampler sampler = skew.sampler();
            return (lane, n) -> from + sampler.rank(CounterRng.start(seed, lane, n), count);
        }
    }

    /**
     * New keys, from number {@code from} on, which the operations of one kind of a dealt mix add. The lanes take the
     * numbers by turns, so that no two add the same key.
     */
    record Appended(OperationDeck deck, int adds, long from, int lanes) implements KeyStream {

        @Override
        public Cursor cursor() {
            return (lane, n) -> from + lane + lanes * deck.before(adds, lane, n);
        }
    }

    /** {@link GrowingSet#added}. */
    record Added(GrowingSet set) implements KeyStream {

        @Override
        public Cursor cursor() {
            return (lane, n) -> set.key(lane, set.end(lane, n));
        }
    }

    /** {@link GrowingSet#removed}. */
    record Removed(GrowingSet set) implements KeyStream {

        public Removed {
            if (set.removes() < 0) {
                throw new IllegalArgumentException("no operation removes keys");
            }
        }

        @Override
        public Cursor cursor() {
            return (lane, n) -> {
                long turn = set.deck().before(set.removes(), lane, n) - set.trail();
                return turn < 0 ? NONE : set.key(lane, turn);
            };
        }
    }

    /** {@link GrowingSet#drawn}. */
    record DrawnFromGrowing(long seed, KeyDistribution skew, GrowingSet set, boolean newestFirst) implements KeyStream {

        @Override
        public Cursor cursor() {
            KeyDistribution.Sampler sampler = skew.sampler();
            return (lane, n) -> {
                long first = set.first(lane, n);
                long end = set.end(lane, Math.max(0, n - set.behind()));
                if (end <= first) {
                    return NONE;
                }
                // The unbounded Pareto law goes beyond the last key; here it stands for all of those.
                long rank = Math.min(sampler.rank(CounterRng.start(seed, lane, n), end - first), end - first - 1);
                return set.key(lane, newestFirst ? end - 1 - rank : first + rank);
            };
        }
    }

    /** The keys of another stream, each moved to a place of its own among {@code from} and the numbers after it. */
    record Scattered(KeyStream keys, long from, KeyPermutation scatter) implements KeyStream {

        @Override
        public Cursor cursor() {
            Cursor inner = keys.cursor();
            return (lane, n) -> {
                long key = inner.key(lane, n);
                return key == NONE ? NONE : from + scatter.apply(key - from);
            };
        }
    }
}
