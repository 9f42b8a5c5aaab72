package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.core.load.schedule.ArrivalTrace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code tidemark querylog}. */
class QuerylogCommandTest {

    private static final String LOG = """
            2026-03-04T10:00:59Z\tblue whale
            2026-03-04T10:01:00Z\t"old man"
            2026-03-04T10:01:00.5Z\tblue whale
            yesterday\tnothing
            2026-03-04T10:02:59Z\tevil\u001b[31m\tfq=a
            """;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    private String log(String text) throws IOException {
        return Files.writeString(folder.resolve("queries.log"), text).toString();
    }

    private static Map<String, String> measures(Ran ran) {
        return ran.table().stream().filter(row -> row.getFirst().equals("measure"))
                .collect(Collectors.toMap(row -> row.get(1), row -> row.get(2)));
    }

    @Test
    void aPipeGetsOneTable() throws Exception {
        Ran ran = program.run("querylog", log(LOG), "--top", "2").ok();
        assertThat(ran.table().getFirst()).containsExactly("kind", "name", "value");
        assertThat(measures(ran)).containsEntry("format", "timed").containsEntry("lines", "5")
                .containsEntry("queries", "4").containsEntry("distinct-queries", "3")
                .containsEntry("repeat-share", "0.25")
                .containsEntry("malformed-lines", "1").containsEntry("queries-with-parameters", "1")
                .containsEntry("seconds", "120").containsEntry("per-second", "0.025").containsEntry("per-minute", "1.5")
                .containsEntry("busiest-second", "2").containsEntry("busiest-minute", "2")
                .containsEntry("busiest-minute.from", "2026-03-04T10:01:00Z").containsEntry("words.p50", "2");
        assertThat(ran.table().stream().filter(row -> row.getFirst().equals("query"))
                .map(row -> row.get(1) + row.get(2)))
                .containsExactly("blue whale2", "\"old man\"1");
        assertThat(ran.err()).contains("1 line could not be read and is left out; the first is line 4: 'yesterday");
        assertThat(program.run("querylog", log(LOG), "--top", "9", "--tsv").ok().out()).doesNotContain("\u001b");
    }

    @Test
    void jsonIsVersioned() throws Exception {
        JsonNode json = JsonMapper.shared().readTree(program.run("querylog", log(LOG), "--json").ok().out());
        assertThat(json.get("format").asString()).isEqualTo("tidemark-querylog");
        assertThat(json.get("version").asInt()).isEqualTo(1);
        assertThat(json.get("repeatShare").asDouble()).isEqualTo(0.25);
        assertThat(json.get("busiestMinute").get("queries").asInt()).isEqualTo(2);
        assertThat(json.get("mostFrequent").get(0).get("query").asString()).isEqualTo("blue whale");
        JsonNode untimed = JsonMapper.shared().readTree(program.run("querylog", log("a\nb\n"), "--json").ok().out());
        assertThat(untimed.has("perSecond")).isFalse();
    }

    @Test
    void aTerminalGetsWords() throws Exception {
        String before = System.getProperty("tidemark.terminals");
        System.setProperty("tidemark.terminals", "1");
        try {
            String out = program.run("querylog", log(LOG)).ok().out();
            assertThat(out).containsPattern("queries +4 on 5 lines").containsPattern("repeat share +25.0 %")
                    .containsPattern("mean rate +0.02500/s, 1.500/min")
                    .containsPattern("busiest minute +2 queries, from 2026-03-04T10:01:00Z")
                    .containsPattern("2 +blue whale").doesNotContain("\u001b[31m");
            assertThat(program.run("querylog", log("a b\n")).ok().out()).containsPattern("rate +not known: "
                    + "the file tells no times");
        } finally {
            if (before == null) {
                System.clearProperty("tidemark.terminals");
            } else {
                System.setProperty("tidemark.terminals", before);
            }
        }
    }

    @Test
    void arrivalsAreWrittenForReplay() throws Exception {
        Path arrivals = folder.resolve("arrivals.txt");
        Ran ran = program.run("querylog", log(LOG), "--arrivals", arrivals.toString()).ok();
        assertThat(ran.err()).contains("--arrivals trace --arrivals-trace " + arrivals);
        assertThat(ArrivalTrace.read(arrivals).end()).isEqualTo(120_000_000_000L);
        assertThat(program.refused("querylog", log("a\nb\n"), "--arrivals", folder.resolve("none").toString()))
                .contains("--arrivals: ").contains("does not tell when queries were asked");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void arrivalsTellWhereTheyAreNotThoseOfTheLog() throws Exception {
        Path arrivals = folder.resolve("arrivals.txt");
        String spread = program.run("querylog", log("2026-03-04T10:00:00Z\ta\n2026-03-04T10:00:01Z\tb\n"
                + "2026-03-04T10:00:01Z\tc\n"), "--arrivals", arrivals.toString()).ok().err();
        assertThat(spread).contains("those of one second evenly within it", "--warm-up-queries none")
                .doesNotContain("Of these");
        assertThat(Files.readString(arrivals)).isEqualTo("time\n0.000000\n1.000000\n1.500000\n");
        String fewer = program.run("querylog", log("{\"path\":\"/shop/_search\",\"body\":{\"size\":3},\"time\":1}\n"
                + "{\"q\":\"sea\",\"time\":2}\n{\"q\":\"salt\",\"time\":3.5}\n"), "--arrivals",
                arrivals.toString()).ok().err();
        assertThat(fewer).doesNotContain("evenly").contains("Of these 3 arrivals, a server with an index of your own is "
                + "asked 3, and all else 2: where that is another number, the trace is not that of the queries");
    }

    @Test
    void badInputIsOneLine() throws Exception {
        assertThat(program.refused("querylog", folder.resolve("missing").toString())).contains("does not exist");
        assertThat(program.refused("querylog", log("\n"))).contains("has no query");
        assertThat(program.refused("querylog", log(LOG), "--top", "-1")).contains("--top: -1 is less than 0");
        assertThat(program.refused("querylog", log(LOG), "--tsv", "--json")).contains("--json");
    }

    @Test
    void requestsThatAreAskedOfAnIndexOfOnesOwnCount() throws Exception {
        String json = "{\"path\":\"/shop/_search\",\"body\":{\"size\":3}}\n{\"query\":{\"match_all\":{}}}\n"
                + "{\"q\":\"sea\"}\n{\"event\":\"login\"}\n";
        Ran ran = program.run("querylog", log(json)).ok();
        assertThat(measures(ran)).containsEntry("queries", "3").containsEntry("other-lines", "1")
                .containsEntry("malformed-lines", "0");
        assertThat(ran.out()).contains("/_search {\"size\":3}\t1", "/_search {\"query\":{\"match_all\":{}}}\t1",
                "sea\t1");
        String solr = "2026-03-04 10:00:0%d.000 INFO  (qtp1-21) [c:b s:shard1 x:b] o.a.s.c.S.Request webapp=/solr "
                + "path=/select params={%s} hits=3 status=0 QTime=12\n";
        Ran logged = program.run("querylog", log(solr.formatted(1, "json={\"query\":\"a\"}")
                + solr.formatted(2, "q=b"))).ok();
        assertThat(measures(logged)).containsEntry("queries", "2").containsEntry("other-lines", "0");
        Ran console = program.run("querylog", log("GET /_search?q=a\nPOST /b/_search\n{}\n")).ok();
        assertThat(measures(console)).containsEntry("format", "requests").containsEntry("queries", "2");
    }
}
