package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.Samples;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

/** A report says of runs at a rate that was not reached what held them. */
class LimitsTest {

    private static final String TOO_FEW =
            "Limited by workers × latency: the rate is more than 2 workers can do; 46.0 % of "
            + "it was reached, and the backlog grew throughout.";
    private static final String KEPT_UP =
            "Limited by the rate, which the target kept up with: 100.0 % of it was reached, "
            + "and no backlog grew.";

    /** Rows of some rates. */
    private static Report report(int rates, boolean open, LongFunction<String> finding) {
        List<Iteration> all = new ArrayList<>();
        for (int i = 0; i < rates; i++) {
            all.add(Samples.iteration(i, 0, List.of(Samples.param("rate", 1000 * (i + 1), SettingOrigin.VARY)), open
                    ? Map.of("elapsed", 10.0 + i, "wait.p99", 1.0) : Map.of("elapsed", 10.0 + i)));
        }
        LabelResults label = Samples.label("rates", Map.of(), "matrix", all);
        return Report.open(Samples.only(label, id -> {
            int number = all.stream().map(Iteration::id).toList().indexOf(id) + 1;
            return new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                    List.of(new Event(0, "finding", finding.apply(number))));
        }), "rates").orElseThrow();
    }

    @Test
    void whatDidNotReachItsRateIsTold() {
        Report report = report(2, true, n -> n == 2 ? TOO_FEW : KEPT_UP);
        assertThat(report.notes()).contains("With rate 2000: " + TOO_FEW).noneMatch(n -> n.contains("kept up"));
        assertThat(TerminalReport.of(report, new TerminalStyle(400, false, true, ZoneOffset.UTC)))
                .contains("46.0 % of it");
        assertThat(JsonReport.of(report)).contains("46.0 % of it");
        assertThat(report(1, true, n -> TOO_FEW).notes()).contains(TOO_FEW);
    }

    @Test
    void closedLoopsSayNothingAndManyRowsAreBounded() {
        assertThat(report(2, false, n -> TOO_FEW).notes()).noneMatch(n -> n.contains("Limited by"));
        assertThat(report(12, true, n -> TOO_FEW).notes()).filteredOn(n -> n.contains(TOO_FEW)).hasSize(10);
    }
}
