package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowQueryNoteTest {

    private record Engine(long hits, boolean exact) implements SearchSession {
        @Override
        public void add(List<SearchDocument> documents) {
            throw new AssertionError("nothing is added");
        }

        @Override
        public void search(SearchRequest request, SearchAnswer into) {
            into.clear();
            into.hits = hits;
            into.exact = exact;
        }

        @Override
        public String explain(SearchRequest request) {
            return "";
        }

        @Override
        public void close() {}
    }

    private record One() implements Queries {
        @Override
        public int distinct() {
            return 1;
        }

        @Override
        public long count() {
            return 1;
        }

        @Override
        public int at(long n) {
            return 0;
        }

        @Override
        public SearchQuery query(int id) {
            return SearchQuery.raw("tide");
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, false, does not tell its hits", "10000, false, has at least 10000 hits", "1, true, has 1 hit",
            "0, true, has 0 hits"})
    void hitsAreToldAsFarAsTheEngineCounts(long hits, boolean exact, String told) throws Exception {
        assertThat(SlowQueryNote.of(1, new SlowestQueries.Slow(0, 812_300_000), new One(),
                new QueryActor.AnswerOptions(10, true, 10), new Engine(hits, exact)))
                .isEqualTo("Slow query 1: tide took 812.300 ms and " + told + ".");
    }
}
