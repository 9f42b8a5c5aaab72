package dev.tidemark.core.workload.randomio;

/**
 * Which cycles read.
 *
 * @param readPercent from 0 to 100
 * @param diced       by a throw for each cycle, or dealt: of any hundred cycles in a row exactly that share, to a
 *                    whole number, evenly spread
 */
record RandomIoMix(double readPercent, boolean diced) {

    boolean readsOnly() {
        return readPercent == 100;
    }

    /**
     * @param n      number of the cycle
     * @param random 64 random bits of its own
     */
    boolean reads(long n, long random) {
        return diced ? (random >>> 11) * 0x1.0p-53 < readPercent / 100 : dealt(n + 1) > dealt(n);
    }

    /** Reading cycles among the first so many. The product of whole percents is exact, and so is what follows. */
    private double dealt(long cycles) {
        return Math.floor(cycles * readPercent / 100);
    }
}
