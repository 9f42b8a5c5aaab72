package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.plan.RateRun.Result;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What the steps of a search for the sustainable rate show together.
 *
 * <p>A rate of which there are several runs is judged by the mean of their distances from the limit. Whether that is
 * sure is Student's test (1908) against 0, with the spread of the runs of this rate and of those near it together. The
 * {@linkplain #sustained sustainable rate} lies between the highest rate that surely holds and the lowest that surely
 * breaks: it is outside only if one of the two tests errs, so each may err less than half as often as the interval.
 *
 * @param levels in ascending order of the rate
 * @param spec   what was asked for
 */
public record RateCurve(List<Level> levels, RateSpec spec) {

    /** The fewest runs after its first of a rate that is sure. */
    static final int SURE = 3;
    /** So many runs that broke, and most of all at their rate, are no accident. */
    static final int BROKEN = 2;
    /** Runs of rates that are not farther from each other than this factor have one spread. */
    private static final double NEAR = 1.3;
    /**
     * By how much the chance of error of one test is smaller than that of the interval: it has two ends, each is looked
     * at again after each run, and percentiles of few runs are skewed, which Student's test does not suppose. By
     * simulation.
     */
    private static final double TESTS = 10;

    public RateCurve {
        levels = List.copyOf(levels);
    }

    /**
     * A rate that was tried.
     *
     * @param rate per second
     * @param runs in order; not empty
     */
    public record Level(double rate, List<RateRun> runs) {

        public Level {
            runs = List.copyOf(runs);
        }

        /** The runs that say something of the target. */
        List<RateRun> conclusive() {
            return runs.stream().filter(r -> r.result() != Result.UNKNOWN).toList();
        }

        int broke() {
            return (int) runs.stream().filter(RateRun::broke).count();
        }

        /** Those after the first: that one decided that this rate is near the limit, and so is no witness of it. */
        List<RateRun> witnesses() {
            List<RateRun> conclusive = conclusive();
            return conclusive.isEmpty() ? conclusive : conclusive.subList(1, conclusive.size());
        }

        /** The mean distance from the limit; what broke it in another way is no nearer than it. NaN for none. */
        double distance() {
            return mean(conclusive());
        }

        private static double mean(List<RateRun> runs) {
            return runs.stream().mapToDouble(Level::distance).average().orElse(Double.NaN);
        }

        private static double distance(RateRun run) {
            double distance = Double.isNaN(run.distance()) ? 0 : run.distance();
            return run.broke() ? Math.max(0, distance) : distance;
        }

        /** What its runs say together. */
        public Result result() {
            int conclusive = conclusive().size();
            return conclusive == 0 ? Result.UNKNOWN : 2 * broke() >= conclusive || distance() > 0 ? Result.BREAKS
                    : Result.HOLDS;
        }

        /** The sum of the squares of the distances from their mean. */
        private double squares() {
            double mean = mean(witnesses());
            return witnesses().stream().mapToDouble(Level::distance).map(d -> (d - mean) * (d - mean)).sum();
        }
    }

    /**
     * The sustainable rate.
     *
     * @param rate the best guess: where the line through the distances of the two rates around it crosses the limit, on
     *             a logarithmic axis of the rate, or their geometric mean
     * @param low  the highest rate that surely holds; empty where none does
     * @param high the lowest rate that surely breaks; empty where none does
     */
    public record Sustained(double rate, OptionalDouble low, OptionalDouble high) {}

    /** Index of the lowest rate that breaks or of which nothing can be said; -1 for none. */
    int lowestBroken() {
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).result() != Result.HOLDS) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a rate surely holds. */
    public boolean surelyHolds(int level) {
        Level l = levels.get(level);
        return l.broke() == 0 && l.witnesses().size() >= SURE && chance(l, -1) <= spec.chance() / TESTS;
    }

    /** Whether a rate surely breaks. */
    public boolean surelyBreaks(int level) {
        Level l = levels.get(level);
        int conclusive = l.conclusive().size();
        return l.broke() >= BROKEN && 2 * l.broke() > conclusive
                || l.witnesses().size() >= SURE && chance(l, 1) <= spec.chance() / TESTS;
    }

    /**
     * That runs whose distances have a mean of 0 have one that is so far from it. @param side 1 beyond the limit, -1
     * within
     */
    private double chance(Level level, int side) {
        double distance = side * Level.mean(level.witnesses());
        double squares = 0;
        int freedom = 0;
        for (Level near : levels) {
            boolean same = near.rate <= level.rate * NEAR && level.rate <= near.rate * NEAR;
            if (same && near.witnesses().size() > 1) {
                squares += near.squares();
                freedom += near.witnesses().size() - 1;
            }
        }
        if (!(distance > 0) || freedom == 0) {
            return 1;
        }
        double error = Math.sqrt(squares / freedom / level.witnesses().size());
        return error == 0 ? 0 : TDistribution.of(freedom).survivalProbability(distance / error);
    }

    /** The sustainable rate; empty where no rate was found that holds, or none that breaks. */
    public Optional<Sustained> sustained() {
        int high = lowestBroken();
        if (high < 1 || levels.get(high).result() == Result.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(new Sustained(between(levels.get(high - 1), levels.get(high)), surelyBelow(high - 1),
                surelyAbove(high)));
    }

    private static double between(Level low, Level high) {
        double below = low.distance();
        double above = high.distance();
        boolean crossing = high.broke() == 0 && below < 0 && above > 0;
        double part = crossing ? -below / (above - below) : 0.5;
        return low.rate * Math.pow(high.rate / low.rate, part);
    }

    private OptionalDouble surelyBelow(int from) {
        for (int i = from; i >= 0; i--) {
            if (surelyHolds(i)) {
                return OptionalDouble.of(levels.get(i).rate);
            }
        }
        return OptionalDouble.empty();
    }

    private OptionalDouble surelyAbove(int from) {
        for (int i = from; i < levels.size(); i++) {
            if (surelyBreaks(i)) {
                return OptionalDouble.of(levels.get(i).rate);
            }
        }
        return OptionalDouble.empty();
    }

    /** The highest rate that holds with all below it; empty for none. */
    public OptionalDouble highestHolding() {
        int broken = lowestBroken();
        int highest = (broken < 0 ? levels.size() : broken) - 1;
        return highest < 0 ? OptionalDouble.empty() : OptionalDouble.of(levels.get(highest).rate);
    }

    /** The lowest rate of which the generator let nothing be said; empty where there is none. */
    public OptionalDouble generatorHeld() {
        return levels.stream().filter(l -> l.result() == Result.UNKNOWN).mapToDouble(Level::rate).findFirst();
    }

    /** Whether the generator let nothing be said of the lowest rate, so that none is known to hold. */
    public boolean untold() {
        return levels.getFirst().result() == Result.UNKNOWN;
    }

    /** A list of levels from runs in any order. */
    static RateCurve of(RateSpec spec, List<Double> rates, List<RateRun> runs) {
        TreeMap<Double, List<RateRun>> byRate = new TreeMap<>();
        for (int i = 0; i < rates.size(); i++) {
            byRate.computeIfAbsent(rates.get(i), _ -> new ArrayList<>()).add(runs.get(i));
        }
        return new RateCurve(byRate.entrySet().stream().map(e -> new Level(e.getKey(), e.getValue())).toList(), spec);
    }
}
