package dev.tidemark.report.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Effects;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;

/** Numbers of which only the least is known, printed with "≥". */
class AtLeastTest {

    private static final Objective P99 = new Objective(Samples.P99, "");

    private static List<Iteration> runs(int workers, boolean atLeast, double... p99) {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < p99.length; round++) {
            Iteration plain = Samples.iteration(workers, round, List.of(Samples.param("workers", workers)), Map.of());
            runs.add(new Iteration(plain.id(), plain.batch(), plain.workload(), workers, round, 1, IterationState.DONE,
                    "",
                    plain.started(), plain.settings(),
                    List.of(new MeasuredValue(Samples.P99.name(), p99[round], atLeast))));
        }
        return runs;
    }

    @SafeVarargs
    private static Table table(Measure measure, List<Iteration>... rows) {
        List<Iteration> all = Arrays.stream(rows).flatMap(List::stream).toList();
        return Tables.whole(new Objective(measure, ""), Samples.label("made", Map.of(), "matrix", all)
                .with(MeasureSet.of(measure), all), all);
    }

    private static List<Effect> effects(Table table) {
        return new Effects(P99, table,
                new Defaults(Samples.label("p99", Map.of(), "matrix", List.of()), table)).all();
    }

    private static List<String> workers(Table table) {
        return table.rows().stream().map(r -> r.level("workers").text() + (r.best() ? " ●" : "")).toList();
    }

    @Test
    void suchANumberNeverWinsByBeingSmall() {
        Table table = table(Samples.P99, runs(1, true, 1.0, 1.1, 1.05), runs(2, false, 20, 21, 20.5),
                runs(4, false, 40, 41, 40.5));
        assertThat(workers(table)).as("1 may be as good as 2, but is not said to be").containsExactly("2 ●", "4",
                "1 ●");
        assertThat(effects(table))
                .noneMatch(e -> e.from().equals("1") || e.to().equals("1"));
    }

    @Test
    void oneThatIsAtLeastFarWorseIsNotAmongTheBest() {
        Table table = table(Samples.P99, runs(1, true, 10_000, 10_100, 10_050), runs(2, false, 20, 21, 20.5));
        assertThat(workers(table)).containsExactly("2 ●", "1");
    }

    /** It may be far more than it says. */
    @Test
    void suchANumberHasNoRatioToAnother() {
        Table table = table(Samples.P99, runs(1, true, 30, 31, 30.5), runs(2, false, 20, 21, 20.5));
        assertThat(workers(table)).containsExactly("2 ●", "1");
        assertThat(table.comparisons().compare(table.rows().getLast(), table.rows().getFirst())).isEmpty();
        assertThat(table.comparisons().isBeaten(table.rows().getLast(), table.rows().getFirst())).contains(true);
    }

    // ---- Zeros, which have no ratio either ----

    @Test
    void aRowThatDidNothingIsNotAmongTheBest() {
        Table table = table(Samples.RATE, rates(1, 1000, 1010, 1005), rates(2, 0, 0, 0), rates(4, 0, 800, 810));
        assertThat(workers(table)).as("what did nothing once may have done so by chance").containsExactly("1 ●", "4 ●", "2 ●");
        assertThat(workers(table(Samples.RATE, rates(1, 1000, 1010, 1005), rates(2, 0, 0, 0), rates(4, 790, 800, 810))))
                .containsExactly("1 ●", "4", "2");
        assertThat(workers(table(Samples.RATE, rates(1, 1000, 1010, 1005), rates(2, 0, 1200, 1210))))
                .as("some of its runs were better").containsExactly("1 ●", "2 ●");
        assertThat(workers(table(Samples.RATE, rates(1, 1000, 1010), rates(2, 0, 0)))).as("two and two are apart by chance")
                .containsExactly("1 ●", "2 ●");
    }

    @Test
    void aRowThatIsLargerThanZeroIsWorseWhereLessIsBetter() {
        assertThat(workers(table(Samples.ELAPSED, values(Samples.ELAPSED, 1, 0, 0, 0), values(Samples.ELAPSED, 2, 12, 11, 13))))
                .containsExactly("1 ●", "2");
    }

    private static List<Iteration> rates(int workers, double... perSecond) {
        return values(Samples.RATE, workers, perSecond);
    }

    private static List<Iteration> values(Measure measure, int workers, double... numbers) {
        List<Iteration> runs = new ArrayList<>();
        for (int round = 0; round < numbers.length; round++) {
            runs.add(Samples.iteration(workers, round, List.of(Samples.param("workers", workers)),
                    Map.of(measure.name(), numbers[round])));
        }
        return runs;
    }

    @Test
    void amongSuchNumbersNothingCanBeTold() {
        Table table = table(Samples.P99, runs(1, true, 1.0, 1.1, 1.05), runs(2, true, 20, 21, 20.5));
        assertThat(workers(table)).containsExactly("1 ●", "2 ●");
        assertThat(effects(table)).isEmpty();
    }

    @Test
    void whereMoreIsBetterItIsWorthAtLeastWhatItSays() {
        Measure more = new Measure(Samples.P99.name(), "Rate", "/s", Direction.HIGHER, 0, "");
        Table table = table(more, runs(1, true, 10_000, 10_100, 10_050), runs(2, false, 20, 21, 20.5));
        assertThat(workers(table)).containsExactly("1 ●", "2");
    }

    @Test
    void tsvNamesTheColumns() {
        List<Iteration> all = Stream.of(runs(1, true, 1.0, 1.1), runs(2, false, 20, 21)).flatMap(List::stream).toList();
        Report report = Report.of(new LabelResults("least", "ingest", Samples.P99.name(), MeasureSet.of(Samples.P99),
                Map.of(), "matrix", "", 1, all));
        assertThat(TsvReport.of(report).lines().skip(1).filter(l -> l.endsWith("\t" + Samples.P99.name() + "\t")))
                .singleElement().asString().startsWith("1\t");
        assertThat(TsvReport.raw(report).lines().skip(1).filter(l -> l.endsWith("\t" + Samples.P99.name() + "\t")))
                .hasSize(2);
    }

    /** A point without an upper end, which the script marks, in what is drawn at first and what can be chosen. */
    @Test
    void chartsTellThemApart() {
        List<Iteration> all = Stream.of(runs(1, true, 1.0, 1.1), runs(2, false, 20, 21), runs(4, false, 40, 41))
                .flatMap(List::stream).toList();
        Report report = Report.of(new LabelResults("least", "ingest", Samples.P99.name(), MeasureSet.of(Samples.P99),
                Map.of(), "matrix", "", 1, all));
        assertThat(HtmlReport.content(report, _ -> new IterationDetail("ingest", List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of()))).contains("\"points\":[[1.05,null],[20.5,",
                "\"least\":[false,false,true]");
    }
}
