package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The workloads on a real PostgreSQL, from the command line through the runner. */
@ByTurns(days = 10, heldBy = {"PostgresDocumentsTest", "PostgresIndexTest", "PostgresTargetTest"})
@Timeout(600)
class PostgresCommandTest {

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;

    @BeforeEach
    void start() throws Exception {
        program = new Program(folder);
        postgres = Postgres.shared(program);
    }

    @AfterEach
    void stop() {
        if (postgres != null) {
            postgres.stop();
        }
        program.close();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    @Test
    void orderEntryRunsAndTheWaitForAConnectionIsToldApart() {
        program.run("script", "--target", "postgres", "--label", "orders", "--script", ManualPage.ROOT.resolve(
                "examples/my-own-statements/order-entry.sql").toString(), "--define", "items=1000;customers=100", "--max-tries", "10",
                "--workers", "4", "--connections", "2", "--operations", "200", "--duration", "none", "--warm-up", "none").ok();
        JsonNode scripts = JsonMapper.shared().readTree(program.run("report", "orders", "--json").ok().out()).at("/scripts");
        assertThat(scripts.findValuesAsString("name")).contains("new-order", "payment", "order-status", "delivery", "stock-level");
        assertThat(scripts.findValuesAsString("statement")).filteredOn("(waiting for a connection)"::equals).hasSize(5);
    }

    @Test
    void volumeWithIndexesScansAndWalksOfSeveralInstancesIsVerified() {
        program.run("volume", "--target", "postgres", "--label", "all", "--instances", "2", "--workers", "4",
                "--key-count", "400", "--preload", "200", "--value-size", "200B", "--duration", "none", "--operations",
                "2000", "--warm-up", "none", "--verify", "all", "--index-groups", "20", "--index-days", "50",
                "--scan-length", "5", "--mix", "get=4,head=1,put=2,insert=1,update=2,update-indexed=1,index-query=1,"
                + "group-query=1,scan=1,list-keys=1,delete=1").ok();
        Iteration run = program.iterations("all").getFirst();
        assertThat(run.state()).isEqualTo(IterationState.DONE);
        assertThat(value(run, "failures")).isZero();
        assertThat(value(run, "rows-per-scan")).isPositive();
        assertThat(value(run, "rows-per-index-query")).isPositive();
        assertThat(value(run, "journal-write")).isPositive();
        assertThat(setting(run, "engine")).startsWith("PostgreSQL 18.6");
        assertThat(setting(run, "server-fsync")).isEqualTo("on");
        assertThat(setting(run, "server-synchronous-commit")).isEqualTo("on");
    }

    @Test
    void documentsAreTakenInAndVerified() {
        program.run("ingest", "--target", "postgres", "--label", "in", "--documents", "2000", "--payload", "500B",
                "--batch-size", "1,20", "--workers", "2", "--verify", "all").ok();
        assertThat(program.states("in")).containsExactly(IterationState.DONE, IterationState.DONE);
        assertThat(program.iterations("in")).allMatch(i -> value(i, "failures") == 0);
    }

    private void small(String label) {
        program.run("volume", "--target", "postgres", "--label", label, "--key-count", "50", "--duration", "none",
                "--operations", "200", "--warm-up", "none", "--verify", "0", "--workers", "1").ok();
    }

    /** What the owner of a server has changed between two sessions, all of it and nothing else. */
    @Test
    void serversThatDifferInTwelveSettingsAreToldApartByThem() throws Exception {
        small("before");
        for (String set : List.of("random_page_cost = 1.1", "seq_page_cost = 0.9", "cpu_tuple_cost = 0.02",
                "work_mem = '64MB'", "maintenance_work_mem = '256MB'", "effective_cache_size = '1GB'", "jit = off",
                "default_statistics_target = 500", "enable_seqscan = off", "from_collapse_limit = 12",
                "timezone = 'Asia/Tokyo'", "IntervalStyle = 'iso_8601'")) {
            postgres.execute("ALTER DATABASE " + postgres.database() + " SET " + set);
        }
        small("after");
        JsonNode compared = JsonMapper.shared().readTree(program.run("compare", "before", "after", "--json").ok().out());
        assertThat(compared.get("comparisons").get(0).get("differences")).extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("server-random-page-cost: default, 1.1",
                        "server-seq-page-cost: default, 0.9", "server-cpu-tuple-cost: default, 0.02",
                        "server-work-mem: 4MB, 64MB", "server-maintenance-work-mem: 64MB, 256MB",
                        "server-effective-cache-size: 4GB, 1GB", "server-jit: on, off",
                        "server-default-statistics-target: default, 500", "server-enable-seqscan: default, off",
                        "server-from-collapse-limit: default, 12", "server-timezone: UTC, Asia/Tokyo",
                        "server-intervalstyle: postgres, iso_8601");
    }

    @Test
    void aDatabaseThatIsNotThereIsOneLine() {
        Ran ran = program.run("volume", "--target", "postgres", "--database", "nowhere", "--label", "gone",
                "--duration", "1s");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("FATAL: database \"nowhere\" does not exist");
    }
}
