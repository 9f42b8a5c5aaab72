package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the older systems come in by their headings, with no word of how. */
class KnownTableTest {

    private static final ParamSet PARAMS = ParamSet.of(Param.count("workers").byDefault(1L),
            Param.count("documents").byDefault(1L), Param.count("batch-size").byDefault(1L),
            Param.count("read-percent").byDefault(100L));
    private static final MeasureSet MEASURES = MeasureSet.of(measure("operations-per-second", "operations/s"),
            measure("documents-per-second", "documents/s"), measure("reads-per-second", "/s"),
            measure("writes-per-second", "/s"), measure("queries-per-second", "queries/s"),
            new Measure("failures", "Failures", "", Direction.LOWER, 0, ""),
            new Measure("elapsed", "Duration", "s", Direction.LOWER, 2, ""),
            new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, ""),
            new Measure("response.p99", "Response p99", "ms", Direction.LOWER, 3, ""),
            new Measure("response.max", "Response max", "ms", Direction.LOWER, 3, ""));

    @TempDir
    private Path folder;

    private static Measure measure(String name, String unit) {
        return new Measure(name, name, unit, Direction.HIGHER, 0, "");
    }

    private ImportedTable read(String workload, String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        assertThat(CsvImport.workloadOf(file, name, (w, headings) -> w.equals(workload) ? 9 : 0)).contains(workload);
        return new CsvImport("old", workload, "operations-per-second", PARAMS, MEASURES, List.of(), Map.of(), Map.of())
                .read(file);
    }

    private static Map<String, Double> values(ImportedTable.Row row) {
        return row.values().stream().collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private static Map<String, String> settings(ImportedTable.Row row) {
        return row.settings().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    @Test
    void aHistoryOfRanReadIsKnown() throws IOException {
        ImportedTable table = read("random-io", "PerfToolsRanRead_20240501-1030.txt", """
                RunDate,RunTime,Database,Namespace,Reads,Writes,ReadsPS,WritesPS,StdDevR,StdDevW,Processes,ReadPct,
                2024-05-01,10:15:30,/isc/iris/ran/,RAN,200500,,3330,,.004,,5,100,
                2024-05-01,10:17:02,/isc/iris/ran/,RAN,390000,,6480,,.012,,10,100,
                """);
        assertThat(values(table.rows().getFirst())).as("a count of reads is no rate").isEqualTo(Map.of(
                "reads-per-second", 3330.0, "operations-per-second", 3330.0));
        assertThat(settings(table.rows().get(1))).isEqualTo(Map.of("database", "/isc/iris/ran/", "namespace", "RAN",
                "workers", "10", "read-percent", "100"));
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            store.importTable(table);
            assertThat(store.label("old").orElseThrow().iterations()).extracting(Iteration::started)
                    .containsExactly(Instant.parse("2024-05-01T10:15:30Z"), Instant.parse("2024-05-01T10:17:02Z"));
            assertThat(store.importTable(table).known()).isEqualTo(2);
        }
    }

    @Test
    void aHistoryOfRanIoHasBothRates() throws IOException {
        ImportedTable.Row row = read("random-io", "x.csv", """
                RunDate,RunTime,Database,Namespace,Reads,Writes,ReadsPS,WritesPS,StdDevR,StdDevW,StdDevRPS,StdDevWPS,\
                CVReads,CVWrites,CVReadsPerS,CVWritesPerS,Processes,ReadPct,State,Reason
                2026-02-03,00:00:01,/d,RAN,700,300,70,30,1,1,1,1,.1,.1,.1,.1,4,70,stopped,at the user's wish
                """).rows().getFirst();
        assertThat(values(row)).isEqualTo(Map.of("reads-per-second", 70.0, "writes-per-second", 30.0,
                "operations-per-second", 100.0));
        assertThat(row.course()).isEqualTo(new ImportedTable.Course(Optional.of(Instant.parse("2026-02-03T00:00:01Z")),
                IterationState.STOPPED, "at the user's wish"));
    }

    /** Neither their sum nor a score is then taken for thousands. */
    @Test
    void ratesWithDecimalCommasAreAddedUp() throws IOException {
        ImportedTable table = read("random-io", "x.csv", """
                RunDate;RunTime;ReadsPS;WritesPS;Processes
                2026-02-03;00:00:01;2000;857,2;4
                2026-02-03;00:01:01;100,5;22,625;4
                """);
        assertThat(table.rows()).extracting(KnownTableTest::values).containsExactly(
                Map.of("reads-per-second", 2000.0, "writes-per-second", 857.2, "operations-per-second", 2857.2),
                Map.of("reads-per-second", 100.5, "writes-per-second", 22.625, "operations-per-second", 123.125));
        assertThat(read("volume", "jmh.csv", """
                Benchmark;Mode;Threads;Samples;Score;Unit
                a.put;thrpt;2;5;123,456;ops/s
                a.get;avgt;2;5;80,125;us/op
                """).rows()).extracting(KnownTableTest::values).containsExactly(
                Map.of("operations-per-second", 123.456), Map.of("response.mean", 0.080125));
    }

    @Test
    void aRateThatMayBeThousandsIsRefused() {
        assertThatThrownBy(() -> read("random-io", "x.csv", """
                RunDate;RunTime;ReadsPS;WritesPS;Processes
                2026-02-03;00:00:01;2.000;857,2;4
                """)).isInstanceOf(InvalidInputException.class).hasMessageStartingWith(
                        "x.csv:2: column 'ReadsPS': '2.000' may be thousands");
    }

    @Test
    void aTableOfMlperfIsKnown() throws IOException {
        ImportedTable.Row row = read("api", "perf.tsv", "test\tdocs\tchunks\telapsed ms\tdocs/sec\n"
                + "writeChunked\t1000\t10\t2500\t400.0\n").rows().getFirst();
        assertThat(settings(row)).isEqualTo(Map.of("test", "writeChunked", "documents", "1k", "batch-size", "10"));
        assertThat(values(row)).isEqualTo(Map.of("elapsed", 2.5, "documents-per-second", 400.0));
    }

    /** A request's time has mapping and commit in it; what has a round trip and no rest stored nothing. */
    @Test
    void aTableOfStylesHasCallsAndNoOps() throws IOException {
        List<ImportedTable.Row> rows = read("api", "api.tsv", "test\tdocs\tchunks\telapsed ms\tdocs/sec\tbatch size\t"
                + "inner size\trequest ms\tround trip ms\tmapping ms\tcommit ms\trest ms\tstate\treason\n"
                + "batch\t966.6666666666666\t100\t125\t7975\t10\t10\t1.27\t0.04\t\t0.39\t0.84\tdone\t\n"
                + "object\t1000\t1000\t437\t2286\t\t10\t0.44\t0.04\t0.04\t\t0.36\tdone\t\n"
                + "noop\t1000\t1000\t50\t20000\t\t\t0.04\t0.04\t\t\t\tdone\t\n"
                + "function\t\t\t\t\t\t10\t\t\t\t\t\tfailed\tthere is no function f\n").rows();
        Map<String, Double> batch = values(rows.getFirst());
        assertThat(batch).containsOnlyKeys("elapsed", "documents-per-second", "call.mean", "commit.mean")
                .containsEntry("documents-per-second", 7975.0).containsEntry("commit.mean", 0.39);
        assertThat(batch.get("call.mean")).isCloseTo(0.88, within(1e-9));
        assertThat(settings(rows.getFirst())).as("a mean is a setting without a fraction")
                .isEqualTo(Map.of("style", "batch", "documents", "967", "batch-size", "10", "inner size", "10"));
        Map<String, Double> object = values(rows.get(1));
        assertThat(object).containsOnlyKeys("elapsed", "documents-per-second", "call.mean",
                "map.mean");
        assertThat(object.get("call.mean")).isCloseTo(0.4, within(1e-9));
        assertThat(values(rows.get(2))).isEqualTo(Map.of("elapsed", 0.05, "round-trips-per-second", 20000.0,
                "round-trip.mean", 0.04));
        assertThat(values(rows.get(3))).isEmpty();
        assertThat(rows.get(3).course().state()).isEqualTo(IterationState.FAILED);
    }

    /** A report takes the round trip of a no-op off each style once. */
    @ParameterizedTest
    @ValueSource(strings = {"0.08", "", "0"})
    void aRoundTripThatNotAllStylesHaveOnceIsTakenOffNone(String trip) throws IOException {
        List<ImportedTable.Row> rows = read("api", "api.tsv", "test\tdocs\tchunks\telapsed ms\tdocs/sec\tbatch size\t"
                + "inner size\trequest ms\tround trip ms\tmapping ms\tcommit ms\trest ms\tstate\treason\n"
                + "copy\t1000\t100\t125\t8000\t10\t10\t1.27\t" + trip + "\t\t\t1.19\tdone\t\n"
                + "noop\t1000\t1000\t50\t20000\t\t\t0.04\t0.04\t\t\t\tdone\t\n").rows();
        assertThat(values(rows.get(1))).isEqualTo(Map.of("elapsed", 0.05, "round-trips-per-second", 20000.0));
    }

    @Test
    void hyperfineIsKnown() throws IOException {
        ImportedTable.Row row = read("ingest", "h.csv", "command,mean,stddev,median,user,system,min,max,parameter_n\n"
                + "\"./x \"\"a,b\"\"\",0.25,0.01,0.2,0.1,0.1,0.2,0.3,4\n").rows().getFirst();
        assertThat(settings(row)).isEqualTo(Map.of("command", "./x \"a,b\"", "parameter_n", "4"));
        assertThat(values(row)).isEqualTo(Map.of("elapsed", 0.25));
    }

    /** As `bin/ycsb run` writes it, with measurement.interval=both. */
    @Test
    void resultsOfYcsbAreOneRun() throws IOException {
        String text = """
                [OVERALL], RunTime(ms), 10110
                [OVERALL], Throughput(ops/sec), 4945.598417408506
                [TOTAL_GCS_G1_Young_Generation], Count, 12
                [READ], Operations, 25000
                [READ], AverageLatency(us), 380.5
                [READ], 99thPercentileLatency(us), 1000
                [READ], Return=OK, 24900
                [READ], Return=NOT_FOUND, 100
                [READ-FAILED], AverageLatency(us), 90.1
                [UPDATE], AverageLatency(us), 400
                [UPDATE], 99.9PercentileLatency(us), 2000
                [UPDATE], Return=OK, 24990
                [UPDATE], Return=ERROR, 10
                [CLEANUP], AverageLatency(us), 2222
                [READ], 0, 120
                [READ], >1000, 3
                """;
        ImportedTable.Row row = ycsb(text).rows().getFirst();
        assertThat(values(row)).isEqualTo(Map.of("elapsed", 10.11, "operations-per-second", less(4945.598417408506, 10),
                "get.mean", 0.3805, "get.p99", 1.0, "put.mean", 0.4, "put.p99.9", 2.0, "failures", 10.0, "not-found",
                0.4));
        row = ycsb(text + "[Intended-READ], 99thPercentileLatency(us), 7000\n").rows().getFirst();
        assertThat(values(row)).containsEntry("get.p99", 7.0).containsEntry("get.service.p99", 1.0)
                .containsEntry("get.service.mean", 0.3805).doesNotContainKey("get.mean");
        assertThatThrownBy(() -> ycsb(text + text)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'[OVERALL], RunTime(ms), 10110' comes a second time");
        assertThatThrownBy(() -> ycsb(text.replace("380.5", "many"))).isInstanceOf(InvalidInputException.class)
                .hasMessage("y.txt:5: 'many' is no figure of YCSB");
        assertThatThrownBy(() -> ycsb(text.replace("10110", "10,110"))).isInstanceOf(InvalidInputException.class)
                .hasMessage("y.txt:2: '[OVERALL], RunTime(ms), 10, 110' is no line of YCSB, which has three cells");
    }

    /** Of them, 0 is OK; what they call the 95th is another one from version to version. */
    @Test
    void olderVersionsOfYcsbHadNumbersForOutcomes() throws IOException {
        assertThat(values(ycsb("""
                [OVERALL], RunTime(ms), 10110.0
                [OVERALL], Throughput(ops/sec), 4945.5
                [READ], Operations, 50000
                [READ], AverageLatency(us), 380.5
                [READ], 95thPercentileLatency(ms), 1
                [READ], Return=0, 49990
                [READ], Return=1, 10
                """).rows().getFirst())).isEqualTo(Map.of("elapsed", 10.11, "operations-per-second", less(4945.5, 10),
                "get.mean", 0.3805, "failures", 10.0));
    }

    /** What succeeded in those 10110 ms, of a rate of all operations. */
    private static double less(double rate, long failed) {
        return rate - failed * (1000 / 10110.0);
    }

    /** A load ends at the insert that fails, and does not count it; an update that reads first fails twice. */
    @Test
    void throughputOfYcsbIsLeftWhereFailuresAreNoOperationsOfIt() throws IOException {
        String failing = """
                [OVERALL], RunTime(ms), 10110
                [OVERALL], Throughput(ops/sec), 1.5
                [%1$s], Operations, 20
                [%1$s], AverageLatency(us), 380.5
                [READ], Return=ERROR, 10
                [UPDATE], Return=ERROR, 10
                """;
        String load = failing.lines().limit(4).collect(Collectors.joining("\n")).formatted("INSERT")
                + "\n[INSERT], Return=ERROR, 1\n";
        assertThat(values(ycsb(load).rows().getFirst())).containsEntry("operations-per-second", 1.5)
                .containsEntry("failures", 1.0);
        assertThat(values(ycsb(failing.formatted("READ-MODIFY-WRITE")).rows().getFirst()))
                .containsEntry("operations-per-second", 1.5).containsEntry("failures", 20.0);
        assertThat(values(ycsb(failing.formatted("SCAN")).rows().getFirst())).as("more than it counts")
                .containsEntry("operations-per-second", 0.0).containsEntry("failures", 20.0);
    }

    private ImportedTable ycsb(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("y.txt"), text);
        assertThat(CsvImport.workloadOf(file, "y.txt", (w, headings) -> 0)).contains("volume");
        Workload volume = Workloads.named("volume");
        return new CsvImport("old", "volume", volume.objective(), volume.params(), volume.measures(), List.of(),
                Map.of(), Map.of()).read(file);
    }

    @Test
    void scoresOfJmhAreRatesOrTimes() throws IOException {
        List<ImportedTable.Row> rows = read("volume", "jmh.csv", """
                "Benchmark","Mode","Threads","Samples","Score","Score Error (99,9%)","Unit","Param: size"
                "a.get","thrpt",2,5,"1234,567","12,3","ops/s",10
                "a.get","thrpt",2,5,1.5,0.2,"ops/ms",20
                "a.get","avgt",2,5,80,1,"us/op",20
                """).rows();
        assertThat(rows).extracting(KnownTableTest::values).containsExactly(Map.of("operations-per-second", 1234.567),
                Map.of("operations-per-second", 1500.0), Map.of("response.mean", 0.08));
        assertThat(settings(rows.getFirst())).isEqualTo(Map.of("benchmark", "a.get", "mode", "thrpt", "workers", "2",
                "size", "10"));
        assertThat(read("volume", "jmh.csv", """
                Benchmark,Mode,Threads,Samples,Score,Unit
                a.put,sample,1,900,80,us/op
                a.put:put·p0.99,sample,1,1,400,us/op
                a.put:p1.00,sample,1,1,900,us/op
                a.put:·gc.alloc.rate,sample,1,5,12.5,MB/sec
                a.put:gc.count,sample,1,5,3,counts
                a.both:get,avgt,1,5,70,us/op
                """).rows()).as("what is no mean is left out").extracting(KnownTableTest::values)
                .containsExactly(Map.of("response.mean", 0.08), Map.of("response.mean", 0.07));
        assertThatThrownBy(() -> read("volume", "jmh.csv", "Benchmark,Mode,Threads,Samples,Score,Unit\na,ss,1,1,5,B/op\n"))
                .isInstanceOf(InvalidInputException.class).hasMessage("jmh.csv:2: '5 B/op' is no score of JMH, such as "
                + "12.5 ops/ms or 80 us/op");
    }

    /** Two seconds: 3 answers and a failure, then 1; of another label 1 in the first. */
    @Test
    void requestsOfJMeterAreOneRunForEachLabel() throws IOException {
        List<ImportedTable.Row> rows = read("query", "run.jtl", """
                timeStamp,elapsed,label,responseCode,success,allThreads
                1772618400000,100,search,200,true,3
                1772618400100,200,search,200,true,3
                1772618400200,300,search,200,true,2
                1772618400200,50,search,500,false,3
                1772618400300,10,page,200,true,3
                1772618401500,500,search,200,true,1
                """).rows();
        assertThat(rows).hasSize(2);
        assertThat(settings(rows.getFirst())).isEqualTo(Map.of("sampler", "search", "workers", "3"));
        Map<String, Double> search = values(rows.getFirst());
        assertThat(search.get("queries-per-second")).isCloseTo(4 / 2.0, within(1e-9));
        assertThat(search.get("response.mean")).isCloseTo((100 + 200 + 300 + 500) / 4.0, within(1e-9));
        assertThat(search.get("response.max")).isEqualTo(500);
        assertThat(search.get("failures")).isEqualTo(1);
        assertThat(search.get("elapsed")).isEqualTo(2);
        assertThatThrownBy(() -> read("query", "run.jtl", "timeStamp,elapsed,label,success\n2026/03/04 10:00:00,1,a,true\n"))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("run.jtl:2: timeStamp and elapsed are "
                + "whole milliseconds");
    }

    /** Each request has a label of its own, and they are spread over an hour. */
    @Test
    void manyLabelsOfJMeterAreNoRowsWithoutNumber() throws IOException {
        StringBuilder requests = new StringBuilder("timeStamp,elapsed,label,success\n");
        for (int i = 0; i < 2000; i++) {
            requests.append(1_772_618_400_000L + i * 1800L).append(",100,/item/").append(i).append(",true\n");
        }
        List<ImportedTable.Row> rows = read("query", "run.jtl", requests.toString()).rows();
        assertThat(rows).hasSize(2000);
        assertThat(rows.getLast().series().orElseThrow().phase()).isNotNull();
        assertThat(values(rows.getLast())).containsEntry("response.max", 100.0);
        assertThat(values(rows.getLast()).get("queries-per-second")).isCloseTo(1 / 3598.3, within(1e-9));
    }

    @Test
    void whatTidemarkWroteItselfComesBack() throws IOException {
        List<ImportedTable.Row> rows = read("volume", "x.tsv", "workers\tengine\toperations-per-second\t"
                + "operations-per-second.low\toperations-per-second.high\tresponse.p99\tsetting.elapsed\truns\tbest\tstate"
                + "\tverdict\tat-least\tmaximum\n4\ta\t1500.5\t1400\t1600\t12\t\t3\ttrue\tdone\t\tresponse.p99\t\n"
                + "4\tb\t5\t\t\t\t\t1\tfalse\tinvalid\tthe disk was full\t\t\n").rows();
        assertThat(rows.getFirst().values()).containsExactlyInAnyOrder(MeasuredValue.of("operations-per-second", 1500.5),
                new MeasuredValue("response.p99", 12, true));
        assertThat(settings(rows.getFirst())).isEqualTo(Map.of("workers", "4", "engine", "a"));
        assertThat(rows.get(1).course()).isEqualTo(new ImportedTable.Course(Optional.empty(), IterationState.INVALID,
                "the disk was full"));
    }

    /** Reports keep them apart: they are of two points that were chosen, in rounds of their own. */
    @Test
    void roundsThatConfirmComeBackAsSuch() throws IOException {
        ImportedTable table = read("volume", "x.tsv", "shards\tround\tposition\tid\tbatch\tstate\tstarted"
                + "\toperations-per-second\n" + Stream.of("4\t0\t0", "8\t0\t1", "8\t1\t-2", "4\t1\t-1", "4\t2\t-1",
                "8\t2\t-2").map(place -> place + "\t1\t1\tdone\t2026-02-03T00:00:00Z\t1500\n")
                .collect(Collectors.joining()));
        try (ResultStore store = ResultStore.open(folder.resolve("store.db"))) {
            store.importTable(table);
            assertThat(store.label("old").orElseThrow().iterations()).extracting(i -> i.position() + "." + i.round())
                    .containsExactlyInAnyOrder("0.0", "1.0", "-2.0", "-1.0", "-1.1", "-2.1");
        }
    }

    /** A label that was confirmed twice, the second time with another winner. */
    @Test
    void roundsThatConfirmAnotherWinnerStayApart() throws IOException {
        ImportedTable table = read("volume", "x.tsv", "shards\tround\tposition\tbatch\tid\tstate\tstarted"
                + "\toperations-per-second\n" + Stream.of("8\t1\t-2\t9", "4\t1\t-1\t9", "2\t1\t-2\t10", "4\t1\t-1\t10")
                .map(place -> place + "\t1\tdone\t2026-02-03T00:00:00Z\t1500\n").collect(Collectors.joining()));
        assertThat(table.rows()).extracting(row -> row.confirms().orElseThrow()).containsExactly(-4, -3, -2, -1);
    }

    /** As of a driver that is not here; settings stand before all measures, and what a person added may stand behind. */
    @Test
    void behindTheFirstMeasureNumbersAreMeasures() throws IOException {
        ImportedTable table = read("volume", "x.tsv", "id\tbatch\tround\tposition\tstate\tstarted\tshards\toperations-per-second"
                + "\tpages-read\tdisk\tverdict\n1\t1\t0\t0\tdone\t2026-02-03T00:00:01Z\t4\t1500.5\t12\told\t\n"
                + "2\t1\t1\t1\tdone\t2026-02-03T00:00:02Z\t4\t1600\t\told\t\n");
        assertThat(table.rows()).extracting(KnownTableTest::settings).containsOnly(Map.of("shards", "4", "disk", "old"));
        assertThat(values(table.rows().getFirst())).isEqualTo(Map.of("operations-per-second", 1500.5, "pages-read", 12.0));
        assertThat(table.batch().measures().find("pages-read")).isPresent();
    }

    @Test
    void aTableUnderAnotherWorkloadSaysWhoseItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("x.csv"),
                "RunDate,RunTime,ReadsPS,WritesPS,Processes\n2024-05-01,10:15:30,5,5,1\n");
        CsvImport ingest = new CsvImport("old", "ingest", "elapsed", PARAMS, MeasureSet.of(measure("elapsed", "s")),
                List.of(), Map.of(), Map.of());
        assertThatThrownBy(() -> ingest.read(file)).isInstanceOf(InvalidInputException.class).hasMessage("x.csv is a "
                + "table of PerfTools, and its column 'ReadsPS' is none of the workload ingest; import it as results of "
                + "random-io");
    }

    @Test
    void whatIsNotRankedByItsWorkloadIsRankedByWhatItHas() throws IOException {
        Path file = Files.writeString(folder.resolve("y.csv"), "workers,reads-per-second\n1,5\n2,6\n");
        ImportedTable table = new CsvImport("old", "random-io", "operations-per-second", PARAMS, MEASURES, List.of(),
                Map.of(), Map.of()).read(file);
        assertThat(table.batch().objective()).isEqualTo("reads-per-second");
    }
}
