package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Where a curve over a number changes its slope: two straight lines that meet at one of the inner values, against one
 * line through all (segmented regression with a known knot: D. J. Hudson 1966, "Fitting segmented curves whose join
 * points have to be estimated"). Runs vary in proportion to what they measure, so that each value's are weighted by the
 * inverse square of their mean. The knot is chosen, so each is tested at its share of the level (Bonferroni).
 *
 * @param at     the value at which the lines meet
 * @param before slope up to there, in units of what is measured per unit of the number
 * @param after  slope beyond
 */
public record Bend(double at, double before, double after) {

    /** Fewer values lie on two lines by chance. */
    private static final int LEAST = 5;
    private static final double LEVEL = 0.01;
    /** Slopes that are nearer to each other are one for whoever reads of them. */
    private static final double FACTOR = 1.5;
    /** What is left of a perfect line by rounding, as a share. */
    private static final double ROUNDING = 1e-9;

    /**
     * The bend of a curve.
     *
     * @param x the number at each run; runs may share one
     * @param y what each run measured, above 0
     * @return empty where there are fewer than five values of x, or one line does as well
     */
    public static Optional<Bend> of(double[] x, double[] y) {
        double[] levels = Arrays.stream(x).distinct().sorted().toArray();
        if (levels.length < LEAST || Arrays.stream(y).anyMatch(v -> !(v > 0))) {
            return Optional.empty();
        }
        double[] mean = Arrays.stream(levels).map(level -> IntStream.range(0, x.length).filter(i -> x[i] == level)
                .mapToDouble(i -> y[i]).average().orElseThrow()).toArray();
        double[] weights = Arrays.stream(x).map(v -> Math.pow(mean[Arrays.binarySearch(levels, v)], -2)).toArray();
        Fit line = Fit.of(x, y, weights, Double.NaN);
        Fit best = IntStream.range(1, levels.length - 1).mapToObj(k -> Fit.of(x, y, weights, levels[k]))
                .min((a, b) -> Double.compare(a.rest, b.rest)).orElseThrow();
        int free = x.length - 3;
        double chance = FDistribution.of(1, free).survivalProbability(
                (line.rest - best.rest) / Math.max(best.rest, ROUNDING) * free);
        return chance > LEVEL / (levels.length - 2) || line.rest < ROUNDING ? Optional.empty()
                : Optional.of(new Bend(best.knot, best.slope, best.slope + best.change)).filter(Bend::isNoteworthy);
    }

    private boolean isNoteworthy() {
        return before * after <= 0 || Math.max(after / before, before / after) >= FACTOR;
    }

    /** Two lines by weighted least squares; one where the knot is no number. @param rest sum of squares that is left */
    private record Fit(double knot, double slope, double change, double rest) {

        static Fit of(double[] x, double[] y, double[] weights, double knot) {
            int terms = Double.isNaN(knot) ? 2 : 3;
            double scale = Arrays.stream(x).map(Math::abs).max().orElseThrow();
            double[][] normal = new double[terms][terms + 1];
            double[][] rows = IntStream.range(0, x.length).mapToObj(i -> new double[] {1, x[i] / scale,
                terms == 2 ? 0 : Math.max(0, x[i] - knot) / scale}).toArray(double[][]::new);
            for (int i = 0; i < x.length; i++) {
                for (int a = 0; a < terms; a++) {
                    for (int b = 0; b < terms; b++) {
                        normal[a][b] += weights[i] * rows[i][a] * rows[i][b];
                    }
                    normal[a][terms] += weights[i] * rows[i][a] * y[i];
                }
            }
            double[] solved = solved(normal);
            double rest = IntStream.range(0, x.length).mapToDouble(i -> weights[i] * Math.pow(y[i]
                    - IntStream.range(0, terms).mapToDouble(a -> solved[a] * rows[i][a]).sum(), 2)).sum();
            return new Fit(knot, solved[1] / scale, terms == 2 ? 0 : solved[2] / scale, rest);
        }

        /** Gauss and Jordan's elimination; the last column is the right-hand side. */
        private static double[] solved(double[][] m) {
            for (int p = 0; p < m.length; p++) {
                int pivot = p;
                for (int r = p + 1; r < m.length; r++) {
                    pivot = Math.abs(m[r][p]) > Math.abs(m[pivot][p]) ? r : pivot;
                }
                double[] swapped = m[p];
                m[p] = m[pivot];
                m[pivot] = swapped;
                for (int r = 0; r < m.length; r++) {
                    double factor = r == p ? 0 : m[r][p] / m[p][p];
                    for (int c = p; c <= m.length; c++) {
                        m[r][c] -= factor * m[p][c];
                    }
                }
            }
            return IntStream.range(0, m.length).mapToDouble(r -> m[r][m.length] / m[r][r]).toArray();
        }
    }
}
