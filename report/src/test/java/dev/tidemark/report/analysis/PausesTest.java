package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

class PausesTest {

    private static Report report(double... from) {
        List<Iteration> iterations = new ArrayList<>();
        for (double percentile : from) {
            iterations.add(Samples.iteration(0, iterations.size(), List.of(),
                    Map.of("elapsed", 9.0, HostMeasures.PAUSES_FROM.name(), percentile)));
        }
        return Report.of(new LabelResults("paused", "ingest", "elapsed",
                MeasureSet.of(Samples.ELAPSED).plus(HostMeasures.ALL), Map.of(), "matrix", "", 1, iterations));
    }

    @Test
    void fromTheLeastPercentileOnThatPausesCanOwnItIsSaid() {
        String sentence = "The slowest 1.30 % of latencies may be pauses of the generator, not of the target: garbage "
                + "collection stood it still for up to 1.30 % of the time in 2 of 3 iterations, also while it waited for "
                + "answers.";
        Report report = report(99.99, 98.7, 99.4);

        assertThat(report.notes()).contains(sentence);
        assertThat(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC)).replaceAll("\\s+",
                " ")).contains(sentence);
        assertThat(JsonReport.of(report)).contains(sentence);
    }

    @Test
    void pausesThatReachNoPercentileThatIsToldAreNotMentioned() {
        assertThat(report(99.95, 100).notes()).noneMatch(n -> n.contains("pauses"));
    }
}
