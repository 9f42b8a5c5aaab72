package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.Workload;

/**
 * What an experiment runs.
 *
 * @param points       the points, each once, in the order in which they were given
 * @param defaultPoint what "others at their defaults" means; it may or may not be among the points
 * @param order        the order within a round
 * @param rounds       passes over all points
 * @param seed         from which the shuffling and the seeds of the rounds follow
 * @param searches     for each point the search that is made there, in the order of the points; empty where each point
 *                     is one iteration a round
 * @param contents     for each point what it works on: points that say the same share what the first of them in a round
 *                     has made; an empty text where a point makes its own
 * @param confirm      rounds after those over all points, of the default point and the point that came first alone
 */
public record Plan(List<Point> points, Point defaultPoint, Order order, int rounds, long seed, List<Search> searches,
        List<String> contents, int confirm) {

    /** The place of the default point in a round that confirms. */
    public static final int DEFAULTS = -1;

    /** The place of the point that came first in a round that confirms. */
    public static final int FIRST = -2;

    /** Keeps the order's random numbers apart from the data's. */
    private static final long ORDER = 4;
    private static final long ROUNDS = 18;
    /** No round: from which it follows who is first in which. */
    private static final int TURNS = -1;

    public Plan {
        points = List.copyOf(points);
        searches = List.copyOf(searches);
        contents = List.copyOf(contents);
        if (contents.size() != points.size()) {
            throw new IllegalArgumentException(points.size() + " points have " + contents.size() + " contents");
        }
    }

    /**
     * One iteration to run.
     *
     * @param position index of the point in {@link Plan#points()}; of a step, see {@link Plan#step}; in a round that
     *                 confirms, {@link #DEFAULTS} or {@link #FIRST}
     * @param round    pass, from 0; those that confirm go on behind the others
     * @param point    the point
     */
    public record Planned(int position, int round, Point point) {}

    /** Every point that is run: where rounds confirm, the default one, too. */
    public List<Point> everyPoint() {
        return confirm == 0 || points.stream().anyMatch(p -> p.hash().equals(defaultPoint.hash())) ? points
                : Stream.concat(points.stream(), Stream.of(defaultPoint)).toList();
    }

    /**
     * Points that name what only their target knows, one for each such name and target. Where a command prepares
     * iterations, what is there before says nothing.
     */
    public List<Point> naming(Workload workload) {
        Map<String, Point> naming = new LinkedHashMap<>();
        everyPoint().stream().filter(p -> Preparation.of(p.values()).isEmpty()).forEach(point -> workload.named(
                point.values()).ifPresent(names -> naming.putIfAbsent(point.driver() + point.values().only(
                        Drivers.named(point.driver()).params()).texts() + names, point)));
        return List.copyOf(naming.values());
    }

    /** Whether a search is made at every point, so that nobody knows how many iterations there will be. */
    public boolean searching() {
        return !searches.isEmpty();
    }

    /**
     * A step of the search at a point. Its position is {@link Search#MOST_STEPS} times the point's, and its own
     * number: so every step has a place of its own, however long the searches before it turn out.
     */
    public static Planned step(Planned at, SearchStep step, Workload workload) {
        return new Planned(at.position() * Search.MOST_STEPS + step.number(), at.round(),
                step.at(at.point(), workload));
    }

    /** Which point's search a step belongs to, by the position that {@link #step} gave it. */
    public static int searchOf(int position) {
        return position / Search.MOST_STEPS;
    }

    /** Its own number in that search, from 0. */
    public static int stepOf(int position) {
        return position % Search.MOST_STEPS;
    }

    /** Iterations in all; with searches, how often one is made. */
    public int size() {
        return points.size() * rounds + 2 * confirm;
    }

    /** The most steps that its searches may come to in all; 0 where none are made. */
    public int mostSteps() {
        return searches.stream().mapToInt(Search::most).sum() * rounds;
    }

    /** One of the rounds that confirm, in order: side by side, and each comes first by turns. */
    public List<Planned> confirming(int number, Point first) {
        int round = rounds + number;
        List<Planned> pair = List.of(new Planned(DEFAULTS, round, defaultPoint), new Planned(FIRST, round, first));
        return random(round - number).nextBoolean() == (number % 2 == 0) ? pair.reversed() : pair;
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
            case SHUFFLED -> positions = shuffled(round);
        }
        return positions.stream().map(p -> new Planned(p, round, points.get(p))).toList();
    }

    /**
     * Points that work on the same follow each other, so that it is made once; what is worked on first, and by which of
     * them, goes by turns.
     */
    private List<Integer> shuffled(int round) {
        Map<String, List<Integer>> byContent = new LinkedHashMap<>();
        for (int p = 0; p < points.size(); p++) {
            String content = contents.get(p).isEmpty() ? "\n" + p : contents.get(p);
            byContent.computeIfAbsent(content, _ -> new ArrayList<>()).add(p);
        }
        Random random = random(round);
        return shuffled(byContent.values(), round, random).stream()
                .flatMap(group -> shuffled(group, round / byContent.size(), random).stream()).toList();
    }

    /**
     * In an order by chance, but that each comes first by turns: by chance the same one would often be first in several
     * of a few rounds, and what the first of a round meets would count as its difference.
     */
    private <T> List<T> shuffled(Collection<T> all, int turn, Random random) {
        List<T> turns = new ArrayList<>(all);
        Collections.shuffle(turns, random(TURNS));
        T first = turns.get(turn % turns.size());
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, random);
        order.remove(first);
        order.addFirst(first);
        return order;
    }

    /**
     * From which the documents, keys and arrivals of a round follow: the plan's own seed in the first, another in each
     * of the others, so that the spread of rounds holds what another choice of them would change. All points of a round
     * share it, so that their ratio is one of systems under the same stream.
     */
    public long seedOf(int round) {
        return round == 0 ? seed : SplitMix64.Permutation.of(seed, ROUNDS).apply(round);
    }

    /**
     * Seed and round are scrambled together, so that no round of one seed has the order of another round of another
     * seed, and because neighbouring seeds of {@link Random} make numbers that depend on each other.
     */
    private Random random(int round) {
        return new Random(SplitMix64.Permutation.of(seed, ORDER).apply(round));
    }
}
