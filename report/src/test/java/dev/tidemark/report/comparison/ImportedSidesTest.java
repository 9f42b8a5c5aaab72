package dev.tidemark.report.comparison;

import static dev.tidemark.report.Samples.param;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.write.TerminalComparison;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

/** A table of an older system beside own runs: each knows what the other does not. */
class ImportedSidesTest {

    private static final Measure RATE = new Measure("documents-per-second", "Throughput", "documents/s",
            Direction.HIGHER, 0, "");
    private static final MeasureSet MEASURES = MeasureSet.of(Samples.ELAPSED, EngineMeasures.DOCUMENTS, RATE);

    private static Side side(String name, String space, Iteration... iterations) {
        return new Side(name, new LabelResults(name, "ingest", "elapsed", MEASURES, Map.of(), space, "", 1,
                List.of(iterations)), List.of(iterations));
    }

    private static Iteration run(int position, Map<String, Double> values, Setting... settings) {
        return Samples.iteration(position, 0, List.of(settings), values);
    }

    private static LabelComparison compared(Side base, Side other) {
        IterationDetail nothing = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
        return LabelComparison.of(List.of(new Pairing("old and new", base, other)), id -> nothing).getFirst();
    }

    @Test
    void documentsInATimeAreARate() {
        LabelComparison whole = compared(
                side("old", "import", run(0, Map.of("elapsed", 198.81, "documents", 10_000.0))),
                side("new", "single", run(0, Map.of("elapsed", 10.0, "documents-per-second", 1000.0))));
        assertThat(whole.sentences()).singleElement().asString()
                .startsWith("By one figure each, throughput of new was 19.9 times as high as that of old");
        assertThat(whole.points().getFirst().overall()).extracting(d -> d.measure().name())
                .containsExactly("documents-per-second", "elapsed");
    }

    /** Both would read 0.01 s. */
    @Test
    void figuresHaveTheDigitsThatTheReportOfTheirLabelHas() {
        Side base = side("old", "single", run(0, Map.of("elapsed", 0.0068, "documents-per-second", 1.6)));
        LabelComparison whole = compared(base,
                side("new", "single", run(0, Map.of("elapsed", 0.0141, "documents-per-second", 2.4))));
        assertThat(TerminalComparison.of(whole, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains("0.00680", "0.01410", "1.60", "2.40");
        assertThat(TerminalReport.of(Report.of(base.results()), new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .contains("0.00680", "1.60");
    }

    @Test
    void soAreThoseThatWereAskedFor() {
        assertThat(compared(side("old", "import", run(0, Map.of("elapsed", 50.0), param("documents", "10000"))),
                side("new", "single", run(0, Map.of("elapsed", 10.0, "documents-per-second", 400.0)))).sentences())
                .singleElement().asString().contains("2.0 times as high");
    }

    /** Neither has a no-op any, whose documents are its calls, nor does an own run lack what it has measured. */
    @Test
    void onlyDocumentsOfATableAreARate() {
        Side rated = side("new", "single", run(0, Map.of("elapsed", 10.0, "documents-per-second", 1000.0)));
        Iteration noop = run(0, Map.of("elapsed", 0.05, "round-trips-per-second", 20_000.0), param("documents", "1000"));
        Iteration unrated = run(1, Map.of("elapsed", 0.05), param("documents", "1000"));
        assertThat(side("own", "single", noop, unrated).ratedAs(rated).iterations()).containsExactly(noop, unrated);
        assertThat(side("old", "import", noop, unrated).ratedAs(rated).iterations())
                .extracting(i -> i.value("documents-per-second").isPresent()).containsExactly(false, true);
    }

    /** A table of how long rebuilds took, hour by hour: nothing in it is a rate or ranks. */
    @Test
    void tablesWithoutARateAreComparedByWhatTheyHave() {
        Measure rebuild = new Measure("background-duration", "Background duration", "s", Direction.LOWER, 1, "");
        List<Side> sides = List.of("leveldb", "leveled").stream().map(name -> {
            List<Iteration> rows = List.of(1, 2).stream().map(hour -> run(hour, Map.of("background-duration",
                    name.equals("leveldb") ? 100.0 * hour : 50.0 * hour), Setting.tag("hour", "" + hour))).toList();
            return new Side(name, new LabelResults(name, "ingest", "elapsed", MEASURES.plus(MeasureSet.of(rebuild)),
                    Map.of(), "import", "", 1, rows), rows);
        }).toList();
        assertThat(compared(sides.getFirst(), sides.getLast()).sentences()).containsExactly(
                "With hour 1: by one figure each, background duration of leveled was 50 % lower than that "
                        + "of leveldb. One figure each: no confidence interval.",
                "With hour 2: by one figure each, background duration of leveled was 50 % lower than that "
                        + "of leveldb. One figure each: no confidence interval.");
    }

    /** A folder that own runs record, and a table does not, tells no points apart. */
    @Test
    void pointsMatchInWhatBothRecord() {
        LabelComparison whole = compared(
                side("old", "import", run(0, Map.of("elapsed", 20.0, "documents", 10_000.0), param("shards", "1")),
                        run(1, Map.of("elapsed", 10.0, "documents", 10_000.0), param("shards", "2"))),
                side("new", "matrix", run(0, Map.of("documents-per-second", 1000.0), param("shards", "1"),
                        param("directory", "/a")), run(1, Map.of("documents-per-second", 3000.0), param("shards", "2"),
                                param("directory", "/b")), run(2, Map.of("documents-per-second", 4000.0),
                                        param("shards", "4"), param("directory", "/b"))));
        assertThat(whole.points()).extracting(PointComparison::description)
                .containsExactly("shards 1 · directory /a", "shards 2 · directory /b");
        assertThat(whole.points().getLast().throughput().orElseThrow().ratio().orElseThrow()).isCloseTo(3, within(1e-9));
        assertThat(whole.notes()).contains("Only new was run with shards 4 · directory /b.");
    }
}
