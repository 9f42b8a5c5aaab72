package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.load.schedule.ArrivalTrace;
import dev.tidemark.core.load.schedule.EndingSchedule;
import dev.tidemark.core.param.InvalidInputException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
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
        assertThat(log.parameterised()).isEqualTo(1);
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
                "INFO: [] webapp=/solr path=/select params={q=a} hits=0 status=0 QTime=3");
        assertThat(queries(three)).containsExactly("a");
        assertThat(three.millis()).isEmpty();
        assertThat(three.others()).isEqualTo(1);
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
        assertThatThrownBy(() -> QueryLog.read(file)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be read");
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

    @Test
    void statisticsAreThoseOfCountingByHand() throws Exception {
        // From 59 s: one in the first minute of the clock, four in the second, of which three in one second.
        QueryLogStatistics told = QueryLogStatistics.of(read("59.0\ta b", "60.9\tc", "61.0\ta b", "61.5\tdéf ghi jkl",
                "61.9\ta b"), 2);
        assertThat(told.queries()).isEqualTo(5);
        assertThat(told.distinct()).isEqualTo(3);
        assertThat(told.repeats()).isCloseTo(0.4, within(1e-12));
        QueryLogStatistics.Rates rates = told.rates().orElseThrow();
        assertThat(rates.seconds()).isCloseTo(2.9, within(1e-9));
        assertThat(rates.perSecond()).isCloseTo(4 / 2.9, within(1e-9));
        assertThat(rates.perMinute()).isCloseTo(240 / 2.9, within(1e-9));
        assertThat(rates.busiestSecond().queries()).isEqualTo(3);
        assertThat(rates.busiestSecond().from()).hasToString("61 s");
        assertThat(rates.busiestMinute().queries()).isEqualTo(4);
        assertThat(rates.busiestMinute().from()).hasToString("60 s");
        assertThat(told.words()).isEqualTo(new QueryLogStatistics.Lengths(1, 2, 3, 3, 3, 2.0));
        assertThat(told.characters()).isEqualTo(new QueryLogStatistics.Lengths(1, 3, 11, 11, 11, 4.2));
        assertThat(told.frequent().stream().map(f -> f.queries() + " " + f.query()).collect(Collectors.toList()))
                .containsExactly("3 a b", "1 c");
    }

    @Test
    void ratesAreLeftOutWhereTimesDoNotTellThem() throws Exception {
        assertThat(QueryLogStatistics.of(read("a", "b"), 1).rates()).isEmpty();
        assertThat(QueryLogStatistics.of(read("5\ta", "5\tb"), 1).rates()).isEmpty();
    }

    @Test
    void theBusiestMinuteOfADayIsOneOfTheClock() throws Exception {
        QueryLogStatistics told = QueryLogStatistics.of(read("2026-03-04T10:00:30Z\ta", "2026-03-04T10:01:10Z\ta",
                "2026-03-04T10:01:20Z\ta"), 1);
        assertThat(told.rates().orElseThrow().busiestMinute().from()).hasToString("2026-03-04T10:01:00Z");
        assertThat(told.rates().orElseThrow().busiestMinute().queries()).isEqualTo(2);
    }
}
