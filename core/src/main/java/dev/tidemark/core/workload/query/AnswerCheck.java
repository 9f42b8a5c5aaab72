package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.result.Outcome;
import java.util.List;

/**
 * What is found out after the measurement, one thing after the other: the hits of some test queries, counted exactly,
 * then those of the same queries once more, so that it is known how far the target agrees with itself, and how many of
 * the neighbours that were answered under load are the right ones.
 */
final class AnswerCheck implements Actor {

    static final String HITS = "hits";
    static final String AGAIN = "again";
    static final String RECALL = "recall";
    static final OperationKinds KINDS = new OperationKinds(List.of(HITS, AGAIN, RECALL), List.of());

    /** Queries whose answers are kept: so much room is there for them with each iteration. */
    static final int MOST_KEPT = 10_000;
    private static final int LONGEST_TEXT = 200;

    /** A sum of that many of them is exact in a floating-point number. */
    private static final int CHECKSUM_BITS = 32;

    /**
     * What is checked.
     *
     * @param queries the test queries
     * @param checked how many of them are asked again, from the first
     * @param counted whether all their hits are counted, so that they have a checksum
     * @param options  of their answers
     * @param samples answers of the measurement
     * @param answers are added here
     */
    record CheckInput(Queries queries, long checked, boolean counted, QueryActor.AnswerOptions options,
            List<RecallSamples.Sample> samples, List<AnswerTable.Row> answers) {

        long operations() {
            return ASKINGS * checked + samples.size();
        }

        private RecallSamples.Sample sample(long n) {
            return samples.get((int) (n - ASKINGS * checked));
        }

        /** What operation n is about. */
        private int query(long n) {
            return n < ASKINGS * checked ? (int) (n % checked) : sample(n).query();
        }
    }

    private static final int ASKINGS = 2;

    private final SearchSession session;
    private final CheckInput work;
    /** Null where there are no samples. */
    private final Neighbours exact;
    private final SearchAnswer answer;
    private long number;

    AnswerCheck(SearchSession session, CheckInput work, Neighbours exact) {
        this.session = session;
        this.work = work;
        this.exact = exact;
        answer = new SearchAnswer(work.options().top());
    }

    @Override
    public int prepare(int lane, long n) {
        number = n;
        return KINDS.operations().indexOf(n < work.checked() ? HITS : n < ASKINGS * work.checked() ? AGAIN : RECALL);
    }

    @Override
    public Outcome step(int i, Tally tally) throws Exception {
        if (number >= ASKINGS * work.checked()) {
            recall(work.sample(number), tally);
        } else {
            tally.reason = hits(work.query(number), tally);
            if (tally.reason != null) {
                tally.failedUnits = 1;
                return Outcome.PARTIAL;
            }
        }
        tally.units = 1;
        return Outcome.OK;
    }

    /**
     * The checksum does not depend on the order of the queries; it travels as rows.
     *
     * @return why the answer is one in part, which nothing is concluded from; null where it is whole
     */
    private String hits(int id, Tally tally) throws Exception {
        SearchQuery query = work.queries().query(id);
        if (query.vector() != null) {
            return null;
        }
        session.search(work.options().of(query), answer);
        if (answer.whyPartial() != null) {
            return answer.whyPartial();
        }
        if (work.counted()) {
            tally.hits = answer.hits;
            tally.rowsRead = SplitMix64.mix(id * SplitMix64.STEP + answer.hits) >>> CHECKSUM_BITS;
        }
        if (id < MOST_KEPT) {
            work.answers().add(new AnswerTable.Row(id, (int) (number / work.checked()), cut(query.toString()),
                    answer.exact ? answer.hits : AnswerTable.UNKNOWN, answer.internal,
                    answer.first(AnswerTable.FIRST)));
        }
        return null;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }

    /** Of as many neighbours as were wanted. */
    private void recall(RecallSamples.Sample sample, Tally tally) throws Exception {
        SearchQuery query = work.queries().query(sample.query());
        Neighbours.Found found = exact.among(query, work.options().top(), sample.found());
        tally.hits = found.right();
        tally.rowsRead = found.count();
    }

    @Override
    public String name(int lane, long n) {
        return work.queries().query(work.query(n)).toString();
    }

    @Override
    public void close() throws Exception {
        session.close();
    }
}
