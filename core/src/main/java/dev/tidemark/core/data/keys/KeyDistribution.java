package dev.tidemark.core.data.keys;

import dev.tidemark.core.data.SplitMix64;

/** How popular the keys of a set are: the law of the rank that is drawn, where 0 is the hottest. Immutable. */
public sealed interface KeyDistribution {

    /** Something that draws ranks; each thread needs its own, for it remembers sums that depend on the set's size. */
    Sampler sampler();

    /**
     * One more than the highest rank that can be drawn: the number of items, but for the unbounded form of
     * {@link Pareto}.
     */
    default long end(long items) {
        return items;
    }

    /** Draws ranks. Not thread-safe; what is drawn depends on the arguments alone. */
    interface Sampler {

        /**
         * @param random where the draw's random numbers begin; any 64 bits
         * @param items  how many keys there are, at least 1; changing it from call to call costs some nanoseconds
         * @return from 0 to below {@link KeyDistribution#end}
         */
        long rank(long random, long items);
    }

    /** Every key alike. */
    record Uniform() implements KeyDistribution {

        @Override
        public Sampler sampler() {
            return CounterRng::below;
        }
    }

    /**
     * A share of the keys gets a share of the traffic, evenly; the other keys get the rest, evenly. With 0.2 and 0.8 it
     * is the 80/20 rule.
     *
     * @param keys    share of the keys that are hot, above 0 to 1; rounded down to whole keys, but at least one
     * @param traffic share of the draws that go to them, 0 to 1
     */
    record HotSet(double keys, double traffic) implements KeyDistribution {

        /** So that the share of a hundred that is written 0.29 is 29, though its product is a little less. */
        private static final double ROUNDING = 1e-9;

        public HotSet {
            if (!(keys > 0 && keys <= 1 && traffic >= 0 && traffic <= 1)) {
                throw new IllegalArgumentException(traffic + " of the traffic to " + keys + " of the keys");
            }
        }

        /** How many keys are hot. */
        public long hot(long items) {
            return Math.clamp((long) (items * keys + ROUNDING), 1, items);
        }

        @Override
        public Sampler sampler() {
            return this::rank;
        }

        private long rank(long random, long items) {
            long hot = hot(items);
            boolean toHot = hot == items || CounterRng.uniform(random) < traffic;
            long next = random + SplitMix64.STEP;
            return toHot ? CounterRng.below(next, hot) : hot + CounterRng.below(next, items - hot);
        }
    }

    /**
     * Zipf's law: the key of rank k is drawn with a probability proportional to 1 / (k + 1)^theta, exactly, for any
     * number of keys.
     *
     * @param theta 0 for uniform, 0.99 as YCSB calls for, any number up to {@value #LARGEST_THETA}
     */
    record Zipf(double theta) implements KeyDistribution {

        public static final double LARGEST_THETA = 10;

        public Zipf {
            if (!(theta >= 0 && theta <= LARGEST_THETA)) {
                throw new IllegalArgumentException("theta " + theta);
            }
        }

        @Override
        public Sampler sampler() {
            return new ZipfSampler(theta);
        }
    }

    /**
     * A Pareto law that begins at 0 (of the second kind, also named after Lomax), rounded down to whole ranks:
     * P(rank &lt; x) = 1 − (1 + x / scale)^−shape with scale = mean × items × (shape − 1). With shape 1.5 and mean 0.2
     * one percent of the keys gets 13 % of the draws, twenty percent get 81 %, and 2.74 % would lie beyond the last.
     *
     * @param shape above 1
     * @param mean  of the unbounded law, as a share of the items; above 0
     * @param tail  what becomes of draws beyond the last key
     */
    record Pareto(double shape, double mean, Tail tail) implements KeyDistribution {

        /** What becomes of draws beyond the last key. */
        public enum Tail {
            /** They are drawn again until they are within. */
            RESAMPLED,
            /** They all become the last key, which so becomes a hot one. An older tool's form. */
            CLAMPED,
            /** They stay what they are: the keys have no end. An older tool's form. */
            UNBOUNDED
        }

        public Pareto {
            if (!(shape > 1 && mean > 0)) {
                throw new IllegalArgumentException("shape " + shape + ", mean " + mean);
            }
        }

        @Override
        public long end(long items) {
            return tail == Tail.UNBOUNDED ? Long.MAX_VALUE : items;
        }

        /**
         * The share of the unbounded law's draws that are within the keys; it does not depend on how many there are.
         */
        public double within() {
            return 1 - Math.pow(1 + 1 / (mean * (shape - 1)), -shape);
        }

        @Override
        public Sampler sampler() {
            double power = -1 / shape;
            double relativeScale = mean * (shape - 1);
            // What is drawn again until it is within has the law of the quantiles below that of the last key.
            double highest = tail == Tail.RESAMPLED ? within() : 1;
            return (random, items) -> {
                double quantile = CounterRng.uniform(random) * highest;
                long rank = (long) ((Math.pow(1 - quantile, power) - 1) * relativeScale * items);
                return Math.min(rank, end(items) - 1);
            };
        }
    }
}
