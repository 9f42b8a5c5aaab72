package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Samples;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;

/** The largest and smallest numbers that can be imported, as repeats of each other, spoil no report. */
class HugeNumbersTest {

    private static LabelResults results() {
        List<Iteration> iterations = new ArrayList<>();
        double[][] repeats = {{MeasuredValue.LEAST, MeasuredValue.MOST}, {1, 1},
                {MeasuredValue.MOST, MeasuredValue.MOST / 2}};
        for (double[] row : repeats) {
            for (int round = 0; round < row.length; round++) {
                iterations.add(iteration(iterations.size() / 2, round, List.of(param("shards", iterations.size() / 2)),
                        Map.of("elapsed", row[round])));
            }
        }
        return label("huge", Map.of(), "matrix", iterations);
    }

    @Test
    void everyWriterHasAReport() {
        Report report = Report.of(results());
        assertThat(report.table().rows()).hasSize(3);
        assertThat(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC))).contains("huge");
        assertThat(TsvReport.of(report)).contains("elapsed");
        assertThat(JsonReport.of(report)).contains("huge");
        assertThat(HtmlReport.of(report, id -> Samples.grouped())).contains("huge");
    }
}
