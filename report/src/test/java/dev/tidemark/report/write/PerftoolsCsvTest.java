package dev.tidemark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.State;
import dev.tidemark.core.result.Value;
import dev.tidemark.core.result.WorkerCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerftoolsCsvTest {

    private static final String HEADING = "RunDate,RunTime,Database,Namespace,Reads,Writes,ReadsPS,WritesPS,StdDevR,"
            + "StdDevW,StdDevRPS,StdDevWPS,CVReads,CVWrites,CVReadsPerS,CVWritesPerS,Processes,ReadPct\r\n";
    private static final long SECOND = 1_000_000_000L;

    private final Map<Long, IterationDetail> details = new LinkedHashMap<>();
    private final List<Iteration> iterations = new ArrayList<>();

    /** An iteration of 2 s. @param perWorker reads and updates of each worker */
    private void iteration(State state, String directory, long reads, long writes, long... perWorker) {
        long id = iterations.size() + 1;
        SeriesSet series = new SeriesSet();
        List<Value> values = new ArrayList<>();
        series.add("read", new Totals(reads, reads, 0, reads, 0, 0, 0, 0));
        series.add("write", new Totals(writes, writes, 0, writes, 0, 0, 0, 0));
        values.add(Value.of("reads-per-second", reads / 2.0));
        values.add(Value.of("writes-per-second", writes / 2.0));
        List<WorkerCount> workers = new ArrayList<>();
        for (int i = 0; i < perWorker.length; i++) {
            workers.add(new WorkerCount(0, i, "", perWorker[i], perWorker[i], 0L, SECOND));
        }
        details.put(id, new IterationDetail("random-io", List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, SECOND, 3 * SECOND, 0, perWorker.length, false, 0, 0)),
                List.of(new Interval(0, 0, 0, SECOND, 3 * SECOND, 0, SeriesCodec.encode(series))), List.of(), List.of(),
                workers, List.of()));
        iterations.add(new Iteration(id, 1, "random-io", (int) id, 0, 1, state,
                state == State.DONE ? "" : "a, b", Instant.parse("2026-03-28T23:59:58Z"), List.of(setting("directory", directory),
                        setting("file", "none"), setting("dataset", "ran"),
                        setting("read-percent", writes == 0 ? "100" : reads == 0 ? "0" : "50")), values));
    }

    private static Setting setting(String name, String text) {
        return new Setting(name, text, null, "", Origin.SET);
    }

    private LabelResults label() {
        return new LabelResults("L", "random-io", "operations-per-second", MeasureSet.of(), Map.of(), "list", "", 1,
                iterations);
    }

    private String rows() {
        String text = PerftoolsCsv.of(List.of(label()), details::get).text();
        assertThat(text).startsWith(HEADING);
        return text.substring(HEADING.length());
    }

    /** 300 and 500: mean 400, deviations ±100, of a sample √(20000 ÷ 1) = 141.421. */
    @Test
    void whatWasNotDoneIsEmptyAndTheSpreadIsOverWorkers() {
        iteration(State.DONE, "/data", 800, 0, 300, 500);
        iteration(State.DONE, "/data", 0, 800, 300, 500);
        assertThat(rows()).isEqualTo(
                "2026-03-28,23:59:58,/data,ran,800,,400,,141.421,,70.711,,0.354,,0.354,,2,100\r\n"
                        + "2026-03-28,23:59:58,/data,ran,,800,,400,,141.421,,70.711,,0.354,,0.354,2,0\r\n");
    }

    @Test
    void whatIsNotKnownIsEmpty() {
        iteration(State.DONE, "default", 400, 400, 300, 500);
        iteration(State.DONE, "default", 800, 0, 800);
        assertThat(rows()).isEqualTo("2026-03-28,23:59:58,,ran,400,400,200,200,,,,,,,,,2,50\r\n"
                + "2026-03-28,23:59:58,,ran,800,,400,,,,,,,,,,1,100\r\n");
    }

    @Test
    void cellsAreQuotedWhereTheyMustBe() {
        iteration(State.DONE, "/data, \"old\"", 10, 0, 10);
        assertThat(rows()).contains(",\"/data, \"\"old\"\"\",ran,");
    }

    @Test
    void whatIsNotDoneSaysSoInColumnsThatAreElseNotThere() {
        iteration(State.DONE, "/a", 10, 0, 10);
        iteration(State.STOPPED, "/b", 10, 0, 10);
        iteration(State.INVALID, "/c", 10, 0, 10);
        iteration(State.RUNNING, "/d", 10, 0, 10);
        PerftoolsCsv.Table table = PerftoolsCsv.of(List.of(label()), details::get);
        assertThat(table.rows()).isEqualTo(3);
        assertThat(table.text().lines()).satisfiesExactly(
                l -> assertThat(l).endsWith(",Processes,ReadPct,State,Reason"),
                l -> assertThat(l).contains("/a").endsWith(",100,done,"),
                l -> assertThat(l).contains("/b").endsWith(",100,stopped,\"a, b\""),
                l -> assertThat(l).contains("/c").endsWith(",100,invalid,\"a, b\""));
    }

    @Test
    void aLabelWithoutSuchResultsIsRefused() {
        assertThat(PerftoolsCsv.fits(label())).isFalse();
        assertThatThrownBy(() -> PerftoolsCsv.of(List.of(label()), details::get)).isInstanceOf(BadInput.class)
                .hasMessage("label L has no finished run of random-io, and the format perftools has no columns for "
                        + "others");
        assertThatThrownBy(() -> PerftoolsCsv.of(List.of(), details::get)).isInstanceOf(BadInput.class);
    }
}
