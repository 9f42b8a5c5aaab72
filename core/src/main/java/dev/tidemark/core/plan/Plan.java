package dev.tidemark.core.plan;

import dev.tidemark.core.data.Mix;
import dev.tidemark.core.plan.Experiment.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What an experiment runs.
 *
 * @param points       the points, each once, in the order in which they were given
 * @param defaultPoint what "others at their defaults" means; it may or may not be among the points
 * @param order        the order within a round
 * @param rounds       passes over all points
 * @param seed         from which the shuffling follows
 */
public record Plan(List<Point> points, Point defaultPoint, Order order, int rounds, long seed) {

    /** Keeps the order's random numbers apart from the data's. */
    private static final long ORDER = 4;

    public Plan {
        points = List.copyOf(points);
    }

    /**
     * One iteration to run.
     *
     * @param position index of the point in {@link Plan#points()}
     * @param round    pass, from 0
     * @param point    the point
     */
    public record Planned(int position, int round, Point point) {}

    public int size() {
        return points.size() * rounds;
    }

    /** The iterations of one round, in order. */
    public List<Planned> round(int round) {
        List<Integer> positions = new ArrayList<>(IntStream.range(0, points.size()).boxed().toList());
        switch (order) {
            case GIVEN -> { }
            case ABBA -> {
                if (round % 2 == 1) {
                    Collections.reverse(positions);
                }
            }
            case SHUFFLED -> Collections.shuffle(positions, random(round));
        }
        return positions.stream().map(p -> new Planned(p, round, points.get(p))).toList();
    }

    /**
     * Seed and round are scrambled together, so that no round of one seed has the order of another round of another
     * seed, and because neighbouring seeds of {@link Random} make numbers that depend on each other.
     */
    private Random random(int round) {
        return new Random(Mix.Permutation.of(seed, ORDER).apply(round));
    }
}
