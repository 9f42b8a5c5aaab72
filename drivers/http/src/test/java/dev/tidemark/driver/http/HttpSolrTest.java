package dev.tidemark.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ScriptRuns;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of one's own on Solr. */
@HeavyServer
class HttpSolrTest extends ScriptRuns {

    private static final Map<String, String> CONFIGURATION = Map.of("schema.xml", """
            <schema name="own" version="1.7">
              <uniqueKey>id</uniqueKey>
              <fieldType name="string" class="solr.StrField" docValues="true"/>
              <fieldType name="long" class="solr.LongPointField" docValues="true"/>
              <field name="id" type="string" indexed="true" stored="true" required="true"/>
              <field name="n" type="long" indexed="true" stored="true"/>
              <field name="_version_" type="long" indexed="false" stored="false"/>
            </schema>
            """, "solrconfig.xml", """
            <config>
              <luceneMatchVersion>LATEST</luceneMatchVersion>
              <schemaFactory class="ClassicIndexSchemaFactory"/>
              <updateHandler class="solr.DirectUpdateHandler2"><updateLog/></updateHandler>
              <requestHandler name="/select" class="solr.SearchHandler"/>
            </config>
            """);

    @Override
    protected Driver driver() {
        return new HttpDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(List.of("base-path", "/solr", "ping", "/admin/info/health",
                "hits-at", "/response/numFound", "failed-at", "/responseHeader/partialResults"));
        SharedServer.of("solr", "heap=256MiB").server().target().forEach((name, value) -> all.addAll(List.of(name,
                value)));
        return all;
    }

    /** As an administrator does. */
    @BeforeEach
    void configure() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : CONFIGURATION.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        try (HttpTarget target = (HttpTarget) driver().open(values().with("ping", "/", SettingOrigin.SET), context())) {
            assertThat((int) target.separate().call(c -> c.answer("POST",
                    "/solr/admin/configs?action=UPLOAD&name=own&overwrite=true&cleanup=true&wt=json",
                    List.of("Content-Type",
                            "application/octet-stream"), bytes.toByteArray(), Duration.ofSeconds(60)).statusCode()))
                            .isEqualTo(200);
        }
    }

    @Test
    void aWalkByCursorAndAnExportAreRequestsOfOneOperation() {
        StringBuilder documents = new StringBuilder();
        for (int i = 10; i < 30; i++) {
            documents.append(i > 10 ? ",\n" : "").append("{\"id\": \"d/").append(i).append(" +\", \"n\": ").append(i)
                    .append("}");
        }
        List<OutcomeCount> outcomes = run("script: \"" + file("walk.http", """
                \\setup
                GET /admin/collections?action=CREATE&name=own&numShards=1&collection.configName=own&wt=json
                POST /own/update?commit=true&wt=json
                [%s]
                \\operation walk 3
                GET /own/select?q=*:*&sort=id+asc&rows=8&cursorMark=*&wt=json
                \\take mark /nextCursorMark
                \\take first /response/docs/0/id
                GET /own/select?q=*:*&sort=id+asc&rows=8&cursorMark=:mark&wt=json
                \\take mark /nextCursorMark
                \\take ninth /response/docs/0/n
                GET /own/select?q=*:*&sort=id+asc&rows=8&cursorMark=:mark&wt=json
                \\take next /nextCursorMark
                \\take last /response/docs/3/n
                \\take none? /response/docs/4/n
                GET /own/select?q=*:*&sort=id+asc&rows=8&cursorMark=:next&wt=json
                \\take end? /response/docs/0/id
                \\if :ninth <> 18 or :last <> 29 or :none is not null or :end is not null
                GET /the_pages_differ
                \\endif
                POST /own/select?wt=json
                Content-Type: application/x-www-form-urlencoded

                q={!term+f=id}:first&rows=1
                \\take n /response/docs/0/n
                POST /own/select?wt=json
                {"query": "n::{n}", "limit": 1, "params": {"echoParams": "none"}}
                \\take id /response/docs/0/id
                \\if :n <> 10
                GET /the_documents_differ
                \\endif
                \\operation export
                GET /own/export?q=*:*&sort=id+asc&fl=id,n&wt=json
                \\take found /response/numFound
                \\take last /response/docs/19/n
                \\if :found <> 20 or :last <> 29
                GET /the_export_differs
                \\endif
                \\teardown
                GET /admin/collections?action=DELETE&name=own&wt=json
                """.formatted(documents)) + "\", workers: 2, operations: 40");
        assertThat(outcomes).as(outcomes + ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "walk", Outcome.OK) + count(outcomes, "export", Outcome.OK)).isEqualTo(40);
        assertThat(ended()).contains("DONE");
    }

    @Test
    void aRefusalIsToldInTheServersWords() {
        List<OutcomeCount> outcomes = run("script: \"" + file("wrong.http", "GET /nowhere/select?q=a&wt=json\n")
                + "\", workers: 1, operations: 2");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).startsWith("script wrong.http line 1: 404");
        });
    }
}
