package dev.tidemark.core.stat;

import module java.base;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Compares several systems, each with each, as one family: with a chance of 95 %, or of 1 less another level, all
 * intervals together hold what they speak of, so that one may look at whichever pair one likes, the best of all among
 * them.
 *
 * <p>A run's number on a {@link Scale} is taken as {@code system + block + noise}. A block is what runs of one pass
 * over all systems shared, and takes out what drifts between passes. Systems and blocks are estimated by least squares,
 * where runs are missing, too (as for incomplete blocks: F. Yates 1936, "Incomplete randomized blocks"); then the
 * noise's variance is estimated from the residuals of all systems together, and each difference judged by the
 * studentized range of as many means (J. W. Tukey 1953; C. Y. Kramer 1956 for unequal numbers of runs).
 *
 * <p>One variance for all is an assumption, and the wider of two margins keeps it from misleading: an interval is never
 * narrower than that from the residuals of its own two systems, of Welch at half the level, or where all residuals
 * contradict one variance ({@link SpreadTest}), as one of all pairs (P. A. Games and J. F. Howell 1976, "Pairwise
 * multiple comparison procedures with unequal n's and/or variances", Journal of Educational Statistics 1). Neither
 * margin will do alone: a few runs of a system may agree by chance while others of the same kind do not, as where each
 * is at one of two speeds. Of two runs each system is taken to scatter as the one that scatters most, and fewer than
 * {@value #SYSTEMS} systems are not judged by two rounds at all.
 *
 * <p>Nothing is claimed about a system with a single run, nor about two that no chain of common blocks connects: what
 * drifted between the blocks would count as their difference.
 */
public final class Simultaneous {

    /** With more blocks nothing is compared where runs are missing: solving the equations takes the cube of it. */
    static final int MOST_BLOCKS = 1000;

    /** At which the residuals contradict one variance for all: rather too often than too seldom. */
    private static final double SPREAD_LEVEL = 0.1;
    /** With fewer runs of a system its own spread is no guard. */
    private static final int FEW = 3;
    /** So many systems tell in two rounds how much runs scatter; fewer need {@value #FEW}. */
    private static final int SYSTEMS = 6;
    /** Degrees of freedom that the spread of one of several systems is taken to have, where each has two runs. */
    private static final double FEW_FREEDOM = 3;
    private static final double ROOT_2 = Math.sqrt(2);
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double POWER = 0.8;
    /** More than these nobody adds. */
    private static final int MOST_ROUNDS = 30;

    /** What numbers are compared by. */
    public enum Scale {
        /** Their logarithms: a difference is a ratio. For numbers above 0. */
        LOGARITHM {
            @Override
            double of(double number) {
                return Math.log(number);
            }

            @Override
            double least(double... numbers) {
                return QuantizationError.of(numbers);
            }

            @Override
            double resolution(double... numbers) {
                return QuantizationError.BUCKET;
            }
        },

        /**
         * Their square roots, for numbers of which some are 0, so that they have no ratio: those of counts scatter
         * alike whatever the mean (M. S. Bartlett 1936, "The square root transformation in analysis of variance").
         * Below 0 with the sign.
         */
        ROOT {
            @Override
            double of(double number) {
                return Math.signum(number) * Math.sqrt(Math.abs(number));
            }

            @Override
            double least(double... numbers) {
                return QuantizationError.ofRoots(numbers);
            }

            @Override
            double resolution(double... numbers) {
                return least(numbers);
            }
        };

        abstract double of(double number);

        /** The error that these numbers have whatever their spread. */
        abstract double least(double... numbers);

        /** The deviation below which no system's runs are taken to scatter more than another's. */
        abstract double resolution(double... numbers);
    }

    /**
     * The number of one run.
     *
     * @param system which system, from 0
     * @param block  which pass over the systems, from 0
     * @param number above 0 where logarithms are compared
     */
    public record Run(int system, int block, double number) {}

    /** How far a system is above another. @param p of a difference at least as large between equal systems */
    private record Difference(double mean, double margin, double p) {}

    private final List<List<Run>> bySystem;
    private final Scale scale;
    private final double level;
    private final BlockModel model;
    private final boolean pooled;

    private Simultaneous(List<List<Run>> bySystem, Scale scale, double level, BlockModel model) {
        this.bySystem = bySystem;
        this.scale = scale;
        this.level = level;
        this.model = model;
        this.pooled = model.equalSpread() >= SPREAD_LEVEL;
    }

    /** Of logarithms, at the usual level. */
    public static Simultaneous of(int systems, List<Run> runs) {
        return of(systems, runs, Scale.LOGARITHM, Comparison.LEVEL);
    }

    /**
     * @param systems how many there are
     * @param runs    their runs in any order; a system may have none
     * @param level   chance at which anything at all is claimed that is not there
     */
    public static Simultaneous of(int systems, List<Run> runs, Scale scale, double level) {
        List<List<Run>> bySystem = IntStream.range(0, systems).<List<Run>>mapToObj(i -> new ArrayList<>()).toList();
        for (Run run : runs) {
            if (scale == Scale.LOGARITHM && !(run.number() > 0)) {
                throw new IllegalArgumentException("a ratio needs numbers above 0, not " + run.number());
            }
            bySystem.get(run.system()).add(run);
        }
        return new Simultaneous(bySystem, scale, level, BlockModel.of(systems, runs, scale));
    }

    /** Whether the noise is estimated from all systems together. */
    public boolean pooled() {
        return pooled;
    }

    /** From how many complete rounds on so many systems can be judged. */
    public static int leastRounds(int systems) {
        return systems < SYSTEMS ? FEW : 2;
    }

    /** Whether a system has runs from which its error can be known. */
    public boolean judged(int system) {
        return model.judged(system) && (!isFew(system) || model.freedom() >= SYSTEMS - 1);
    }

    private boolean isFew(int system) {
        return model.runs(system) < FEW;
    }

    /** Whether the error of the comparison of two systems is known. */
    public boolean errorKnown(int base, int other) {
        return model.connected(base, other) && judged(base) && judged(other);
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
        if (!errorKnown(base, other)) {
            return new Comparison(Math.exp(mean(other) - mean(base)), Double.NaN, Double.NaN, Double.NaN, runs,
                    otherRuns, shareBlock(base, other));
        }
        Difference d = difference(base, other);
        return new Comparison(Math.exp(d.mean), Math.exp(d.mean - d.margin), Math.exp(d.mean + d.margin),
                Math.min(1, d.p * Comparison.LEVEL / level), runs, otherRuns, true);
    }

    private boolean shareBlock(int base, int other) {
        Set<Integer> blocks = bySystem.get(base).stream().map(Run::block).collect(Collectors.toSet());
        return bySystem.get(other).stream().anyMatch(r -> blocks.contains(r.block()));
    }

    /** Whether the second system's numbers are larger, significantly; empty where their error is not known. */
    public Optional<Boolean> isLarger(int base, int other) {
        return errorKnown(base, other) ? Optional.of(difference(base, other)).map(d -> d.mean > d.margin)
                : Optional.empty();
    }

    /**
     * How many rounds over all systems would show a difference as large as the one seen between two: with so many, its
     * interval excludes "equal" with a chance of {@value #POWER}, were it the true one and the noise as estimated. Of
     * complete rounds the difference of two means is normal with variance {@code 2 σ² / m}, and its margin
     * {@code q σ / √m}. That a seen difference was chosen as the largest makes it look larger than it is, so this is
     * rather too few.
     *
     * @param at the level at which they will be judged
     * @return in all, those that were run among them; empty where the noise is not known or not the same in all
     *         systems, and where even {@value #MOST_ROUNDS} would not do
     */
    public OptionalInt rounds(int base, int other, double at) {
        if (!pooled || !errorKnown(base, other)) {
            return OptionalInt.empty();
        }
        double difference = Math.abs(model.mean(other) - model.mean(base));
        double share = 1.0 / bySystem.get(base).size() + 1.0 / bySystem.get(other).size();
        double deviation = model.error(base, other) / Math.sqrt(share);
        double least = least(base, other);
        return IntStream.rangeClosed(FEW, MOST_ROUNDS).filter(m -> power(difference, deviation, least, m, at) >= POWER)
                .findFirst();
    }

    private double power(double difference, double deviation, double least, int rounds, double at) {
        double error = Math.max(deviation / Math.sqrt(rounds), least / ROOT_2); // of one mean
        double freedom = (model.systems() - 1.0) * (rounds - 1);
        double margin = StudentizedRange.of(model.systems(), freedom).critical(at) * error;
        return NORMAL.cumulativeProbability((difference - margin) / (error * ROOT_2));
    }

    private double least(int base, int other) {
        return scale.least(Stream.concat(bySystem.get(base).stream(), bySystem.get(other).stream())
                .mapToDouble(Run::number).toArray());
    }

    /** @param base connected with the other */
    private Difference difference(int base, int other) {
        double mean = model.mean(other) - model.mean(base);
        double least = least(base, other);
        double error = Math.max(model.error(base, other), least) / ROOT_2; // the range is in errors of one mean
        StudentizedRange range = StudentizedRange.of(model.systems(), model.freedom());
        double family = range.critical(level) * error;
        double margin = Math.max(family, ownMargin(base, other));
        // Where the pair's own margin is wider, the probability must not claim what the interval does not.
        return new Difference(mean, margin, range.survival(Math.abs(mean) / error * family / margin));
    }

    /**
     * From the residuals of the pair itself: after Welch, or where systems differ in spread, as one of all pairs after
     * Games and Howell. Two runs tell nothing of the spread of their own system; there it is that of the one which
     * scatters most.
     */
    private double ownMargin(int base, int other) {
        if (isFew(base) || isFew(other)) {
            return model.largestError(base, other) * range(Math.min(model.freedom(), FEW_FREEDOM));
        }
        BlockModel.Error own = model.ownError(base, other);
        return own.deviation() * (!pooled ? range(Math.max(1, Math.floor(own.freedom())))
                : PairedRatio.limit(own.freedom(), model.systems() > 2 ? level / 2 : level));
    }

    /** The least significant difference of two of all systems, in its errors. */
    private double range(double freedom) {
        return StudentizedRange.of(model.systems(), freedom).critical(level) / ROOT_2;
    }

    private double mean(int system) {
        return bySystem.get(system).stream().mapToDouble(r -> scale.of(r.number())).average().orElseThrow();
    }
}
