package dev.tidemark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.WorkerCount;
import org.junit.jupiter.api.Test;

class PerftoolsCsvTest {

    private static final String HEADING = "RunDate,RunTime,Database,Namespace,Reads,Writes,ReadsPS,WritesPS,StdDevR,"
            + "StdDevW,StdDevRPS,StdDevWPS,CVReads,CVWrites,CVReadsPerS,CVWritesPerS,Processes,ReadPct\r\n";
    private static final long SECOND = 1_000_000_000L;

    private final Map<Long, IterationDetail> details = new LinkedHashMap<>();
    private final List<Iteration> iterations = new ArrayList<>();

    /** An iteration of 2 s. @param perWorker reads and updates of each worker */
    private void iteration(IterationState iterationState, String directory, long reads, long writes,
            long... perWorker) {
        long id = iterations.size() + 1;
        SeriesSet series = new SeriesSet();
        List<MeasuredValue> values = new ArrayList<>();
        series.add("read", new Totals(reads, reads, 0, reads, 0, 0, 0, 0));
        series.add("write", new Totals(writes, writes, 0, writes, 0, 0, 0, 0));
        values.add(MeasuredValue.of("reads-per-second", reads / 2.0));
        values.add(MeasuredValue.of("writes-per-second", writes / 2.0));
        List<WorkerCount> workers = new ArrayList<>();
        for (int i = 0; i < perWorker.length; i++) {
            workers.add(new WorkerCount(0, i, "", perWorker[i], perWorker[i], 0L, SECOND));
        }
        details.put(id, new IterationDetail("random-io", List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, SECOND, 3 * SECOND, 0, perWorker.length, false, 0, 0)),
                List.of(new Interval(0, 0, 0, SECOND, 3 * SECOND, 0, SeriesCodec.encode(series))), List.of(), List.of(),
                workers, List.of()));
        iterations.add(new Iteration(id, 1, "random-io", (int) id, 0, 1, iterationState,
                iterationState == IterationState.DONE ? "" : "a, b", Instant.parse("2026-03-28T23:59:58Z"),
                List.of(setting("directory", directory),
                        setting("file", "none"), setting("dataset", "ran"),
                        setting("read-percent", writes == 0 ? "100" : reads == 0 ? "0" : "50")), values));
    }

    private static Setting setting(String name, String text) {
        return new Setting(name, text, null, "", SettingOrigin.SET);
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
        iteration(IterationState.DONE, "/data", 800, 0, 300, 500);
        iteration(IterationState.DONE, "/data", 0, 800, 300, 500);
        assertThat(rows()).isEqualTo(
                "2026-03-28,23:59:58,/data,ran,800,,400,,141.421,,70.711,,0.354,,0.354,,2,100\r\n"
                        + "2026-03-28,23:59:58,/data,ran,,800,,400,,141.421,,70.711,,0.354,,0.354,2,0\r\n");
    }

    @Test
    void whatIsNotKnownIsEmpty() {
        iteration(IterationState.DONE, "default", 400, 400, 300, 500);
        iteration(IterationState.DONE, "default", 800, 0, 800);
        assertThat(rows()).isEqualTo("2026-03-28,23:59:58,,ran,400,400,200,200,,,,,,,,,2,50\r\n"
                + "2026-03-28,23:59:58,,ran,800,,400,,,,,,,,,,1,100\r\n");
    }

    /** Reads 300 and 500 as above; writes 10 and 20: mean 15, of a sample √(50 ÷ 1) = 7.071. */
    @Test
    void aMixedRunHasTheSpreadOfReadsAndOfWrites() {
        iteration(IterationState.DONE, "/data", 800, 30, 310, 520);
        IterationDetail detail = details.get(1L);
        workers(detail, new WorkerCount(0, 0, "", 310, 310, 0L, SECOND, Map.of("read", 300L, "write", 10L)),
                new WorkerCount(0, 1, "", 520, 520, 0L, SECOND, Map.of("read", 500L, "write", 20L)));
        assertThat(rows()).isEqualTo(
                "2026-03-28,23:59:58,/data,ran,800,30,400,15,141.421,7.071,70.711,3.536,0.354,0.471,"
                + "0.354,0.471,2,50\r\n");
    }

    /** Two that only read, three that only write 10, 20 and 60: mean 30, √((20² + 10² + 30²) ÷ 2) = 26.458. */
    @Test
    void theSpreadOfReadsIsOverTheWorkersOfGroupsThatRead() {
        SeriesSet series = new SeriesSet();
        series.add("readers.read", new Totals(800, 800, 0, 800, 0, 0, 0, 0));
        series.add("writers.write", new Totals(90, 90, 0, 90, 0, 0, 0, 0));
        details.put(1L, new IterationDetail("random-io", List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, SECOND, 3 * SECOND, 0, 5, false, 0, 0)),
                List.of(new Interval(0, 0, 0, SECOND, 3 * SECOND, 0, SeriesCodec.encode(series))), List.of(), List.of(),
                List.of(), List.of()));
        workers(details.get(1L), new WorkerCount(0, 0, "readers", 300, 300, 0L, 1, Map.of("read", 300L)),
                new WorkerCount(0, 1, "readers", 500, 500, 0L, 1), // an older record: it only read
                new WorkerCount(0, 2, "writers", 10, 10, 0L, 1, Map.of("write", 10L)),
                new WorkerCount(0, 3, "writers", 20, 20, 0L, 1, Map.of("write", 20L)),
                new WorkerCount(0, 4, "writers", 60, 60, 0L, 1, Map.of("write", 60L)));
        iterations.add(new Iteration(1, 1, "random-io", 1, 0, 1, IterationState.DONE, "",
                Instant.parse("2026-03-28T23:59:58Z"),
                List.of(setting("groups", "readers writers"), setting("dataset", "ran"),
                        setting("writers.dataset", "other"), setting("read-percent", "100"),
                        setting("writers.read-percent", "0")),
                List.of(MeasuredValue.of("reads-per-second", 400), MeasuredValue.of("writes-per-second", 45))));
        assertThat(rows()).isEqualTo("2026-03-28,23:59:58,,ran other,800,90,400,45,141.421,26.458,70.711,13.229,0.354,"
                + "0.882,0.354,0.882,5,\r\n");
    }

    private void workers(IterationDetail detail, WorkerCount... workers) {
        details.put(1L, new IterationDetail(detail.workload(), detail.settings(), detail.phases(), detail.intervals(),
                detail.outcomes(), detail.readings(), List.of(workers), detail.events()));
    }

    @Test
    void cellsAreQuotedWhereTheyMustBe() {
        iteration(IterationState.DONE, "/data, \"old\"", 10, 0, 10);
        assertThat(rows()).contains(",\"/data, \"\"old\"\"\",ran,");
    }

    @Test
    void whatIsNotDoneSaysSoInColumnsThatAreElseNotThere() {
        iteration(IterationState.DONE, "/a", 10, 0, 10);
        iteration(IterationState.STOPPED, "/b", 10, 0, 10);
        iteration(IterationState.INVALID, "/c", 10, 0, 10);
        iteration(IterationState.RUNNING, "/d", 10, 0, 10);
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
        assertThatThrownBy(() -> PerftoolsCsv.of(List.of(label()), details::get))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("label L has no finished run of random-io, and the format perftools has no columns for "
                        + "others");
        assertThatThrownBy(() -> PerftoolsCsv.of(List.of(), details::get)).isInstanceOf(InvalidInputException.class);
    }
}
