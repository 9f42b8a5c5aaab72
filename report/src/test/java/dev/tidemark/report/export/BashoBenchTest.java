package dev.tidemark.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.report.Samples;
import org.junit.jupiter.api.Test;

class BashoBenchTest {

    private static final long SECOND = 1_000_000_000L;

    private static LabelResults label(int iterations) {
        List<Iteration> all = new ArrayList<>();
        for (int i = 0; i < iterations; i++) {
            all.add(Samples.iteration(0, i, List.of(), Map.of("elapsed", 20.0)));
        }
        return Samples.label("L", Map.of(), "single", all);
    }

    /** Two intervals of 10 s that begin 5 s after the start; the second has no put, but two that failed. */
    private static IterationDetail detail() {
        SeriesSet first = new SeriesSet();
        LogHistogram gets = new LogHistogram();
        for (int i = 1; i <= 1000; i++) {
            gets.record(i * 1000L);
        }
        first.add(SeriesKey.of("get", LatencyKind.SERVICE), gets);
        first.add("get", new Totals(1000, 1000, 400, 1000, 0, 0, 0, 0));
        LogHistogram puts = new LogHistogram();
        puts.record(500_000, 10);
        first.add(SeriesKey.of("update with2i", LatencyKind.SERVICE), puts);
        first.add("update with2i", new Totals(10, 10, 0, 10, 0, 100, 0, 0));
        SeriesSet later = new SeriesSet();
        later.add("get", new Totals(5, 5, 0, 5, 0, 0, 0, 0));
        LogHistogram late = new LogHistogram();
        late.record(2_000_000, 5);
        later.add(SeriesKey.of("get", LatencyKind.SERVICE), late);
        SeriesSet second = new SeriesSet();
        second.add("get", new Totals(7, 7, 0, 7, 0, 0, 0, 0));
        second.add(SeriesKey.of("get", LatencyKind.SERVICE), late);
        second.add("update with2i", new Totals(2, 0, 0, 0, 2, 0, 0, 0));
        return new IterationDetail("volume", List.of(), List.of(
                new PhaseSpan(0, Phase.CREATE, false, 0, 5 * SECOND, 0, 0, false, 0, 0),
                new PhaseSpan(1, Phase.MEASURE, true, 5 * SECOND, 25 * SECOND, 0, 4, false, 0, 0)), List.of(
                interval(0, 0, 0, 5, new SeriesSet()), interval(0, 0, 5, 15, first), interval(0, 1, 5, 15, later),
                interval(1, 0, 15, 25, second)), List.of(), List.of(), List.of(), List.of());
    }

    private static Interval interval(int seq, int part, long from, long to, SeriesSet series) {
        return new Interval(from == 0 ? 0 : 1, seq, part, from * SECOND, to * SECOND, 0, SeriesCodec.encode(series));
    }

    @Test
    void columnsAndUnitsAreThoseOfBashoBench() {
        SequencedMap<String, String> files = new BashoBench().files(label(1), id -> detail());
        assertThat(files).containsOnlyKeys("summary.csv", "get_latencies.csv", "update-with2i_latencies.csv");
        assertThat(files.get("summary.csv")).isEqualTo("""
                elapsed, window, total, successful, failed
                10.000000, 10.000000, 1015, 1015, 0
                20.000000, 10.000000, 9, 7, 2
                """);
        assertThat(files.get("get_latencies.csv")).startsWith("""
                elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors
                10.000000, 10.000000, 1005, 1.0, 508.0, 503.""").endsWith("""
                20.000000, 10.000000, 7, 2000.0, 2000.0, 2000.0, 2000.0, 2000.0, 2000.0, 2000.0, 0
                """);
    }

    @Test
    void noDataIsNotZero() {
        assertThat(new BashoBench().files(label(1), id -> detail()).get("update-with2i_latencies.csv")).endsWith("""
                20.000000, 10.000000, 0,NA,NA,NA,NA,NA,NA,NA, 2
                """);
    }

    /** A phase of 20.25 s: its third interval would go on to 30 s. */
    @Test
    void theRestOfAnIntervalBelongsToTheWindowBeforeIt() {
        SeriesSet rest = new SeriesSet();
        rest.add("get", new Totals(4, 3, 0, 3, 1, 0, 0, 0));
        List<Interval> intervals = new ArrayList<>(detail().intervals());
        intervals.add(interval(2, 0, 25, 35, rest));
        IterationDetail detail = new IterationDetail("volume", List.of(), List.of(
                new PhaseSpan(0, Phase.CREATE, false, 0, 5 * SECOND, 0, 0, false, 0, 0),
                new PhaseSpan(1, Phase.MEASURE, true, 5 * SECOND, 25 * SECOND + SECOND / 4, 0, 4, false, 0, 0)),
                intervals, List.of(), List.of(), List.of(), List.of());
        assertThat(new BashoBench().files(label(1), id -> detail).get("summary.csv")).isEqualTo("""
                elapsed, window, total, successful, failed
                10.000000, 10.000000, 1015, 1015, 0
                20.250000, 10.250000, 13, 10, 3
                """);
    }

    @Test
    void whatIsNotDoneHasAFileThatSaysSo() {
        LabelResults stopped = Samples.label("L", Map.of(), "single",
                List.of(Samples.iteration(1, 0, 0, IterationState.STOPPED,
                "at the user's wish", List.of(), Map.of("elapsed", 20.0))));
        assertThat(new BashoBench().files(stopped, id -> detail())).containsKeys("summary.csv", "get_latencies.csv")
                .containsEntry("state.txt", "Not a whole run: stopped: at the user's wish\n");
    }

    @Test
    void severalIterationsLieInFoldersOfTheirOwn() {
        LabelResults two = label(2);
        assertThat(new BashoBench().files(two, id -> detail())).containsKeys(
                "iteration-" + two.iterations().get(0).id() + "/summary.csv",
                "iteration-" + two.iterations().get(1).id() + "/get_latencies.csv");
    }

    @Test
    void withoutIntervalsThereIsNothingToWrite() {
        IterationDetail none = new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of());
        assertThat(new BashoBench().files(label(1), id -> none)).isEmpty();
    }

    @Test
    void formatsAreFoundByTheirNames() {
        assertThat(ExportFormats.named("basho")).map(ExportFormat::name).contains("basho");
        assertThat(ExportFormats.named("bahso")).isEmpty();
    }
}
