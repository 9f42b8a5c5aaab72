package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.load.schedule.ArrivalTrace;
import dev.tidemark.core.load.schedule.EndingSchedule;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryLogTest {

    private static final String REQUEST = " INFO  (qtp1-21) [c:books s:shard1 r:core_node3 x:books_shard1] "
            + "o.a.s.c.S.Request webapp=/solr path=/select params={%s} hits=3 status=0 QTime=12";

    @TempDir
    Path folder;

    private QueryLog read(String... lines) throws Exception {
        return QueryLog.read(Files.writeString(folder.resolve("log"), String.join("\n", lines) + "\n"));
    }

    private static List<String> queries(QueryLog log) {
        return Arrays.stream(log.ids()).mapToObj(log.distinct()::get).toList();
    }

    private static String request(String time, String parameters) {
        return time + REQUEST.formatted(parameters);
    }

    @Test
    void plainLinesAreQueries() throws Exception {
        QueryLog log = read("# a comment", "blue whale", "", "  \"old man\"  ", "blue whale", "1984, orwell");
        assertThat(log.format()).isEqualTo(QueryLogFormat.PLAIN);
        assertThat(queries(log)).containsExactly("blue whale", "\"old man\"", "blue whale", "1984, orwell");
        assertThat(log.distinct()).hasSize(3);
        assertThat(log.millis()).isEmpty();
        assertThat(log.start().kind()).isEqualTo(QueryTime.Kind.NONE);
        assertThat(log.lines()).isEqualTo(4);
        assertThat(log.complaint()).isEmpty();
    }

    @Test
    void parametersAreTakenApart() throws Exception {
        QueryLog log = read("rows=10&q=title%3Afoo+bar&fq=year:2000", "q=one", "/solr/x/select?q=two&rows=1",
                "three\tfilter=a", "a=b is no parameter");
        assertThat(queries(log)).containsExactly("title:foo bar", "one", "two", "three", "a=b is no parameter");
        assertThat(log.parameterised()).isEqualTo(2);
    }

    @Test
    void timesStandBeforeATab() throws Exception {
        QueryLog log = read("time\tquery", "10.5\tfirst", "12\tsecond\trows=3", "11.25\tbetween");
        assertThat(log.format()).isEqualTo(QueryLogFormat.TIMED);
        assertThat(queries(log)).containsExactly("first", "between", "second");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 750, 1500);
        assertThat(log.start()).hasToString("10 s");
        assertThat(log.parameterised()).isEqualTo(1);
        assertThat(log.malformed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-04T10:00:00Z", "2026-03-04T11:00:00+01:00", "2026-03-04T11:00:00+0100",
        "2026-03-04 10:00:00.000Z", "1772618400", "1772618400000"})
    void timesOfADayAreThoseOfUtc(String time) throws Exception {
        QueryLog log = read(time + "\tone", time + "\ttwo");
        assertThat(log.start().kind()).isEqualTo(QueryTime.Kind.UTC);
        assertThat(log.start()).hasToString("2026-03-04T10:00:00Z");
        assertThat(log.ids()).hasSize(2);
    }

    @Test
    void aCommaStandsBehindATimeOfADay() throws Exception {
        QueryLog log = read("2026-03-04T10:00:00,a, b", "2026-03-04T10:00:02.500,c");
        assertThat(queries(log)).containsExactly("a, b", "c");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 2500);
        assertThat(log.start()).hasToString("2026-03-04 10:00:00");
    }

    @Test
    void solrsRequestsAreToldFromWhatElseItLogs() throws Exception {
        QueryLog log = read("2026-03-04 09:59:58.000 INFO  (main) [] o.e.j.s.Server started",
                "java.lang.IllegalStateException: of no request", "\tat org.example.Some.method(Some.java:1)",
                request("2026-03-04 10:00:01.250", "q=blue+whale&fq=year:2000&rows=10"),
                request("2026-03-04 10:00:00.000", "df=text&q=title:%22old+man%22"),
                request("2026-03-04 10:00:00.500", "q=blue+whale&isShard=true&distrib=false"),
                request("2026-03-04 10:00:00.700", "commit=true").replace("/select", "/update"),
                request("2026-03-04 10:00:02.000", "q=cut&rows=10").replaceFirst("\\}.*", ""),
                request("2026-03-04 10:00:02.000", "q=50%+off"));
        assertThat(log.format()).isEqualTo(QueryLogFormat.SOLR);
        assertThat(queries(log)).containsExactly("title:\"old man\"", "blue whale");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 1250);
        assertThat(log.start()).hasToString("2026-03-04 10:00:00");
        assertThat(log.lines()).isEqualTo(9);
        assertThat(log.others()).isEqualTo(5);
        assertThat(log.parameterised()).as("a filter, and another field").isEqualTo(2);
        assertThat(log.malformed()).isEqualTo(2);
        assertThat(log.firstBad()).startsWith("line 8: '2026-03-04 10:00:02.000 INFO");
    }

    @Test
    void olderVersionsOfSolrAreRead() throws Exception {
        QueryLog four = read("INFO  - 2013-05-30 12:00:00.123; org.apache.solr.core.SolrCore; [core] webapp=/solr "
                + "path=/select params={q=a&wt=json} hits=0 status=0 QTime=3");
        assertThat(queries(four)).containsExactly("a");
        assertThat(four.start()).hasToString("2013-05-30 12:00:00");
        QueryLog three = read("May 30, 2013 12:00:00 PM org.apache.solr.core.SolrCore execute",
                "INFO: [] webapp=/solr path=/select params={q=a} hits=0 status=0 QTime=3 ",
                "May 30, 2013 1:00:02 PM org.apache.solr.core.SolrCore execute",
                "INFO: [] webapp=/solr path=/select params={q=b} hits=0 status=0 QTime=3 ");
        assertThat(queries(three)).containsExactly("a", "b");
        assertThat(three.millis().orElseThrow()).containsExactly(0, 3_602_000);
        assertThat(three.start()).hasToString("2013-05-30 12:00:00");
        assertThat(three.others()).isEqualTo(2);
        QueryLog since = read("4711000 INFO  (qtp1-15) [ x:c] o.a.s.c.S.Request [c] webapp=/solr path=/select params={q=a} "
                + "hits=1 status=0 QTime=4", "4711250 INFO  (qtp1-15) [ x:c] o.a.s.c.S.Request [c] webapp=/solr "
                + "path=/select params={q=b} hits=1 status=0 QTime=4");
        assertThat(since.millis().orElseThrow()).containsExactly(0, 250);
        assertThat(since.start()).hasToString("4711 s");
    }

    @Test
    void accessLogsAreRead() throws Exception {
        QueryLog log = read(
                "10.0.0.1 - - [04/Mar/2026:11:00:00 +0100] \"GET /solr/x/select?q=a+b&rows=1 HTTP/1.1\" 200 17",
                "10.0.0.1 - bob [04/Mar/2026:10:00:01 +0000] \"GET /style.css HTTP/1.1\" 200 9 \"-\" \"Mozilla/5.0\"",
                "10.0.0.1 - - [04/Mar/2026:10:00:03 +0000] \"GET /s?query=%C3%A4 HTTP/1.1\" 200 9 "
                        + "\"http://x/?q=no\" \"M\"",
                "10.0.0.1 - - [04/Mar/2026:10:00:04 +0000] \"-\" 408 0",
                "10.0.0.1 - - [04/Foo/2026:10:00:04 +0000] \"GET /s?q=b HTTP/1.1\" 200 9", "nonsense");
        assertThat(log.format()).isEqualTo(QueryLogFormat.ACCESS);
        assertThat(queries(log)).containsExactly("a b", "ä");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 3000);
        assertThat(log.start()).hasToString("2026-03-04T10:00:00Z");
        assertThat(log.others()).isEqualTo(2);
        assertThat(log.malformed()).isEqualTo(2);
        assertThat(log.firstBad()).startsWith("line 5: ").contains("'04/Foo/2026:10:00:04 +0000' is no time");
    }

    @Test
    void jsonLinesAreRead() throws Exception {
        QueryLog log = read("{\"query\": \"a \\\"b\\\"\", \"timestamp\": 1772618400.5}",
                "{\"q\": \"c\", \"@timestamp\": \"2026-03-04T10:00:01Z\", \"user\": 1}", "{\"event\": \"login\"}",
                "{\"query\": {\"match\": 1}}", "{\"query\": \"cut");
        assertThat(log.format()).isEqualTo(QueryLogFormat.JSON);
        assertThat(queries(log)).containsExactly("a \"b\"", "c");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 500);
        assertThat(log.others()).isEqualTo(1);
        assertThat(log.malformed()).isEqualTo(2);
        assertThat(log.firstBad()).startsWith("line 4: ").endsWith("its query is no text");
        assertThat(log.complaint().orElseThrow()).startsWith("2 lines could not be read and are left out; "
                + "the first is line 4");
    }

    @Test
    void aTimeOfAnotherKindIsNamed() throws Exception {
        QueryLog log = read("1\ta", "2\tb", "2026-03-04T10:00:00Z\tc", "no time");
        assertThat(queries(log)).containsExactly("a", "b");
        assertThat(log.malformed()).isEqualTo(2);
        assertThat(log.firstBad()).startsWith("line 3: ").endsWith("its time is written otherwise than those before");
    }

    @Test
    void compressedLogsAreRead() throws Exception {
        Path file = folder.resolve("log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("a\nb\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(queries(QueryLog.read(file))).containsExactly("a", "b");
    }

    @Test
    void whatIsNoLogIsNamed() throws Exception {
        assertThatThrownBy(() -> QueryLog.read(folder.resolve("none"))).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("does not exist");
        assertThatThrownBy(() -> QueryLog.read(folder)).hasMessageEndingWith("is not a file");
        assertThatThrownBy(() -> read("# nothing", "")).hasMessageEndingWith("has no query");
        Path file = Files.writeString(folder.resolve("no.gz"), "plain");
        assertThat(queries(QueryLog.read(file))).as("named as if it were packed").containsExactly("plain");
        Path cut = Files.write(folder.resolve("cut"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
        assertThatThrownBy(() -> QueryLog.read(cut)).isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("is packed by gzip, and damaged or cut off");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {0x7f, 'E', 'L', 'F', 0, 1});
        assertThatThrownBy(() -> QueryLog.read(binary)).isInstanceOf(InvalidInputException.class)
                .hasMessage("query log " + binary + " is not text: it has zero bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-03-04 10:00:00,123 INFO search: blue whale", "[2026-03-04T10:00:00,123][INFO ][o.e.n.Node] x",
        "<query>blue whale</query>", "{", "time=1 level=info msg=\"blue whale\"", "INFO  blue whale",
        "Mar  4 10:00:00 host search[1]: blue whale", "10:00:00,123\tblue whale", "10:00\tblue whale",
        "9:05 PM;blue whale", "03/04/2026 10:00:00,123\tblue whale", "04.03.2026, 10:00;blue whale", "2026-03-04\tblue whale",
        "2026-03-04,blue whale", "4.3.26\tblue whale", "user-42\tblue whale", "10.0.0.1\tanna\tblue whale"})
    void whatIsNoQueryIsRefusedWithItsLine(String line) {
        assertThatThrownBy(() -> read("", line, line)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(": line 2: '" + line + "': the format is not known; what can be read is Solr's");
    }

    @ParameterizedTest
    @ValueSource(strings = {"blue whale\tfq=year:1", "blue whale\t12", "10:00 train", "10:00:00", "04.03.2026", "24/7 shop",
        "2026-03-04", "9/11", "what happened on 2026-03-04, exactly"})
    void whatLooksLikeATimeAndMayBeAQueryIsOne(String line) throws Exception {
        assertThat(queries(read(line, line, line))).containsOnly(line.split("\t")[0]);
    }

    // ---- What was not asked by anybody ----

    @Test
    void whatSolrAsksItselfAndWhatFailedIsNoQuery() throws Exception {
        String log = "2026-03-04T10:00:0%d,000 [INFO] Request: webapp=%s path=%s params={%s} hits=0 status=%s QTime=2";
        String slow = log.replace("[INFO] Request: ", "[WARN] SlowRequest: slow: ");
        List<String> lines = List.of(
                log.formatted(0, "null", "null", "q=warm&distrib=false&event=firstSearcher", 0),
                log.formatted(1, "/solr", "/select", "q=warm&event=newSearcher", 0),
                log.formatted(2, "/solr", "/admin/ping", "q=ping", 0), log.formatted(2, "/solr", "/get", "q=x&ids=1", 0),
                log.formatted(2, "/solr", "/replication", "q=x&command=details", 0),
                log.formatted(3, "/solr", "/select", "q=title:[", 400), log.formatted(4, "/solr", "/select", "q=sea", 0),
                slow.formatted(4, "/solr", "/select", "q=sea", 0), log.formatted(5, "/solr", "/select", "q=+&rows=3", 0));
        QueryLog both = read(lines.toArray(String[]::new));
        assertThat(queries(both)).containsExactly("sea");
        assertThat(both.others()).isEqualTo(8);
        assertThat(both.malformed()).isZero();
        assertThat(queries(read(slow.formatted(4, "/solr", "/select", "q=sea", 0),
                slow.formatted(5, "/solr", "/select", "q=salt", 0)))).as("a log of slow requests alone")
                .containsExactly("sea", "salt");
    }

    @Test
    void aQueryKeepsWhatItRefersTo() throws Exception {
        QueryLog log = read(request("2026-03-04 10:00:00.000", "qq=old+man's&q={!edismax+qf%3D$f+v%3D$qq}&f=title"),
                request("2026-03-04 10:00:01.000", "q={!dismax+v%3D$missing}"),
                request("2026-03-04 10:00:02.000", "q=costs+%245"));
        assertThat(queries(log)).containsExactly("{!edismax qf='title' v='old man\\'s'}", "costs $5");
        assertThat(log.firstBad()).startsWith("line 2: ").endsWith("its query refers to $missing, which the line does not "
                + "have");
    }

    @Test
    void requestsWithQuotesAndBlanksAreWhole() throws Exception {
        String log = "127.0.0.1 - %s [04/Mar/2026:10:00:%02d +0000] \"%s\" %d 17 \"-\" \"M/5.0 (\\\"x\\\")\"";
        QueryLog read = read(log.formatted("-", 0, "GET /s?q=\\\"old man\\\"&rows=1 HTTP/1.1", 200),
                log.formatted("-", 1, "GET /s?q=grey whale HTTP/1.1", 200),
                log.formatted("-", 2, "GET /s?q=\\x22red fox\\x22 HTTP/1.1", 200),
                log.formatted("-", 3, "GET /s?q=caf%E9 HTTP/1.1", 200),
                log.formatted("-", 4, "GET /s?q=caf\\xc3\\xa9 HTTP/2.0", 304),
                log.formatted("\"a b\"", 5, "GET /s?q=\"raw\" quotes HTTP/1.1", 200),
                log.formatted("-", 6, "GET /s?page=2;q=semicolon HTTP/1.1", 200),
                log.formatted("-", 7, "GET /s?q=missing HTTP/1.1", 404), log.formatted("-", 8, "GET /s?q=x HTTP/1.1", 500),
                log.formatted("-", 9, "HEAD /s?q=x HTTP/1.1", 200), log.formatted("-", 10, "GET /autocomplete?q=x", 200),
                log.formatted("-", 11, "\\x16\\x03\\x01", 400), log.formatted("-", 12, "GET /s?q=100%+wool", 200),
                log.formatted("-", 13, "GET /s?q=" + "\\\"".repeat(50_000), 200));
        assertThat(queries(read)).containsExactly("\"old man\"", "grey whale", "\"red fox\"", "café", "café",
                "\"raw\" quotes", "semicolon", "\"".repeat(50_000));
        assertThat(read.others()).isEqualTo(5);
        assertThat(read.firstBad()).startsWith("line 13: ").endsWith("'%+w' is no escape");
    }

    @Test
    void slowLogsHaveAQueryOncePerShard() throws Exception {
        String line = "[2026-03-04T10:00:0%d,123][WARN ][index.search.slowlog.query] [node-1] [books][%d] took[12ms], "
                + "took_millis[12], total_hits[3 hits], source[{\"query\":%s}], id[]";
        QueryLog log = read(line.formatted(0, 0, "{\"match\":{\"title\":\"sea: salt\"}}"),
                line.formatted(0, 1, "{\"match\":{\"title\":\"sea: salt\"}}"),
                line.formatted(1, 0, "{\"query_string\":{\"query\":\"title:old OR new\"}}"),
                line.formatted(2, 0, "{\"match_phrase\":{\"text\":{\"query\":\"old man\"}}}"),
                line.formatted(3, 0, "{\"bool\":{\"must\":[]}}"),
                line.formatted(3, 0, "{\"match_all\":{}}").replace("slowlog.query", "slowlog.fetch"));
        assertThat(log.format()).isEqualTo(QueryLogFormat.SLOW_LOG);
        assertThat(queries(log)).containsExactly("title:(sea\\: salt)", "title:old OR new", "text:\"old man\"");
        assertThat(log.millis().orElseThrow()).containsExactly(0, 1000, 2000);
        assertThat(log.others()).isEqualTo(2);
        assertThat(log.firstBad()).endsWith("a query of the kind 'bool' cannot be asked as text");
        QueryLog json = read("{\"type\": \"index_search_slowlog\", \"timestamp\": \"2026-03-04T10:00:00,123Z\", "
                + "\"component\": \"i.s.s.query\", \"message\": \"[books][0]\", \"source\": "
                + "\"{\\\"query\\\":{\\\"match\\\":{\\\"title\\\":\\\"sea\\\"}}}\"}");
        assertThat(queries(json)).containsExactly("title:(sea)");
    }

    /** Servers log defaults, too, which change nothing; the rest is not asked of what is asked by texts. */
    @Test
    void slowLogsTellWhatTheirTextsAreAskedWithout() throws Exception {
        String line = "[2026-03-04T10:00:00,123][WARN ][index.search.slowlog.query] [node-1] [books][0] took[12ms], "
                + "source[%s], id[]";
        String match = "{\"size\":10,\"query\":{\"match\":{\"title\":{\"query\":\"sea salt\",\"operator\":\"%s\","
                + "\"prefix_length\":0,\"max_expansions\":50,\"fuzzy_transpositions\":true,\"lenient\":false,"
                + "\"zero_terms_query\":\"NONE\",\"auto_generate_synonyms_phrase_query\":true,\"boost\":1.0%s}}}%s}";
        String text = "{\"query\":{\"query_string\":{\"query\":\"sea\",\"fields\":[%s],\"type\":\"best_fields\","
                + "\"default_operator\":\"%s\",\"fuzziness\":\"AUTO\",\"fuzzy_prefix_length\":0,\"phrase_slop\":0,"
                + "\"escape\":false,\"boost\":1.0%s}}}";
        String phrase = "{\"query\":{\"match_phrase\":{\"text\":{\"query\":\"old man\",\"slop\":%d,"
                + "\"zero_terms_query\":\"NONE\",\"boost\":1.0}}}}";
        for (String usual : List.of(match.formatted("OR", "", ""), text.formatted("", "or", ""), phrase.formatted(0),
                "{\"query\":{\"match\":{\"fields\":\"sea\"}}}", "{\"query\":{\"match_all\":{\"boost\":1.0}}}")) {
            assertThat(read(line.formatted(usual)).parameterised()).as(usual).isZero();
        }
        for (String more : List.of(match.formatted("AND", "", ""), match.formatted("OR", ",\"fuzziness\":\"AUTO\"", ""),
                match.formatted("OR", ",\"minimum_should_match\":\"2\"", ""),
                match.formatted("OR", "", ",\"post_filter\":{\"term\":{\"a\":{\"value\":\"b\"}}}"),
                match.formatted("OR", "", ",\"min_score\":0.5"), text.formatted("\"title^1.0\"", "or", ""),
                text.formatted("", "and", ""), text.formatted("", "or", ",\"default_field\":\"title\""),
                phrase.formatted(2))) {
            assertThat(read(line.formatted(more)).parameterised()).as(more).isEqualTo(1);
        }
    }

    // ---- What is a time ----

    @Test
    void idsInFrontAreNoTimes() throws Exception {
        for (String[] lines : List.of(new String[] {"1048585\twhat is a whale", "2\tandrogen receptor", "524332\ttension"},
                new String[] {"11\twhat is a whale", "12\tandrogen receptor", "15\ttension"},
                new String[] {"1234567890\twhat is a whale", "1034567890\tandrogen receptor", "1634567890\ttension"},
                new String[] {"7,what is a whale", "8,androgen receptor", "9,tension"},
                new String[] {"id,text", "7,what is a whale", "8,androgen receptor", "9,tension"},
                new String[] {"qid\ttext", "7\twhat is a whale", "8\tandrogen receptor", "9\ttension"})) {
            QueryLog log = read(lines);
            assertThat(log.format()).isEqualTo(QueryLogFormat.TABLE);
            assertThat(queries(log)).containsExactly("what is a whale", "androgen receptor", "tension");
            assertThat(log.millis()).isEmpty();
        }
    }

    @Test
    void headingsAndDaysSayWhichColumnIsWhich() throws Exception {
        String[] rows = {"142\tblue whale\t2006-03-01 07:17:12\t\t", "142\tblue whale\t2006-03-01 07:17:14\t1\thttp://x",
            "217\told man\t2006-03-01 08:17:12\t\t"};
        for (QueryLog log : List.of(read("AnonID\tQuery\tQueryTime\tItemRank\tClickURL", rows[0], rows[1], rows[2]),
                read(rows))) {
            assertThat(log.format()).isEqualTo(QueryLogFormat.TIMED);
            assertThat(queries(log)).containsExactly("blue whale", "blue whale", "old man");
            assertThat(log.millis().orElseThrow()).containsExactly(0, 2000, 3_600_000);
            assertThat(log.start()).hasToString("2006-03-01 07:17:12");
            assertThat(log.lines()).isEqualTo(3);
        }
        QueryLog whole = read("time\tquery", "3\tfirst", "5\tsecond");
        assertThat(whole.millis().orElseThrow()).as("a heading says that numbers are times").containsExactly(0, 2000);
    }

    @Test
    void tablesWithHeadingsAreRead() throws Exception {
        QueryLog table = read("query,category", "\"blue, whale\",fish", "old man,people", "\"say \"\"hi\"\"\",x");
        assertThat(table.format()).isEqualTo(QueryLogFormat.TABLE);
        assertThat(queries(table)).containsExactly("blue, whale", "old man", "say \"hi\"");
        assertThat(table.parameterised()).isZero();
        assertThat(read("id;q;fq", "1;blue;year:2000", "2;old;").parameterised()).isEqualTo(1);
        QueryLog one = read("Query", "blue whale", "\"old man\"");
        assertThat(one.format()).isEqualTo(QueryLogFormat.PLAIN);
        assertThat(queries(one)).containsExactly("blue whale", "\"old man\"");
        assertThat(queries(read("HighTerm: ref # freq=3741", "Phrase: \"new york\" # freq=7")))
                .containsExactly("ref", "\"new york\"");
    }

    @Test
    void numbersHaveACommaInTablesWithSemicolons() throws Exception {
        QueryLog log = read("time;query", "0,5;red fox", "1,25;blue sea");
        assertThat(queries(log)).containsExactly("red fox", "blue sea");
        StringWriter arrivals = new StringWriter();
        log.writeArrivals(arrivals);
        assertThat(arrivals.toString()).isEqualTo("time\n0.000000\n0.750000\n");
    }

    @Test
    void commasStandBeforeMillisecondsToo() throws Exception {
        QueryLog log = read("2026-03-04 10:00:00,123\tblue whale", "2026-03-04 10:00:01,456\told man");
        assertThat(queries(log)).containsExactly("blue whale", "old man");
        assertThat(log.millis().orElseThrow()[1]).isEqualTo(1333);
        assertThat(log.parameterised()).isZero();
        assertThat(queries(read("2026-03-04T10:00:00,1984", "2026-03-04T10:00:01,orwell"))).containsExactly("1984", "orwell");
    }

    @Test
    void quotesAroundCellsAreUndone() throws Exception {
        QueryLog log = read("2026-03-04T10:00:00Z,\"blue, whale\"", "2026-03-04T10:00:01Z,old man,12",
                "2026-03-04T10:00:02Z,\"\"\"a phrase\"\"\"");
        assertThat(queries(log)).containsExactly("blue, whale", "old man", "\"a phrase\"");
        assertThat(log.parameterised()).isEqualTo(1);
    }

    @Test
    void blankQueriesAreNone() throws Exception {
        QueryLog log = read("2026-03-04T10:00:00Z\t", "2026-03-04T10:00:01Z\t   ", "2026-03-04T10:00:02Z\tok\textra=1");
        assertThat(queries(log)).containsExactly("ok");
        assertThat(log.others()).isEqualTo(2);
        assertThat(log.malformed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1772618400000000", "1772618400000000000"})
    void finerTimesSince1970AreThoseOfUtc(String time) throws Exception {
        assertThat(read("{\"q\": \"a\", \"ts\": " + time + "}").start()).hasToString("2026-03-04T10:00:00Z");
    }

    // ---- Files as programs write them ----

    @Test
    void marksInFrontAreNoPartOfTheFirstLine() throws Exception {
        assertThat(queries(read("\uFEFFblue whale\r", "old man\r", "blue whale\r"))).containsExactly("blue whale", "old man",
                "blue whale");
        assertThat(read("\uFEFFtime\tquery", "2026-03-04T10:00:00Z\ta").malformed()).isZero();
        assertThat(queries(read("\uFEFF{\"q\":\"a\"}", "{\"q\":\"b\"}"))).containsExactly("a", "b");
        assertThat(queries(read("\uFEFF# of March", "a"))).containsExactly("a");
        Path wide = Files.writeString(folder.resolve("wide"), "\uFEFFZürich\r\n", StandardCharsets.UTF_16LE);
        assertThat(queries(QueryLog.read(wide))).containsExactly("Zürich");
        Path western = Files.writeString(folder.resolve("western"), "Zürich\nOslo\n", StandardCharsets.ISO_8859_1);
        assertThat(queries(QueryLog.read(western))).containsExactly("Zürich", "Oslo");
    }

    @Test
    void anArrayInJsonIsRead() throws Exception {
        QueryLog log = read("[", " {\"q\":\"blue whale\", \"time\": 1772618401},", " {\"q\":\"old man\", \"time\": 1772618400},",
                " {\"q\": 7}", "]");
        assertThat(log.format()).isEqualTo(QueryLogFormat.JSON);
        assertThat(queries(log)).containsExactly("old man", "blue whale");
        assertThat(log.lines()).isEqualTo(3);
        assertThat(log.firstBad()).isEqualTo("element 3: '{\"q\": 7}': its query is no text");
        assertThat(queries(read("[\"a b\", \"c\"]"))).containsExactly("a b", "c");
        assertThatThrownBy(() -> read("[{\"q\":\"a\"},", "{\"q\"")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(": it is no JSON");
    }

    @Test
    void compressedLogsAreKnownByTheirFirstBytes() throws Exception {
        Path file = folder.resolve("log.txt");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("a\nb\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(queries(QueryLog.read(file))).containsExactly("a", "b");
    }

    /** Whoever runs it: a trace that is written is read. */
    @Test
    void arrivalsHaveTheDigitsOfNoLanguage() throws Exception {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            StringWriter arrivals = new StringWriter();
            read("time\tquery", "1.5\ta", "3.75\tb").writeArrivals(arrivals);
            assertThat(arrivals).hasToString("time\n0.000000\n2.250000\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Whatever is written in Solr's way is read as it was, however many lines there are. */
    @Test
    void aLogThatIsWrittenIsReadAgain() throws Exception {
        Random random = new Random(5);
        List<String> asked = IntStream.range(0, 5000).mapToObj(i -> "wörd" + random.nextInt(900) + " +(\"a b\"~2 "
                + "& {x})").toList();
        QueryLog log = read(IntStream.range(0, 5000).mapToObj(i -> request("2026-03-04 10:%02d:%02d.%03d".formatted(
                i / 600, i / 10 % 60, i % 10 * 100), "wt=json&q=" + URLEncoder.encode(asked.get(i),
                StandardCharsets.UTF_8))).toArray(String[]::new));
        assertThat(queries(log)).isEqualTo(asked);
        assertThat(new RecordedQueries(log).distinct()).isEqualTo((int) asked.stream().distinct().count());
        assertThat(new RecordedQueries(log).query(new RecordedQueries(log).at(5007)).raw()).isEqualTo(asked.get(7));
        RecordedQueries last = new RecordedQueries(log).last(1000);
        assertThat(IntStream.of(0, 999, 1000).mapToObj(n -> last.query(last.at(n)).raw())).as("for a warm-up")
                .containsExactly(asked.get(4000), asked.get(4999), asked.getFirst());
        assertThat(new RecordedQueries(log).last(7000).at(0)).isEqualTo(new RecordedQueries(log).at(0));
        assertThat(log.millis().orElseThrow()).hasSize(5000).startsWith(0, 100, 200).endsWith(499_900);
    }

    @Test
    void arrivalsAreATraceOfTheLoad() throws Exception {
        QueryLog log = read("100.000001\ta", "100.5\tb", "100.5\tc", "4000.25\td");
        Path file = folder.resolve("arrivals");
        try (Writer out = Files.newBufferedWriter(file)) {
            log.writeArrivals(out);
        }
        EndingSchedule schedule = ArrivalTrace.read(file);
        assertThat(schedule.slots()).isEqualTo(4);
        assertThat(IntStream.range(0, 4).mapToObj(schedule::dueOf)).containsExactly(0L, 499_999_000L, 499_999_000L,
                3_900_249_999_000L);
        QueryLog plain = read("a");
        assertThatThrownBy(() -> plain.writeArrivals(new StringWriter())).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("does not tell when");
    }

    /** Else a second's all would come at once, as nobody has asked them. */
    @Test
    void queriesOfOneSecondAreSpreadWithinItWhereTimesAreNoFiner() throws Exception {
        String second = "2026-03-04T10:00:0%dZ\t%s";
        QueryLog log = read(second.formatted(0, "a"), second.formatted(2, "b"), second.formatted(2, "c"),
                second.formatted(2, "d"), second.formatted(2, "e"), second.formatted(3, "f"), second.formatted(3, "g"));
        assertThat(log.inWholeSeconds()).isTrue();
        StringWriter arrivals = new StringWriter();
        log.writeArrivals(arrivals);
        assertThat(arrivals).hasToString("time\n0.000000\n2.000000\n2.250000\n2.500000\n2.750000\n3.000000\n3.500000\n");
        assertThat(read(second.formatted(0, "a"), second.formatted(1, "b")).inWholeSeconds()).isFalse();
        assertThat(read("2026-03-04T10:00:00.5Z\ta", "2026-03-04T10:00:00.5Z\tb").inWholeSeconds()).isFalse();
        assertThat(read("a", "b").inWholeSeconds()).isFalse();
    }

    @Test
    void statisticsAreThoseOfCountingByHand() throws Exception {
        // From 59 s: one in the first minute of the clock, four in the second, of which three in one second.
        QueryLogStatistics statistics =
                QueryLogStatistics.of(read("59.0\ta b", "60.9\tc", "61.0\ta b", "61.5\tdéf ghi jkl",
                "61.9\ta b"), 2);
        assertThat(statistics.queries()).isEqualTo(5);
        assertThat(statistics.distinct()).isEqualTo(3);
        assertThat(statistics.repeats()).isCloseTo(0.4, within(1e-12));
        QueryLogStatistics.Rates rates = statistics.rates().orElseThrow();
        assertThat(rates.seconds()).isCloseTo(2.9, within(1e-9));
        assertThat(rates.perSecond()).isCloseTo(4 / 2.9, within(1e-9));
        assertThat(rates.perMinute()).isCloseTo(240 / 2.9, within(1e-9));
        assertThat(rates.busiestSecond().queries()).isEqualTo(3);
        assertThat(rates.busiestSecond().from()).hasToString("61 s");
        assertThat(rates.busiestMinute().queries()).isEqualTo(4);
        assertThat(rates.busiestMinute().from()).hasToString("60 s");
        assertThat(statistics.words()).isEqualTo(new QueryLogStatistics.Lengths(1, 2, 3, 3, 3, 2.0));
        assertThat(statistics.characters()).isEqualTo(new QueryLogStatistics.Lengths(1, 3, 11, 11, 11, 4.2));
        assertThat(statistics.frequent().stream().map(f -> f.queries() + " " + f.query()).collect(Collectors.toList()))
                .containsExactly("3 a b", "1 c");
    }

    @Test
    void ratesAreLeftOutWhereTimesDoNotTellThem() throws Exception {
        assertThat(QueryLogStatistics.of(read("a", "b"), 1).rates()).isEmpty();
        assertThat(QueryLogStatistics.of(read("5\ta", "5\tb"), 1).rates()).isEmpty();
    }

    @Test
    void theBusiestMinuteOfADayIsOneOfTheClock() throws Exception {
        QueryLogStatistics statistics = QueryLogStatistics.of(read("2026-03-04T10:00:30Z\ta", "2026-03-04T10:01:10Z\ta",
                "2026-03-04T10:01:20Z\ta"), 1);
        assertThat(statistics.rates().orElseThrow().busiestMinute().from()).hasToString("2026-03-04T10:01:00Z");
        assertThat(statistics.rates().orElseThrow().busiestMinute().queries()).isEqualTo(2);
    }

    private List<String> sent(String... lines) throws Exception {
        QueryLog log = QueryLog.read(Files.writeString(folder.resolve("log"), String.join("\n", lines) + "\n"), true);
        return Arrays.stream(log.ids()).mapToObj(id -> log.requests().get(id) == null ? log.distinct().get(id)
                : log.requests().get(id).toString()).toList();
    }

    /** What somebody else's page or cache asks, and what servers ask each other, is left out as it is of queries. */
    @Test
    void requestsAreKeptAsTheyWereSent() throws Exception {
        String time = "2026-03-04 10:00:00.000";
        assertThat(sent(request(time, "q=old+man&fq=a:1&fq=b:2&facet=true&q=x"), request(time, "q.alt=*:*&rows=0"),
                request(time, "q=a&distrib=false&isShard=true")))
                .containsExactly("/select?q=old+man&fq=a:1&fq=b:2&facet=true&q=x", "/select?q.alt=*:*&rows=0");
        String access = "1.2.3.4 - - [04/Mar/2026:10:00:00 +0000] \"%s HTTP/1.1\" 200 5";
        assertThat(sent(access.formatted("GET /solr/books/browse?q=a&fq=b"), access.formatted("GET /books/_search?q=c"),
                access.formatted("GET /api/collections/books/select?q=e"), access.formatted("GET /find?q=d&page=2"),
                access.formatted("POST /solr/books/select?q=body"),
                access.formatted("GET /_cluster/health?level=indices"), access.formatted("GET /_cat/indices?format=json"),
                access.formatted("GET /books/_stats?human"), access.formatted("GET /_nodes/stats/jvm?timeout=5s")))
                .containsExactly("/browse?q=a&fq=b", "/_search?q=c", "/select?q=e", "d");
        QueryLog either = QueryLog.readEither(folder.resolve("log"));
        assertThat(either.ids()).as("the one that was posted, too").hasSize(5);
        assertThat(either.others()).as("those of who watches the server").isEqualTo(4);
        assertThat(sent("[2026-03-04T10:00:00,000][WARN ][index.search.slowlog.query] [node] [books][0] took[1ms], "
                + "source[{\"size\":0,\"aggs\":{\"a\":{\"terms\":{\"field\":\"b\"}}}}], id[]"))
                .containsExactly("/_search {\"size\":0,\"aggs\":{\"a\":{\"terms\":{\"field\":\"b\"}}}}");
        assertThat(sent("{\"path\":\"/_search?size=3\",\"body\":{\"query\":{\"match_all\":{}}},\"time\":5}",
                "{\"path\":\"/_msearch\",\"body\":\"{}\\n{}\\n\",\"time\":4}", "{\"q\":\"text\",\"time\":6}"))
                .containsExactly("/_msearch {} {}", "/_search?size=3 {\"query\":{\"match_all\":{}}}", "text");
        assertThat(sent("/solr/books/select?q=a&fq=b", "rows=3&q=c", "d")).containsExactly("/select?q=a&fq=b", "c", "d");
    }
}
