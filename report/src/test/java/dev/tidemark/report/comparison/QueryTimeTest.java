package dev.tidemark.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Logs;
import org.junit.jupiter.api.Test;

/** Of ten queries, each asked ten times in a run. */
class QueryTimeTest {

    private static final int ASKED = 100;

    private final Map<Long, IterationDetail> details = new HashMap<>();

    /** @param takes milliseconds of a query in each round */
    private List<QueryTime> apart(int rounds, Takes takes) {
        List<List<Iteration>> sides = IntStream.range(0, 2).mapToObj(side -> IntStream.range(0, rounds).mapToObj(round -> {
            long id = 10L * round + side;
            details.put(id, Logs.detail(ASKED, ASKED, n -> takes.of(side, round, n % 10)));
            return new Iteration(id, 1, "query", side, round, 1, IterationState.DONE, "", Instant.EPOCH, List.of(),
                    List.of());
        }).toList()).toList();
        return QueryTime.apart(side("old", sides.getFirst()), sides.getFirst(), side("new", sides.getLast()),
                sides.getLast(), details::get);
    }

    private interface Takes {
        long of(int side, int round, long query);
    }

    private static Side side(String name, List<Iteration> iterations) {
        return new Side(name, new LabelResults(name, "query", "elapsed", MeasureSet.of(), Map.of(), "single", "", 7,
                iterations), iterations);
    }

    @Test
    void theQueriesThatTakeLongerAreListedTheWorstFirst() {
        List<QueryTime> found = apart(3, (side, round, query) -> 5 + round + (side == 0 ? 0 : query == 4 ? 40
                : query == 7 ? 9 : 0));
        assertThat(found).extracting(QueryTime::base).containsExactly(6.0, 6.0);
        assertThat(found).extracting(QueryTime::other).containsExactly(46.0, 15.0);
        assertThat(found).extracting(QueryTime::text).allMatch(text -> text.matches("query text \\d*[47]"));
    }

    /** The machine was busy with something else. */
    @Test
    void oneBadRunOfFiveHidesNothing() {
        assertThat(apart(5, (side, round, query) -> side == 0 && round == 2 ? 90 : side == 1 && query == 4 ? 40 : 5))
                .singleElement().extracting(QueryTime::base, QueryTime::other).containsExactly(5.0, 40.0);
    }

    /** Query 3 is as fast in one of three rounds. */
    @Test
    void whatIsLongerOnlyInSomeRunsIsNone() {
        assertThat(apart(3, (side, round, query) -> side == 1 && query == 3 && round > 0 ? 50 : 5)).isEmpty();
        assertThat(apart(3, (_, round, query) -> 5 + round + query)).isEmpty();
    }

    @Test
    void fewRunsTellNothingOfSingleQueries() {
        LongUnaryOperator slow = side -> 5 + 40 * side;
        assertThat(apart(2, (side, _, _) -> slow.applyAsLong(side))).isEmpty();
        assertThat(apart(3, (side, _, _) -> slow.applyAsLong(side))).hasSize(10);
    }
}
