package dev.tidemark.core.stat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Least squares for {@code ln number = system + block + noise} (H. Scheffé 1959, "The Analysis of Variance", chapter 4;
 * S. R. Searle 1971, "Linear Models", chapter 7, for missing runs). Runs that say nothing of a difference are left out:
 * those of systems with one run, and those alone in their block.
 */
final class BlockModel {

    private final int systems;
    private final int[] systemOf;
    private final int[] blockOf;
    private final double[] logarithms;
    private final double[] runsOf;
    private final double[][] counts;
    private final int[] component;
    private final double[] systemMean;
    private final double[] blockEffect;
    private final double[][] inverse;
    private final double[] squares;
    private final double freedom;
    private final double variance;

    private BlockModel(int all, List<Simultaneous.Run> runs) {
        int n = runs.size();
        systemOf = runs.stream().mapToInt(Simultaneous.Run::system).toArray();
        Map<Integer, Integer> blocks = new HashMap<>();
        blockOf = runs.stream().mapToInt(r -> blocks.computeIfAbsent(r.block(), b -> blocks.size())).toArray();
        logarithms = runs.stream().mapToDouble(r -> Math.log(r.number())).toArray();
        systems = (int) Arrays.stream(systemOf).distinct().count();
        runsOf = new double[all];
        counts = new double[all][];
        for (int i = 0; i < n; i++) {
            runsOf[systemOf[i]]++;
            counts[systemOf[i]] = counts[systemOf[i]] == null ? new double[blocks.size()] : counts[systemOf[i]];
            counts[systemOf[i]][blockOf[i]]++;
        }
        component = components(all, blocks.size());
        int parts = (int) Arrays.stream(systemOf).map(s -> component[s]).distinct().count();
        boolean complete = complete();
        freedom = complete || blocks.size() <= Simultaneous.MOST_BLOCKS ? n - systems - blocks.size() + parts : 0;
        inverse = complete || freedom == 0 ? null : inverse(blocks.size());
        systemMean = new double[all];
        blockEffect = new double[blocks.size()];
        fit();
        squares = new double[all];
        for (int i = 0; i < n; i++) {
            double residual = logarithms[i] - systemMean[systemOf[i]] - blockEffect[blockOf[i]];
            squares[systemOf[i]] += residual * residual;
        }
        variance = Arrays.stream(squares).sum() / freedom;
    }

    static BlockModel of(int systems, List<Simultaneous.Run> runs) {
        List<Simultaneous.Run> left = runs;
        for (List<Simultaneous.Run> before = List.of(); left.size() != before.size(); ) {
            before = left;
            Map<Integer, Integer> bySystem = new HashMap<>();
            Map<Integer, Integer> byBlock = new HashMap<>();
            before.forEach(r -> bySystem.merge(r.system(), 1, Integer::sum));
            before.forEach(r -> byBlock.merge(r.block(), 1, Integer::sum));
            left = before.stream().filter(r -> bySystem.get(r.system()) > 1 && byBlock.get(r.block()) > 1).toList();
        }
        return new BlockModel(systems, left);
    }

    /** Systems that can be compared with others. */
    int systems() {
        return systems;
    }

    double freedom() {
        return freedom;
    }

    boolean judged(int system) {
        return freedom > 0 && counts[system] != null;
    }

    /** Whether a chain of common blocks leads from one to the other, and the noise is known. */
    boolean connected(int system, int other) {
        return judged(system) && judged(other) && component[system] == component[other];
    }

    /** The system's logarithm; only differences of connected systems mean anything. */
    double mean(int system) {
        return systemMean[system];
    }

    /** Standard error of the difference of two connected systems. */
    double error(int system, int other) {
        double variances = 1 / runsOf[system] + 1 / runsOf[other];
        if (inverse != null) {
            int b = inverse.length;
            double[] d = new double[b];
            for (int j = 0; j < b; j++) {
                d[j] = counts[system][j] / runsOf[system] - counts[other][j] / runsOf[other];
            }
            for (int j = 0; j < b; j++) {
                for (int l = 0; l < b && d[j] != 0; l++) {
                    variances += d[j] * inverse[j][l] * d[l];
                }
            }
        }
        return Math.sqrt(variance * variances);
    }

    /**
     * Half of Welch's 95 % interval for the difference of two systems, from their own residuals alone. A residual has
     * the share of a degree of freedom that the whole leaves to each.
     */
    double ownMargin(int system, int other) {
        double share = freedom / systemOf.length;
        double a = squares[system] / (runsOf[system] * share) / runsOf[system];
        double b = squares[other] / (runsOf[other] * share) / runsOf[other];
        return a + b == 0 ? 0 : Math.sqrt(a + b) * Estimate.quantile((a + b) * (a + b)
                / (a * a / (runsOf[system] * share) + b * b / (runsOf[other] * share)));
    }

    /** The differences of two systems within their common blocks. */
    double[] differences(int system, int other) {
        double[] sums = sums(system);
        double[] others = sums(other);
        return IntStream.range(0, sums.length).filter(b -> counts[system][b] > 0 && counts[other][b] > 0)
                .mapToDouble(b -> others[b] / counts[other][b] - sums[b] / counts[system][b]).toArray();
    }

