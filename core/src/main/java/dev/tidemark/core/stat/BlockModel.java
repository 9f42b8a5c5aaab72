package dev.tidemark.core.stat;

import module java.base;

/**
 * Least squares for {@code f(number) = system + block + noise}, where f is the {@link Simultaneous.Scale} (H. Scheffé
 * 1959, "The Analysis of Variance", chapter 4; S. R. Searle 1971, "Linear Models", chapter 7, for missing runs). Runs
 * that say nothing of a difference are left out: those of systems with one run, and those alone in their block.
 */
final class BlockModel {

    private final int systems;
    private final int[] systemOf;
    private final int[] blockOf;
    private final double[] scaled;
    private final double[] runsOf;
    private final double[][] counts;
    private final int[] component;
    private final double[] systemMean;
    private final double[] blockEffect;
    private final double[][] inverse;
    private final double[] squares;
    private final double freedom;
    private final double variance;
    private final double resolution;

    private BlockModel(int all, List<Simultaneous.Run> runs, Simultaneous.Scale scale) {
        int n = runs.size();
        systemOf = runs.stream().mapToInt(Simultaneous.Run::system).toArray();
        Map<Integer, Integer> blocks = new HashMap<>();
        blockOf = runs.stream().mapToInt(r -> blocks.computeIfAbsent(r.block(), b -> blocks.size())).toArray();
        scaled = runs.stream().mapToDouble(r -> scale.of(r.number())).toArray();
        resolution = scale.resolution(runs.stream().mapToDouble(Simultaneous.Run::number).toArray());
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
            double residual = scaled[i] - systemMean[systemOf[i]] - blockEffect[blockOf[i]];
            squares[systemOf[i]] += residual * residual;
        }
        variance = Arrays.stream(squares).sum() / freedom;
    }

    static BlockModel of(int systems, List<Simultaneous.Run> runs, Simultaneous.Scale scale) {
        List<Simultaneous.Run> left = runs;
        for (List<Simultaneous.Run> before = List.of(); left.size() != before.size(); ) {
            before = left;
            Map<Integer, Integer> bySystem = new HashMap<>();
            Map<Integer, Integer> byBlock = new HashMap<>();
            before.forEach(r -> bySystem.merge(r.system(), 1, Integer::sum));
            before.forEach(r -> byBlock.merge(r.block(), 1, Integer::sum));
            left = before.stream().filter(r -> bySystem.get(r.system()) > 1 && byBlock.get(r.block()) > 1).toList();
        }
        return new BlockModel(systems, left, scale);
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

    /** The system's mean on the scale; only differences of connected systems mean anything. */
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

    /** A standard error, and the degrees of freedom of its estimate. */
    record Error(double deviation, double freedom) {}

    /**
     * The error of the difference of two systems from their own residuals alone, with degrees of freedom after Welch
     * and Satterthwaite. A residual has the share of a degree of freedom that the whole leaves to each.
     */
    Error ownError(int system, int other) {
        double a = variance(system) / runsOf[system];
        double b = variance(other) / runsOf[other];
        double share = freedom / systemOf.length;
        return new Error(Math.sqrt(a + b), a + b == 0 ? 1 : (a + b) * (a + b)
                / (a * a / (runsOf[system] * share) + b * b / (runsOf[other] * share)));
    }

    /** What it would be, were both as noisy as the system that scatters most. */
    double largestError(int system, int other) {
        double largest = IntStream.range(0, squares.length).filter(s -> runsOf[s] > 0).mapToDouble(this::variance).max()
                .orElseThrow();
        return Math.sqrt(largest / runsOf[system] + largest / runsOf[other]);
    }

    private double variance(int system) {
        return squares[system] / (runsOf[system] * freedom / systemOf.length);
    }

    /** How many runs of a system say something of a difference. */
    int runs(int system) {
        return (int) runsOf[system];
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
                i -> Math.max(squares[fitted[i]], resolution * resolution * freedoms[i])).toArray();
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
            totals[systemOf[i]] += scaled[i];
            adjusted[blockOf[i]] += scaled[i];
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
