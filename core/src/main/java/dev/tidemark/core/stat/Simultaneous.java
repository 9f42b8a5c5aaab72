package dev.tidemark.core.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares several systems, each with each, as one family: with a chance of 95 % all intervals together hold what they
 * speak of, so that one may look at whichever pair one likes, the best of all among them.
 *
 * <p>The logarithm of a run's number is taken as {@code system + block + noise}. A block is what runs of one pass over
 * all systems shared, and takes out what drifts between passes. Systems and blocks are estimated by least squares,
 * where runs are missing, too (as for incomplete blocks: F. Yates 1936, "Incomplete randomized blocks"); then the
 * noise's variance is estimated from the residuals of all systems together, and each difference judged by the
 * studentized range of as many means (J. W. Tukey 1953; C. Y. Kramer 1956 for unequal numbers of runs).
 *
 * <p>One variance for all is an assumption, and two things keep it from misleading. An interval is never narrower than
 * Welch's from the residuals of its own two systems. And where all residuals contradict it ({@link SpreadTest}), each
 * pair is judged by the spread of its own differences within blocks, as one of so many pairs after Bonferroni. That
 * takes more runs to tell a difference.
 *
 * <p>Nothing is claimed about a system with a single run, nor about two that no chain of common blocks connects: what
 * drifted between the blocks would count as their difference.
 */
public final class Simultaneous {

    /** With more blocks nothing is compared where runs are missing: solving the equations takes the cube of it. */
    static final int MOST_BLOCKS = 1000;

    private static final double LEVEL = 0.05;
    /** At which the residuals contradict one variance for all: rather too often than too seldom. */
    private static final double SPREAD_LEVEL = 0.1;
    private static final double ROOT_2 = Math.sqrt(2);
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double POWER = 0.8;
    /** More than these nobody adds. */
    private static final int MOST_ROUNDS = 30;

    /**
     * The number of one run.
     *
     * @param system which system, from 0
     * @param block  which pass over the systems, from 0
     * @param number above 0
     */
    public record Run(int system, int block, double number) {}

    private final List<List<Run>> bySystem;
    private final BlockModel model;
    private final boolean pooled;
    private final Map<Integer, Double> quantiles = new ConcurrentHashMap<>();

    private Simultaneous(List<List<Run>> bySystem, BlockModel model) {
        this.bySystem = bySystem;
        this.model = model;
        this.pooled = model.equalSpread() >= SPREAD_LEVEL;
    }

    /**
     * @param systems how many there are
     * @param runs    their runs in any order; a system may have none
     */
    public static Simultaneous of(int systems, List<Run> runs) {
        List<List<Run>> bySystem = IntStream.range(0, systems).<List<Run>>mapToObj(i -> new ArrayList<>()).toList();
        for (Run run : runs) {
            if (!(run.number() > 0)) {
                throw new IllegalArgumentException("a ratio needs numbers above 0, not " + run.number());
            }
            bySystem.get(run.system()).add(run);
        }
        return new Simultaneous(bySystem, BlockModel.of(systems, runs));
    }

    /** Whether the noise is estimated from all systems together. */
    public boolean pooled() {
        return pooled;
    }

    /** Whether a system has runs from which its error can be known. */
    public boolean judged(int system) {
        return model.judged(system);
    }

    /** Whether the error of the comparison of two systems is known. */
    public boolean errorKnown(int base, int other) {
        return model.connected(base, other) && (pooled || model.differences(base, other).length > 1);
    }

    /**
     * How many times as large the second system's numbers are. The error is unknown where the two cannot be compared.
     *
     * @param base  a system with runs
     * @param other another one
     */
    public Comparison compare(int base, int other) {
        int runs = bySystem.get(base).size();
        int otherRuns = bySystem.get(other).size();
        double least = least(base, other);
        if (!errorKnown(base, other)) {
            return unknown(mean(other) - mean(base), runs, otherRuns);
        }
        return pooled ? ofAll(base, other, least) : ofPair(model.differences(base, other), least, runs, otherRuns);
    }

    /**
     * How many rounds over all systems would show a difference as large as the one seen between two: with so many, its
     * interval excludes "equal" with a chance of {@value #POWER}, were it the true one and the noise as estimated. Of
     * complete rounds the difference of two means is normal with variance {@code 2 σ² / m}, and its margin
     * {@code q σ / √m}. That a seen difference was chosen as the largest makes it look larger than it is, so this is
     * rather too few.
     *
     * @return in all, those that were run among them; empty where the noise is not known or not the same in all
     *         systems, and where even {@value #MOST_ROUNDS} would not do
     */
    public OptionalInt rounds(int base, int other) {
        if (!pooled || !errorKnown(base, other)) {
            return OptionalInt.empty();
        }
        double difference = Math.abs(model.mean(other) - model.mean(base));
        double share = 1.0 / bySystem.get(base).size() + 1.0 / bySystem.get(other).size();
        double deviation = model.error(base, other) / Math.sqrt(share);
        double least = least(base, other);
        return IntStream.rangeClosed(2, MOST_ROUNDS).filter(m -> power(difference, deviation, least, m) >= POWER).findFirst();
    }

    private double power(double difference, double deviation, double least, int rounds) {
        double error = Math.max(deviation / Math.sqrt(rounds), least / ROOT_2); // of one mean
        double freedom = (model.systems() - 1.0) * (rounds - 1);
        double margin = StudentizedRange.of(model.systems(), freedom).critical() * error;
        return NORMAL.cumulativeProbability((difference - margin) / (error * ROOT_2));
    }

    private double least(int base, int other) {
        return LeastError.of(Stream.concat(bySystem.get(base).stream(), bySystem.get(other).stream())
                .mapToDouble(Run::number).toArray());
    }

    private Comparison ofAll(int base, int other, double least) {
        double difference = model.mean(other) - model.mean(base);
        double error = Math.max(model.error(base, other), least) / ROOT_2; // the range is in errors of one mean
        StudentizedRange range = StudentizedRange.of(model.systems(), model.freedom());
        double family = range.critical() * error;
        double margin = Math.max(family, model.ownMargin(base, other));
        // Where the pair's own margin is wider, the probability must not claim what the interval does not.
        double p = range.survival(Math.abs(difference) / error * family / margin);
        return comparison(difference, margin, p, bySystem.get(base).size(), bySystem.get(other).size());
    }

    private Comparison ofPair(double[] differences, double least, int runs, int otherRuns) {
        int n = differences.length;
        double mean = Arrays.stream(differences).average().orElseThrow();
        double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
        double error = Math.max(Math.sqrt(squares / (n - 1) / n), least);
        double pairs = model.systems() * (model.systems() - 1) / 2.0;
        TDistribution student = TDistribution.of(n - 1);
        double margin = error * quantiles.computeIfAbsent(n,
                m -> student.inverseSurvivalProbability(LEVEL / 2 / pairs));
        double p = Math.min(1, pairs * 2 * student.survivalProbability(Math.abs(mean) / error));
        return comparison(mean, margin, p, runs, otherRuns);
    }

    private static Comparison comparison(double difference, double margin, double p, int runs, int otherRuns) {
        return new Comparison(Math.exp(difference), Math.exp(difference - margin), Math.exp(difference + margin), p,
                runs, otherRuns, true);
    }

    private static Comparison unknown(double difference, int runs, int otherRuns) {
        return new Comparison(Math.exp(difference), Double.NaN, Double.NaN, Double.NaN, runs, otherRuns, false);
    }

    private double mean(int system) {
        return bySystem.get(system).stream().mapToDouble(r -> Math.log(r.number())).average().orElseThrow();
    }
}