    private double[] sums(int system) {
        double[] sums = new double[blockEffect.length];
        for (int i = 0; i < systemOf.length; i++) {
            if (systemOf[i] == system) {
                sums[blockOf[i]] += logarithms[i];
            }
        }
        return sums;
    }

    /** Probability of residuals whose spread differs so much between systems, were it the same; 1 if none can tell. */
    double equalSpread() {
        int[] fitted = IntStream.range(0, squares.length).filter(s -> runsOf[s] > 0).toArray();
        if (systems < 3 || !(freedom > 0)) {
            return 1;
        }
        double share = freedom / systemOf.length;
        double[] freedoms = Arrays.stream(fitted).mapToDouble(s -> runsOf[s] * share).toArray();
        double[] spreads = IntStream.range(0, fitted.length).mapToDouble(
                i -> Math.max(squares[fitted[i]], LeastError.BUCKET * LeastError.BUCKET * freedoms[i])).toArray();
        return SpreadTest.p(spreads, freedoms);
    }

    private boolean complete() {
        return Arrays.stream(counts).allMatch(c -> c == null || Arrays.stream(c).allMatch(n -> n == 1));
    }

    private int[] components(int all, int blocks) {
        List<List<Integer>> systemsIn = IntStream.range(0, blocks)
                .<List<Integer>>mapToObj(b -> new ArrayList<>()).toList();
        for (int i = 0; i < systemOf.length; i++) {
            systemsIn.get(blockOf[i]).add(systemOf[i]);
        }
        int[] found = new int[all];
        boolean[] seen = new boolean[blocks];
        int parts = 0;
        for (int start : systemOf) {
            if (found[start] == 0) {
                found[start] = ++parts;
                Deque<Integer> open = new ArrayDeque<>(List.of(start));
                while (!open.isEmpty()) {
                    double[] in = counts[open.remove()];
                    for (int b = 0; b < blocks; b++) {
                        if (in[b] > 0 && !seen[b]) {
                            seen[b] = true;
                            for (int system : systemsIn.get(b)) {
                                if (found[system] == 0) {
                                    found[system] = parts;
                                    open.add(system);
                                }
                            }
                        }
                    }
                }
            }
        }
        return found;
    }

    private void fit() {
        double[] totals = new double[systemMean.length];
        double[] adjusted = new double[blockEffect.length];
        for (int i = 0; i < systemOf.length; i++) {
            totals[systemOf[i]] += logarithms[i];
            adjusted[blockOf[i]] += logarithms[i];
        }
        int[] fitted = IntStream.range(0, totals.length).filter(s -> runsOf[s] > 0).toArray();
        for (int b = 0; b < adjusted.length; b++) {
            for (int s : fitted) {
                adjusted[b] -= counts[s][b] * totals[s] / runsOf[s];
            }
        }
        for (int b = 0; b < adjusted.length; b++) {
            blockEffect[b] = inverse == null ? adjusted[b] / systems : product(inverse[b], adjusted);
        }
        for (int s : fitted) {
            systemMean[s] = (totals[s] - product(counts[s], blockEffect)) / runsOf[s];
        }
    }

    private static double product(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
    }

    /**
     * A generalised inverse of the equations for the blocks, systems eliminated: the first block of each connected part
     * is taken as 0.
     */
    private double[][] inverse(int blocks) {
        double[][] equations = new double[blocks][blocks];
        boolean[] based = new boolean[blocks + systemOf.length + 1];
        boolean[] base = new boolean[blocks];
        for (int i = 0; i < systemOf.length; i++) {
            base[blockOf[i]] |= !based[component[systemOf[i]]];
            based[component[systemOf[i]]] = true;
            equations[blockOf[i]][blockOf[i]]++;
        }
        for (int s = 0; s < counts.length; s++) {
            for (int a = 0; a < blocks && counts[s] != null; a++) {
                for (int b = 0; b < blocks && counts[s][a] > 0; b++) {
                    equations[a][b] -= counts[s][a] * counts[s][b] / runsOf[s];
                }
            }
        }
        for (int a = 0; a < blocks; a++) {
            for (int b = 0; b < blocks; b++) {
                if (base[a] || base[b]) {
                    equations[a][b] = a == b ? 1 : 0;
                }
            }
        }
        invert(equations);
        for (int b = 0; b < blocks; b++) {
            equations[b][b] = base[b] ? 0 : equations[b][b];
        }
        return equations;
    }

    /** In place, by Gauss and Jordan; without pivoting, as the matrix is positive definite. */
    private static void invert(double[][] m) {
        for (int p = 0; p < m.length; p++) {
            double pivot = 1 / m[p][p];
            m[p][p] = 1;
            for (int j = 0; j < m.length; j++) {
                m[p][j] *= pivot;
            }
            for (int i = 0; i < m.length; i++) {
                double factor = m[i][p];
                if (i != p && factor != 0) {
                    m[i][p] = 0;
                    for (int j = 0; j < m.length; j++) {
                        m[i][j] -= factor * m[p][j];
                    }
                }
            }
        }
    }
}
