package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresScriptTest extends ScriptContract {

    private PostgresServer server;
    private String namespace = PostgresServer.NAMESPACE;

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
        List<String> settings = new ArrayList<>(server.settings());
        settings.set(settings.indexOf(PostgresServer.NAMESPACE), namespace);
        return settings;
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

    @Test
    void anOperationHasAConnectionOfItsOwnWhereThatIsAskedFor() {
        server.execute("CREATE TABLE public.seen (pid int)");
        String script = file("pid.sql", "INSERT INTO public.seen VALUES (pg_backend_pid());");
        run("script: \"" + script + "\", workers: 2, operations: 20");
        assertThat(server.texts("SELECT count(DISTINCT pid) <= 2 FROM public.seen")).containsExactly("t");
        server.execute("TRUNCATE public.seen");
        List<OutcomeCount> outcomes = run("script: \"" + script + "\", workers: 2, operations: 20, reconnect: each");
        assertThat(count(outcomes, "pid", Outcome.OK)).isEqualTo(20);
        assertThat(server.texts("SELECT count(DISTINCT pid) FROM public.seen")).containsExactly("20");
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

    /** A batch of the server's statistics is a transaction: what goes together without a begin is one, too. */
    @Test
    void aPipelineIsOneTransactionOnTheServer() {
        server.execute("CREATE TABLE public.piped (a int, t xid8 DEFAULT pg_current_xact_id())");
        List<OutcomeCount> outcomes = run("script: \"" + file("piped.sql", """
                \\set a random(1, 9)
                \\startpipeline
                INSERT INTO piped VALUES (:a);
                INSERT INTO piped VALUES (:a + 1);
                SELECT :a;
                \\endpipeline
                """) + "\", workers: 2, operations: 30, compare-answers: true");
        assertThat(count(outcomes, "piped", Outcome.OK)).isEqualTo(30);
        assertThat(server.texts("SELECT count(*) || ' ' || count(DISTINCT t) FROM public.piped")).containsExactly("60 30");
    }

    @Test
    void aPipelineThatIsRefusedLeavesNothingAndNoTransaction() {
        server.execute("CREATE TABLE public.refused (a int CHECK (a < 5))");
        List<OutcomeCount> outcomes = run("script: \"" + file("refused.sql", """
                \\set a random(1, 9)
                \\startpipeline
                BEGIN;
                INSERT INTO refused VALUES (1);
                INSERT INTO refused VALUES (:a);
                END;
                \\endpipeline
                """) + "\", workers: 2, operations: 60");
        long done = count(outcomes, "refused", Outcome.OK);
        assertThat(done).isBetween(1L, 59L);
        assertThat(count(outcomes, "refused", Outcome.FAILURE)).isEqualTo(60 - done);
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.FAILURE)
                .allMatch(o -> o.reason().contains("violates check constraint"));
        assertThat(server.texts("SELECT count(*) FROM public.refused")).containsExactly(String.valueOf(2 * done));
    }

    @Test
    void aQuestionMarkIsAnOperator() {
        List<OutcomeCount> outcomes = run("script: \"" + file("json.sql", """
                \\set a random(1, 9)
                SELECT '{"a": 1}'::jsonb ? 'a' AND '?' <> '??' AND :a > 0 AS holds \\gset
                \\if :holds
                SELECT 1;
                \\else
                SELECT * FROM it_does_not_hold;
                \\endif
                """) + "\", workers: 1, operations: 10");
        assertThat(count(outcomes, "json", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(10);
    }

    /** The namespace is dropped after a run; a schema of the user's name would be where statements make tables. */
    @Test
    void tablesOfOnesOwnAreNotMadeInTheNamespace() {
        namespace = "tidemark"; // as the user is called
        List<OutcomeCount> outcomes = run("script: \"" + file("mine.sql", """
                \\setup
                CREATE TABLE mine (a int);
                \\operation insert
                INSERT INTO mine VALUES (1);
                """) + "\", workers: 1, operations: 5");
        assertThat(count(outcomes, "insert", Outcome.OK)).isEqualTo(5);
        assertThat(ended()).contains("DONE");
        assertThat(server.texts("SELECT count(*) FROM public.mine")).containsExactly("5");
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
