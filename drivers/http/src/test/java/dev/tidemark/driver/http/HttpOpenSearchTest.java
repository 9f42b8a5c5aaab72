package dev.tidemark.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ScriptRuns;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;

/** Requests of one's own on OpenSearch, as the examples have them. */
@HeavyServer
class HttpOpenSearchTest extends ScriptRuns {

    @Override
    protected Driver driver() {
        return new HttpDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(List.of("hits-at", "/hits/total/value", "failed-at", "/timed_out;/errors"));
        SharedServer.of("opensearch", "heap=512MiB").server().target().forEach((name, value) -> all.addAll(List.of(name,
                value)));
        return all;
    }

    private String value(String request, String pointer) throws Exception {
        String[] found = {""};
        try (HttpTarget target = (HttpTarget) driver().open(values(), context());
                StatementSession session = target.session(0, StatementSession.class)) {
            session.begin(false);
            session.execute(request, Binding.NONE, new StatementSession.Columns() {
                @Override
                public void column(int row, String name, String text) {
                    found[0] = text;
                }

                @Override
                public List<String> requested() {
                    return List.of(pointer);
                }
            });
            session.end();
        }
        return found[0];
    }

    @Test
    void theExampleDoesWhatItSaysAndLeavesNothing() throws Exception {
        Path example = Path.of("../../examples/my-own-statements/opensearch.http").toAbsolutePath().normalize();
        List<OutcomeCount> outcomes = run("script: \"" + example + "\", workers: 2, operations: 110");
        assertThat(outcomes).as(outcomes + ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(outcomes).extracting(OutcomeCount::kind).contains("search", "alike", "scroll", "point-in-time");
        assertThat(ended()).contains("DONE");
        assertThat(value("GET /_cat/indices?format=json", "")).doesNotContain("tidemark-books");
        assertThat(value("GET /_nodes/stats/indices/search", "/nodes")).contains("\"open_contexts\":0");
    }

    /** Each page of a scroll has what the one before had not. */
    @Test
    void aScrollIsWalkedToItsEnd() {
        StringBuilder documents = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            documents.append("{\"index\": {}}\n{\"n\": ").append(1 << i).append("}\n");
        }
        List<OutcomeCount> outcomes = run("script: \"" + file("walk.http", """
                \\setup
                DELETE /walked?ignore_unavailable=true
                POST /walked/_bulk?refresh=true
                %s
                \\operation walk
                GET walked/_search?scroll=1m
                {"size": 3, "sort": ["n"]}
                \\take id /_scroll_id
                \\take a /hits/hits/0/_source/n
                \\take b /hits/hits/2/_source/n
                POST _search/scroll
                {"scroll": "1m", "scroll_id": ":{id}"}
                \\take id /_scroll_id
                \\take c /hits/hits/0/_source/n
                \\take d /hits/hits/2/_source/n
                GET _search/scroll?scroll=1m&scroll_id=:id
                \\take e /hits/hits/2/_source/n
                POST _search/scroll
                {"scroll": "1m", "scroll_id": :id}
                \\take end? /hits/hits/0/_id
                DELETE _search/scroll/:id
                \\if :a <> 1 or :b <> 4 or :c <> 8 or :d <> 32 or :e <> 256 or :end is not null
                GET /the_pages_differ
                \\endif
                \\teardown
                DELETE /walked
                """.formatted(documents)) + "\", workers: 2, operations: 20");
        assertThat(outcomes).as(outcomes + ended()).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.OK);
            assertThat(o.operations()).isEqualTo(20);
        });
    }

    @Test
    void whatFailsWithinAnAnswerAndByItsStatusIsToldInTheServersWords() {
        List<OutcomeCount> outcomes = run("script: \"" + file("wrong.http", """
                \\setup
                DELETE /wrong?ignore_unavailable=true
                PUT /wrong
                {"mappings": {"properties": {"n": {"type": "integer"}}}}
                \\operation bulk
                POST /wrong/_bulk
                {"index": {}}
                {"n": "no number"}
                \\operation query
                POST /wrong/_search
                {"query": {"mach": {"n": 1}}}
                \\operation index
                POST /wrung/_search
                {}
                \\teardown
                DELETE /wrong
                """) + "\", workers: 1, operations: 30");
        assertThat(outcomes).extracting(o -> o.kind() + " " + o.outcome() + " " + o.reason()).containsExactlyInAnyOrder(
                "bulk FAILURE script wrong.http line 6: the answer says /errors: true",
                "query FAILURE script wrong.http line 10: 400: unknown query [mach] did you mean [match]?",
                "index FAILURE script wrong.http line 13: 404: no such index [wrung]");
    }
}
