package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.store.results.BatchState;
import org.junit.jupiter.api.Test;

class StatusViewTest {

    @Test
    void aSearchIsCalledWhatItIs() {
        assertThat(StatusView.searched("search:\n  ramp: {param: workers}\n", 3)).isEqualTo("3 steps of the ramp done.");
        assertThat(StatusView.searched("search: {find-rate: {start: 1/s}}\n", 2))
                .isEqualTo("2 steps of the search for the sustainable rate done.");
        assertThat(StatusView.searched("plan: {space: study}\nsearch:\n  find-rate:\n    start: 1/s\n", 1)).isEqualTo("1 step of the search for the sustainable rate done.");
    }

    @Test
    void aLevelIsInTheUnitOfItsMeasureAsInReports() {
        assertThat(StatusView.level(0.9, measure("%", 0))).isEqualTo("90 %");
        assertThat(StatusView.level(0.009, measure("ms", 2))).isEqualTo("9.00 ms");
        assertThat(StatusView.level(0.012, measure("s", 3))).isEqualTo("0.012 s");
    }

    /** Of 100 operations 4 were given up after 10 s. */
    @Test
    void whatWasNotAnsweredCountsInTheTimesOfLateAsInReports() {
        SeriesSet series = new SeriesSet();
        LogHistogram answered = new LogHistogram();
        answered.record(2_000_000, 96);
        LogHistogram lost = new LogHistogram();
        lost.record(10_000_000_000L, 4);
        series.add(SeriesKey.of("get", LatencyKind.SERVICE), answered);
        series.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), lost);
        series.add("get", new Totals(100, 96, 0, 96, 4, 0, 0, 0));
        Latencies responses = Latencies.of(series, LatencyKind.RESPONSE, 0);
        Map<String, String> values = new HashMap<>();
        StatusView.current(null, new RunView.Current(1, 1, Instant.EPOCH, List.of(), List.of(), Optional.empty(),
                OptionalDouble.empty(), responses, List.of(new RunView.Kind("get", 100, 96, 4, responses),
                new RunView.Kind("put", 0, 0, 0, Latencies.none(0))), HostUtilization.UNKNOWN, List.of(),
                new LinkedHashMap<>(), List.of()), values);
        assertThat(values).containsEntry("p50", "2.00 ms").containsEntry("p99", "≥10000 ms")
                .containsEntry("parts", "get 96/s, p99 ≥10000 ms · put 0/s");
        assertThat(LiveSeries.point(Timeline.of(List.of(new Interval(1, 0, 0, 0, 1_000_000_000L, 0,
                SeriesCodec.encode(series)))).windows().getFirst())).containsExactly(0.0, 1.0, 96.0, 2.0, 10_000.0, 10_000.0, 4.0);
    }

    private static Measure measure(String unit, int decimals) {
        return new Measure("level", "Level", unit, Direction.NEITHER, decimals, "A level.");
    }

    private static List<String> banner(IterationState state, String... verdicts) {
        BatchState batch = new BatchState(1, "x", "ingest", "matrix", "", "", verdicts.length, Instant.EPOCH,
                Optional.empty());
        return StatusView.banner(new RunView(batch, "documents", Map.of(state, verdicts.length), 0,
                IntStream.range(0, verdicts.length).mapToObj(i -> new RunView.Cell(i, 0, List.of(), Optional.of(state), i,
                        verdicts[i])).toList(), 0, false, 1, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void theReasonOfOneIterationIsNotToldOfAll() {
        assertThat(banner(IterationState.FAILED, "connection refused", "connection refused", ""))
                .containsExactly("3 iterations failed: connection refused.");
        assertThat(banner(IterationState.FAILED, "connection refused", "the disk is full", "the disk is full"))
                .containsExactly("3 iterations failed; the first: connection refused.");
        assertThat(banner(IterationState.STOPPED, "stopped by ann", "stopped by ann"))
                .containsExactly("2 iterations were stopped by ann.");
        assertThat(banner(IterationState.STOPPED, "stopped by ann", "stopped by bob"))
                .containsExactly("2 iterations were stopped; the first: stopped by ann.");
        assertThat(banner(IterationState.INVALID, "")).containsExactly("One iteration is invalid.");
    }
}
