package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TwoSidesContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/**
 * The configuration of the faulty collection has an analyser that keeps capitals, a handler that answers fewer hits where
 * a request does not say how many, and one whose facets are dear.
 */
@HeavyServer
@Thorough("two collections of a server, asked at rates; ExistingIndexSidesTest has the sides without one")
@Timeout(300)
class OwnCollectionSidesTest extends TwoSidesContract {

    private static final int DOCUMENTS = 600;

    @BeforeAll
    static void make() throws Exception {
        Fixture.server();
        for (String name : List.of("sound", "faulty")) {
            Fixture.send("POST", Fixture.CONFIGS + "UPLOAD&name=sides-" + name, "application/octet-stream",
                    Fixture.library(name.equals("sound") ? schema -> schema
                            : schema -> schema.replace("<filter name=\"lowercase\"/>", "")));
        }
        create("sides", "sound");
        handlers("sides", 10, "\"facet.field\": \"genre_s\"");
        create("sides-copy", "sound"); // whose configuration has the handlers by then
        create("sides-faulty", "faulty");
        handlers("sides-faulty", 3, "\"facet.field\": \"genre_s\", \"facet.limit\": -1, \"facet.pivot\": "
                + "[\"isbn,isbn\", \"blurb_s,isbn,isbn\"]");
        Fixture.ask("GET", Fixture.COLLECTIONS + "CREATEALIAS&name=sides-alias&collections=sides", "");
    }

    /** All on one node: what another one passes on takes longer, and a copy there would not be the same. */
    private static void create(String name, String configuration) throws Exception {
        Fixture.ask("GET", Fixture.COLLECTIONS + "CREATE&name=" + name + "&numShards=1&waitForFinalState=true"
                + "&createNodeSet=" + Fixture.server().server().address() + "_solr&collection.configName=sides-"
                + configuration, "");
        Fixture.ask("POST", "/solr/" + name + "/update?commit=true&wt=json", IntStream.range(0, DOCUMENTS).mapToObj(n ->
                "{\"isbn\": \"b" + (1000 + n) + "\", \"title_t\": \"Sea number" + n % 12 + "\", \"genre_s\": \""
                        + List.of("prose", "verse").get(n % 2) + "\", \"blurb_s\": \"blurb " + n % 7 + "\"}")
                .collect(Collectors.joining(",", "[", "]")));
    }

    private static void handlers(String collection, int rows, String facets) throws Exception {
        Fixture.ask("POST", "/solr/" + collection + "/config", "{\"add-requesthandler\": {\"name\": \"/shelf\", "
                + "\"class\": \"solr.SearchHandler\", \"defaults\": {\"df\": \"_text_\", \"rows\": " + rows + "}}}");
        Fixture.ask("POST", "/solr/" + collection + "/config", "{\"add-requesthandler\": {\"name\": \"/catalogue\", "
                + "\"class\": \"solr.SearchHandler\", \"defaults\": {\"df\": \"_text_\", \"rows\": 7, \"facet\": true, "
                + facets + "}}}");
    }

    @AfterAll
    static void remove() throws Exception {
        Fixture.ask("GET", Fixture.COLLECTIONS + "DELETEALIAS&name=sides-alias", "");
        for (String name : List.of("sides", "sides-copy", "sides-faulty")) {
            Fixture.ask("GET", Fixture.COLLECTIONS + "DELETE&name=" + name, "");
        }
        for (String name : List.of("sound", "faulty")) {
            Fixture.ask("GET", Fixture.CONFIGS + "DELETE&name=sides-" + name, "");
        }
    }

    @Override
    protected String driver() {
        return "solr";
    }

    @Override
    protected String settings() {
        return Fixture.server().written();
    }

    @Override
    protected Sides sides() {
        return new Sides("sides", "sides-alias", "sides-copy", "sides-faulty");
    }

    @Override
    protected Requests requests() {
        return new Requests(IntStream.range(0, 12).mapToObj(n -> line("/select", "q=number" + n + "&rows=5")).toList(),
                IntStream.range(0, 6).mapToObj(n -> line("/catalogue", "q=*:*&sort=isbn+asc&n=" + n))
                        .toList(),
                Stream.of(line("/select", "q=sea&rows=5&sort=isbn+asc"), line("/select", "q=title_t:(sea+number3)&rows=2"),
                        line("/shelf", "q=number1"), line("/shelf", "q=*:*&sort=isbn+desc")).toList());
    }

    private static String line(String handler, String parameters) {
        return "2026-03-04 10:00:59.000 INFO  (qtp1) [] o.a.s.c.S.Request webapp=/solr path=" + handler + " params={"
                + parameters + "} hits=1 status=0 QTime=1";
    }

    @Override
    protected String reportText(String line) {
        return line.replaceFirst(".* path=(\\S+) params=\\{(.*)\\}.*", "$1?$2");
    }
}
