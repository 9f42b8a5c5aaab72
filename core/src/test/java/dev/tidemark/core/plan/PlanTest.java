package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Plan.Planned;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PlanTest {

    private static Plan plan(List<String> contents, Order order, int rounds, long seed) {
        List<Point> points = IntStream.range(0, contents.size()).mapToObj(i -> new Point("memory", "memory",
                new MemoryDriver().params().defaults(), Map.of("number", Integer.toString(i)))).toList();
        return new Plan(points, points.getFirst(), order, rounds, seed, List.of(), contents, 0);
    }

    private static List<Integer> positions(Plan plan, int round) {
        return plan.round(round).stream().map(Planned::position).toList();
    }

    /** What an iteration makes is left to the next one alone. */
    private static int builds(List<Integer> positions, List<String> contents) {
        int builds = 0;
        String there = "";
        for (int position : positions) {
            String expected = contents.get(position);
            builds += expected.isEmpty() || !expected.equals(there) ? 1 : 0;
            there = expected;
        }
        return builds;
    }

    private static List<String> named(List<Integer> numbers) {
        return numbers.stream().map(n -> n == 0 ? "" : "index " + n).toList();
    }

    @Property(tries = 300)
    void everyPointComesOnceInARoundAndEachIndexIsMadeOnce(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 5) Integer> numbers, @ForAll long seed,
            @ForAll @IntRange(max = 3) int round) {
        List<String> contents = named(numbers);
        List<Integer> positions = positions(plan(contents, Order.SHUFFLED, 4, seed), round);
        assertThat(positions).containsExactlyInAnyOrderElementsOf(IntStream.range(0, contents.size()).boxed().toList());
        long own = contents.stream().filter(String::isEmpty).count();
        long shared = contents.stream().filter(c -> !c.isEmpty()).distinct().count();
        assertThat(builds(positions, contents)).isEqualTo((int) (own + shared));
        assertThat(positions).isEqualTo(positions(plan(contents, Order.SHUFFLED, 4, seed), round));
    }

    @Property(tries = 50)
    void theOrderThatWasGivenStays(@ForAll @Size(min = 1, max = 20) List<@IntRange(max = 3) Integer> numbers,
            @ForAll long seed) {
        List<Integer> given = IntStream.range(0, numbers.size()).boxed().collect(Collectors.toCollection(ArrayList::new));
        assertThat(positions(plan(named(numbers), Order.GIVEN, 2, seed), 1)).isEqualTo(given);
        Plan abba = plan(named(numbers), Order.ABBA, 2, seed);
        assertThat(positions(abba, 0)).isEqualTo(given);
        Collections.reverse(given);
        assertThat(positions(abba, 1)).isEqualTo(given);
    }

    /** Two indexes of three points and one: each order of the indexes, and within, is as likely. */
    @Example
    void whichComesFirstIsChanceAmongIndexesAndWithin() {
        List<String> contents = List.of("a", "b", "a", "a");
        Plan plan = plan(contents, Order.SHUFFLED, 1200, 5);
        Map<List<Integer>, Integer> counts = new HashMap<>();
        for (int round = 0; round < 1200; round++) {
            counts.merge(positions(plan, round), 1, Integer::sum);
        }
        // 12 orders, 100 expected of each; five standard deviations of a binomial count
        assertThat(counts).hasSize(12);
        assertThat(counts.values()).allMatch(count -> Math.abs(count - 100) < 48);
    }

    /** So that a run that was begun before can be gone on with. */
    @Example
    void withoutAnythingSharedItIsAPlainShuffle() {
        Plan own = plan(Collections.nCopies(12, ""), Order.SHUFFLED, 1, 7);
        Plan apart = plan(IntStream.range(0, 12).mapToObj(i -> "index " + i).toList(), Order.SHUFFLED, 1, 7);
        assertThat(positions(own, 0)).isEqualTo(positions(apart, 0));
        Set<List<Integer>> orders = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            orders.add(positions(plan(Collections.nCopies(12, ""), Order.SHUFFLED, 1, seed), 0));
        }
        assertThat(orders).hasSize(100);
    }

    /** By chance the same of two would be first in all of three rounds once in four times. */
    @Property(tries = 100)
    void twoPointsTakeTurnsAndTheSeedSaysWhichIsFirst(@ForAll long seed) {
        Plan plan = plan(List.of("", ""), Order.SHUFFLED, 6, seed);
        List<Integer> first = IntStream.range(0, 6).mapToObj(round -> positions(plan, round).getFirst()).toList();
        assertThat(first).isIn(List.of(0, 1, 0, 1, 0, 1), List.of(1, 0, 1, 0, 1, 0));
        Point other = plan.points().getLast();
        List<Integer> confirmed = IntStream.range(0, 4).mapToObj(n -> plan.confirming(n, other).getFirst().position()).toList();
        assertThat(confirmed).isIn(List.of(Plan.DEFAULTS, Plan.FIRST, Plan.DEFAULTS, Plan.FIRST),
                List.of(Plan.FIRST, Plan.DEFAULTS, Plan.FIRST, Plan.DEFAULTS));
    }

    @Property(tries = 100)
    void eachPointIsFirstOnceInAsManyRoundsAsThereArePoints(@ForAll @IntRange(min = 1, max = 12) int points, @ForAll long seed) {
        Plan plan = plan(Collections.nCopies(points, ""), Order.SHUFFLED, points, seed);
        assertThat(IntStream.range(0, points).map(round -> positions(plan, round).getFirst()).distinct().count())
                .isEqualTo(points);
        Plan shared = plan(Collections.nCopies(points, "index"), Order.SHUFFLED, points, seed);
        assertThat(IntStream.range(0, points).map(round -> positions(shared, round).getFirst()).distinct().count())
                .isEqualTo(points);
    }

    @Example
    void eitherOfTwoPointsMayBeFirst() {
        long first = IntStream.range(0, 1000).filter(seed -> positions(plan(List.of("", ""), Order.SHUFFLED, 1, seed), 0)
                .getFirst() == 0).count();
        assertThat(first).isBetween(400L, 600L); // six standard deviations
    }

    @Example
    void eachPointHasAContent() {
        Plan plan = plan(List.of("a", "b"), Order.GIVEN, 1, 1);
        assertThatThrownBy(() -> new Plan(plan.points(), plan.defaultPoint(), Order.GIVEN, 1, 1, List.of(),
                List.of("a"), 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
