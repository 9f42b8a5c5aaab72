package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.stat.SteadyState;
import dev.tidemark.core.time.Clock;

/** One worker that asks queries. */
final class QueryActor implements Actor {

    /**
     * What is wanted of every answer.
     *
     * @param top        hits that are answered
     * @param countsAll  whether all are counted
     * @param candidates looked at for neighbours of a vector
     */
    record AnswerOptions(int top, boolean countsAll, int candidates) {

        SearchRequest of(SearchQuery query) {
            return new SearchRequest(query, top, countsAll, candidates);
        }
    }

    /**
     * What is kept of the answers.
     *
     * @param first   null where answers are not compared
     * @param slowest null where they are not looked for
     * @param recall  null where there are no vectors
     * @param steady  ends the asking once the response is steady; null where it does not
     */
    record AnswerSinks(FirstAnswers first, SlowestQueries.Mine slowest, RecallSamples recall, SteadyState steady) {

        static final AnswerSinks NOTHING = new AnswerSinks(null, null, null, null);

        /** What a warm-up keeps. */
        static AnswerSinks until(SteadyState steady) {
            return new AnswerSinks(null, null, null, steady);
        }
    }

    private final SearchSession session;
    private final Queries queries;
    private final AnswerOptions options;
    private final AnswerSinks sinks;
    private final Clock clock;
    private final SearchAnswer answer;
    private SearchRequest request;
    private int number;

    QueryActor(SearchSession session, Queries queries, AnswerOptions options, AnswerSinks sinks, Clock clock) {
        this.session = session;
        this.queries = queries;
        this.options = options;
        this.sinks = sinks;
        this.clock = clock;
        answer = new SearchAnswer(options.top());
    }

    @Override
    public int prepare(int lane, long n) {
        number = queries.at(n);
        SearchQuery query = queries.query(number);
        request = options.of(query);
        return QueryKind.of(query).ordinal();
    }

    @Override
    public long stepNanos(int i, long clocked) {
        return answer.engineNanos;
    }

    /**
     * {@inheritDoc} An answer that lacks what a shard holds is partial; one with another number of hits than the first
     * time is a failure.
     */
    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        tally.item = number;
        long start = clock.nanoTime();
        session.search(request, answer);
        if (sinks.slowest() != null) {
            sinks.slowest().add(number, clock.nanoTime() - start);
        }
        if (sinks.steady() != null) {
            sinks.steady().add(clock.nanoTime() - start);
        }
        tally.hits = Math.max(0, answer.hits);
        tally.engineNanos = answer.engineNanos;
        tally.reason = answer.whyPartial();
        if (tally.reason != null) {
            tally.failedUnits = 1;
            return Outcome.PARTIAL;
        }
        if (sinks.recall() != null && request.query().vector() != null && !request.query().hasWords()) {
            sinks.recall().add(number, answer);
        }
        return judge(tally);
    }

    private Outcome judge(Tally tally) {
        boolean comparable = sinks.first() != null && answer.exact && answer.hits != SearchAnswer.UNKNOWN
                && request.query().vector() == null;
        if (comparable && !sinks.first().agrees(number, answer.hits)) {
            tally.reason = "query " + number + " was answered with " + answer.hits + " hits, and with "
                    + sinks.first().first(number) + " the first time";
            return Outcome.FAILURE;
        }
        tally.bytesOut = Math.max(0, answer.bytes);
        tally.units = 1;
        tally.rowsRead = answer.hits == SearchAnswer.UNKNOWN ? 1 : 0; // queries have no rows: so an answer counts without hits
        return answer.hits == 0 ? Outcome.MISS : Outcome.OK;
    }

    @Override
    public boolean done() {
        return sinks.steady() != null && sinks.steady().steady();
    }

    @Override
    public String name(int lane, long n) {
        return queries.query(queries.at(n)).toString();
    }

    @Override
    public void close() throws Exception {
        if (sinks.slowest() != null) {
            sinks.slowest().close();
        }
        session.close();
    }
}
