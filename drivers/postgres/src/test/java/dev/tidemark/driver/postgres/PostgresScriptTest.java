package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptContract;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ByTurns(days = 6, heldBy = {"SqliteScriptTest", "StatementsOfOnesOwnTest"})
class PostgresScriptTest extends ScriptContract {

    private PostgresServer server;
    private String namespace = PostgresServer.NAMESPACE;

    private List<String> user = List.of();

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
        for (int i = 0; i < user.size(); i += 2) {
            settings.set(settings.indexOf(user.get(i)) + 1, user.get(i + 1));
        }
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

    /** One session keeps the lock for the whole run. */
    @Test
    void aLockThatIsNotFreeIsRejectedAsOverloaded() throws SQLException {
        server.execute("CREATE TABLE public.taken (id int PRIMARY KEY)", "INSERT INTO public.taken VALUES (1)");
        try (Connection other = server.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT * FROM public.taken FOR UPDATE");
            List<OutcomeCount> outcomes = run("script: \"" + file("lock.sql", "SELECT id FROM taken FOR UPDATE NOWAIT;\n")
                    + "\", workers: 2, operations: 10");
            assertThat(count(outcomes, "lock", Outcome.PUSH_BACK)).isEqualTo(10);
            assertThat(ended()).contains("10 of 10 failed", ": rejected as overloaded: script lock.sql line 1: ERROR: could not");
        }
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

    /** As reads that go to a replica: what stands here in another database may be on another server. */
    @Test
    void aGroupWorksWhereItsSettingsSay() {
        server.execute("DROP DATABASE IF EXISTS elsewhere WITH (FORCE)", "CREATE DATABASE elsewhere",
                "ALTER DATABASE elsewhere SET work_mem = '7MB'", "CREATE TABLE public.written (place text)");
        String write = file("write.sql", "\\operation write\nINSERT INTO written VALUES (current_database());\n\\connect\nSELECT 1;");
        String read = file("read.sql", "\\operation read\nSELECT 1 / (CASE WHEN current_database() = 'elsewhere' THEN 1 ELSE 0 END);");
        String groups = "groups: \"writers readers\", workers: 1, operations: 10, readers.workers: 2, readers.database: elsewhere, ";
        List<OutcomeCount> outcomes = run(groups + "script: \"" + write + "\", readers.script: \"" + read + "\"");
        assertThat(count(outcomes, "writers.write", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(10);
        assertThat(count(outcomes, "readers.read", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(10);
        assertThat(server.texts("SELECT DISTINCT place FROM public.written")).containsExactly("postgres");
        assertThat(facts()).containsEntry("database", "postgres").containsEntry("readers.server-work-mem", "7MB");
        run(groups.replace("operations: 10", "operations: 50, rate: 50/s") + "script: \"" + write + "\", readers.script: \"" + read
                + "\", background: \"reindex at=0s\"");
        assertThat(warnings()).as("it is begun where the point is, where Tidemark has made nothing").anyMatch(warning ->
                warning.contains("reindex failed: ")).noneMatch(warning -> warning.contains("cast"));
        run(groups + "script: select-only");
        assertThat(ended()).contains("group readers works elsewhere");
        run(groups.replace("elsewhere", "nowhere") + "script: \"" + write + "\", readers.script: \"" + read + "\"");
        assertThat(ended()).contains("group readers", "no connection to ", "\"nowhere\"");
        server.execute("DROP DATABASE elsewhere WITH (FORCE)");
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

    /** The server answers that it has given up; and of statements that are sent together the client does not know which. */
    @Test
    void failuresSayWhatTheServerSaysAndWhere() {
        assertThat(run("script: \"" + file("late.sql", "SET statement_timeout = 20;\nSELECT pg_sleep(1);") + "\", workers: 1, "
                + "operations: 1")).singleElement().satisfies(o -> {
                    assertThat(o.outcome()).isEqualTo(Outcome.TIMEOUT);
                    assertThat(o.reason()).contains("late.sql line 2: no answer from ",
                            " in time: ERROR: canceling statement due to statement timeout");
                });
        assertThat(run("script: \"" + file("piped.sql", "\\startpipeline\nSELECT 1;\nSELECT 2;\nSELECT 1 / (random() * 0)::int;\n"
                + "\\endpipeline\nSELECT 3;") + "\", workers: 1, operations: 1")).singleElement().satisfies(o ->
                    assertThat(o.reason()).contains("piped.sql lines 2 to 4: ", "division by zero"));
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

    private void mayRead(String... more) {
        server.execute("CREATE TABLE public.prices (id int PRIMARY KEY, price int)",
                "INSERT INTO public.prices SELECT n, n FROM generate_series(1, 2000) n", "ANALYZE public.prices");
        user = server.poor(directory);
        server.execute("GRANT USAGE ON SCHEMA public TO poor", "GRANT SELECT ON public.prices TO poor",
                "ALTER ROLE poor SET default_transaction_read_only = on");
        server.execute(more);
    }

    private static final String READ = "\\set id random(1, 2000)\nSELECT price FROM prices WHERE id = :id;";

    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void whoMayOnlyReadMeasuresWhatReads(String protocol) {
        mayRead();
        List<String> before = server.digest();
        assertThat(count(run("script: \"" + file("read.sql", READ) + "\", workers: 2, operations: 20, protocol: " + protocol),
                "read", Outcome.OK)).isEqualTo(20);
        assertThat(ended()).contains("DONE");
        assertThat(gauge("live-rows")).as("as the server counts them, some twice").isGreaterThanOrEqualTo(2000);
        assertThat(gauge("table-size")).as("of the user's table").isEqualTo(Double.parseDouble(server.texts(
                "SELECT pg_table_size('public.prices')").getFirst()));
        assertThat(server.digest()).isEqualTo(before);
        assertThat(server.texts("SELECT 1 FROM pg_namespace WHERE nspname = '" + PostgresServer.NAMESPACE + "'")).isEmpty();
    }

    @Test
    void aRightThatLacksIsToldBeforeAnythingIsMeasured() {
        mayRead();
        assertThat(run("script: \"" + file("add.sql", "INSERT INTO prices VALUES (0, 0);") + "\", operations: 5")).isEmpty();
        assertThat(ended()).contains("script add.sql line 1: ", "permission denied for table prices");
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

    /** Words would tell otherwise: what looks like an end begins another one, or ends none. */
    @ParameterizedTest
    @ValueSource(strings = {"COMMIT AND CHAIN", "ROLLBACK AND CHAIN", "SAVEPOINT here; ROLLBACK WORK TO SAVEPOINT here",
        "SAVEPOINT here; ROLLBACK TRANSACTION TO here", "SELECT 1"})
    void theServerTellsWhetherATransactionIsOpen(String last) {
        server.execute("CREATE TABLE public.kept (n int)");
        List<OutcomeCount> outcomes = run("script: \"" + file("open.sql", "/* begins */ BEGIN;\n" + last
                + ";\nINSERT INTO kept VALUES (1);\n") + "\", workers: 1, operations: 5");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).endsWith(": left a transaction open");
        });
        assertThat(server.texts("SELECT count(*) FROM public.kept")).containsExactly("0");
    }

    /** Of two operations one fails within its transaction: the other is innocent of it. */
    @Test
    void anAbortedTransactionIsOneOperationsFailure() {
        server.execute("CREATE TABLE public.kept (n int)");
        List<OutcomeCount> outcomes = run("script: \"" + file("aborts.sql", """
                \\operation fails
                BEGIN;
                SELECT 1 / 0;
                COMMIT;
                \\operation works 3
                INSERT INTO kept VALUES (1);
                """) + "\", workers: 1, operations: 40");
        assertThat(outcomes).extracting(OutcomeCount::kind).containsOnly("fails", "works");
        assertThat(outcomes).allMatch(o -> o.outcome() == (o.kind().equals("fails") ? Outcome.FAILURE : Outcome.OK));
        assertThat(server.texts("SELECT count(*) FROM public.kept")).containsExactly(String.valueOf(
                count(outcomes, "works", Outcome.OK)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET work_mem = '77MB'", "PREPARE mine AS SELECT 1", "CREATE TEMPORARY TABLE passing (n int)"})
    void whatTheSetUpLeavesOnItsConnectionIsRefusedAndTornDown(String sets) {
        run("script: \"" + file("sets.sql", "\\setup\nCREATE TABLE made (n int);\n" + sets
                + ";\n\\operation a\nSELECT 1;\n\\teardown\nDROP TABLE made;\n") + "\", operations: 1");
        assertThat(ended()).contains("no worker has it; put it under \\connect").doesNotContain("DONE");
        assertThat(server.texts("SELECT 1 FROM pg_class WHERE relname = 'made'")).isEmpty();
    }

    @Test
    void whatTheSetUpSetsForItselfIsItsOwnAffair() {
        List<OutcomeCount> outcomes = run("script: \"" + file("sets.sql", """
                \\setup
                SET work_mem = '77MB';
                SET maintenance_work_mem = '20MB';
                RESET ALL;
                \\operation a
                SELECT (current_setting('work_mem') = '77MB')::int AS w \\gset
                \\if :w = 1
                SELECT * FROM the_set_ups_connection;
                \\endif
                """) + "\", workers: 3, operations: 30");
        assertThat(count(outcomes, "a", Outcome.OK)).isEqualTo(30);
    }

    @Test
    void aSearchPathForEachConnectionReachesTablesElsewhere() {
        server.execute("CREATE SCHEMA elsewhere", "CREATE TABLE elsewhere.visits (n int)");
        List<OutcomeCount> outcomes = run("script: \"" + file("elsewhere.sql", """
                \\connect
                SET search_path = elsewhere;
                PREPARE visit AS INSERT INTO visits VALUES (1);
                \\operation visit
                EXECUTE visit;
                """) + "\", workers: 3, operations: 30");
        assertThat(count(outcomes, "visit", Outcome.OK)).isEqualTo(30);
        assertThat(server.texts("SELECT count(*) FROM elsewhere.visits")).containsExactly("30");
    }

    /** Those of workers are new as often as the server ends them. */
    @Test
    void whatComesFirstIsDoneAgainOnAConnectionThatTakesThePlaceOfABrokenOne() {
        List<OutcomeCount> outcomes = run("script: \"" + file("ends.sql", """
                \\connect
                CREATE TEMPORARY TABLE mine (n int);
                \\operation reads
                SELECT n FROM mine;
                \\operation ends
                SELECT pg_terminate_backend(pg_backend_pid());
                """) + "\", workers: 1, operations: 40");
        assertThat(count(outcomes, "reads", Outcome.OK)).isPositive();
        assertThat(outcomes).allMatch(o -> o.outcome() == (o.kind().equals("reads") ? Outcome.OK : Outcome.CONNECTION_LOST));
    }

    @Test
    void ofAPoolerOnlyIsSpokenWhereThereIsOne() {
        assertThat(run("script: \"" + file("names.sql", "EXECUTE nobody_has_prepared_it;\n") + "\", operations: 1"))
                .singleElement().satisfies(o -> assertThat(o.reason()).contains("does not exist").doesNotContain("pooler"));
    }

    /** The connection that has made the namespace is idle for longer than the server allows. */
    @Test
    void aRunThatHasFinishedIsDoneAlthoughTheServerHasEndedAnIdleConnection() {
        Assumptions.assumeTrue(PostgresServer.version() >= 14, "this version ends no idle connections");
        server.execute("ALTER ROLE tidemark SET idle_session_timeout = '1s'");
        run("script: \"" + file("long.sql", "SELECT pg_sleep(1.5);") + "\", workers: 1, operations: 1");
        server.execute("ALTER ROLE tidemark RESET idle_session_timeout");
        assertThat(ended()).contains("DONE");
    }
}
