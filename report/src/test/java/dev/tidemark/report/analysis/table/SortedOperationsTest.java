package dev.tidemark.report.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.report.Logs;
import dev.tidemark.report.chart.SortedResponses;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SortedOperationsTest {

    /** Query n of 1000 takes n + 1 ms. */
    private static final SortedOperations ALL = SortedOperations.of(Logs.detail(1000, 100_000, n -> n + 1)).orElseThrow();

    private static String terminal(Optional<SortedOperations> log) {
        return TerminalReport.log(3, "queries", log, new TerminalStyle(120, false, true, ZoneOffset.UTC));
    }

    @Test
    void anIterationThatLoggedNothingHasNone() {
        assertThat(SortedOperations.of(Logs.without())).isEmpty();
        assertThat(terminal(Optional.empty())).contains("Iteration 3", "Its operations were not logged one by one.");
    }

    @Test
    void responsesAreReadByNearestRank() {
        assertThat(ALL.complete()).isTrue();
        assertThat(ALL.sentence("queries")).isEqualTo("The log has all 1,000 queries.");
        assertThat(SortedOperations.SHARES.stream().map(ALL::response)).containsExactly(1.0, 100.0, 250.0, 500.0, 750.0,
                900.0, 950.0, 990.0, 999.0, 1000.0);
    }

    @Test
    void theSlowestHaveTheirTextWhatTheyFoundAndWhatTheEngineTook() {
        List<SortedOperations.Slow> slowest = ALL.slowest(3);
        assertThat(slowest).extracting(SortedOperations.Slow::name)
                .containsExactly("query text 999", "query text 998", "query text 997");
        assertThat(slowest.getFirst().row()).satisfies(r -> {
            assertThat(r.hits()).isEqualTo(999);
            assertThat(r.item()).isEqualTo(999 % 10);
            assertThat(r.engine()).isEqualTo(500_000_000);
        });
    }

    @Test
    void aSampleSaysThatItIsOneAndKeepsTheSlowest() {
        SortedOperations some = SortedOperations.of(Logs.detail(20_000, 1000, n -> n + 1)).orElseThrow();
        assertThat(some.complete()).isFalse();
        assertThat(some.sentence("queries")).matches("The log is not complete: of 20,000 queries it has a uniform sample of "
                + "one in (16|32|64) \\([0-9,]+\\), and beside it the slowest 100 of each kind and the first 20 that failed\\.");
        assertThat(some.sorted()).hasSizeBetween(400, 1050);
        assertThat(some.slowest()).isEqualTo(20_000);
        assertThat(some.response(50)).isBetween(8_500.0, 11_500.0);
        assertThat(some.slowest(10)).extracting(s -> s.row().n()).containsExactly(19_999L, 19_998L, 19_997L, 19_996L,
                19_995L, 19_994L, 19_993L, 19_992L, 19_991L, 19_990L);
        assertThat(SortedResponses.of("one", some).line().getLast()).isEqualTo(new SortedResponses.Point(100, 20_000));
    }

    /** A refused connection is told at once, or after a long time: neither is a response. */
    @Test
    void whereThereWasNoConnectionThereIsNoResponse() {
        SortedOperations some = SortedOperations.of(Logs.detail(1000, 100_000, n -> n % 200 == 13 ? 0 : n % 100 == 13 ? 60_000
                : n + 1, Outcome.NO_CONNECTION)).orElseThrow();
        assertThat(some.complete()).isTrue();
        assertThat(some.sentence("queries")).isEqualTo("The log has all 1,000 queries. Of those in it, 10 had no connection, "
                + "and so no response: they are not among these.");
        assertThat(some.sorted()).hasSize(990);
        assertThat(some.response(0)).isEqualTo(1);
        assertThat(some.slowest()).isEqualTo(1000);
        assertThat(some.slowest(3)).extracting(SortedOperations.Slow::name)
                .containsExactly("query text 999", "query text 998", "query text 997");
    }

    @Test
    void whatGoesOnBesideTheQueriesIsNoneOfThem() {
        IterationDetail of = Logs.detail(20_000, 1000, n -> n + 1);
        int phase = of.headline().orElseThrow().index();
        List<OutcomeCount> outcomes = new ArrayList<>(of.outcomes());
        outcomes.add(new OutcomeCount(phase, "beside.update", Outcome.OK, "", 500, 500));
        List<LoggedOperation> operations = new ArrayList<>(of.operations());
        operations.add(new LoggedOperation(phase, LoggedOperation.Why.SLOW, "beside.refresh", Outcome.OK, "", 0, 1,
                "refresh", 0, 0, 3_600_000_000_000L));
        SortedOperations with = SortedOperations.of(new IterationDetail(of.workload(), of.settings(), of.phases(),
                of.intervals(), outcomes, of.readings(), of.workers(), of.events(), operations, of.log())).orElseThrow();
        assertThat(with.ended()).isEqualTo(20_000);
        assertThat(with.slowest()).isEqualTo(20_000);
    }

    @Test
    void thinningKeepsTheExtremesAndTheOrder() {
        SortedResponses drawn = SortedResponses.of("one", SortedOperations.of(Logs.detail(50_000, 100_000,
                n -> n == 7 ? 1_000_000 : n % 100 + 1)).orElseThrow());
        assertThat(drawn.line()).hasSizeBetween(200, 401);
        assertThat(drawn.line().getFirst()).isEqualTo(new SortedResponses.Point(0, 1));
        assertThat(drawn.line().getLast()).isEqualTo(new SortedResponses.Point(100, 1_000_000));
        assertThat(drawn.line()).isSortedAccordingTo((a, b) -> Double.compare(a.response(), b.response()));
        assertThat(drawn.points()).hasSizeBetween(400, 801).anyMatch(p -> p.response() == 1_000_000 && p.hits() == 7);
        assertThat(SortedResponses.of("one", SortedOperations.of(Logs.detail(3, 10, n -> n + 1)).orElseThrow()).line())
                .extracting(SortedResponses.Point::response).containsExactly(1.0, 2.0, 3.0);
    }

    @Test
    void theyAreToldForPeopleAndForPrograms() {
        assertThat(terminal(Optional.of(ALL))).contains("The log has all 1,000 queries.", "response",
                "Slowest queries, iteration 3", "query text 999", "boolean", "999");
        String tsv = TsvReport.logHeading() + TsvReport.log(4, ALL);
        assertThat(tsv.lines()).hasSize(1001).contains(
                "id\tkind\tlane\tn\titem\tdue\tstart\tend\tengine\thits\toutcome\treason\tstands-for",
                "4\tterm\t0\t12\t2\t0.012\t0.012\t0.025\t0.0065\t12\tok\t\t1",
                "4\tboolean\t0\t13\t3\t0.013\t0.013\t0.027\t0.007\t13\tfailure\tno answer\t1");
        Map<Long, Supplier<Optional<SortedOperations>>> logs = new LinkedHashMap<>();
        logs.put(4L, () -> Optional.of(ALL));
        logs.put(5L, Optional::empty);
        StringWriter written = new StringWriter();
        LabelResults label = Logs.label();
        JsonReport.log(label, logs, new PrintWriter(written));
        JsonNode json = JsonMapper.shared().readTree(written.toString());
        assertThat(json.get("format").asString()).isEqualTo("tidemark-operation-log");
        assertThat(json.get("iterations")).hasSize(1);
        assertThat(json.get("iterations").get(0).get("complete").asBoolean()).isTrue();
        assertThat(json.get("iterations").get(0).get("rows")).hasSize(1000);
        assertThat(json.get("iterations").get(0).get("rows").get(13).toString())
                .isEqualTo("[\"boolean\",0,13,3,0.013,0.013,0.027,0.007,13,\"failure\",\"no answer\"]");
    }
}
