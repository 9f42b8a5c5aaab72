package dev.tidemark.report.analysis;

import static dev.tidemark.report.Samples.iteration;
import static dev.tidemark.report.Samples.label;
import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is shown of iterations that did not come to their end, wherever it is shown. */
class UnrankedTest {

    private static final long SECOND = 1_000_000_000L;
    private static final TerminalStyle STYLE = new TerminalStyle(100, false, true, ZoneOffset.UTC);

    /** A fast one and a slow one that are done, and one that would be the best. */
    private static LabelResults mixed(IterationState iterationState) {
        return label("mixed", Map.of("shards", "1"), "matrix", List.of(
                iteration(1, 0, 0, IterationState.DONE, "", List.of(param("shards", 1)), Map.of("elapsed", 20.0)),
                iteration(1, 1, 0, IterationState.DONE, "", List.of(param("shards", 2)), Map.of("elapsed", 10.0)),
                broken(2, iterationState)));
    }

    private static Iteration broken(int position, IterationState iterationState) {
        return iteration(1, position, 0, iterationState, "the disk of /data is full", List.of(param("shards", 4)),
                Map.of("elapsed", 3.25, "throughput", 7777.0));
    }

    private static LabelResults alone(IterationState iterationState) {
        return label("alone", Map.of(), "single", List.of(broken(0, iterationState)));
    }

    /** Three seconds of a load that nobody ended. */
    private static IterationDetail detail() {
        SeriesSet set = new SeriesSet();
        LogHistogram times = new LogHistogram();
        times.record(1_000_000, 100);
        set.add(SeriesKey.of("insert", LatencyKind.SERVICE), times);
        set.add("insert", new Totals(100, 100, 0, 100, 0, 1000, 0, 0));
        List<Interval> intervals = List.of(0, 1, 2).stream().map(i -> new Interval(0, i, 0, i * SECOND,
                (i + 1) * SECOND, 0, SeriesCodec.encode(set))).toList();
        return new IterationDetail("ingest", List.of(), List.of(PhaseSpan.begun(0, Phase.MEASURE, true, 0, 2, false)),
                intervals, List.of(), List.of(), List.of(), List.of());
    }

    @ParameterizedTest
    @EnumSource(value = IterationState.class, names = {"STOPPED", "FAILED", "INTERRUPTED", "INVALID"})
    void itIsInNoRankingEffectOrBestGroup(IterationState iterationState) {
        Report report = Report.of(mixed(iterationState));
        assertThat(report.table().rows()).hasSize(2).noneMatch(r -> r.level("shards").text().equals("4"));
        assertThat(report.subTables()).allMatch(t -> t.rows().stream()
                .noneMatch(r -> r.level("shards").text().equals("4")));
        assertThat(report.effects()).noneMatch(e -> e.to().equals("4") || e.from().equals("4"));
        assertThat(report.answer()).startsWith("Shards 2 came first of 2 single runs: Duration 10.00 s");
        assertThat(Unranked.of(report).table().rows()).singleElement().satisfies(row -> {
            assertThat(row.best()).isFalse();
            assertThat(row.level("state").text()).isEqualTo(StateWords.of(iterationState));
            assertThat(row.level("iteration").text()).isEqualTo("3");
            assertThat(row.cell("throughput")).get().matches(c -> c.mean() == 7777);
        });
    }

    @Test
    void whatAloneHasTheFigureComesFirstOfNone() {
        Report report = Report.of(label("some", Map.of("shards", "1"), "matrix", List.of(
                iteration(1, 0, 0, IterationState.DONE, "", List.of(param("shards", 1)), Map.of("elapsed", 20.0)),
                iteration(1, 1, 0, IterationState.DONE, "", List.of(param("shards", 2)), Map.of("throughput", 7.0)))));
        assertThat(report.answer()).startsWith("Shards 1 was measured alone: Duration 20.00 s");
        assertThat(report.verdict().headline()).isEqualTo(report.answer());
    }

