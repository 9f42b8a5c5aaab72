package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.ByTurns;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database by its own JDBC driver, as docs/jdbc.md has it, from the command line through the runner. */
@ByTurns(days = 6, heldBy = {"H2KeyValuesTest", "H2DocumentsTest"})
@Timeout(600)
class JdbcCommandTest {

    @TempDir
    private Path folder;

    private Program program;
    private Postgres postgres;

    @BeforeEach
    void start() throws Exception {
        program = new Program(folder);
        postgres = Postgres.shared(program);
        Path jar = Path.of(Class.forName("org.postgresql.Driver").getProtectionDomain().getCodeSource().getLocation()
                .toURI());
        program.run("target", "add", "shop", "--driver", "jdbc", "--driver-jar", jar.toString(), "--address",
                postgres.address(), "--url", "jdbc:postgresql://{address}/" + postgres.database(), "--user", "tidemark",
                "--password", "file:" + postgres.passwordFile(),
                "--key-type", "BYTEA", "--value-type", "BYTEA", "--term-type", "BYTEA", "--text-type", "TEXT", "--put",
                "INSERT INTO {table} (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = EXCLUDED.v").ok();
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

    @Test
    void volumeAndIngestAreVerifiedAndFailuresAreOneLine() {
        program.run("volume", "--target", "shop", "--label", "all", "--workers", "4", "--key-count", "400", "--preload",
                "200", "--value-size", "200B", "--duration", "none", "--operations", "2000", "--warm-up", "none",
                "--verify", "all", "--index-groups", "20", "--index-days", "50", "--scan-length", "5", "--mix",
                "get=4,head=1,put=2,insert=1,update=2,update-indexed=1,index-query=1,group-query=1,scan=1,list-keys=1,"
                + "delete=1").ok();
        Iteration run = program.iterations("all").getFirst();
        assertThat(run.state()).isEqualTo(IterationState.DONE);
        assertThat(value(run, "failures")).isZero();
        assertThat(value(run, "rows-per-scan")).isPositive();
        assertThat(value(run, "rows-per-index-query")).isPositive();
        assertThat(run.setting("server-client").map(Setting::text).orElseThrow()).startsWith("PostgreSQL JDBC Driver");
        program.run("ingest", "--target", "shop", "--label", "in", "--documents", "1000", "--payload", "500B",
                "--batch-size", "10", "--workers", "2", "--verify", "all").ok();
        assertThat(program.states("in")).containsExactly(IterationState.DONE);

        Ran ran = program.run("volume", "--target", "shop", "--put", "DELETE FROM {table} WHERE k = ?", "--label", "wrong",
                "--key-count", "10", "--duration", "none", "--operations", "100");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("invalid: ").contains("The column index is out of range: 2");
    }
}
