package dev.tidemark.report.comparison;

import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.report.Numbers;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether two sides gave the same answers. Both were offered the same stream of operations, so after the same number of
 * operations the same share of each kind must have missed, failed, and found as many rows; a side that is faster is
 * further on at the same time, which is no difference. Of worker groups only failures are compared: each goes on at a
 * pace of its own, so what one finds depends on how far the others are.
 */
final class ResultEquivalence {

    static final int OPERATIONS = 0;
    static final int MISSES = 1;
    static final int FAILURES = 2;
    static final int ROWS = 3;

    /** Standard errors beyond which a difference is not taken for chance: one of 16,000 equal pairs is. */
    private static final double BEYOND_CHANCE = 4;
    /**
     * Workers overtake each other, so a key may be read a moment before it is written: smaller differences are that.
     */
    private static final double SAME_MISSES = 0.005;
    private static final double SAME_FAILURES = 0.001;
    private static final double SAME_ROWS = 0.01;
    /** A rare kind may come first on one side. */
    private static final double FEW = 100;

    private ResultEquivalence() {}

    /** The first difference in words; empty where there is none. */
    static Optional<String> difference(String base, List<CumulativeSeries> bases, String other,
            List<CumulativeSeries> others) {
        double operations = Math.min(least(bases), least(others));
        Map<String, double[]> a = first(bases, operations);
        Map<String, double[]> b = first(others, operations);
        String after = "after the same " + Numbers.rounded(operations) + " operations ";
        Set<String> kinds = new LinkedHashSet<>(a.keySet());
        kinds.addAll(b.keySet());
        for (String kind : kinds) {
            double[] x = a.getOrDefault(kind, new double[4]);
            double[] y = b.getOrDefault(kind, new double[4]);
            if (x[OPERATIONS] == 0 || y[OPERATIONS] == 0) {
                if (x[OPERATIONS] + y[OPERATIONS] > FEW) {
                    return Optional.of(after + "only one side had done any " + kind);
                }
            } else if (!QualifiedNames.isOfGroup(kind) && shareDiffers(x, y, MISSES, SAME_MISSES)) {
                return Optional.of(after + shares(x, y, MISSES, base, other) + " of " + kind + " found nothing");
            } else if (shareDiffers(x, y, FAILURES, SAME_FAILURES)) {
                return Optional.of(after + shares(x, y, FAILURES, base, other) + " of " + kind + " had failed");
            } else if (!QualifiedNames.isOfGroup(kind) && rowsDiffer(x, y)) {
                return Optional.of(after + kind + " had found " + Numbers.fixed(x[ROWS] / x[OPERATIONS], 2)
                        + " rows each in " + base + " and " + Numbers.fixed(y[ROWS] / y[OPERATIONS], 2) + " in "
                        + other);
            }
        }
        return Optional.empty();
    }

    private static double least(List<CumulativeSeries> courses) {
        return courses.stream().mapToDouble(CumulativeSeries::operations).min().orElse(0);
    }

    private static Map<String, double[]> first(List<CumulativeSeries> courses, double operations) {
        Map<String, double[]> sums = new LinkedHashMap<>();
        courses.forEach(c -> c.firstOperations(operations).forEach((kind, more) -> {
            double[] sum = sums.computeIfAbsent(kind, k -> new double[4]);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += more[i];
            }
        }));
        return sums;
    }

    /** The test of two proportions, pooled, of differences that matter. */
    private static boolean shareDiffers(double[] x, double[] y, int what, double same) {
        double difference = Math.abs(x[what] / x[OPERATIONS] - y[what] / y[OPERATIONS]);
        double pooled = (x[what] + y[what]) / (x[OPERATIONS] + y[OPERATIONS]);
        double error = Math.sqrt(pooled * (1 - pooled) * (1 / x[OPERATIONS] + 1 / y[OPERATIONS]));
        return difference > same && difference > BEYOND_CHANCE * error;
    }

    /** The size of a result is taken to scatter by as much as it is large. */
    private static boolean rowsDiffer(double[] x, double[] y) {
        double a = x[ROWS] / x[OPERATIONS];
        double b = y[ROWS] / y[OPERATIONS];
        double difference = Math.abs(a - b) / Math.max(a, b);
        double error = Math.sqrt(1 / x[OPERATIONS] + 1 / y[OPERATIONS]);
        return Math.max(a, b) > 0 && difference > SAME_ROWS && difference > BEYOND_CHANCE * error;
    }

    private static String shares(double[] x, double[] y, int what, String base, String other) {
        return Numbers.fixed(100 * x[what] / x[OPERATIONS], 1) + " % in " + base + " and "
                + Numbers.fixed(100 * y[what] / y[OPERATIONS], 1) + " % in " + other;
    }
}
