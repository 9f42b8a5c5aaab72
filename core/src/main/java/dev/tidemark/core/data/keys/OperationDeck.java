package dev.tidemark.core.data.keys;

/**
 * Deals kinds of operations with exact weights: among any whole deck of operations, counted from a lane's first, each
 * kind comes as often as its weight says. So how many operations of a kind come before the n-th is arithmetic. All
 * decks are in one shuffled order, that of the seed, and each deck of each lane is cut elsewhere. Immutable.
 */
public final class OperationDeck {

    /** The most cards, after common factors are taken out. */
    public static final int LARGEST = 1 << 20;

    private final long seed;
    private final int size;
    private final int[] weights;
    private final byte[] cards;
    /** Of each kind, how many there are before each place. */
    private final int[][] before;

    /**
     * @param weights of kinds 0, 1, 2 …; not negative, not all 0, fewer than 128
     * @throws IllegalArgumentException when they are not so, or call for more than {@value #LARGEST} cards
     */
    public OperationDeck(long seed, int... weights) {
        this.seed = seed;
        this.weights = reduced(weights);
        this.size = size(this.weights);
        this.cards = shuffled(seed, this.weights, size);
        this.before = new int[weights.length][size + 1];
        for (int at = 0; at < size; at++) {
            for (int kind = 0; kind < weights.length; kind++) {
                before[kind][at + 1] = before[kind][at] + (cards[at] == kind ? 1 : 0);
            }
        }
    }

    private static int[] reduced(int[] weights) {
        int divisor = 0;
        for (int weight : weights) {
            divisor = commonDivisor(divisor, weight);
        }
        if (divisor <= 0 || weights.length > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("a deck needs a weight above 0 and none below");
        }
        int[] reduced = weights.clone();
        for (int i = 0; i < reduced.length; i++) {
            reduced[i] /= divisor;
        }
        return reduced;
    }

    private static int commonDivisor(int a, int b) {
        if (a < 0 || b < 0) {
            return -1;
        }
        return b == 0 ? a : commonDivisor(b, a % b);
    }

    private static int size(int[] weights) {
        long size = 0;
        for (int weight : weights) {
            size += weight;
        }
        if (size > LARGEST) {
            throw new IllegalArgumentException("a deck of " + size + " cards");
        }
        return (int) size;
    }

    /** By Fisher and Yates. */
    private static byte[] shuffled(long seed, int[] weights, int size) {
        byte[] cards = new byte[size];
        int at = 0;
        for (int kind = 0; kind < weights.length; kind++) {
            for (int i = 0; i < weights[kind]; i++) {
                cards[at++] = (byte) kind;
            }
        }
        for (int last = size - 1; last > 0; last--) {
            int other = (int) CounterRng.below(CounterRng.start(seed, 0, last), last + 1L);
            byte card = cards[last];
            cards[last] = cards[other];
            cards[other] = card;
        }
        return cards;
    }

    /** How many operations a deck has. */
    public int size() {
        return size;
    }

    /** How many of them are of a kind. */
    public int weight(int kind) {
        return weights[kind];
    }

    /** The kind of operation {@code n} of a lane. */
    public int kind(int lane, long n) {
        return cards[(cut(lane, n / size) + (int) (n % size)) % size];
    }

    /** How many operations of a kind come before operation {@code n} of a lane. */
    public long before(int kind, int lane, long n) {
        long whole = n / size;
        int from = cut(lane, whole);
        int to = from + (int) (n % size);
        int[] counts = before[kind];
        int inThis = to <= size ? counts[to] - counts[from] : weights[kind] - counts[from] + counts[to - size];
        return whole * weights[kind] + inThis;
    }

    /** Where a deck begins. */
    private int cut(int lane, long deck) {
        return (int) CounterRng.below(CounterRng.start(seed, lane, ~deck), size);
    }
}
