package dev.tidemark.core.data.keys;

/**
 * A set of keys that operations add to, and perhaps take from: keys are added in the order of their numbers and removed
 * in the same order, some way behind. Which there are before operation {@code n} of a lane follows from the dealt mix,
 * so nothing has to be remembered or shared.
 *
 * <p>In a set of each lane's own, only the lane itself changes it, one operation after the other, so every key is
 * certain to be there once its turn has come. In a shared set ({@code byLane} false, one lane only) other workers'
 * additions may still be in progress; {@code behind} keeps readers that many operations behind.
 *
 * @param deck    the mix
 * @param adds    its kind that adds a key
 * @param removes its kind that removes one; −1 for none
 * @param initial how many keys there are before the first operation
 * @param trail   so many turns of removing pass before the first key is removed; removals stay so far behind
 * @param behind  how many operations readers stay behind; 0 for none
 * @param byLane  whether each lane has a set of its own
 */
public record GrowingSet(OperationDeck deck, int adds, int removes, long initial, long trail, long behind,
        boolean byLane) {

    /** Room for the keys of a lane, in bits; the lane's number is above them. */
    private static final int LANE_SHIFT = 44;

    public GrowingSet {
        int removed = removes < 0 ? 0 : deck.weight(removes);
        if (removed > deck.weight(adds)) {
            throw new IllegalArgumentException("more keys would be removed than added");
        }
        if (removed > initial + trail) {
            throw new IllegalArgumentException("removals would overtake additions; they must trail by " + removed);
        }
    }

    /** The oldest key's number within the set, when operation {@code n} of a lane begins. */
    public long first(int lane, long n) {
        return removes < 0 ? 0 : Math.max(0, deck.before(removes, lane, n) - trail);
    }

    /** One more than the newest key's number within the set, when operation {@code n} of a lane begins. */
    public long end(int lane, long n) {
        return initial + deck.before(adds, lane, n);
    }

    long key(int lane, long withinSet) {
        return key(byLane, lane, withinSet);
    }

    /** The number of a key among all keys, where each lane has a set of its own or not. */
    public static long key(boolean byLane, int lane, long withinSet) {
        return byLane ? (long) lane << LANE_SHIFT | withinSet : withinSet;
    }

    /** The key that is added, where operation {@code n} adds one. */
    public KeyStream added() {
        return new KeyStream.Added(this);
    }

    /** The key that is removed, where operation {@code n} removes one; none while removals wait for their turn. */
    public KeyStream removed() {
        return new KeyStream.Removed(this);
    }

    /**
     * A key out of those that are there.
     *
     * @param newestFirst whether the newest key is the hottest, or the oldest
     */
    public KeyStream drawn(long seed, KeyDistribution keyDistribution, boolean newestFirst) {
        return new KeyStream.DrawnFromGrowing(seed, keyDistribution, this, newestFirst);
    }
}
