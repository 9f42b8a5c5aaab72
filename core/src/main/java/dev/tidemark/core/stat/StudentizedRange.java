package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How far the largest and the smallest of several equal means lie apart by chance, in units of a mean's standard
 * error: the range of {@code groups} standard normal numbers over an independent estimate {@code s} of their standard
 * deviation (J. W. Tukey 1953, "The problem of multiple comparisons"). With {@code H} the distribution of the range and
 * {@code f} the density of {@code s = √(χ²/ν)},
 * <pre>
 *   H(w) = k ∫ φ(z) [Φ(z) − Φ(z − w)]^(k−1) dz          P(Q ≤ q) = ∫ f(s) H(q s) ds
 * </pre>
 * (H. L. Harter 1960, "Tables of range and studentized range"). Both integrals are taken by the trapezoidal rule, whose
 * error falls exponentially for smooth integrands that vanish at both ends: the first over z, the second over ln s.
 */
final class StudentizedRange {

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    /** Distributions kept; each comes again for every report on as many rows and rounds. */
    private static final int MOST_KEPT = 256;
    private static final Map<Long, StudentizedRange> KEPT = new ConcurrentHashMap<>();
    private static final Map<Integer, Range> RANGES = new ConcurrentHashMap<>();

    /** Chances smaller than this are left out of the integrals. */
    private static final double NEGLIGIBLE = 1e-15;

    private final Range range;
    private final double[] scales;
    private final double[] weights;
    private final Map<Double, Double> critical = new ConcurrentHashMap<>();

    private StudentizedRange(int groups, double freedom) {
        this.range = cached(RANGES).computeIfAbsent(groups, Range::new);
        ChiSquaredDistribution squares = ChiSquaredDistribution.of(freedom);
        double from = Math.log(Math.max(squares.inverseCumulativeProbability(NEGLIGIBLE), 1e-30) / freedom) / 2;
        double to = Math.log(squares.inverseSurvivalProbability(NEGLIGIBLE) / freedom) / 2;
        int steps = (int) Math.ceil((to - from) / Math.min(0.1, 0.35 / Math.sqrt(2 * freedom)));
        double step = (to - from) / steps;
        scales = new double[steps + 1];
        weights = new double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            scales[i] = Math.exp(from + i * step);
            double square = scales[i] * scales[i] * freedom;
            weights[i] = step * 2 * square * squares.density(square); // dχ² = 2 χ² d ln s
        }
    }

    /**
     * @param groups  of how many means; at least 2
     * @param freedom degrees of freedom of the estimate of their standard deviation; above 0
     */
    static StudentizedRange of(int groups, double freedom) {
        if (groups < 2 || !(freedom > 0)) {
            throw new IllegalArgumentException(groups + " means with " + freedom + " degrees of freedom have no range");
        }
        if (freedom != Math.rint(freedom)) {
            return new StudentizedRange(groups, freedom);
        }
        return cached(KEPT).computeIfAbsent((long) groups << 32 | (long) freedom, k ->
                new StudentizedRange(groups, freedom));
    }

    /** With room for one more: a server that shows reports for months begins anew now and then. */
    private static <K, V> Map<K, V> cached(Map<K, V> map) {
        if (map.size() >= MOST_KEPT) {
            map.clear();
        }
        return map;
    }

    /** Beyond which a range of equal means lies with the probability {@code level}. */
    double critical(double level) {
        return critical.computeIfAbsent(level, l -> quantile(1 - l));
    }

    /** Probability that the range of equal means is more than {@code q} standard errors. */
    double survival(double q) {
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            sum += weights[i] * range.survival(q * scales[i]);
        }
        return Math.clamp(sum, 0, 1);
    }

    /** By bisection of the logarithm. */
    private double quantile(double probability) {
        double low = 1e-3;
        double high = 1e4;
        while (high > low * (1 + 1e-10)) {
            double middle = Math.sqrt(low * high);
            if (survival(middle) > 1 - probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The range of standard normal numbers: worked out on a grid, and between by cubic Hermite interpolation. */
    private static final class Range {

        private static final double STEP = 1.0 / 16;
        /** Beyond so far a range of however many normal numbers that anyone measures has no chance. */
        private static final double END = 18;
        private static final double Z_END = 9;
        private static final double Z_STEP = 1.0 / 8;

        private final double[] survival = new double[(int) (END / STEP) + 1];
        private final double[] density = new double[survival.length];

        Range(int groups) {
            int half = (int) (Z_END / Z_STEP);
            for (int at = 0; at < survival.length; at++) {
                double w = at * STEP;
                double below = 0;
                double slope = 0;
                for (int i = -half; i <= half; i++) {
                    double z = i * Z_STEP;
                    double inside = NORMAL.probability(z - w, z);
                    double power = Math.pow(inside, groups - 2);
                    below += NORMAL.density(z) * power * inside;
                    slope += NORMAL.density(z) * power * NORMAL.density(z - w);
                }
                survival[at] = Math.clamp(1 - groups * Z_STEP * below, 0, 1);
                density[at] = groups * (groups - 1.0) * Z_STEP * slope;
            }
        }

        double survival(double w) {
            int at = (int) (w / STEP);
            if (at >= survival.length - 1) {
                return 0;
            }
            double t = w / STEP - at;
            double low = survival[at] + t * t * (3 - 2 * t) * (survival[at + 1] - survival[at]);
            return low - STEP * t * (1 - t) * ((1 - t) * density[at] - t * density[at + 1]);
        }
    }
}
