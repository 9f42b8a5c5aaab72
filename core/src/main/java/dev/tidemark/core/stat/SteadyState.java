package dev.tidemark.core.stat;

import module java.base;

/**
 * Tells when numbers that come one after the other, such as response times, have stopped to change: when it is shown
 * that over as many as will be measured they change by less than a stated share. That no change shows is not enough, as
 * with few numbers none ever does.
 *
 * <p>Numbers are taken together in blocks of {@value #BLOCK}, whose geometric means are nearly independent of each
 * other (batch means: R. W. Conway 1963, "Some tactical problems in digital simulation"). The first half of all blocks
 * is left out, as what is warm must be told by itself and not by how cold it was; the third and the last quarter are
 * compared by Welch's interval of their ratio (see {@link Comparison#independent}). The ratio is carried forward, where
 * the quarters are shorter, to as many numbers as will be measured. They are steady when the 95 % interval of that lies
 * within the stated share: an equivalence test by two one-sided tests of 2.5 % each (D. J. Schuirmann 1987, "A
 * comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average
 * bioavailability"). It looks again when there is a quarter more, not after each number, as each look is another chance
 * to be wrong.
 *
 * <p>A change so slow that it amounts to less than the stated share over what is measured counts as none. Thread-safe.
 */
public final class SteadyState {

    /** Numbers of a block. */
    public static final int BLOCK = 20;
    /** Numbers before which it says nothing. */
    public static final int LEAST = 30 * BLOCK;
    private static final double MORE = 1.25;

    private final double within;
    private final long measured;
    private double[] blocks = new double[64];
    private int count;
    private int lookAt = LEAST / BLOCK;
    private double sum;
    private int pending;
    private double change = Double.NaN;
    private volatile boolean steady;

    /**
     * @param within   the share, above 0
     * @param measured how many numbers will be measured afterwards; 0 where that is not known, and a quarter of those
     *                 before stands for it
     */
    public SteadyState(double within, long measured) {
        this.within = within;
        this.measured = measured;
    }

    /** Adds the next number, above 0; one that is not counts as the smallest. */
    public synchronized void add(double number) {
        if (steady) {
            return;
        }
        sum += Math.log(Math.max(number, Double.MIN_NORMAL));
        if (++pending == BLOCK) {
            close(Math.exp(sum / BLOCK));
        }
    }

    private void close(double mean) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = mean;
        pending = 0;
        sum = 0;
        if (count == lookAt) {
            lookAt = (int) Math.ceil(MORE * count);
            update();
        }
    }

    private void update() {
        int quarter = count / 4;
        Comparison compared = Comparison.independent(Arrays.copyOfRange(blocks, count - 2 * quarter, count - quarter),
                Arrays.copyOfRange(blocks, count - quarter, count));
        double forward = Math.max(1, measured / (double) (quarter * BLOCK));
        change = Math.expm1(forward * Math.max(-Math.log(compared.low()), Math.log(compared.high())));
        steady = change <= within;
    }

    /** Whether they have been shown to be steady; stays so. */
    public boolean steady() {
        return steady;
    }

    /** Numbers that were added before they were steady. */
    public synchronized long seen() {
        return (long) count * BLOCK + pending;
    }

    /**
     * The share by which they may at most still change over what is measured, by the 95 % interval of the last look;
     * empty where there were too few for one.
     */
    public synchronized Optional<Double> change() {
        return Double.isNaN(change) ? Optional.empty() : Optional.of(change);
    }
}
