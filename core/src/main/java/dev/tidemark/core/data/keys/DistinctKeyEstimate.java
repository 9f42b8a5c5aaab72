package dev.tidemark.core.data.keys;

import module java.base;

/**
 * How many different keys have been drawn after so many independent draws, as expected. With q(k) for the share of key
 * k it is
 *
 * <pre>
 * D(W) = Σ 1 − (1 − q(k))^W
 * </pre>
 *
 * So where every write draws a key, a lookup after W writes finds nothing with the probability
 * Σ q(k) (1 − q(k))^W = D(W + 1) − D(W), for uniform keys (1 − 1/K)^W; and of lookups that are spread evenly over the
 * writes from W₁ to W₂ the share (D(W₂) − D(W₁)) / (W₂ − W₁) does. For skewed laws the thousands of hottest keys count
 * one by one and the others in bands of nearly equal shares. Immutable.
 */
public final class DistinctKeyEstimate {

    /** Ranks that count one by one. */
    private static final long SINGLE = 4096;
    /** How much wider each band of ranks is than the one before it begins. */
    private static final double WIDTH = 0.002;
    /** Parts of an integral. */
    private static final int STEPS = 32;
    /** From where on an exponential is nothing, and that of infinity, as of a key that has all draws, is not multiplied. */
    private static final double MOST = 700;
    /** What of an endless law is left out. */
    private static final double NEGLIGIBLE = 1e-9;

    /** Keys of one share, by the logarithm of the probability that a draw is another one. */
    private record Band(double logOther, double keys) {}

    private final List<Band> bands = new ArrayList<>();
    private final double from;

    /**
     * @param items how many keys there are
     * @param from  keys of lower rank do not count: they were there before
     */
    public DistinctKeyEstimate(KeyDistribution keyDistribution, long items, long from) {
        this.from = from;
        switch (keyDistribution) {
            case KeyDistribution.Uniform uniform -> add(0, items, 1);
            case KeyDistribution.HotSet hot -> {
                long hottest = hot.hot(items);
                add(0, hottest, hottest == items ? 1 : hot.traffic());
                add(hottest, items, 1 - hot.traffic());
            }
            case KeyDistribution.Zipf zipf -> addAll(items, zipf(zipf.theta(), items));
            case KeyDistribution.Pareto pareto -> addPareto(pareto, items);
        }
    }

    /** Share of the draws below a rank. */
    private interface Law {
        double below(double rank);
    }

    /** The sum of k^−theta by the midpoint rule, which is exact to 10⁻⁸ from the rank on at which it begins. */
    private static Law zipf(double theta, long items) {
        long single = Math.min(items, SINGLE);
        double[] sums = new double[(int) single + 1];
        for (int k = 1; k <= single; k++) {
            sums[k] = sums[k - 1] + Math.pow(k, -theta);
        }
        double all = sums[(int) single] + power(theta, single + 0.5, items + 0.5);
        return rank -> (rank <= single ? sums[(int) rank]
                : sums[(int) single] + power(theta, single + 0.5, rank + 0.5)) / all;
    }

    /** ∫ x^−theta dx. */
    private static double power(double theta, double from, double to) {
        double ratio = Math.log(to / from);
        double exponent = 1 - theta;
        return Math.abs(exponent * ratio) < 1e-9 ? Math.pow(from, exponent) * ratio
                : Math.pow(from, exponent) * Math.expm1(exponent * ratio) / exponent;
    }

    private void addPareto(KeyDistribution.Pareto law, long items) {
        double scale = law.mean() * items * (law.shape() - 1);
        Law unbounded = rank -> -Math.expm1(-law.shape() * Math.log1p(rank / scale));
        double within = unbounded.below(items);
        switch (law.tail()) {
            case RESAMPLED -> addAll(items, rank -> unbounded.below(rank) / within);
            case CLAMPED -> {
                addAll(items - 1, unbounded);
                add(items - 1, items, 1 - unbounded.below(items - 1));
            }
            case UNBOUNDED -> addAll(scale * Math.pow(NEGLIGIBLE, -1 / law.shape()), unbounded);
        }
    }

    private void addAll(double items, Law law) {
        double at = 0;
        while (at < items) {
            double next = Math.min(items, at < SINGLE ? at + 1 : Math.floor(at * (1 + WIDTH)));
            add(at, next, law.below(next) - law.below(at));
            at = next;
        }
    }

    private void add(double first, double end, double share) {
        if (end > Math.max(first, from) && share > 0) {
            bands.add(new Band(Math.log1p(-Math.min(1, share / (end - first))), end - Math.max(first, from)));
        }
    }

    /** The expected number of different keys after so many draws. */
    public double distinct(double draws) {
        double sum = 0;
        for (Band band : bands) {
            sum += draws == 0 ? 0 : -Math.expm1(draws * band.logOther()) * band.keys();
        }
        return sum;
    }

    /** The expected share of lookups that find nothing, spread evenly over the writes from the one to the other. */
    public double missing(double fromWrites, double toWrites) {
        double writes = toWrites - fromWrites;
        return writes < 1 ? distinct(fromWrites + 1) - distinct(fromWrites)
                : (distinct(toWrites) - distinct(fromWrites)) / writes;
    }

    /**
     * The variance, by chance of the draws, of the share of lookups that find nothing, of endlessly many that are spread
     * evenly over so many writes from the first on. The T-th of W writes is the first of a key, which is missing for
     * min(T, W) of them; T is nearly exponential. Were the keys independent, as with a random number of writes, this
     * would be Σ q(k)² (1 − 2x e^−x − e^−2x) ÷ x² with x = −W log(1 − q(k)); what the random number adds, the integral of
     * (missing(u) − missing(W))² ÷ W² over u from 0 to W, is taken off.
     */
    public double missingVariance(double writes) {
        double sum = 0;
        for (Band band : bands) {
            double share = -Math.expm1(band.logOther());
            double x = -band.logOther() * writes;
            double one = x < 1e-4 ? x / 3 : x > MOST ? 1 / (x * x) : (1 - 2 * x * Math.exp(-x) - Math.exp(-2 * x)) / (x * x);
            sum += band.keys() * share * share * one;
        }
        return writes < 1 ? 0 : Math.max(0, sum - ofTheirNumber(writes));
    }

    /** By the midpoint rule. */
    private double ofTheirNumber(double writes) {
        double end = missing(writes, writes);
        double sum = 0;
        for (int i = 0; i < STEPS; i++) {
            double at = writes * (i + 0.5) / STEPS;
            double more = missing(at, at) - end;
            sum += more * more;
        }
        return sum / STEPS / writes;
    }
}
