package dev.tidemark.core.workload;

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
        double share = readPercent / 100;
        return diced ? (random >>> 11) * 0x1.0p-53 < share : Math.floor((n + 1) * share) > Math.floor(n * share);
    }
}
