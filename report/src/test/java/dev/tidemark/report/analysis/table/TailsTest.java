package dev.tidemark.report.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.Unranked;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TailsTest {

    private static final MeasureSet MEASURES = MeasureSet.of(Samples.ELAPSED, time("response.p50"),
            time("response.p95"), time("response.p99"), time("response.p99.9"), time("response.max"));

    private static Measure time(String name) {
        return new Measure(name, name, "ms", Direction.LOWER, 3, "");
    }

    /** An iteration with as many response times, all different, as a histogram has them. */
    private static Report report(int samples) {
        LogHistogram times = new LogHistogram();
        SplittableRandom random = new SplittableRandom(samples);
        for (int i = 1; i <= samples; i++) {
            times.record(i * 1_000_000L + random.nextInt(1000));
        }
        Iteration iteration = Samples.iteration(1, 0, 0, IterationState.DONE, "", List.of(), Map.of("elapsed", 1.0,
                "response.p50", times.quantile(0.5) / 1e6, "response.p95", times.quantile(0.95) / 1e6, "response.p99", times.quantile(0.99) / 1e6,
                "response.p99.9", times.quantile(0.999) / 1e6, "response.max", times.max() / 1e6));
        return Report.of(new LabelResults("tails", "ingest", "elapsed", MEASURES, Map.of(), "single", "", 1,
                List.of(iteration)));
    }

    @ParameterizedTest
    @CsvSource({"5, true, true, true", "19, true, true, true", "20, false, true, true", "99, false, true, true",
        "100, false, false, true", "999, false, false, true", "1000, false, false, false", "5000, false, false, false"})
    void aPercentileOfTooFewSamplesIsMarkedAsTheMaximum(int samples, boolean p95, boolean p99, boolean p999) {
        Report report = report(samples);
        Row row = report.table().rows().getFirst();
        assertThat(row.cell("response.p95").orElseThrow().maximum()).isEqualTo(p95);
        assertThat(row.cell("response.p99").orElseThrow().maximum()).isEqualTo(p99);
        assertThat(row.cell("response.p99.9").orElseThrow().maximum()).isEqualTo(p999);
        assertThat(row.cell("response.p50").orElseThrow().maximum()).isFalse();
        assertThat(row.cell("response.max").orElseThrow().maximum()).as("it is what it says").isFalse();
        Iteration iteration = report.results().iterations().getFirst();
        MeasuredValue measuredValue = iteration.value("response.p99").orElseThrow();
        assertThat(Tails.isMaximum(iteration, measuredValue)).isEqualTo(p99);
    }

    /** A run that was stopped is short, and so has few samples. */
    @Test
    void whatIsNotRankedIsMarkedToo() {
        LabelResults stopped = new LabelResults("tails", "ingest", "response.p99", MEASURES, Map.of(), "single", "", 1,
                List.of(Samples.iteration(1, 0, 0, IterationState.STOPPED, "", List.of(), Map.of("response.p50", 1.0,
                        "response.p99", 20.0, "response.max", 20.0))));
        Row row = Unranked.of(Report.of(stopped)).table().rows().getFirst();
        assertThat(row.cell("response.p99").orElseThrow().maximum()).isTrue();
        assertThat(row.cell("response.p50").orElseThrow().maximum()).isFalse();
        assertThat(TerminalReport.show(stopped, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains("max 20.000");
    }

    @ParameterizedTest
    @CsvSource({"20, true", "2000, false"})
    void everyWriterShowsIt(int samples, boolean marked) {
        Report report = report(samples);
        String text = TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC));
        String page = HtmlReport.of(report, id -> Samples.grouped());
        JsonNode json = JsonMapper.shared().readTree(JsonReport.of(report));
        assertThat(text.contains("max 20.")).isEqualTo(marked);
        assertThat(page.contains(">max 20.")).isEqualTo(marked);
        assertThat(json.toString().contains("\"maximum\":true")).isEqualTo(marked);
        JsonNode iteration = JsonMapper.shared().readTree(JsonReport.show(report.results())).get("iterations").get(0);
        assertThat(iteration.path("maximum").valueStream().map(JsonNode::asString)).containsExactlyInAnyOrderElementsOf(
                marked ? List.of("response.p99", "response.p99.9") : List.of());
        for (String tsv : List.of(TsvReport.of(report), TsvReport.raw(report))) {
            assertThat(tsv.lines().findFirst().orElseThrow()).endsWith("\tverdict\tat-least\tmaximum");
            assertThat(tsv.lines().toList().getLast()).endsWith(marked ? "\t\tresponse.p99 response.p99.9" : "\t\t");
        }
    }
}
