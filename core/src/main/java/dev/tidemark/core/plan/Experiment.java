package dev.tidemark.core.plan;

import module java.base;

/**
 * One experiment: targets, a workload, a plan and a seed. Names and texts were checked when it was read.
 *
 * @param label    groups its iterations in reports
 * @param workload name of the workload
 * @param targets  the targets it runs against, at least one, by name
 * @param preset   name of a preset of the workload; empty for none
 * @param tags     free names and values recorded with each iteration
 * @param set      default point: param name to text
 * @param vary     dimensions: param name, or {@code target}, to two or more texts (or one)
 * @param points   the points of a {@code list} space, each a map of param name to text; empty otherwise
 * @param plan     space, order and repeats
 * @param search   the search that is made at every point; empty where each is one iteration a round
 * @param expect   measure name to condition, as in {@code response.p99: "< 50ms"}
 * @param seed     from which every random choice follows
 * @param origin   where it came from, when it is not from here: then it runs only after what it reaches was agreed to
 * @param yaml     the experiment as a document, for the record
 */
public record Experiment(String label, String workload, Map<String, TargetSpec> targets, String preset,
        Map<String, String> tags, Map<String, String> set, Map<String, List<String>> vary,
        List<Map<String, String>> points, PlanSpec plan, Optional<SearchSpec> search, Map<String, String> expect,
        long seed, Optional<String> origin, String yaml) {

    public Experiment {
        targets = ordered(targets);
        tags = ordered(tags);
        set = ordered(set);
        vary = ordered(vary);
        points = List.copyOf(points);
        expect = ordered(expect);
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** A target under test: a driver and its own settings, as texts. */
    public record TargetSpec(String name, String driver, Map<String, String> settings) {
        public TargetSpec {
            settings = ordered(settings);
        }
    }

    /**
     * How points are made, ordered and repeated.
     *
     * @param confirm rounds of the default point and the one that came first, run after all others; 0 for none
     */
    public record PlanSpec(Space space, Order order, int repeat, Fork fork, int confirm) {

        public static final PlanSpec DEFAULT = new PlanSpec(Space.MATRIX, Order.SHUFFLED, 1, Fork.ROUND, 0);

        /** Enough rounds for pairs of runs to tell a difference of a few percent. */
        private static final PlanSpec COMPARE = new PlanSpec(Space.COMPARE, Order.ABBA, 5, Fork.ITERATION, 0);

        /** What holds for a space where nothing else is said. */
        public static PlanSpec of(Space space) {
            return space == Space.COMPARE ? COMPARE : new PlanSpec(space, DEFAULT.order(), DEFAULT.repeat(),
                    DEFAULT.fork(), DEFAULT.confirm());
        }
    }

    /** What the points are. */
    public enum Space {
        /** Every combination of the varied values. */
        MATRIX,
        /** The default point, and each varied value alone with all others at their defaults. */
        STUDY,
        /** The points as listed. */
        LIST,
        /**
         * Every combination, to compare the targets, or the values of the setting that is varied first: they run next
         * to each other at each combination of the others.
         */
        COMPARE
    }

    /** The order of the points within a round. */
    public enum Order {
        /** By the seed, differently in each round; each point comes first by turns. */
        SHUFFLED,
        /** As given. */
        GIVEN,
        /** As given, then backwards, and so on by turns. */
        ABBA
    }

    /** What gets a fresh process. */
    public enum Fork {
        ROUND, ITERATION, NONE
    }

    public List<String> targetNames() {
        return new ArrayList<>(targets.keySet());
    }
}
