package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import java.lang.reflect.Proxy;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnIndexTest {

    private static final ParamSet PARAMS = QueryParams.ALL.plus(ParamSet.of(SearchParams.index().called("collection"),
            SearchParams.SHARDS, ConnectionParams.NAMESPACE));

    @TempDir
    Path folder;

    private Values values(Map<String, String> set) throws Exception {
        Path log = Files.writeString(folder.resolve("log"), "{\"path\": \"/select?q=a\"}\n");
        return PARAMS.defaults().with(Map.of("collection", "books", "query-log", log.toString()), SettingOrigin.SET)
                .with(set, SettingOrigin.SET);
    }

    @Test
    void nothingIsRecordedThatHasNoEffectOnAnIndexThatIsThere() throws Exception {
        Values inForce = new QueryWorkload().effective(values(Map.of()));
        assertThat(inForce.texts()).containsEntry("index", "books").containsEntry("workers", "1")
                .doesNotContainKeys("documents", "query-mix", "shards", "namespace", "merged", "candidates");
        assertThat(new QueryWorkload().effective(inForce)).isEqualTo(inForce);
        assertThat(new QueryWorkload().visits(inForce)).isTrue();
        assertThat(new QueryWorkload().estimate(inForce).data().units()).isZero();
        assertThat(new QueryWorkload().content(inForce)).isEmpty();
    }

    /** An index of which the server says one thing after the other; empty: it fails. */
    private static SearchTarget saying(String... states) {
        Iterator<String> next = List.of(states).iterator();
        return (SearchTarget) Proxy.newProxyInstance(OwnIndexTest.class.getClassLoader(),
                new Class<?>[] {SearchTarget.class}, (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("state");
                    String state = next.next();
                    if (state.isEmpty()) {
                        throw new DriverException("HTTP 429");
                    }
                    return state;
                });
    }

    @Test
    void whatCouldNotBeAskedHasNotChanged() {
        assertThat(OwnIndex.of(saying("5 documents", "5 documents")).change()).isEmpty();
        assertThat(OwnIndex.of(saying("5 documents", "6 documents")).change()).contains("The index has changed while it "
                + "was measured. Before: 5 documents. After: 6 documents.");
        assertThat(OwnIndex.of(saying("5 documents", "")).change()).contains("Whether the index has changed while it was "
                + "measured is not known. Before: 5 documents. After: it could not be asked: HTTP 429.");
        assertThat(OwnIndex.of(saying("", "")).change().orElseThrow()).startsWith("Whether");
    }

    @Test
    void whatAWarmUpIsSteadyOverIsAsManyQueriesAsAreKnown() throws Exception {
        assertThat(QueryWorkload.measured(values(Map.of("queries", "500")))).isEqualTo(500);
        Values endless = values(Map.of("queries", "unlimited", "duration", "60s"));
        assertThat(QueryWorkload.measured(endless)).isZero();
        Values paced = endless.with("rate", "500/s", SettingOrigin.SET);
        assertThat(QueryWorkload.measured(paced)).isEqualTo(30_000);
        assertThat(QueryWorkload.measured(paced.with("queries", "700", SettingOrigin.SET))).isEqualTo(700);
    }

    @Test
    void whatIsSaidInVainIsRefused() throws Exception {
        for (String param : new String[] {"documents=5", "shards=2", "query-mix=term", "update-kind=add", "namespace=x"}) {
            String[] sides = param.split("=");
            Values said = values(Map.of(sides[0], sides[1]));
            assertThatThrownBy(() -> new QueryWorkload().estimate(new QueryWorkload().effective(said)))
                    .isInstanceOf(InvalidInputException.class).hasMessageStartingWith(sides[0] + " has no meaning with index");
        }
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("cache", "cold"))))
                .hasMessageContaining("cold");
        Values unsaid = new QueryWorkload().effective(values(Map.of("query-log", "none")));
        unsaid.params().check(unsaid); // which complains of nothing that has been left out
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-log", "none"))))
                .hasMessageContaining("query-log");
        Values ours = PARAMS.defaults().with("request-parameters", "rows=5", SettingOrigin.SET);
        assertThatThrownBy(() -> new QueryWorkload().estimate(ours)).hasMessageStartingWith("request-parameters");
        Values writes = PARAMS.defaults().with("allow-writes", "true", SettingOrigin.SET);
        assertThatThrownBy(() -> new QueryWorkload().estimate(writes)).hasMessageStartingWith("allow-writes");
    }

    @Test
    void requestsOfATemplateTakeTheLogsPlace() throws Exception {
        Path template = Files.writeString(folder.resolve("template"), "\\set n random(1, 9)\nGET /select?q=:n\n");
        new QueryWorkload().estimate(values(Map.of("query-log", "none", "query-template", template.toString())));
        new QueryWorkload().estimate(values(Map.of("query-log", "none", "query-template-text", "GET /select?q=a")));
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-template", template.toString()))))
                .hasMessageEndingWith("by one of them");
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-log", "none", "query-template-text",
                "GET /select?q=:n")))).hasMessage("query-template-text: line 1: variable 'n' is never set");
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-log", "none", "query-template",
                "nowhere")))).hasMessage("query-template: nowhere does not exist");
        Values ours = PARAMS.defaults().with("query-template-text", "a", SettingOrigin.SET);
        assertThatThrownBy(() -> new QueryWorkload().estimate(ours))
                .hasMessageStartingWith("query-template-text has no");
    }

    @Test
    void parametersAreSetApartBySemicolons() throws Exception {
        assertThat(values(Map.of("request-parameters", "rows=100;fq=a&b;facet=")).text(QueryParams.REQUEST_PARAMETERS))
                .isEqualTo("facet=;fq=a&b;rows=100");
        assertThatThrownBy(() -> values(Map.of("request-parameters", "rows=100&fl=id")))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("'rows=100&fl=id': write ; between");
    }

    @Test
    void vectorsTakeTheLogsPlace() throws Exception {
        Path vectors = folder.resolve("queries.fvecs");
        Files.write(vectors, new byte[] {1, 0, 0, 0, 0, 0, (byte) 0x80, 0x3f});
        Map<String, String> asked = Map.of("query-log", "none", "query-vectors", vectors.toString(), "vector-field",
                "emb");
        Values inForce = new QueryWorkload().effective(values(asked));
        new QueryWorkload().estimate(inForce);
        PARAMS.check(inForce);
        assertThat(inForce.texts()).containsEntry("candidates", "100").containsEntry("recall-samples", "200");
        assertThat(new QueryWorkload().named(inForce)).contains("emb");
        assertThat(new QueryWorkload().named(values(Map.of()))).isEmpty();
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-vectors", vectors.toString(),
                "vector-field", "emb")))).hasMessageEndingWith("by one of them");
        Values alone = values(Map.of("vector-field", "emb"));
        assertThatThrownBy(() -> PARAMS.check(alone)).hasMessageContaining("vector-field needs query-vectors");
        Values few = values(asked).with("candidates", "5", SettingOrigin.SET);
        assertThatThrownBy(() -> PARAMS.check(few)).hasMessageContaining("candidates: 5 are fewer than the top 10");
        Values ours = PARAMS.defaults().with("vector-field", "emb", SettingOrigin.SET);
        assertThatThrownBy(() -> new QueryWorkload().estimate(ours))
                .hasMessageStartingWith("vector-field has no meaning");
    }

    @Test
    void itIsChangedOnlyByRequestsOfTheUsersAndWhereThatIsAllowed() throws Exception {
        Path updates = Files.writeString(folder.resolve("updates"),
                "{\"path\": \"/update?commitWithin=1000\", \"body\": [{\"id\": \"1\"}]}\n");
        assertThat(new QueryWorkload().writes(values(Map.of("updates", "5/s", "update-requests", updates.toString(),
                "allow-writes", "true")))).isTrue();
        assertThat(new QueryWorkload().estimate(values(Map.of("updates", "5/s", "update-requests", updates.toString(),
                "allow-writes", "true"))).units()).isPositive();
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("updates", "5/s", "update-requests",
                updates.toString())))).hasMessageContaining("allow-writes");
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("updates", "5/s"))))
                .hasMessageStartingWith("updates: with index");
        Path texts = Files.writeString(folder.resolve("texts"), "a text\n");
        assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("updates", "5/s", "update-requests",
                texts.toString(), "allow-writes", "true")))).hasMessageContaining("no requests");
    }

    @Test
    void whatATextIsAskedWithoutOfAServerIsToldToo() throws Exception {
        String left = "query-log: 1 query had filters or other parameters, which are left out.";
        assertThat(remarks("q=blue+whale&fq=genre:x", "q=old")).containsExactly(left);
        assertThat(remarks("2026-03-04T10:00:00Z\tq=blue&fq=genre:x", "2026-03-04T10:00:01Z\tq=old"))
                .containsExactly(left);
        assertThat(remarks("1.2.3.4 - - [04/Mar/2026:10:00:00 +0000] \"GET /find?q=blue&fq=genre:x HTTP/1.1\" 200 5"))
                .containsExactly(left);
        assertThat(remarks("/solr/books/select?q=blue&fq=genre:x")).as("a whole request is sent").isEmpty();
    }

    private List<String> remarks(String... lines) throws Exception {
        Path log = Files.writeString(folder.resolve("texts"), String.join("\n", lines) + "\n");
        return QueryContent.remarks(OwnIndex.log(values(Map.of("query-log", log.toString()))));
    }

    @Test
    void aLogOfWhatChangesAnIndexIsRefused() throws Exception {
        for (String path : new String[] {"/update", "//update/json", "/Update?commit=true", "/config", "/admin/file",
                "/stream?expr=update(books,search(books,q=a))", "/select?qt=/update&stream.body=a", "/_doc/1\", \"body\": {}, \"x\": \""}) {
            Path log = Files.writeString(folder.resolve("changing"), "{\"path\": \"" + path + "\"}\n");
            assertThatThrownBy(() -> new QueryWorkload().estimate(values(Map.of("query-log", log.toString()))))
                    .as(path).isInstanceOf(InvalidInputException.class).hasMessageContaining("does more than ask");
        }
    }
}
