package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other benchmarks print comes in as it is, under the workload and the measures that it is about. */
class PeerResultsTest {

    @TempDir
    private Path folder;

    private List<ImportedTable.Row> read(String workload, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("results.out"), text);
        assertThat(CsvImport.workloadOf(file, "results.out", (w, headings) -> 0)).contains(workload);
        Workload of = Workloads.named(workload);
        return new CsvImport("old", workload, of.objective(), of.params(), of.measures(), List.of(), Map.of(), Map.of())
                .read(file).rows();
    }

    private static Map<String, Double> values(ImportedTable.Row row) {
        return row.values().stream().collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private static Map<String, String> settings(ImportedTable.Row row) {
        return row.settings().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    private static final String PGBENCH = """
            pgbench (15.18 (Debian 15.18-0+deb12u1))
            starting vacuum...end.
            transaction type: multiple scripts
            scaling factor: 10
            query mode: prepared
            number of clients: 4
            number of threads: 2
            maximum number of tries: 1
            duration: 30 s
            number of transactions actually processed: 37041
            number of failed transactions: 3 (0.008%)
            latency average = 3.239 ms
            latency stddev = 1.021 ms
            initial connection time = 8.123 ms
            tps = 1234.567891 (without initial connection time)
            SQL script 1: a.sql
             - weight: 1 (targets 50.0% of total)
             - 18520 transactions (50.0% of total, tps = 617.3)
             - latency average = 2.0 ms
            """;

    @Test
    void pgbench() throws IOException {
        ImportedTable.Row row = read("script", PGBENCH).getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 1234.567891, "response.mean", 3.239, "failures", 3.0,
                "elapsed", 30.0));
        assertThat(settings(row)).containsOnly(entry("pgbench", "multiple scripts"), entry("scaling-factor", "10"),
                entry("query-mode", "prepared"), entry("workers", "4"), entry("threads", "2"), entry("tries", "1"));
        assertThat(row.course()).isEqualTo(ImportedTable.Course.UNKNOWN);
    }

    @Test
    void whatPgbenchSkippedFailed() throws IOException {
        assertThat(values(read("script", PGBENCH.replace("latency average", "number of transactions skipped: 40 (0.108%)\n"
                + "latency average")).getFirst())).containsEntry("failures", 43.0);
        assertThat(values(read("script", PGBENCH.replace("number of failed", "number of transactions skipped: 40 (0.108%)\n#"))
                .getFirst())).as("before version 15").containsEntry("failures", 40.0);
    }

    @Test
    void anAbortedRunOfPgbenchIsNotDone() throws IOException {
        ImportedTable.Course failed = new ImportedTable.Course(Optional.empty(), IterationState.FAILED,
                "the run was aborted: its results are incomplete");
        assertThat(read("script", PGBENCH + "pgbench: error: Run was aborted; the above results are incomplete.\n").getFirst()
                .course()).isEqualTo(failed);
        String counted = PGBENCH.replace("duration: 30 s", "number of transactions per client: 10000")
                .replace("processed: 37041", "processed: NUMBER/40000");
        assertThat(read("script", counted.replace("NUMBER", "37041")).getFirst().course()).isEqualTo(failed);
        assertThat(read("script", counted.replace("NUMBER", "39997")).getFirst().course()).as("three were tried in vain")
                .isEqualTo(ImportedTable.Course.UNKNOWN);
    }

    @Test
    void pgbenchOfOldToldTwoRates() throws IOException {
        assertThat(values(read("script", """
                transaction type: <builtin: TPC-B (sort of)>
                scaling factor: 1
                number of clients: 10
                tps = 85.184871 (including connections establishing)
                tps = 85.296346 (excluding connections establishing)
                """).getFirst())).containsEntry("scripts-per-second", 85.296346);
    }

    @Test
    void twoRunsInOneFileAreNotMixedUp() {
        assertThatThrownBy(() -> read("script", PGBENCH + PGBENCH)).isInstanceOf(InvalidInputException.class)
                .hasMessage("results.out has several runs of pgbench: import the output of each by itself");
    }

    private static final String SYSBENCH = """
            sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

            Running the test with following options:
            Number of threads: 8
            Target transaction rate: 1000/sec
            Initializing random number generator from current time

            SQL statistics:
                queries performed:
                    read:                            140000
                transactions:                        10000  (999.35 per sec.)
                queries:                             200000 (19987.07 per sec.)
                ignored errors:                      2      (0.20 per sec.)
                reconnects:                          0      (0.00 per sec.)

            General statistics:
                total time:                          10.0058s
                total number of events:              10000

            Latency (ms):
                     min:                                    0.85
                     avg:                                    4.00
                     max:                                   25.42
                     95th percentile:                        6.09
                     sum:                                39984.60
            """;

    @Test
    void sysbench() throws IOException {
        ImportedTable.Row row = read("script", SYSBENCH).getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 999.35, "failures", 2.0, "elapsed", 10.0058,
                "response.min", 0.85, "response.mean", 4.0, "response.max", 25.42, "response.p95", 6.09));
        assertThat(settings(row)).containsOnly(entry("sysbench", "1.0.20"), entry("workers", "8"), entry("rate", "1000"));
    }

    /** Each has the figures since the one before it. */
    @Test
    void partsOfARunOfSysbenchAreNotTakenForTheWhole() {
        String complaint = "results.out has several reports of parts of a run: run sysbench without --report-checkpoints";
        String statistics = SYSBENCH.substring(SYSBENCH.indexOf("SQL statistics"));
        assertThatThrownBy(() -> read("script", SYSBENCH.replace("SQL statistics", "[ 5s ] Checkpoint report:\nSQL statistics")))
                .hasMessage(complaint);
        assertThatThrownBy(() -> read("script", SYSBENCH + statistics)).hasMessage(complaint);
    }

    @Test
    void hammerdb() throws IOException {
        List<ImportedTable.Row> rows = read("script", """
                Vuser 1:2 Active Virtual Users configured
                Vuser 1:4 Active Virtual Users configured
                Vuser 1:TEST RESULT : System achieved 11541 NOPM from 26640 PostgreSQL TPM
                Vuser 1:8 Active Virtual Users configured
                Vuser 1:TEST RESULT : System achieved 20000 NOPM from 60000 PostgreSQL TPM
                """);
        assertThat(settings(rows.get(1))).containsEntry("workers", "8");
        assertThat(values(rows.get(1))).isEqualTo(Map.of("scripts-per-second", 1000.0, "new-orders-per-minute", 20000.0));
        ImportedTable.Row row = rows.getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 444.0, "new-orders-per-minute", 11541.0));
        assertThat(settings(row)).containsOnly(entry("hammerdb", "PostgreSQL"), entry("workers", "4"));
    }

    @Test
    void theNumberOfAnErrorIsNotThatOfErrors() throws IOException {
        assertThat(read("random-io", """
                {"fio version": "fio-3.33", "jobs": [{"jobname": "ended", "error": 28, "read": {"iops": 7.0}},
                  {"jobname": "went on", "error": 5, "total_err": 12, "read": {"iops": 7.0}}]}
                """)).extracting(row -> values(row).get("failures")).containsExactly(1.0, 12.0);
    }

    @Test
    void aJobOfFioThatDidNothingForAnErrorHasFailed() throws IOException {
        List<ImportedTable.Row> rows = read("random-io", """
                {"fio version": "fio-3.33", "jobs": [{"jobname": "ended", "error": 28, "read": {"iops": 0.0}},
                  {"jobname": "went on", "error": 0, "read": {"iops": 7.0}}]}
                """);
        assertThat(values(rows.getFirst())).isEqualTo(Map.of("failures", 1.0));
        assertThat(rows).extracting(row -> row.course().state()).containsExactly(IterationState.FAILED, IterationState.DONE);
        assertThat(rows.getFirst().course().verdict()).isEqualTo("fio ended with error 28");
    }

    @Test
    void fioHasARowForEachJob() throws IOException {
        ImportedTable.Row row = read("random-io", """
                {"fio version": "fio-3.33", "global options": {"bs": "4k", "direct": "1"}, "jobs": [{"jobname": "mix",
                  "error": 0, "job options": {"rw": "randrw", "iodepth": "32"},
                  "read": {"iops": 700.5, "lat_ns": {"min": 900, "mean": 2000, "max": 900000},
                    "clat_ns": {"min": 1000, "mean": 1000, "max": 7000000, "percentile": {"50.000000": 950, "99.000000": 5000}}},
                  "write": {"iops": 299.5, "lat_ns": {"min": 1, "mean": 30000, "max": 2,
                    "percentile": {"99.900000": 7000000}}}}]}
                """).getFirst();
        assertThat(values(row)).isEqualTo(Map.ofEntries(entry("operations-per-second", 1000.0), entry("failures", 0.0),
                entry("reads-per-second", 700.5), entry("read.min", 0.001), entry("read.mean", 0.001), entry("read.max", 7.0),
                entry("read.p50", 950e-6), entry("read.p99", 0.005), entry("writes-per-second", 299.5),
                entry("write.min", 1e-6), entry("write.mean", 0.03), entry("write.max", 2e-6), entry("write.p99.9", 7.0)));
        assertThat(settings(row)).containsEntry("rw", "randrw").containsEntry("bs", "4k").containsEntry("iodepth", "32")
                .containsEntry("job", "mix");
    }

    @Test
    void whatFioWasToldAreTagsAndWhatItTellsIsNot() throws IOException {
        ImportedTable.Row row = read("random-io", """
                {"fio version": "fio-3.33", "global options": {"rw": "randread", "bs": "4k", "runtime": "60", "time_based": "",
                  "group_reporting": "", "percentile_list": "50:99", "write_lat_log": "log", "http_pass": "secret"},
                 "jobs": [{"jobname": "mix", "job options": {"name": "mix", "rw": "randrw", "rwmixread": "70", "fsync": "1",
                  "filename": "/dev/sdb"}, "read": {"iops": 7.0}}]}
                """).getFirst();
        assertThat(settings(row)).isEqualTo(Map.of("fio", "fio-3.33", "job", "mix", "rw", "randrw", "bs", "4k", "runtime", "60",
                "time_based", "1", "rwmixread", "70", "fsync", "1", "filename", "/dev/sdb"));
    }

    /** As with gtod_reduce, disable_lat and disable_clat. */
    @Test
    void aLatencyThatFioDidNotMeasureIsNone() throws IOException {
        String job = """
                {"fio version": "fio-3.33", "jobs": [{"jobname": "a", "read": {"iops": 7.0,
                  "lat_ns": {"min": 0, "max": 0, "mean": 0.0, "N": 0}, "clat_ns": {"min": 0, "max": 0, "mean": 0.0, "N": 0}}}]}
                """;
        assertThat(values(read("random-io", job).getFirst())).isEqualTo(Map.of("reads-per-second", 7.0,
                "operations-per-second", 7.0, "failures", 0.0));
        assertThat(values(read("random-io", job.replace(", \"N\": 0", "")).getFirst())).as("older versions tell no number")
                .doesNotContainKey("read.mean");
        assertThat(values(read("random-io", job.replace("\"mean\": 0.0, \"N\": 0}}", "\"mean\": 2000.0, \"N\": 9}}")).getFirst()))
                .containsEntry("read.mean", 0.002);
    }

    /** With unified_rw_reporting, and with trims. */
    @Test
    void readsAndWritesOfFioThatWereToldTogether() throws IOException {
        String job = """
                {"fio version": "fio-3.33", "jobs": [{"jobname": "a", %s}]}
                """;
        assertThat(values(read("random-io", job.formatted("""
                "mixed": {"iops": 50.0, "lat_ns": {"min": 1000, "max": 3000, "mean": 2000, "N": 9}}""")).getFirst())).isEqualTo(
                Map.of("operations-per-second", 50.0, "failures", 0.0, "response.min", 0.001, "response.max", 0.003,
                        "response.mean", 0.002));
        assertThatThrownBy(() -> read("random-io", job.formatted("""
                "read": {"iops": 0.0}, "write": {"iops": 0.0}, "trim": {"iops": 900.0}"""))).hasMessage(
                "results.out has no reads and no writes of the job a: what else fio does, as trims, is not imported");
    }

    @Test
    void partsOfAJobOfFioAreNoRounds() throws IOException {
        String job = """
                {"jobname": "%s", "groupid": %d, "job options": {"rw": "randread", "numjobs": "2"}, "read": {"iops": 7.0}}""";
        String file = "{\"fio version\": \"fio-3.33\", \"jobs\": [" + job + ", " + job + "]}";
        assertThatThrownBy(() -> read("random-io", file.formatted("rand", 0, "rand", 0)))
                .isInstanceOf(InvalidInputException.class).hasMessage("results.out has several parts of the job rand: run fio "
                        + "with --group_reporting, which adds up what numjobs has started");
        assertThat(read("random-io", file.formatted("rand", 0, "rand", 1))).as("one after the other").hasSize(2);
        assertThat(read("random-io", file.formatted("rand", 0, "other", 0))).hasSize(2);
    }

    @Test
    void memtier() throws IOException {
        ImportedTable.Row row = read("volume", """
                {"configuration": {"server": "r1", "port": 6379, "unix socket": "(null)", "uri": "redis://me:secret@r1:6379",
                   "authenticate": "secret", "protocol": "redis", "out_file": "a.json", "clients": 50, "threads": 4,
                   "pipeline": 16, "data_size": 100, "ratio": "1:10", "cert": null, "key_prefix": ""},
                 "run information": {"Threads": 4, "Connections per thread": 50},
                 "ALL STATS": {"Sets": {"Ops/sec": 1000.5, "Average Latency": 1.5, "Min Latency": 0.2, "Max Latency": 9,
                   "Percentile Latencies": {"p50.00": 1.2, "p99.00": 3.4}},
                  "Gets": {"Ops/sec": 0.0, "Average Latency": 0}, "Totals": {"Ops/sec": 1000.5, "Average Latency": 1.5,
                   "Percentile Latencies": {"p50.00": 1.2, "p99.90": 8.1}}}}
                """).getFirst();
        assertThat(values(row)).containsOnly(entry("operations-per-second", 1000.5), entry("put.mean", 1.5),
                entry("put.min", 0.2), entry("put.max", 9.0), entry("put.p50", 1.2), entry("put.p99", 3.4),
                entry("response.mean", 1.5), entry("response.p50", 1.2), entry("response.p99.9", 8.1));
        assertThat(settings(row)).isEqualTo(Map.of("memtier", "redis", "workers", "200", "server", "r1", "port", "6379", "uri",
                "redis://r1:6379", "threads", "4", "pipeline", "16", "data_size", "100", "ratio", "1:10"));
    }

    @Test
    void eachRunOfHyperfineIsARound() throws IOException {
        List<ImportedTable.Row> rows = read("ingest", """
                {"results": [{"command": "./a 4", "mean": 0.25, "times": [0.2, 0.3], "parameters": {"n": "4"}}]}
                """);
        assertThat(rows).extracting(PeerResultsTest::values).containsExactly(Map.of("elapsed", 0.2), Map.of("elapsed", 0.3));
        assertThat(settings(rows.getFirst())).isEqualTo(Map.of("command", "./a 4", "parameter-n", "4"));
    }

    @Test
    void aRunOfHyperfineWhoseCommandFailedIsNotDone() throws IOException {
        assertThat(read("ingest", """
                {"results": [{"command": "./a", "mean": 0.25, "times": [0.2, 0.3, 0.4], "exit_codes": [0, 3, null]}]}
                """)).extracting(ImportedTable.Row::course).containsExactly(ImportedTable.Course.UNKNOWN,
                new ImportedTable.Course(Optional.empty(), IterationState.FAILED, "exit code 3"),
                new ImportedTable.Course(Optional.empty(), IterationState.FAILED, "ended by a signal"));
    }

    @Test
    void eachForkOfJmhIsARound() throws IOException {
        List<ImportedTable.Row> rows = read("volume", """
                [{"benchmark": "b.C.put", "mode": "thrpt", "threads": 2, "params": {"size": "1k"}, "primaryMetric":
                  {"score": 3.0, "scoreUnit": "ops/ms", "rawData": [[1.0, 3.0], [4.0, 4.0]]}}]
                """);
        assertThat(rows).extracting(PeerResultsTest::values).containsExactly(Map.of("operations-per-second", 2000.0),
                Map.of("operations-per-second", 4000.0));
        assertThat(settings(rows.getFirst())).containsEntry("benchmark", "b.C.put").containsEntry("workers", "2")
                .containsEntry("size", "1k");
    }

    @Test
    void redisBenchmark() throws IOException {
        List<ImportedTable.Row> rows = read("volume", """
                "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
                "SET","91743.12","0.298","0.088","0.279","0.431","0.623","2.415"
                """);
        assertThat(values(rows.getFirst())).containsOnly(entry("operations-per-second", 91743.12),
                entry("response.mean", 0.298), entry("response.min", 0.088), entry("response.p50", 0.279),
                entry("response.p95", 0.431), entry("response.p99", 0.623), entry("response.max", 2.415));
        assertThat(settings(rows.getFirst())).containsEntry("test", "SET");
    }

    @Test
    void jsonOfSomethingElseIsRefusedByName() {
        assertThatThrownBy(() -> read("volume", "{\"a\": 1}")).hasMessageStartingWith("results.out is JSON");
        assertThatThrownBy(() -> read("volume", "{\"fio version\": ")).hasMessageStartingWith("results.out is JSON");
        assertThatThrownBy(() -> read("ingest", "{\"results\": [{\"command\": \"a\", \"times\": [1]}, {\"mean\": {}}]}"))
                .hasMessageStartingWith("results.out is JSON");
    }
}
