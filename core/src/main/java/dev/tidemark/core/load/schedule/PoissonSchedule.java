package dev.tidemark.core.load.schedule;

/** Slots at random, independent distances; see {@link Schedules#poisson}. */
final class PoissonSchedule implements Schedule {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final double rate;
    private final long seed;

    PoissonSchedule(double rate, long seed) {
        this.rate = rate;
        this.seed = mix(seed);
    }

    /** The finishing step of SplitMix64 (Steele, Lea and Flood 2014): every input bit stirs every output bit. */
    private static long mix(long z) {
        long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        long x = (y ^ y >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }

    /** The gap before a slot, in nanoseconds. */
    private double gap(long slot) {
        double u = ((mix(seed + slot * GOLDEN) >>> 11) + 1) * 0x1.0p-53;
        return -Math.log(u) / rate * 1e9;
    }

    @Override
    public Cursor cursor() {
        return new Cursor() {
            private long next;
            private double due;

            @Override
            public long due(long slot) {
                while (next <= slot) {
                    due += gap(next);
                    next++;
                }
                return (long) due;
            }
        };
    }

    @Override
    public double meanRate() {
        return rate;
    }
}
