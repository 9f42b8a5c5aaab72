package dev.tidemark.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.Recovery.Figure;
import dev.tidemark.core.workload.measures.Recovery.Stretch;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.RecoveryTable;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.write.JsonReport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecoveryGridTest {

    private static Stretch stretch(long millis, int failed) {
        return stretch(millis, 100, failed);
    }

    private static Stretch stretch(long millis, int done, int failed) {
        LogHistogram answered = new LogHistogram();
        LogHistogram unanswered = new LogHistogram();
        for (int i = 0; i < done; i++) {
            answered.record(millis * 1_000_000);
        }
        for (int i = 0; i < failed; i++) {
            unanswered.record(1_000_000);
        }
        return Stretch.of(new Latencies(answered, unanswered, 0));
    }

    private static List<String> texts(Line line) {
        return line.values().stream().map(Value::text).toList();
    }

    @Test
    void aPercentileThatIsOnlyTheLargestValueIsMarkedInJsonToo() {
        Recovery recovery = new Recovery("kill", 10_000_000_000L, 10_500_000_000L, OptionalDouble.empty(), 0,
                new Figure(3.2, false), "", 0.03, Optional.empty(), Optional.empty(), stretch(2, 98, 1),
                stretch(4, 99, 1), stretch(2, 0, 0));
        Report report = Report.of(Samples.label("faults", Map.of(), "single", List.of(Samples.iteration(0, 0,
                List.of(Samples.param("background", "kill at=10s")), Map.of("elapsed", 1.0)))));
        JsonNode told = JsonMapper.shared().readTree(JsonReport.of(report, _ -> new IterationDetail("ingest", List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(recovery.event())))).get("recovery").get(0);
        assertThat(told.get("before").get("p99").toString()).isEqualTo("{\"value\":2.0,\"atLeast\":true,\"maximum\":true}");
        assertThat(told.get("before").get("p50").has("maximum")).isFalse();
        assertThat(told.get("during").get("p99").has("maximum")).isFalse();
    }

    @Test
    void whatIsOnlyKnownToBeAtLeastSoMuchSaysSoAndWhatIsUnknownSaysNothing() {
        Recovery whole = new Recovery("kill of node 1, promote", 10_000_000_000L, 10_500_000_000L, OptionalDouble.of(0.002),
                12, new Figure(3.217, false), "", 0.031, Optional.of(new Figure(3.65, false)),
                Optional.of(new Figure(0, false)), stretch(2, 0), stretch(4, 50), stretch(2, 0));
        Recovery open = new Recovery("fault", 20_000_000_000L, 20_000_000_000L, OptionalDouble.empty(), 0,
                new Figure(9.5, true), "put", 0.05, Optional.of(new Figure(10, true)), Optional.empty(),
                stretch(2, 98, 1), stretch(4, 200, 1), stretch(0, 0, 0));
        Grid grid = RecoveryGrid.of(new RecoveryTable(List.of(new RecoveryTable.Line("", 3, whole),
                new RecoveryTable.Line("", 4, open)), 2));
        assertThat(texts(grid.lines().getFirst())).containsExactly("3", "kill of node 1, promote", "3.217", "0.031",
                "0.002", "12", "3.65", "0.00", "2.000", "≥ 4.000", "≥ 4.000", "2.000");
        assertThat(texts(grid.lines().getLast())).containsExactly("4", "fault (outage of put)", "≥ 9.500", "0.050", "–",
                "0", "≥ 10.00", "–", "max ≥ 2.000", "4.000", "≥ 4.000", "–");
        assertThat(grid.note()).endsWith("2 iterations with faults are left out.");
        assertThat(grid.columns()).hasSameSizeAs(grid.lines().getFirst().values());
        assertThat(RecoveryGrid.of(new RecoveryTable(List.of(new RecoveryTable.Line("rate 5", 1, whole)), 0)).columns())
                .extracting(Column::title).startsWith("point", "iteration");
    }
}