    @ParameterizedTest
    @EnumSource(value = IterationState.class, names = {"STOPPED", "FAILED", "INTERRUPTED", "INVALID"})
    void everyFormShowsWhatItDidAndHowItEnded(IterationState iterationState) throws Exception {
        Report report = Report.of(mixed(iterationState));
        String word = StateWords.of(iterationState);
        String terminal = TerminalReport.of(report, id -> detail(), STYLE);
        assertThat(terminal).contains("Not ranked: to the end of each", "7777",
                "Iteration 3 " + word + ": the disk of /data is full");
        String html = HtmlReport.of(report, id -> detail());
        assertThat(html).contains("class=\"banner\"", "id=\"unranked\"", "7777", "data-trace",
                "Iteration 3 " + word + ": the disk of /data is full", word + ": iteration 3");
        assertThat(TsvReport.of(report).lines()).hasSize(4).last().asString().contains("\t7777\t")
                .endsWith("\t1\tfalse\t" + word + "\tthe disk of /data is full\t\t");
        assertThat(TsvReport.of(report).lines().skip(1).limit(2)).allMatch(l -> l.endsWith("\tdone\t\t\t"));
        JsonNode excluded = JsonMapper.shared().readTree(JsonReport.of(report)).get("excluded").get(0);
        assertThat(excluded.get("state").asString()).isEqualTo(word);
        assertThat(excluded.get("verdict").asString()).isEqualTo("the disk of /data is full");
        assertThat(excluded.get("values").get("throughput").asDouble()).isEqualTo(7777);
    }

    @Test
    void aRunThatIsAllThereIsHasItsReport() {
        Report report = Report.of(alone(IterationState.STOPPED));
        assertThat(report.answer())
                .isEqualTo("The only iteration was stopped after 3.25 s of load: the disk of /data is "
                + "full. It is not ranked.");
        assertThat(TerminalReport.of(report, id -> detail(), STYLE)).contains("Fixed", "shards 4", "7777");
        String html = HtmlReport.of(report, id -> detail());
        assertThat(html).contains("Over time", "recorded: too few for a chart over time.",
                "<dt>shards</dt><dd>4</dd>", "stopped: iteration 1").doesNotContain("id=\"table\"");
        assertThat(TsvReport.of(report).lines()).hasSize(2);
    }

    /** An attempt that was made again is in the table of every iteration, and no row beside that of its point. */
    @Test
    void aPointThatWasMadeAgainIsOneRowForScripts() {
        Report report = Report.of(label("again", Map.of(), "matrix", List.of(
                iteration(1, 0, 0, IterationState.INTERRUPTED, "gone", List.of(param("shards", 1)),
                Map.of("elapsed", 3.0)),
                iteration(1, 0, 1, IterationState.DONE, "", List.of(param("shards", 1)), Map.of("elapsed", 20.0)))));
        assertThat(TsvReport.of(report).lines()).hasSize(2).last().asString().endsWith("\tdone\t\t\t");
        assertThat(TsvReport.raw(report).lines()).hasSize(3);
        assertThat(Unranked.of(report).iterations()).hasSize(1);
    }

    /** Varied in one experiment and set in the next, it is the same point. */
    @Test
    void aPointThatIsRankedByAnotherExperimentIsNoneOfThoseWithoutARow() {
        Report report = Report.of(label("again", Map.of(), "matrix", List.of(
                iteration(1, 0, 0, IterationState.FAILED, "gone", List.of(param("shards", 1, SettingOrigin.VARY)),
                Map.of("elapsed", 3.0)),
                iteration(1, 1, 0, IterationState.DONE, "", List.of(param("shards", 2, SettingOrigin.VARY)),
                Map.of("elapsed", 20.0)),
                iteration(2, 0, 0, IterationState.DONE, "", List.of(param("shards", 1)), Map.of("elapsed", 20.0)))));
        assertThat(TsvReport.of(report).lines()).hasSize(3).noneMatch(line -> line.contains("gone"));
    }

    @Test
    void whatRunsOrMeasuredNothingHasNoRow() {
        Report report = Report.of(label("none", Map.of(), "matrix", List.of(broken(0, IterationState.RUNNING),
                iteration(1, 1, 0, IterationState.FAILED, "no disk", List.of(param("shards", 2)), Map.of()))));
        assertThat(Unranked.of(report).isEmpty()).isTrue();
        assertThat(TerminalReport.of(report, id -> detail(), STYLE)).contains("Iteration 2 failed: no disk");
        assertThat(HtmlReport.of(report, id -> detail())).doesNotContain("class=\"banner\"");
    }
}
