package dev.tidemark.core.data;

/** How large values are, in bytes: the law that each one's size is drawn from. Immutable. */
public sealed interface SizeDistribution {

    /** @param random 64 random bits of the value's own */
    int size(long random);

    /** The largest size that can be drawn. */
    int largest();

    /** The mean of the law. */
    double mean();

    /** All alike. */
    record Fixed(int bytes) implements SizeDistribution {

        public Fixed {
            SizeDistribution.check(bytes, bytes);
        }

        @Override
        public int size(long random) {
            return bytes;
        }

        @Override
        public int largest() {
            return bytes;
        }

        @Override
        public double mean() {
            return bytes;
        }
    }

    /** Each size from smallest to largest alike, both included. */
    record Uniform(int smallest, int largest) implements SizeDistribution {

        public Uniform {
            SizeDistribution.check(smallest, largest);
        }

        @Override
        public int size(long random) {
            return smallest + (int) Math.unsignedMultiplyHigh(SplitMix64.mix(random), largest - smallest + 1L);
        }

        @Override
        public double mean() {
            return (smallest + (double) largest) / 2;
        }
    }

    /**
     * A smallest size and, on top of it, an exponential one, rounded down to whole bytes. Now and then, and
     * independently, both can be some times larger.
     *
     * @param smallest   in bytes
     * @param excess     mean of the exponential part before it is rounded, in bytes
     * @param enlarged   how many times larger the large ones are; 1 for none
     * @param largeShare share of the values that are large, 0 to 1
     */
    record Exponential(int smallest, double excess, double enlarged, double largeShare) implements SizeDistribution {

        /** Uniform numbers come in steps of 2⁻⁵³, so this many times the mean is the longest exponential draw. */
        private static final double LONGEST = -Math.log(0x1.0p-53);

        public Exponential {
            if (!(excess >= 0 && enlarged >= 1 && largeShare >= 0 && largeShare <= 1)) {
                throw new IllegalArgumentException(excess + ", " + enlarged + " times larger, " + largeShare);
            }
            double largest = (smallest + LONGEST * excess) * (largeShare > 0 ? enlarged : 1);
            SizeDistribution.check(smallest, largest < Integer.MAX_VALUE - 8 ? (int) largest : -1);
        }

        public Exponential(int smallest, double excess) {
            this(smallest, excess, 1, 0);
        }

        @Override
        public int size(long random) {
            boolean large = largeShare > 0 && uniform(random + SplitMix64.STEP) < largeShare;
            double scale = large ? enlarged : 1;
            return (int) (smallest * scale) + (int) (-Math.log(1 - uniform(random)) * excess * scale);
        }

        private static double uniform(long random) {
            return (SplitMix64.mix(random) >>> 11) * 0x1.0p-53;
        }

        @Override
        public int largest() {
            double scale = largeShare > 0 ? enlarged : 1;
            return (int) (smallest * scale) + (int) (LONGEST * excess * scale);
        }

        @Override
        public double mean() {
            return (1 - largeShare) * mean(1) + largeShare * mean(enlarged);
        }

        /** An exponential number that is rounded down has a geometric law, with the mean 1 / (e^(1/mean) − 1). */
        private double mean(double scale) {
            return (int) (smallest * scale) + (excess == 0 ? 0 : 1 / Math.expm1(1 / (excess * scale)));
        }
    }

    private static void check(int smallest, int largest) {
        if (smallest < BlockHeader.BYTES || largest < smallest) {
            throw new IllegalArgumentException("values of " + smallest + " to " + largest + " bytes");
        }
    }
}
