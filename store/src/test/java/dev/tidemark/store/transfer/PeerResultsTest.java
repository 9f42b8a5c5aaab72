package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
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
                entry("query-mode", "prepared"), entry("workers", "4"));
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

    @Test
    void sysbench() throws IOException {
        ImportedTable.Row row = read("script", """
                sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

                Running the test with following options:
                Number of threads: 8
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
                """).getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 999.35, "failures", 2.0, "elapsed", 10.0058,
                "response.min", 0.85, "response.mean", 4.0, "response.max", 25.42, "response.p95", 6.09));
        assertThat(settings(row)).containsOnly(entry("sysbench", "1.0.20"), entry("workers", "8"));
    }

    @Test
    void hammerdb() throws IOException {
        List<ImportedTable.Row> rows = read("script", """
                Vuser 1:4 Active Virtual Users configured
                Vuser 1:TEST RESULT : System achieved 11541 NOPM from 26640 PostgreSQL TPM
                Vuser 1:8 Active Virtual Users configured
                Vuser 1:TEST RESULT : System achieved 20000 NOPM from 60000 PostgreSQL TPM
                """);
        assertThat(settings(rows.get(1))).containsEntry("workers", "8");
        assertThat(values(rows.get(1))).isEqualTo(Map.of("scripts-per-second", 1000.0));
        ImportedTable.Row row = rows.getFirst();
        assertThat(values(row)).isEqualTo(Map.of("scripts-per-second", 444.0));
        assertThat(settings(row)).containsOnly(entry("hammerdb", "PostgreSQL"), entry("workers", "4"),
                entry("new-orders-per-minute", "11541"));
    }

    @Test
    void theNumberOfAnErrorIsNotThatOfErrors() throws IOException {
        assertThat(read("random-io", """
                {"fio version": "fio-3.33", "jobs": [{"jobname": "ended", "error": 28, "read": {"iops": 7.0}},
                  {"jobname": "went on", "error": 5, "total_err": 12, "read": {"iops": 7.0}}]}
                """)).extracting(row -> values(row).get("failures")).containsExactly(1.0, 12.0);
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
                {"configuration": {"protocol": "redis"}, "run information": {"Threads": 4, "Connections per thread": 50},
                 "ALL STATS": {"Sets": {"Ops/sec": 1000.5, "Average Latency": 1.5, "Min Latency": 0.2, "Max Latency": 9,
                   "Percentile Latencies": {"p50.00": 1.2, "p99.00": 3.4}},
                  "Gets": {"Ops/sec": 0.0, "Average Latency": 0}, "Totals": {"Ops/sec": 1000.5, "Average Latency": 1.5,
                   "Percentile Latencies": {"p50.00": 1.2, "p99.90": 8.1}}}}
                """).getFirst();
        assertThat(values(row)).containsOnly(entry("operations-per-second", 1000.5), entry("put.mean", 1.5),
                entry("put.min", 0.2), entry("put.max", 9.0), entry("put.p50", 1.2), entry("put.p99", 3.4),
                entry("response.mean", 1.5), entry("response.p50", 1.2), entry("response.p99.9", 8.1));
        assertThat(settings(row)).containsEntry("workers", "200");
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
