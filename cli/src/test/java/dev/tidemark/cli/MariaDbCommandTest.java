package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The workloads on a real MariaDB, from the command line through the runner. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
@Timeout(600)
class MariaDbCommandTest {

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void start() throws IOException {
        program = new Program(folder);
        program.run("rig", "start", "mariadb").ok();
    }

    @AfterEach
    void stop() {
        program.run("rig", "stop", "mariadb").ok();
        program.close();
    }

    private static double value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number).orElseThrow();
    }

    private static String setting(Iteration iteration, String name) {
        return iteration.setting(name).map(Setting::text).orElseThrow();
    }

    @Test
    void volumeAndIngestAreVerified() {
        program.run("volume", "--target", "mariadb", "--label", "all", "--instances", "2", "--workers", "4",
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
        assertThat(setting(run, "engine")).startsWith("MariaDB 11.4");
        assertThat(setting(run, "server-innodb-flush-log-at-trx-commit")).isEqualTo("1");
        program.run("ingest", "--target", "mariadb", "--label", "in", "--documents", "2000", "--payload", "500B",
                "--batch-size", "1,20", "--workers", "2", "--verify", "all").ok();
        assertThat(program.iterations("in")).hasSize(2).allMatch(i -> i.state() == IterationState.DONE
                && value(i, "failures") == 0);
    }
}
