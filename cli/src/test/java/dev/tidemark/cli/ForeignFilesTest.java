package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.data.ForeignFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What people bring is known by its content: results come in, a log of statements and what cannot be read are refused by
 * their names, and none of their lines counts as a query.
 */
class ForeignFilesTest {

    /** A file that another program wrote, as {@link ForeignFile} is to know it. */
    private record Sample(ForeignFile is, String text) {}

    private static Stream<Sample> samples() {
        return Stream.of(
                new Sample(ForeignFile.CSVLOG, """
                        2026-03-04 10:00:59.123 UTC,"ada","shop",4711,"127.0.0.1:40000",69a8.1267,1,"SELECT",2026-03-04 10:00:00 UTC,\
                        3/2,0,LOG,00000,"duration: 0.215 ms  statement: select name
                        from items",,,,,,,,,"psql","client backend",,0
                        2026-03-04 10:01:00.456 UTC,,,4712,,69a8.1268,1,,2026-03-04 10:00:00 UTC,,0,LOG,00000,"checkpoint",,,,,,,,,"","",,0
                        """),
                new Sample(ForeignFile.JSONLOG, """
                        {"timestamp":"2026-03-04 10:00:59.123 UTC","user":"ada","dbname":"shop","pid":4711,"session_id":"69a8.1267",\
                        "line_num":1,"error_severity":"LOG","message":"duration: 0.2 ms  statement: select 1","query_id":0}
                        """),
                new Sample(ForeignFile.STDERR_LOG, """
                        2026-03-04 10:00:59.123 UTC [4711] ada@shop LOG:  duration: 0.215 ms  statement: select name
                        \tfrom items
                        \twhere id = 7
                        \tand not hidden
                        2026-03-04 10:01:00.456 UTC [4712] LOG:  checkpoint starting: time
                        """),
                new Sample(ForeignFile.STDERR_LOG, "LOG:  statement: select 1\nLOG:  statement: select 2\n"),
                new Sample(ForeignFile.SLOW_LOG, """
                        /usr/sbin/mariadbd, Version: 10.11.6-MariaDB-log (Debian 12). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
                        Time\t\t    Id Command\tArgument
                        # Time: 260304 10:00:59
                        # User@Host: ada[ada] @ localhost []
                        # Thread_id: 31  Schema: shop  QC_hit: No
                        # Query_time: 2.000217  Lock_time: 0.000000  Rows_sent: 1  Rows_examined: 0
                        SET timestamp=1772618459;
                        select sleep(2);
                        """),
                new Sample(ForeignFile.SLOW_LOG, """
                        # Time: 2026-03-04T10:00:59.123456Z
                        # User@Host: ada[ada] @ localhost []  Id:     8
                        # Query_time: 1.2  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1000
                        SET timestamp=1772618459;
                        select count(*) from items;
                        """),
                new Sample(ForeignFile.GENERAL_LOG, """
                        2026-03-04T10:00:59.123456Z\t    8 Connect\tada@localhost on shop using Socket
                        2026-03-04T10:00:59.223456Z\t    8 Query\tselect name from items
                        2026-03-04T10:00:59.323456Z\t    8 Quit\t
                        """),
                new Sample(ForeignFile.GENERAL_LOG, """
                        260304 10:00:59\t     8 Query\tselect name from items
                        \t\t     9 Query\tselect 2
                        """),
                new Sample(ForeignFile.SERVER_START, """
                        /usr/sbin/mysqld, Version: 8.4.3 (MySQL Community Server - GPL). started with:
                        Tcp port: 3306  Unix socket: /run/mysqld/mysqld.sock
                        Time                 Id Command    Argument
                        """),
                new Sample(ForeignFile.MONITOR, """
                        OK
                        1772618459.107412 [0 127.0.0.1:60866] "get" "user:1"
                        1772618459.207412 [0 unix:/run/redis.sock] "set" "user:1" "ada"
                        1772618459.307412 [0 lua] "incr" "n"
                        """),
                new Sample(ForeignFile.PGBENCH_LOG, "0 1 2134 0 1772618459 500000\n1 1 3134 0 1772618459 600000\n"),
                new Sample(ForeignFile.PGBENCH_AGGREGATES, """
                        1772618459 5601 1542744 483552416 61 2573 0 0 0 0 0 0 0 0 0
                        1772618460 7884 1979812 565806736 60 1479 0 0 0 0 0 0 0 0 0
                        """),
                new Sample(ForeignFile.PGBENCH, """
                        pgbench (15.18 (Debian 15.18-0+deb12u1))
                        transaction type: <builtin: TPC-B (sort of)>
                        scaling factor: 1
                        number of clients: 4
                        latency average = 3.239 ms
                        tps = 1234.567891 (without initial connection time)
                        """),
                new Sample(ForeignFile.SYSBENCH, """
                        sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

                        Number of threads: 8

                        SQL statistics:
                            transactions:                        10000  (999.35 per sec.)

                        General statistics:
                            total time:                          10.0058s
                            total number of events:              10000
                        """),
                new Sample(ForeignFile.HAMMERDB, """
                        Vuser 1:4 Active Virtual Users configured
                        Vuser 1:TEST RESULT : System achieved 11541 NOPM from 26640 PostgreSQL TPM
                        """),
                new Sample(ForeignFile.YCSB, """
                        [OVERALL], RunTime(ms), 10110
                        [OVERALL], Throughput(ops/sec), 98.9
                        [READ], Operations, 500
                        [READ], AverageLatency(us), 5054.7
                        """),
                new Sample(ForeignFile.REDIS_BENCHMARK, """
                        "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
                        "SET","151515.16","0.202","0.080","0.199","0.279","0.327","0.551"
                        """),
                new Sample(ForeignFile.FIO, """
                        {
                          "fio version" : "fio-3.33",
                          "jobs" : [ { "jobname" : "a", "error" : 0, "read" : { "iops" : 7.0 } } ]
                        }
                        """),
                new Sample(ForeignFile.MEMTIER, """
                        { "configuration": { "protocol": "redis" },
                          "run information": { "Threads": 4, "Connections per thread": 50 },
                          "ALL STATS": { "Totals": { "Ops/sec": 1000.5 } } }
                        """),
                new Sample(ForeignFile.HYPERFINE, """
                        {
                          "results": [
                            { "command": "sleep 0.1", "mean": 0.1, "times": [0.1, 0.11] }
                          ]
                        }
                        """),
                new Sample(ForeignFile.HYPERFINE_TABLE, """
                        command,mean,stddev,median,user,system,min,max
                        sleep 0.1,0.1,0.001,0.1,0.0,0.0,0.1,0.2
                        """),
                new Sample(ForeignFile.JMH, """
                        [
                          { "jmhVersion": "1.37", "benchmark": "a.B.c", "mode": "thrpt", "threads": 1,
                            "primaryMetric": { "score": 5.0, "scoreUnit": "ops/s", "rawData": [[5.0]] } }
                        ]
                        """),
                new Sample(ForeignFile.JMH_TABLE, """
                        "Benchmark","Mode","Threads","Samples","Score","Score Error (99.9%)","Unit"
                        "a.B.c","thrpt",1,5,5.0,0.1,"ops/s"
                        """),
                new Sample(ForeignFile.JMETER, """
                        timeStamp,elapsed,label,responseCode,success,allThreads
                        1772618459000,12,search,200,true,4
                        1772618460000,14,search,200,true,4
                        """),
                new Sample(ForeignFile.BASHO_BENCH, """
                        elapsed, window, n, min, mean, median, 95th, 99th, 99_9th, max, errors
                        10.0, 10.0, 100, 10, 20, 20, 30, 40, 50, 60, 0
                        20.0, 10.0, 100, 10, 20, 20, 30, 40, 50, 60, 0
                        """),
                new Sample(ForeignFile.FIO_TEXT, """
                        a: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1
                        fio-3.33
                        Starting 1 process

                        a: (groupid=0, jobs=1): err= 0: pid=4711: Wed Mar  4 10:00:59 2026
                          read: IOPS=12.3k, BW=48.1MiB/s (50.4MB/s)(96.1MiB/2001msec)
                        """),
                new Sample(ForeignFile.MEMTIER_TEXT, """
                        4         Threads
                        50        Connections per thread

                        ALL STATS
                        ============================================================
                        Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency
                        ------------------------------------------------------------
                        Sets        10000.00          ---          ---         0.20000
                        """),
                new Sample(ForeignFile.REDIS_BENCHMARK_TEXT, """
                        ====== PING_INLINE ======
                          100000 requests completed in 0.59 seconds
                          50 parallel clients
                        """),
                new Sample(ForeignFile.HYPERFINE_TEXT, """
                        Benchmark 1: sleep 0.1
                          Time (mean ± σ):     102.0 ms ±   0.3 ms    [User: 0.8 ms, System: 1.0 ms]
                          Range (min … max):   101.4 ms … 102.6 ms    29 runs
                        """),
                new Sample(ForeignFile.JMH_TEXT, """
                        # JMH version: 1.37
                        Benchmark  (size)   Mode  Cnt    Score   Error  Units
                        B.c           100  thrpt    5  100.000 ± 1.000  ops/s
                        """));
    }

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
    }

    @AfterEach
    void close() {
        program.close();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void isKnownAndNeverTakenForSomethingElse(Sample sample) throws IOException {
        String file = Files.writeString(folder.resolve("a"), sample.text()).toString();
        assertThat(program.refused("querylog", file)).contains("query log " + file + ": it is " + sample.is().words()
                + ", and holds " + sample.is().content().words() + ", no queries");
        assertThat(program.refused("script", "--target", "sqlite", "--script", file, "--dry-run")).contains(file + " is "
                + sample.is().words() + ", and no script");
        if (sample.is().content() == ForeignFile.Content.RESULTS) {
            assertThat(program.run("import", file, "--label", "there").ok().err()).contains("Imported ");
        } else {
            assertThat(program.refused("import", file, "--label", "there")).contains("a is " + sample.is().words() + ", "
                    + (sample.is().remedy().isEmpty() ? "and holds " + sample.is().content().words() + ", no results"
                    : "which is not read: " + sample.is().remedy()));
        }
    }

    @Test
    void thereIsASampleOfEach() {
        assertThat(samples().map(Sample::is).collect(Collectors.toSet())).isEqualTo(Set.of(ForeignFile.values()));
    }

    @Test
    void aTableOfNumbersHasNoQueries() throws IOException {
        String file = Files.writeString(folder.resolve("a"), "host,cpu,io_wait\ndb1,12.5,3\ndb2,17.5,4\n").toString();
        assertThat(program.refused("querylog", file)).contains("line 1: 'host,cpu,io_wait': the format is not known");
    }
}
