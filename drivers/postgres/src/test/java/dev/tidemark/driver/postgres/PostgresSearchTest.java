package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.NotOfferedException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.driver.contract.SearchContract;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Words, on a server without pgvector. */
class PostgresSearchTest extends SearchContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> ownSettings() {
        return server.settings();
    }

    @Override
    protected Set<Capability> lacking() {
        return Set.of(Capability.VECTOR_SEARCH);
    }

    @Override
    protected void assumeCapable(Capability capability) {
        Assumptions.assumeFalse(lacking().contains(capability), "this server does not offer " + capability);
    }

    /** Anything at all is a query. */
    @Override
    protected void assertRawQueries(SearchSession session) throws Exception {
        session.add(List.of(new SearchDocument(100, "salt sea", 0, null), new SearchDocument(101, "sea salt", 0, null),
                new SearchDocument(102, "and", 0, null)));
        assertThat(hits(session, "\"salt sea\"")).isEqualTo(1);
        assertThat(hits(session, "salt -\"salt sea\"")).isEqualTo(1);
        assertThat(hits(session, "\"salt sea\" or and")).isEqualTo(2);
        assertThat(hits(session, "salt (")).isEqualTo(2);
        assertThat(hits(session, "nowhere")).isZero();
    }

    private static long hits(SearchSession session, String raw) throws Exception {
        SearchAnswer answer = new SearchAnswer(10);
        session.search(new SearchRequest(SearchQuery.raw(raw), 10, true, 10), answer);
        return answer.hits;
    }

    @Test
    void whereVectorsAreMissingIsSaidHowToGetThem() throws Exception {
        Trial trial = examined().get("vector-search");
        assertThat(trial.message()).contains("pgvector").contains("extensions: FOLDER");
        try (SearchTarget target = (SearchTarget) driver().open(values(), context())) {
            target.create();
            Assertions.assertThatThrownBy(() -> target.makeSearchIndex(8)).isInstanceOf(NotOfferedException.class)
                    .hasMessage(trial.message());
            target.drop();
        }
    }

    /** Of what is not counted is told how many there are at least. */
    @Test
    void countingCanBeLeftOut() throws Exception {
        try (SearchTarget target = (SearchTarget) driver().open(values(), context())) {
            target.create();
            target.makeSearchIndex(0);
            try (SearchSession session = target.session(0, SearchSession.class)) {
                session.add(List.of(new SearchDocument(1, "sea", 0, null), new SearchDocument(2, "salt sea", 0, null),
                        new SearchDocument(2, "sea sea", 0, null)));
                target.refresh();
                SearchAnswer answer = new SearchAnswer(5);
                session.search(new SearchRequest(SearchQuery.raw("sea"), 1, false, 1), answer);
                assertThat(answer.number(0)).isEqualTo(2);
                assertThat(answer.hits).isEqualTo(1);
                assertThat(answer.exact).isFalse();
                session.search(new SearchRequest(SearchQuery.raw("sea"), 3, false, 3), answer);
                assertThat(answer.hits).isEqualTo(2);
                assertThat(answer.exact).isTrue();
                assertThat(target.statistics().bytes().orElseThrow()).isPositive();
                assertThat(session.explain(new SearchRequest(SearchQuery.raw("sea"), 3, true, 3)))
                        .contains("actual time").contains("Buffers: ");
            }
            target.drop();
        }
    }
}
