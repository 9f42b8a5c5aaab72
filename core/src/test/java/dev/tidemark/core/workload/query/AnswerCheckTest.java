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
import dev.tidemark.core.measure.AnswerTable;
import dev.tidemark.core.measure.AnswerTable.Row;
import dev.tidemark.core.result.Outcome;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {

    /** Query i is asked for its place; its answer is documents 100·i and the number of answers so far. */
    private final SearchSession session = new SearchSession() {
        private int asked;

        @Override
        public void add(List<SearchDocument> documents) {
            throw new AssertionError("queries add nothing");
        }

        @Override
        public void search(SearchRequest request, SearchAnswer into) {
            int query = Integer.parseInt(request.query().raw().substring(1).strip());
            into.clear();
            into.hits = query == 3 ? SearchAnswer.UNKNOWN : 10 + query;
            into.exact = query != 2;
            into.partial = query == 1 ? "timeAllowed" : null;
            into.add(100L * query, 2);
            into.add(asked++, 1);
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

    private final Queries queries = new Queries() {
        @Override
        public int distinct() {
            return 9;
        }

        @Override
        public long count() {
            return 9;
        }

        @Override
        public int at(long n) {
            return (int) n;
        }

        @Override
        public SearchQuery query(int id) {
            return SearchQuery.raw("q" + id + " ".repeat(id == 0 ? 300 : 0));
        }
    };

    private final List<Row> answers = new ArrayList<>();
    private final Tally tally = new Tally();

    private List<String> check(boolean counted) throws Exception {
        AnswerCheck.CheckInput work = new AnswerCheck.CheckInput(queries, 4, counted, new QueryActor.AnswerOptions(10,
                true, 10),
                List.of(), answers);
        List<String> kinds = new ArrayList<>();
        try (AnswerCheck check = new AnswerCheck(session, work, null)) {
            for (long n = 0; n < work.operations(); n++) {
                tally.clear();
                kinds.add(AnswerCheck.KINDS.operations().get(check.prepare(0, n)));
                boolean inPart = n % 4 == 1;
                assertThat(check.step(0, tally)).isEqualTo(inPart ? Outcome.PARTIAL : Outcome.OK);
                assertThat(tally.reason).isEqualTo(inPart ? "timeAllowed" : null);
                assertThat(check.name(0, n)).startsWith("q" + n % 4);
                assertThat(tally.rowsRead > 0).isEqualTo(counted && !inPart);
            }
        }
        return kinds;
    }

    @Test
    void eachIsAskedTwiceAfterAllOthersWereAskedOnce() throws Exception {
        assertThat(check(true)).containsExactly("hits", "hits", "hits", "hits", "again", "again", "again", "again");
        assertThat(answers).extracting(Row::query).containsExactly(0, 2, 3, 0, 2, 3); // an answer in part is none
        assertThat(answers).extracting(Row::asking).containsExactly(0, 0, 0, 1, 1, 1);
        assertThat(answers).extracting(Row::hits).containsExactly(10L, AnswerTable.UNKNOWN, AnswerTable.UNKNOWN, 10L,
                AnswerTable.UNKNOWN, AnswerTable.UNKNOWN);
        assertThat(answers.getFirst().text()).hasSize(200).endsWith("…");
        assertThat(answers.get(1).found()).containsExactly(200L, 2L);
        assertThat(answers.get(4).found()).containsExactly(200L, 6L);
    }

    /** Requests as they are may count what they like. */
    @Test
    void whatIsNotCountedHasNoChecksum() throws Exception {
        check(false);
        assertThat(answers).hasSize(6);
    }
}
