package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.chart.RecallCurves;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.JunitReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;

/** Two graphs, three numbers of candidates each, two rounds: the fewer, the faster and the less is found. */
class LeastRecallTest {

    private static final Measure MEAN = new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, "");
    private static final Measure RECALL = new Measure("recall", "Recall", "%", Direction.HIGHER, 2, "");
    private static final IterationDetail NOTHING = new IterationDetail("query", List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of());

    private final List<Iteration> iterations = new ArrayList<>();

    private void add(int round, int m, int candidates, double response, double recall, Setting... more) {
        List<Setting> settings = new ArrayList<>(List.of(Samples.param("hnsw-m", m), Samples.param("candidates",
                candidates)));
        settings.addAll(List.of(more));
        iterations.add(Samples.iteration(iterations.size(), round, settings, Map.of("response.mean", response,
                "recall", recall)));
    }

    private static Setting least(double percent) {
        return new Setting("least-recall", percent + "%", percent, "%", SettingOrigin.DECLARED);
    }

    private Report report() {
        return Report.of(new LabelResults("curve", "query", "response.mean", MeasureSet.of(MEAN, RECALL), Map.of(),
                "matrix", "", 1, iterations));
    }

    private Report usual(double least) {
        for (int round = 0; round < 2; round++) {
            add(round, 8, 10, 0.1, 81.2, least(least));
            add(round, 8, 40, 0.3, 94.5 + round, least(least));
            add(round, 8, 160, 1.0, 99, least(least));
            add(round, 16, 10, 0.15, 88, least(least));
            add(round, 16, 40, 0.5, 97, least(least));
            add(round, 16, 160, 1.6, 99.5, least(least));
        }
        return report();
    }

    private static List<String> ranked(Report report) {
        return report.table().rows().stream().map((Row r) -> r.level("hnsw-m") + "/" + r.level("candidates")).toList();
    }

    /** A point counts by its mean: that of 94.5 and 95.5 is enough. */
    @Test
    void onlyPointsThatFindEnoughAreRanked() {
        Report report = usual(95);
        assertThat(ranked(report)).containsExactly("8/40", "16/40", "8/160", "16/160");
        assertThat(report.answer()).contains("candidates 40").doesNotContain("candidates 10");
        assertThat(report.effects()).noneMatch(e -> e.before().level("candidates").text().equals("10")
                || e.after().level("candidates").text().equals("10"));
        assertThat(report.notes()).contains(
                "4 iterations are not ranked, but shown below: their recall is less than least-recall says.");
        assertThat(report.excluded()).hasSize(4);
    }

    /** What is not ranked is no exception: whoever asks for a recall of 90 % must hear of one of 81 %. */
    @Test
    void whatIsExpectedIsHeldAgainstEveryPoint() {
        Report report = usual(95);
        List<Report.Judgement> judgements = report.judge(Map.of("recall", ">= 90%"));
        assertThat(judgements).hasSize(6).filteredOn(j -> !j.met()).extracting(Report.Judgement::sentence)
                .containsExactlyInAnyOrder(
                        "Missed: recall is 81.20 %, expected >= 90%, at hnsw-m 8 · candidates 10.",
                        "Missed: recall is 88.00 %, expected >= 90%, at hnsw-m 16 · candidates 10.");
        assertThat(JunitReport.of(report, judgements)).contains("recall &gt;= 90% at hnsw-m 8 · candidates 10");
    }

    @Test
    void whatIsExpectedIsHeldAgainstPointsOfWhichNoneIsRanked() {
        Report report = usual(99.9);
        assertThat(report.table().rows()).isEmpty();
        assertThat(report.judge(Map.of("recall", ">= 90%"))).hasSize(6).filteredOn(j -> !j.met()).hasSize(2);
    }

    @Test
    void theOthersStandBelowWithTheirReason() {
        Report report = usual(95);
        String terminal = TerminalReport.of(report, new TerminalStyle(120, false, true, ZoneOffset.UTC));
        assertThat(terminal.indexOf("recall 81.20 % < 95 %")).isGreaterThan(terminal.indexOf("All settings"));
        assertThat(terminal).contains("recall 88.00 % < 95 %");
        assertThat(JsonReport.of(report)).contains("recall 81.20 % < 95 %");
        assertThat(TsvReport.of(report).lines().filter(l -> l.contains("recall 81.20 % < 95 %"))).hasSize(2)
                .allMatch(l -> l.contains("\tfalse\t"));
        assertThat(HtmlReport.of(report, _ -> NOTHING)).contains("recall 81.20 % &lt; 95 %");
    }

    @Test
    void whatFindsEnoughSomewhereIsRankedThere() {
        assertThat(ranked(usual(80))).hasSize(6).startsWith("8/10");
    }

    @Test
    void whereNothingFindsEnoughThatIsTheAnswer() {
        Report report = usual(99.9);
        assertThat(report.table().rows()).isEmpty();
        assertThat(report.answer()).isEqualTo("No setting has the recall that least-recall asks for, so there is nothing "
                + "to rank: the highest is 99.50 %.");
        assertThat(HtmlReport.of(report, _ -> NOTHING)).contains("recall 99.50 % &lt; 99.9 %");
    }

    @Test
    void withoutALeastRecallAllAreRanked() {
        add(0, 8, 10, 0.1, 50);
        add(0, 8, 40, 0.2, 60);
        assertThat(ranked(report())).hasSize(2);
    }

    /** Queries by words have none, and those by vector have one, though it was not measured. */
    @Test
    void aRecallThatIsNotKnownIsNeitherMetNorMissed() {
        String note = "The recall of 2 iterations is not known, and so not whether it is what least-recall asks for: they "
                + "are ranked all the same.";
        add(0, 8, 10, 0.1, 99, least(95), Samples.param("query-mix", "vector"));
        for (String mix : List.of("vector", "filtered-vector:1;term:4", "hybrid", "term:4")) {
            iterations.add(Samples.iteration(iterations.size(), 0, List.of(Samples.param("hnsw-m", iterations.size()),
                    least(95), Samples.param("query-mix", mix), Samples.param("query-log", "none")),
                    Map.of("response.mean", 1.0)));
        }
        assertThat(report().notes()).contains(note);
        assertThat(report().table().rows()).hasSize(5);
        iterations.removeFirst();
        assertThat(report().notes()).as("where none has it").contains(note);
        iterations.replaceAll(i -> Samples.iteration(i.position(), 0, i.settings().stream().map(s -> s.name().equals(
                "query-log") ? Samples.param("query-log", "solr.log") : s).toList(), Map.of("response.mean", 1.0)));
        assertThat(report().notes()).as("of a log").noneMatch(n -> n.contains("recall"));
    }

    @Test
    void theCurveHasAllPointsAndALineForEachGraph() {
        Report report = usual(95);
        RecallCurves curves = RecallCurves.of(report).orElseThrow();
        assertThat(curves.title()).isEqualTo("Response mean over recall, by hnsw-m");
        assertThat(curves.least()).contains(95.0);
        assertThat(curves.lines()).extracting(RecallCurves.Line::name).containsExactly("hnsw-m 8", "hnsw-m 16");
        assertThat(curves.lines().getFirst().points()).extracting(p -> p.candidates().text()).containsExactly("10", "40",
                "160");
        assertThat(curves.lines().getFirst().points()).extracting(p -> p.recall().mean()).containsExactly(81.2, 95.0,
                99.0);
        assertThat(HtmlReport.of(report, _ -> NOTHING)).contains("data-recall").contains("\"least\":95.0")
                .containsPattern("\"candidates\":\"10\",\"recall\":81\\.2,\"response\":\\[")
                .contains("Response mean over recall, by hnsw-m");
    }

    @Test
    void aSinglePointIsNoCurve() {
        add(0, 8, 10, 0.1, 99, least(95));
        add(0, 16, 10, 0.2, 99, least(95));
        assertThat(RecallCurves.of(report())).isEmpty();
    }

    @Test
    void aRecallBelowItsBoundIsNotRoundedToIt() {
        add(0, 8, 10, 0.1, 94.996, least(95));
        add(0, 8, 40, 0.3, 90, least(95));
        Report report = report();
        assertThat(report.answer()).endsWith("the highest is 94.996 %.");
        assertThat(JsonReport.of(report)).contains("recall 94.996 % < 95 %", "recall 90.00 % < 95 %");
    }
}
