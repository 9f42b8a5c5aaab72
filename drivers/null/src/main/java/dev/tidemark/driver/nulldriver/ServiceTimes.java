package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.param.Values;

/** The service times of one session: a function of the seed, the session's number and the operation's. */
final class ServiceTimes {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final NullParams.Distribution distribution;
    private final long mean;
    private final long[] list;
    private final long seed;
    private long drawn;
    private int listed;

    ServiceTimes(Values values, int session) {
        distribution = values.get(NullParams.DISTRIBUTION);
        mean = values.get(NullParams.SERVICE_TIME).toNanos();
        list = NullParams.serviceList(values);
        seed = mix(mix(values.get(NullParams.SEED)) + session);
    }

    /** The finishing step of SplitMix64 (Steele, Lea and Flood 2014). */
    private static long mix(long z) {
        long y = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        long x = (y ^ y >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }

    /** Uniform in (0, 1]. */
    double uniform() {
        return ((mix(seed + ++drawn * GOLDEN) >>> 11) + 1) * 0x1.0p-53;
    }

    /** The next service time in nanoseconds. */
    long next() {
        return switch (distribution) {
            case CONSTANT -> mean;
            case EXPONENTIAL -> Math.round(-Math.log(uniform()) * mean);
            case LIST -> {
                listed = (listed + 1) % list.length;
                yield list[(listed + list.length - 1) % list.length];
            }
        };
    }

    /** Whether all of them are 0. */
    boolean none() {
        return distribution != NullParams.Distribution.LIST && mean == 0;
    }
}
