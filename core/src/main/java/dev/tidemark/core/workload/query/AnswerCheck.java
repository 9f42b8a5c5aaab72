package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.search.ExactNeighbours;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import java.util.List;

/**
 * What is found out after the measurement, one thing after the other: the hits of some test queries, counted exactly,
 * and how many of the neighbours that were answered under load are the right ones.
 */
final class AnswerCheck implements Actor {

    static final String HITS = "hits";
    static final String RECALL = "recall";
    static final OperationKinds KINDS = new OperationKinds(List.of(HITS, RECALL), List.of());

    /** A sum of that many of them is exact in a floating-point number. */
    private static final int CHECKSUM_BITS = 32;

    /**
     * What is checked.
     *
     * @param queries the test queries
     * @param checked how many of them are asked again, from the first
     * @param wanted  of their answers
     * @param samples answers of the measurement
     */
    record Work(Queries queries, long checked, QueryActor.Wanted wanted, List<RecallSamples.Sample> samples) {

        long operations() {
            return checked + samples.size();
        }
    }

    private final SearchSession session;
    private final Work work;
    /** Null where there are no samples. */
    private final ExactNeighbours exact;
    private final SearchAnswer answer;
    private long number;

    AnswerCheck(SearchSession session, Work work, ExactNeighbours exact) {
        this.session = session;
        this.work = work;
        this.exact = exact;
        answer = new SearchAnswer(work.wanted().top());
    }

    @Override
    public int prepare(int lane, long n) {
        number = n;
        return KINDS.operations().indexOf(n < work.checked() ? HITS : RECALL);
    }

    @Override
    public int steps() {
        return 1;
    }

    @Override
    public int stepKind(int i) {
        return 0;
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        if (number < work.checked()) {
            hits(tally);
        } else {
            recall(work.samples().get((int) (number - work.checked())), tally);
        }
        tally.units = 1;
        return Outcome.OK;
    }

    /** The checksum does not depend on the order of the queries; it travels as rows. */
    private void hits(Tally tally) throws Exception {
        SearchQuery query = work.queries().query((int) number);
        if (query.vector() == null) {
            session.search(work.wanted().of(query), answer);
            tally.hits = answer.hits;
            tally.rowsRead = SplitMix64.mix(number * SplitMix64.STEP + answer.hits) >>> CHECKSUM_BITS;
        }
    }

    /** Of as many neighbours as were wanted. */
    private void recall(RecallSamples.Sample sample, Tally tally) throws Exception {
        SearchQuery query = work.queries().query(sample.query());
        ExactNeighbours.Nearest nearest = exact.of(query.vector(), query.below(), work.wanted().top());
        tally.hits = nearest.right(sample.found());
        tally.rowsRead = nearest.count();
    }

    @Override
    public String name(int lane, long n) {
        return n < work.checked() ? work.queries().query((int) n).toString()
                : work.queries().query(work.samples().get((int) (n - work.checked())).query()).toString();
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
