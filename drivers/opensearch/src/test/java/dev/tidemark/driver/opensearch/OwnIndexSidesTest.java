package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TwoSidesContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/**
 * The faulty index has an analyser that keeps capitals, a facet by whose mapping every three letters are a value of
 * their own, and an alias that hides some documents.
 */
@HeavyServer
@Thorough("two indexes of a server, asked at rates; ExistingIndexSidesTest has the sides without one")
@Timeout(300)
class OwnIndexSidesTest extends TwoSidesContract {

    private static final int DOCUMENTS = 300;
    /** Of a request in a report. */
    private static final int LONGEST_TEXT = 200;
    /** Each value of the documents that all sides have, with the values beside it. */
    private static final String FACETS = "\"sort\":[{\"isbn\":\"asc\"}],\"query\":{\"bool\":{\"must_not\":{\"term\":"
            + "{\"genre\":\"lost\"}}}},\"aggs\":{\"blurbs\":{\"terms\":{\"field\":\"blurb\",\"size\":20,"
            + "\"collect_mode\":\"depth_first\"},\"aggs\":{\"beside\":{\"terms\":{\"field\":\"blurb\",\"size\":5,"
            + "\"execution_hint\":\"map\"}}}}}}";

    @BeforeAll
    static void make() throws Exception {
        remove();
        String keyword = "{\"type\":\"keyword\"}";
        create("sides", "standard", keyword);
        create("sides-copy", "standard", keyword);
        create("sides-faulty", "whitespace", "{\"type\":\"text\",\"analyzer\":\"threes\",\"fielddata\":true}");
        Fixture.ask("POST", "/_aliases", "{\"actions\":[{\"add\":{\"index\":\"sides\",\"alias\":\"sides-alias\"}},"
                + "{\"add\":{\"index\":\"sides-faulty\",\"alias\":\"sides-cut\",\"filter\":{\"bool\":{\"must_not\":"
                + "{\"term\":{\"genre\":\"lost\"}}}}}}]}");
    }

    private static void create(String name, String analyzer, String blurb) throws Exception {
        Fixture.ask("PUT", "/" + name, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,\"analysis\":"
                + "{\"tokenizer\":{\"threes\":{\"type\":\"ngram\",\"min_gram\":3,\"max_gram\":3}},\"analyzer\":"
                + "{\"threes\":{\"tokenizer\":\"threes\"}}}},\"mappings\":{\"properties\":{\"title\":{\"type\":"
                + "\"text\",\"analyzer\":\"" + analyzer + "\"},\"genre\":{\"type\":\"keyword\"},\"isbn\":"
                + "{\"type\":\"keyword\"},\"blurb\":" + blurb + "}}}");
        Random random = new Random(1);
        Fixture.ask("POST", "/" + name + "/_bulk?refresh=true", IntStream.range(0, DOCUMENTS).mapToObj(n -> "{\"index\":"
                + "{\"_id\":\"b" + n + "\"}}\n{\"title\":\"Sea " + (n < DOCUMENTS - 10 ? "number" + n % 12 : "gone")
                + "\",\"isbn\":\"b" + (1000 + n) + "\",\"blurb\":\"" + random.ints(3, 0, Integer.MAX_VALUE)
                        .mapToObj(Integer::toString).collect(Collectors.joining())
                + "\",\"genre\":\"" + (n >= DOCUMENTS - 10 ? "lost" : n % 2 == 0 ? "prose" : "verse") + "\"}\n")
                .collect(Collectors.joining()));
    }

    @AfterAll
    static void remove() throws Exception {
        Fixture.ask("DELETE", "/sides*", "");
    }

    @Override
    protected String driver() {
        return "opensearch";
    }

    @Override
    protected String settings() {
        return Fixture.server().written();
    }

    @Override
    protected Sides sides() {
        return new Sides("sides", "sides-alias", "sides-copy", "sides-cut");
    }

    private static String line(String body) {
        return "{\"path\":\"/_search\",\"body\":" + body + "}";
    }

    private static String match(String words, String more) {
        return line("{\"query\":{\"match\":{\"title\":\"" + words + "\"}}," + more + "}");
    }

    @Override
    protected Requests requests() {
        return new Requests(IntStream.range(0, 12).mapToObj(n -> match("number" + n, "\"size\":5")).toList(),
                IntStream.range(0, 6).mapToObj(n -> line("{\"size\":" + (n + 1) + "," + FACETS)).toList(),
                Stream.of(match("sea", "\"size\":5"), match("sea number3", "\"size\":2"), match("gone", "\"size\":10"),
                        line("{\"query\":{\"term\":{\"genre\":\"lost\"}}}")).toList());
    }

    @Override
    protected String reportText(String line) {
        String text = "/_search " + line.replaceFirst(".*?\"body\":(.*)\\}", "$1");
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }
}
