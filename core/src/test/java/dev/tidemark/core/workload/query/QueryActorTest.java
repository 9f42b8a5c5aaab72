package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.stat.SteadyState;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryActorTest {

    private final Tally tally = new Tally();
    private long hits = 3;
    private int missing;
    private boolean exact = true;
    private long bytes = SearchAnswer.UNKNOWN;

    private final Queries queries = new Queries() {
        @Override
        public int distinct() {
            return 2;
        }

        @Override
        public long count() {
            return 4;
        }

        @Override
        public int at(long n) {
            return (int) (n % 2);
        }

        @Override
        public SearchQuery query(int id) {
            return SearchQuery.raw("q" + id);
        }
    };

    private final SearchSession session = new SearchSession() {
        @Override
        public void add(List<SearchDocument> documents) {
            throw new AssertionError("queries add nothing");
        }

        @Override
        public void search(SearchRequest request, SearchAnswer into) {
            into.clear();
            into.hits = hits;
            into.exact = exact;
            into.missingShards = missing;
            into.engineNanos = 77;
            into.bytes = bytes;
        }

        @Override
        public String explain(SearchRequest request) {
            return "";
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    private final QueryActor actor = new QueryActor(session, queries, new QueryActor.AnswerOptions(10, true, 10),
            new QueryActor.AnswerSinks(new FirstAnswers(2), null, null, null), Clock.system());

    private Outcome ask(long n) throws Exception {
        tally.clear();
        assertThat(actor.prepare(0, n)).isEqualTo(QueryKind.RECORDED.ordinal());
        return actor.step(0, tally);
    }

    @Test
    void whatTheEngineTookIsItsOwnWord() throws Exception {
        assertThat(ask(0)).isEqualTo(Outcome.OK);
        assertThat(actor.stepNanos(0, 1000)).isEqualTo(77);
        assertThat(tally.hits).isEqualTo(3);
        assertThat(tally.engineNanos).isEqualTo(77);
        assertThat(tally.item).isZero();
        assertThat(tally.units).isEqualTo(1);
        assertThat(actor.name(0, 3)).isEqualTo("q1");
    }

    @Test
    void whatAnAnswerDoesNotSayCountsAsNothing() throws Exception {
        hits = SearchAnswer.UNKNOWN;
        assertThat(ask(0)).isEqualTo(Outcome.OK);
        assertThat(tally.rowsRead).isEqualTo(1);
        assertThat(tally.hits).isZero();
        assertThat(tally.bytesOut).isZero();
        hits = 5;
        bytes = 1234;
        assertThat(ask(1)).isEqualTo(Outcome.OK);
        assertThat(tally.bytesOut).isEqualTo(1234);
        assertThat(tally.rowsRead).isZero();
    }

    @Test
    void noHitsAreAnAnswer() throws Exception {
        hits = 0;
        assertThat(ask(0)).isEqualTo(Outcome.MISS);
        assertThat(tally.units).isEqualTo(1);
    }

    @Test
    void anotherAnswerThanTheFirstIsAFailure() throws Exception {
        assertThat(ask(0)).isEqualTo(Outcome.OK);
        hits = 4;
        assertThat(ask(2)).isEqualTo(Outcome.FAILURE);
        assertThat(tally.reason).isEqualTo("query 0 was answered with 4 hits, and with 3 the first time");
        assertThat(ask(1)).isEqualTo(Outcome.OK);
    }

    @Test
    void whatTheEngineDidNotCountIsNotCompared() throws Exception {
        exact = false;
        assertThat(ask(0)).isEqualTo(Outcome.OK);
        hits = 4;
        assertThat(ask(2)).isEqualTo(Outcome.OK);
    }

    @Test
    void anAnswerWithoutAShardIsPartialAndNoFirstOne() throws Exception {
        missing = 1;
        hits = 1;
        assertThat(ask(0)).isEqualTo(Outcome.PARTIAL);
        assertThat(tally.reason).isEqualTo("1 shard did not answer");
        assertThat(tally.engineNanos).as("also of a part").isEqualTo(77);
        missing = 0;
        hits = 3;
        assertThat(ask(0)).isEqualTo(Outcome.OK);
    }

    /** The mean size is that of what was answered, and so is what is added up. */
    @Test
    void onlyBytesOfWholeAnswersCount() throws Exception {
        bytes = 1000;
        assertThat(ask(0)).isEqualTo(Outcome.OK);
        assertThat(tally.bytesOut).isEqualTo(1000);
        hits = 4;
        assertThat(ask(2)).isEqualTo(Outcome.FAILURE);
        assertThat(tally.bytesOut).isZero();
        missing = 1;
        assertThat(ask(1)).isEqualTo(Outcome.PARTIAL);
        assertThat(tally.bytesOut).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1, false, does not tell its hits", "10000, false, has at least 10000 hits", "1, true, has 1 hit",
            "0, true, has 0 hits"})
    void hitsOfASlowQueryAreToldAsFarAsTheEngineCounts(long many, boolean all, String told) throws Exception {
        hits = many;
        exact = all;
        assertThat(SlowQueryNote.of(1, new SlowestQueries.Slow(0, 812_300_000), queries,
                new QueryActor.AnswerOptions(10, true, 10), session))
                .isEqualTo("Slow query 1: q0 took 812.300 ms and " + told + ".");
    }

    @Test
    void aWarmUpIsDoneWhenItIsSteady() throws Exception {
        QueryWarmUp warmUp = QueryWarmUp.of(1000, 0);
        QueryActor warming = new QueryActor(session, queries, new QueryActor.AnswerOptions(10, true, 10),
                QueryActor.AnswerSinks.until(warmUp.steady()), Clock.system());
        for (int n = 0; n < SteadyState.LEAST; n++) {
            assertThat(warming.done()).isFalse();
            warming.prepare(0, n);
            warming.step(0, tally);
        }
        assertThat(warming.done()).isTrue();
        assertThat(warmUp.note().orElseThrow()).isEqualTo("The response was steady after 600 warm-up queries: over as "
                + "many queries as a quarter of these it changes by less than 100000 %.");
        assertThat(new QueryWarmUp(0.1, 500, warmUp.steady()).note().orElseThrow()).endsWith(
                " warm-up queries: over the measurement it changes by less than 10 %.");
        assertThat(actor.done()).isFalse();
    }

    @Test
    void aWarmUpThatWasNotSteadySaysSo() {
        QueryWarmUp warmUp = QueryWarmUp.of(0.05, 1000);
        assertThat(warmUp.warning().orElseThrow()).isEqualTo(
                "The response was not steady after 0 warm-up queries: to tell, 600 are needed.");
        for (int n = 1; n <= 600; n++) {
            warmUp.steady().add(1e6 / n);
        }
        assertThat(warmUp.note()).isEmpty();
        assertThat(warmUp.warning().orElseThrow()).startsWith(
                "The response was not steady after 600 warm-up queries: over the measurement it may still change by ")
                .endsWith(", more than 5 %.");
    }
}
