package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptRuns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Through a real PgBouncer, whose sessions of the server other people have, too. */
class PostgresPoolerTest extends ScriptRuns {

    @TempDir
    private Path folder;
    private PostgresServer server;
    private PgBouncer pooler;

    @BeforeEach
    void emptyServer() throws Exception {
        server = PostgresServer.shared();
        pooler = PgBouncer.before(server, "transaction", folder);
    }

    @AfterEach
    void end() {
        if (pooler != null) {
            pooler.close();
        }
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(server.settings());
        all.set(all.indexOf("address") + 1, pooler.address());
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tpcb-like", "select-only", "oltp-read-write"})
    void aPresetIsRefusedAndLeavesOthersSessionsAsTheyWere(String script) throws Exception {
        List<String> before = pooler.sessions();
        List<OutcomeCount> outcomes = run("script: " + script + ", operations: 10, table-size: 100, protocol: extended");
        assertThat(outcomes).isEmpty();
        assertThat(ended()).contains("a pooler in transaction mode", "pool_mode = session").doesNotContain("DONE");
        assertThat(pooler.sessions()).isEqualTo(before);
    }

    @Test
    void onesOwnStatementsAreCarriedOutAndLeaveOthersSessionsAsTheyWere() throws Exception {
        List<String> before = pooler.sessions();
        List<OutcomeCount> outcomes = run("script: \"" + file("own.sql", """
                \\setup
                CREATE TABLE public.seen (n int);
                \\operation insert
                BEGIN;
                INSERT INTO public.seen VALUES (1);
                COMMIT;
                """) + "\", workers: 4, operations: 100, protocol: extended");
        assertThat(count(outcomes, "insert", Outcome.OK)).isEqualTo(100);
        assertThat(ended()).contains("DONE");
        assertThat(server.texts("SELECT count(*) FROM public.seen")).containsExactly("100");
        assertThat(pooler.sessions()).isEqualTo(before);
    }

    @Test
    void whatWouldBeSetForOthersIsRefused() throws Exception {
        List<String> before = pooler.sessions();
        String script = "script: \"" + file("one.sql", "SELECT 1;") + "\", operations: 1, protocol: extended";
        run(script + ", synchronous-commit: off");
        assertThat(ended()).contains("synchronous-commit cannot be set: a pooler in transaction mode").doesNotContain("DONE");
        run(script + ", session-time-zone: Asia/Tokyo");
        assertThat(ended()).contains("session-time-zone cannot be set: a pooler in transaction mode").doesNotContain("DONE");
        run("script: \"" + file("first.sql", "\\connect\nSET work_mem = '77MB';\n\\operation a\nSELECT 1;\n")
                + "\", operations: 1, protocol: extended");
        assertThat(ended()).contains("\\connect of script first.sql", "a pooler in transaction mode").doesNotContain("DONE");
        assertThat(pooler.sessions()).isEqualTo(before);
    }

    /** Later versions of it keep prepared statements apart. */
    @Test
    void thatPreparedStatementsHaveNoPlaceIsSaid() {
        run("script: \"" + file("one.sql", "SELECT 1;") + "\", workers: 4, operations: 100");
        assertThat(ended()).matches("(?s).*(DONE|prepared statement .* exist.*set protocol to extended).*");
    }

    private String refusal(String... settings) throws Exception {
        try (Fixture fixture = new Fixture(server, directory, settings)) {
            return fixture.target.facts().stream().filter(fact -> fact.name().equals("server-pooler")).map(Setting::text)
                    .reduce("", String::concat);
        }
    }

    @Test
    void whatStandsBetweenIsTold() throws Exception {
        assertThat(refusal()).isEmpty();
        assertThat(refusal("address", pooler.address(), "protocol", "extended")).isEqualTo("in transaction mode");
    }

    /** Each client has a session of the server to itself as long as it stays. */
    @Test
    void aPoolerInSessionModeIsNoHindrance() throws Exception {
        pooler.close();
        pooler = PgBouncer.before(server, "session", folder);
        assertThat(refusal("address", pooler.address())).isEqualTo("in session mode");
        assertThat(count(run("script: select-only, workers: 2, operations: 20"), "select-only", Outcome.OK)).isEqualTo(20);
    }
}
