package dev.tidemark.report.comparison;

import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.comparison.Made.Run;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.ComparisonGrids;
import dev.tidemark.report.model.Grid;
import org.junit.jupiter.api.Test;

/** Loads of 200 batches of 100 rows a second, and of 60 batches of 1,000: rows rank them, intervals count batches. */
class RowsOfScriptsTest {

    private static final int ROUNDS = 5;

    private final Made made = new Made().with("L", IntStream.range(0, ROUNDS).boxed().flatMap(round -> Stream.of(
            Run.of(Map.of("target", "small"), round, 8, 1, _ -> 200 + round),
            Run.of(Map.of("target", "large"), round, 8, 1, _ -> 60 + round))).toList());

    private LabelComparison compared() {
        LabelResults batches = made.label("L").orElseThrow();
        List<Iteration> loads = batches.iterations().stream().map(RowsOfScriptsTest::load).toList();
        LabelResults results = new LabelResults("L", "script", "scripts-per-second", Workloads.named("script").measures(),
                Map.of(), "compare", "", 1, loads);
        return LabelComparison.of(List.of(new Pairing("L", side("small", results), side("large", results))), made::detail)
                .getFirst();
    }

    private static Side side(String target, LabelResults results) {
        return new Side(target, results, results.iterations().stream()
                .filter(i -> i.setting("target").map(Setting::text).orElse("").equals(target)).toList());
    }

    private static Iteration load(Iteration i) {
        String target = i.setting("target").orElseThrow().text();
        double batches = i.value(Made.THROUGHPUT.name()).orElseThrow().number();
        return new Iteration(i.id(), i.batch(), "script", i.position(), i.round(), i.attempt(), i.state(), "", i.started(),
                List.of(param("target", target)), List.of(MeasuredValue.of("scripts-per-second", batches),
                        MeasuredValue.of("finished-rows-per-second", batches * (target.equals("small") ? 100 : 1000)),
                        i.value(Made.MEAN.name()).orElseThrow(), i.value(Made.P99.name()).orElseThrow()));
    }

    @Test
    void theWholeIsComparedByRowsAndPartsByBatches() {
        LabelComparison whole = compared();
        PointComparison point = whole.points().getFirst();
        assertThat(whole.throughput().unit()).isEqualTo("rows/s");
        assertThat(point.throughput().orElseThrow().ratio().orElseThrow()).isCloseTo(3, within(0.1));
        assertThat(point.parts()).isNotEmpty().flatExtracting(WindowComparison::parts).allSatisfy(part -> {
            assertThat(part.throughput().measure().unit()).isEqualTo("scripts/s");
            assertThat(part.throughput().ratio().orElseThrow()).isCloseTo(0.3, within(0.02));
        });
        assertThat(whole.sentences()).singleElement().asString().contains("times as high")
                .doesNotContain("In the last quarter");
        assertThat(whole.notes()).contains("Parts of the runs are compared by scripts/s: rows/s are known of whole runs "
                + "alone.");
    }

    @Test
    void eachTableAndTheChartNameTheUnitOfTheirFigures() {
        List<Grid> grids = ComparisonGrids.all(compared(), true);
        Grid quarters = grids.stream().filter(g -> g.title().startsWith("By quarter")).findFirst().orElseThrow();
        assertThat(quarters.columns()).extracting(Column::unit).contains("scripts/s").doesNotContain("rows/s");
        assertThat(HtmlReport.content("L", List.of(compared()), made::detail)).contains("\"unit\":\"scripts/s\"")
                .doesNotContain("\"unit\":\"rows/s\"");
    }

    /** In thirds of single runs, too. */
    @Test
    void thirdsOfRowsAreNotTold() {
        assertThat(compared().points().getFirst().overall()).extracting(Delta::measure).extracting(Measure::name)
                .startsWith("finished-rows-per-second");
        LabelComparison whole = compared();
        assertThat(whole.inParts().name()).isEqualTo("scripts-per-second");
        assertThat(whole.lastName()).isEqualTo("last quarter, scripts/s");
    }
}
