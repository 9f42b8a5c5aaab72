package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresScriptTest extends ScriptContract {

    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    /** Two transactions that take the same two locks in either order. */
    private String deadlocks() {
        server.execute("CREATE TABLE public.two (id int PRIMARY KEY, n int)", "INSERT INTO public.two VALUES (1, 0), (2, 0)",
                "ALTER ROLE tidemark SET deadlock_timeout = '20ms'");
        return file("crossing.sql", """
                \\set first random(1, 2)
                BEGIN;
                UPDATE public.two SET n = n + 1 WHERE id = :first;
                SELECT pg_sleep(0.01);
                UPDATE public.two SET n = n + 1 WHERE id = 3 - :first;
                COMMIT;
                """);
    }

    @Test
    void aDeadlockIsAnOutcomeOfItsOwn() {
        List<OutcomeCount> outcomes = run("script: \"" + deadlocks() + "\", workers: 4, operations: 60");
        long rolledBack = count(outcomes, "crossing", Outcome.ROLLED_BACK);
        assertThat(rolledBack).isPositive();
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.ROLLED_BACK)
                .allMatch(o -> o.reason().contains("deadlock detected"));
        assertThat(server.texts("SELECT sum(n) FROM public.two")).containsExactly(String.valueOf(
                2 * count(outcomes, "crossing", Outcome.OK)));
        assertThat(count(outcomes, "crossing", Outcome.OK) + rolledBack).isEqualTo(60);
    }

    @Test
    void aDeadlockThatIsTriedAgainIsDoneInTheEnd() {
        List<OutcomeCount> outcomes = run("script: \"" + deadlocks() + "\", workers: 4, operations: 60, max-tries: 1000");
        assertThat(count(outcomes, "crossing", Outcome.OK)).isEqualTo(60);
        assertThat(server.texts("SELECT sum(n) FROM public.two")).containsExactly("120");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepared", "extended", "simple"})
    void eachProtocolDoesTheSame(String protocol) {
        server.execute("CREATE TABLE public.seen (a int, b text, c double precision)");
        List<OutcomeCount> outcomes = run("script: \"" + file("seen.sql", "\\set a random(1, 9)\n\\set b random_text(2, 2)\n"
                + "\\set c :a / 2.0\nINSERT INTO seen VALUES (:a, :b, :c);") + "\", workers: 2, operations: 20, protocol: "
                + protocol);
        assertThat(count(outcomes, "seen", Outcome.OK)).isEqualTo(20);
        assertThat(server.texts("SELECT count(*) FROM public.seen WHERE a / 2.0 = c AND length(b) = 2"))
                .containsExactly("20");
    }

    /** Tables that have the names of ours, in the user's own schema. */
    @Test
    void presetsLeaveTheUsersTablesAlone() {
        server.execute("CREATE TABLE public.pgbench_accounts (aid int, abalance int)",
                "INSERT INTO public.pgbench_accounts VALUES (1, 5)", "CREATE TABLE public.sbtest1 (id int)");
        List<String> before = server.digest();
        assertThat(count(run("script: \"tpcb-like;oltp-read-write\", workers: 2, operations: 40, table-size: 100, "
                + "max-tries: 100, retry-states: \"23505;40001;40P01\""), "tpcb-like", Outcome.OK)).isPositive();
        assertThat(server.digest()).isEqualTo(before);
    }
}
