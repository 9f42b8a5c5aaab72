package dev.tidemark.core.stat;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How firmly a ratio held over the course of two single runs that are compared moment by moment. It speaks of these two
 * runs and of no others: how much the ratio differs from process to process only repeats can tell, see
 * {@link Comparison}. So it is a type of its own.
 *
 * <p>Both runs are cut into the same {@value #BATCHES} stretches of time. The ratio is one of figures of the whole
 * runs; its error comes from leaving out each stretch in turn (the jackknife; R. G. Miller 1974, "The jackknife – a
 * review"),
 * which serves for rates, means and percentiles alike. Neighbouring stretches of a run resemble each other: a
 * compaction, a filling cache or a busy neighbour lasts longer than one. Taken as independent they would claim far too
 * small an error. So the error of their mean is enlarged for the correlation ρ of neighbours, as for a first-order
 * autoregressive series: n stretches are worth n (1 − ρ) / (1 + ρ) independent ones (G. V. Bayley and J. M. Hammersley
 * 1946, "The 'effective' number of independent observations in an autocorrelated time series"). A short series
 * underestimates ρ by about (1 + 4ρ) / n (F. H. C. Marriott and J. A. Pope 1954, "Bias in the estimation of
 * autocorrelations"); this adds (2 + 4ρ) / n, which kept false alarms below the level for every correlation tried.
 *
 * @param ratio     the second run's figure over the first's
 * @param low       lower end of the 95 % interval
 * @param high      upper end of it
 * @param p         probability of a ratio at least this far from 1 had the runs been equal at all times
 * @param effective how many independent stretches the {@value #BATCHES} are worth
 */
public record WithinRuns(double ratio, double low, double high, double p, double effective) {

    /** Stretches into which both runs are cut. */
    public static final int BATCHES = 30;

    /** Intervals that a run must have for them to be cut so: two per stretch. */
    public static final int LEAST_INTERVALS = 2 * BATCHES;

    /**
     * With fewer independent stretches than this nothing is claimed: the runs are too short for how slowly they vary.
     */
    private static final double LEAST_EFFECTIVE = 5;

    /**
     * @param logarithm logarithm of the ratio of both whole runs
     * @param without   the same with each of {@value #BATCHES} stretches left out, in order of time
     * @return empty when the runs are too short for how slowly they vary, or a number is not finite
     */
    public static Optional<WithinRuns> of(double logarithm, double[] without) {
        int n = without.length;
        if (n != BATCHES) {
            throw new IllegalArgumentException(n + " stretches instead of " + BATCHES);
        }
        double[] pseudo = Arrays.stream(without).map(w -> n * logarithm - (n - 1) * w).toArray();
        double mean = Arrays.stream(pseudo).average().orElseThrow();
        double squares = 0;
        double neighbours = 0;
        for (int i = 0; i < n; i++) {
            squares += (pseudo[i] - mean) * (pseudo[i] - mean);
            neighbours += i == 0 ? 0 : (pseudo[i] - mean) * (pseudo[i - 1] - mean);
        }
        if (!Double.isFinite(squares)) {
            return Optional.empty();
        }
        if (squares == 0) {
            double ratio = Math.exp(logarithm);
            return Optional.of(new WithinRuns(ratio, ratio, ratio, logarithm == 0 ? 1 : 0, n));
        }
        double effective = effective(neighbours / squares, n);
        return effective < LEAST_EFFECTIVE ? Optional.empty()
                : Optional.of(of(logarithm, Math.sqrt(squares / (n - 1) / effective), effective));
    }

    private static double effective(double seen, int n) {
        double correlation = Math.clamp(seen + (2 + 4 * seen) / n, 0, 0.999);
        return n * (1 - correlation) / (1 + correlation);
    }

    private static WithinRuns of(double logarithm, double error, double effective) {
        double margin = Estimate.quantile(effective - 1) * error;
        double p = 2 * TDistribution.of(effective - 1).survivalProbability(Math.abs(logarithm) / error);
        return new WithinRuns(Math.exp(logarithm), Math.exp(logarithm - margin), Math.exp(logarithm + margin), p,
                effective);
    }

    /**
     * The ratio of two rates or two means: of sums over sums, stretch by stretch.
     *
     * @param base      numerators of the first run, one per stretch: units done, or a sum of response times
     * @param baseOver  its denominators: seconds, or a number of operations
     * @param other     numerators of the second run
     * @param otherOver its denominators
     * @return empty when a sum is not above 0, or the runs are too short for how slowly they vary
     */
    public static Optional<WithinRuns> ofSums(double[] base, double[] baseOver, double[] other, double[] otherOver) {
        double[][] sums = {base, baseOver, other, otherOver};
        double[] all = Arrays.stream(sums).mapToDouble(s -> Arrays.stream(s).sum()).toArray();
        double[] without = new double[base.length];
        for (int i = 0; i < without.length; i++) {
            without[i] = logarithm(all[0] - base[i], all[1] - baseOver[i], all[2] - other[i], all[3] - otherOver[i]);
        }
        double whole = logarithm(all[0], all[1], all[2], all[3]);
        return Double.isFinite(whole) ? of(whole, without) : Optional.empty();
    }

    private static double logarithm(double base, double baseOver, double other, double otherOver) {
        return Math.log(other / otherOver) - Math.log(base / baseOver);
    }

    /** Whether the ratio held through these runs, one way or the other. */
    public boolean steady() {
        return p < Comparison.LEVEL;
    }
}
