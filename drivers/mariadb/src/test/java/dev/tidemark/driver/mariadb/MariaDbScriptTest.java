package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ClientStatements;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ScriptContract;
import dev.tidemark.driver.contract.SecretFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@HeavyServer
class MariaDbScriptTest extends ScriptContract {

    private MariaDbServer server;
    private String localInfile = "true";

    private List<String> user = List.of();

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
        server.execute("CREATE DATABASE `my shop`");
    }

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(server.settings());
        all.addAll(List.of("database", "my shop", "local-infile", localInfile));
        for (int i = 0; i < user.size(); i += 2) {
            all.set(all.indexOf(user.get(i)) + 1, user.get(i + 1));
        }
        return all;
    }

    /** As tenants have databases of their own, and users for them. */
    @Test
    void aGroupWorksInTheDatabaseAndAsTheUserOfItsOwn() {
        server.execute("CREATE DATABASE tenant", "CREATE TABLE tenant.own (who VARCHAR(80))",
                "CREATE TABLE `my shop`.own (who VARCHAR(80))", "CREATE OR REPLACE USER tenant IDENTIFIED BY 'of-the-tenant'",
                "GRANT SELECT, INSERT ON tenant.* TO tenant");
        List<OutcomeCount> outcomes = run("groups: \"house tenant\", workers: 1, operations: 10, tenant.database: tenant, "
                + "tenant.user: tenant, tenant.password: \"" + SecretFile.of(directory, "tenant", "of-the-tenant")
                + "\", script: \"" + file("note.sql", "INSERT INTO own VALUES (CURRENT_USER());") + "\"");
        assertThat(count(outcomes, "house.note", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(10);
        assertThat(count(outcomes, "tenant.note", Outcome.OK)).as("%s %s", outcomes, ended()).isEqualTo(10);
        assertThat(server.texts("SELECT DISTINCT who FROM tenant.own")).containsExactly("tenant@%");
        assertThat(server.texts("SELECT COUNT(*) FROM `my shop`.own WHERE who NOT LIKE 'tenant%'")).containsExactly("10");
        server.execute("DROP USER tenant");
    }

    @Test
    void aCopyNeedsToBeAllowed() {
        localInfile = "false";
        run("script: \"" + file("load.sql", "\\setup\nCREATE TABLE t (id int);\n\\load " + file("rows.csv", "id\n1\n")
                + " INTO t\n\\teardown\nDROP TABLE t;\n") + "\", way: copy");
        assertThat(ended()).contains("LOAD DATA LOCAL needs local-infile: true here and local_infile=ON on the server");
    }

    @Test
    void aCopyThatTheServerWouldCutOffStoresNothing() {
        server.execute("CREATE TABLE `my shop`.kept (id INT, name VARCHAR(3))");
        run("script: \"" + file("load.sql", "\\load " + file("rows.csv", "id,name\n1,abc\n2,abcd\n") + " INTO kept\n")
                + "\", way: copy");
        assertThat(ended()).contains("rows.csv: lines 2 to 3: ").contains("Data truncated");
        assertThat(server.texts("SELECT COUNT(*) FROM `my shop`.kept")).containsExactly("0");
    }

    /** The server rounds, with a note for each row: more than it keeps. */
    @Test
    void whatAnInsertRoundsACopyRoundsToo() {
        server.execute("CREATE TABLE `my shop`.rounded (price DECIMAL(8, 2))");
        String rows = file("rows.csv", "price\n" + "1.006\n".repeat(100));
        for (String way : List.of("multi-row", "copy")) {
            run("script: \"" + file("load.sql", "\\load " + rows + " INTO rounded\n") + "\", workers: 1, way: " + way);
            assertThat(ended()).as(way).contains("DONE");
        }
        assertThat(server.texts("SELECT CONCAT(COUNT(*), ' ', SUM(price)) FROM `my shop`.rounded"))
                .containsExactly("200 202.00");
    }

    /**
     * Between its own client's statements ours may have some of its own, as a rollback at the end. Of prepared ones the
     * server writes down what it has made of them.
     */
    @Test
    void theServerSeesWhatItsOwnClientSends() throws Exception {
        List<ClientStatements> files = MariaDbLanguageTest.files().toList();
        server.execute("SET GLOBAL log_output = 'TABLE'", "TRUNCATE mysql.general_log", "SET GLOBAL general_log = ON");
        try {
            run("script: \"" + file("all.sql", "\\operation one\nSELECT 0;\n\\teardown\n" + files.stream()
                    .map(ClientStatements::file).collect(Collectors.joining("\n;\n")) + "\n;\n")
                    + "\", workers: 1, operations: 1, protocol: simple");
        } finally {
            server.execute("SET GLOBAL general_log = OFF");
        }
        assertThat(ended()).contains("DONE");
        assertThat(server.texts("SELECT argument FROM mysql.general_log WHERE command_type IN ('Query', 'Execute')").stream()
                .map(MariaDbLanguageTest::asLogged)).containsSubsequence(files.stream().flatMap(f -> f.logged().stream())
                .map(MariaDbLanguageTest::asLogged).toList());
    }

    /** Two transactions that take the same two locks in either order. */
    @Test
    void aDeadlockIsAnOutcomeOfItsOwn() {
        server.execute("CREATE TABLE `my shop`.two (id INT PRIMARY KEY, n INT)",
                "INSERT INTO `my shop`.two VALUES (1, 0), (2, 0)");
        List<OutcomeCount> outcomes = run("script: \"" + file("crossing.sql", """
                \\set first random(1, 2)
                BEGIN;
                UPDATE two SET n = n + 1 WHERE id = :first;
                SELECT SLEEP(0.01);
                UPDATE two SET n = n + 1 WHERE id = 3 - :first;
                COMMIT;
                """) + "\", workers: 4, operations: 60");
        long rolledBack = count(outcomes, "crossing", Outcome.ROLLED_BACK);
        assertThat(rolledBack).isPositive();
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.ROLLED_BACK)
                .allMatch(o -> o.reason().contains("Deadlock found"));
        assertThat(server.texts("SELECT SUM(n) FROM `my shop`.two")).containsExactly(String.valueOf(
                2 * count(outcomes, "crossing", Outcome.OK)));
        assertThat(count(outcomes, "crossing", Outcome.OK) + rolledBack).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void eachProtocolDoesTheSame(String protocol) {
        server.execute("CREATE TABLE `my shop`.seen (a INT, b TEXT, c DOUBLE)");
        List<OutcomeCount> outcomes = run("script: \"" + file("seen.sql", "\\set a random(1, 9)\n"
                + "\\set b random_text(2, 2)\n\\set c :a / 2.0\nINSERT INTO seen VALUES (:a, :b, :c);")
                + "\", workers: 2, operations: 20, protocol: " + protocol);
        assertThat(count(outcomes, "seen", Outcome.OK)).isEqualTo(20);
        assertThat(server.texts("SELECT COUNT(*) FROM `my shop`.seen WHERE a / 2.0 = c AND LENGTH(b) = 2"))
                .containsExactly("20");
    }

    private static final String TWO_PARTS = "CREATE PROCEDURE `my shop`.parts(last INT) BEGIN SELECT 1; "
            + "IF last = 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the second part failed'; END IF; "
            + "SELECT 2 UNION ALL SELECT 3; END";

    /** Its message is told, and the client is not left in the middle of the server's answer. */
    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void aCallThatFailsInALaterPartIsAFailureOfItsOwn(String protocol) {
        server.execute(TWO_PARTS);
        List<OutcomeCount> outcomes = run("script: \"" + file("call.sql", "\\set last random(0, 1)\nCALL parts(:last);")
                + "\", workers: 2, operations: 40, operation-timeout: 10s, protocol: " + protocol);
        assertThat(outcomes).allSatisfy(o -> assertThat(o.outcome()).isIn(Outcome.OK, Outcome.FAILURE));
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.FAILURE).isNotEmpty()
                .allSatisfy(o -> assertThat(o.reason()).contains("the second part failed"));
        assertThat(count(outcomes, "call", Outcome.OK)).isPositive();
        assertThat(ended()).contains("the second part failed");
    }

    /** Answers of a call that was given up may be left: nobody may take them for those of the next statement. */
    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void aCallThatIsGivenUpInALaterPartIsATimeoutOfItsOwn(String protocol) {
        server.execute("CREATE PROCEDURE `my shop`.late() BEGIN SELECT 1; SELECT COUNT(*) FROM seq_1_to_1000000000 WHERE "
                + "seq % 7 = 8; END");
        List<OutcomeCount> outcomes = run("script: \"" + file("late.sql", "\\operation late\nSET max_statement_time = 0.02;\n"
                + "CALL late();\n\\operation next\nSET max_statement_time = 10;\nSELECT 7 AS seven \\gset\n\\if :seven <> 7\n"
                + "SELECT nothing;\n\\endif\n") + "\", workers: 1, operations: 20, protocol: " + protocol);
        assertThat(count(outcomes, "late", Outcome.TIMEOUT)).as(outcomes.toString()).isPositive();
        assertThat(count(outcomes, "late", Outcome.TIMEOUT) + count(outcomes, "next", Outcome.OK)).isEqualTo(20);
    }

    /** What sessions do with statements of their own. */
    private interface Work {
        void with(JdbcSession session, JdbcSession other) throws Exception;
    }

    private void inSessions(String protocol, Work work) throws Exception {
        try (Fixture f = Fixture.created(server, directory, "database", "my shop", "protocol", protocol);
                JdbcSession session = f.session(); JdbcSession other = f.session()) {
            session.begin(false);
            other.begin(false);
            work.with(session, other);
            session.end();
            other.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void rowsOfEachPartOfACallCount(String protocol) throws Exception {
        server.execute(TWO_PARTS);
        List<String> rows = new ArrayList<>();
        inSessions(protocol, (session, _) -> assertThat(session.execute("CALL parts(?)", to -> to.add(1L),
                (row, _, text) -> rows.add(row + ":" + text))).isEqualTo(3));
        assertThat(rows).containsExactly("0:1", "1:2", "2:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void rowsThatAStatementReturnsAreThoseThatItWrites(String protocol) throws Exception {
        server.execute("CREATE TABLE `my shop`.born (id INT)");
        inSessions(protocol, (session, _) -> {
            assertThat(session.execute("/* hint */ INSERT INTO born VALUES (1), (2) RETURNING id", Binding.NONE, null)).isEqualTo(2);
            assertThat(List.of(session.written(), session.returned())).containsExactly(2L, 2L);
            assertThat(session.execute("SELECT id FROM born", Binding.NONE, null)).isEqualTo(2);
            assertThat(List.of(session.written(), session.returned())).containsExactly(0L, 0L);
            session.execute("DELETE FROM born", Binding.NONE, null);
            assertThat(List.of(session.written(), session.returned())).containsExactly(2L, 0L);
        });
    }

    /** Both have one SQL state. */
    @Test
    void whatIsCancelledIsNotLate() {
        List<OutcomeCount> cancelled = run("script: \"" + file("cancelled.sql", "KILL QUERY CONNECTION_ID();\n")
                + "\", workers: 1, operations: 3, protocol: simple");
        assertThat(cancelled).singleElement().satisfies(o -> assertThat(o.outcome() + " " + o.reason())
                .contains("FAILURE", "interrupted"));
        List<OutcomeCount> late = run("script: \"" + file("late.sql", "SET max_statement_time = 0.02;\nSELECT SLEEP(5) FROM "
                + "seq_1_to_3;\n") + "\", workers: 1, operations: 1, protocol: simple");
        assertThat(late).singleElement().satisfies(o -> assertThat(o.outcome()).isEqualTo(Outcome.TIMEOUT));
    }

    /** Which connection it was is no part of what the server says. */
    @Test
    void failuresOnAnyConnectionAreToldAlike() {
        List<OutcomeCount> outcomes = run("script: \"" + file("twice.sql", "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no';")
                + "\", workers: 3, operations: 12, reconnect: each");
        assertThat(outcomes).singleElement().satisfies(o -> assertThat(o.reason()).isEqualTo("script twice.sql line 1: no"));
    }

    /** Whole numbers, fractions and what answers wrote: none of them has the table scanned. */
    @ParameterizedTest
    @ValueSource(strings = {"prepared", "simple"})
    void keysAreFoundByTheirIndexes(String protocol) throws Exception {
        server.execute("CREATE TABLE `my shop`.keyed (i INT PRIMARY KEY, n DECIMAL(10, 2), t VARCHAR(20), d DATE, KEY (n), "
                + "KEY (t), KEY (d))", "INSERT INTO `my shop`.keyed SELECT seq, seq, CONCAT('k', seq), "
                + "DATE '2020-01-01' + INTERVAL seq DAY FROM `my shop`.seq_1_to_2000", "ANALYZE TABLE `my shop`.keyed");
        Map<String, Binding> keys = Map.of("i = ?", to -> to.add(5L), "i = ? + 0.5", to -> to.add(0.5), "n = ?",
                to -> to.add(5.5), "n = ? ", to -> to.addWritten("5.50"), "i = ? ", to -> to.addWritten("5"), "t = ?",
                to -> to.addWritten("k7"), "d = ?", to -> to.addWritten("2020-03-01"), "i = ?  ", to -> to.add(5.5));
        inSessions(protocol, (session, _) -> {
            for (Map.Entry<String, Binding> key : keys.entrySet()) {
                List<String> types = new ArrayList<>();
                session.execute("EXPLAIN SELECT t FROM keyed WHERE " + key.getKey(), key.getValue(),
                        (_, name, text) -> types.add(name + "=" + text));
                assertThat(types).as(key.getKey()).anyMatch(t -> t.startsWith("type=")).doesNotContain("type=ALL", "type=index");
            }
        });
    }

    /** A lock that is not free, and a row that has changed since the transaction began. */
    @Test
    void whatTheServerTellsByNumbersIsToldApart() throws Exception {
        server.execute("CREATE TABLE `my shop`.one (id INT PRIMARY KEY, n INT) ENGINE = InnoDB",
                "INSERT INTO `my shop`.one VALUES (1, 0)");
        inSessions("prepared", (session, other) -> {
            other.execute("BEGIN", Binding.NONE, null);
            other.execute("UPDATE one SET n = 1", Binding.NONE, null);
            session.execute("SET innodb_lock_wait_timeout = 0", Binding.NONE, null);
            assertThatThrownBy(() -> session.execute("UPDATE one SET n = 2", Binding.NONE, null))
                    .isInstanceOfSatisfying(StatementException.class, e -> {
                        assertThat(e.number()).isEqualTo(1205);
                        assertThat(e.isOverload()).isTrue();
                    });
            session.execute("SET innodb_snapshot_isolation = ON", Binding.NONE, null);
            session.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT", Binding.NONE, null);
            session.execute("SELECT n FROM one", Binding.NONE, null);
            other.execute("COMMIT", Binding.NONE, null);
            assertThatThrownBy(() -> session.execute("UPDATE one SET n = 2", Binding.NONE, null))
                    .isInstanceOfSatisfying(StatementException.class, e -> {
                        assertThat(e.number()).isEqualTo(1020);
                        assertThat(e.state()).isEqualTo("40001");
                    });
            session.execute("ROLLBACK", Binding.NONE, null);
        });
    }

    @Test
    void whoMayOnlyReadMeasuresWhatReads() {
        server.execute("CREATE TABLE `my shop`.prices (id INT PRIMARY KEY, price INT)",
                "INSERT INTO `my shop`.prices VALUES (1, 5), (2, 7)");
        user = server.poor(directory, "SELECT ON `my shop`.*");
        List<String> before = server.digest();
        assertThat(count(run("script: \"" + file("read.sql", "\\set id random(1, 2)\nSELECT price FROM prices WHERE id = :id;")
                + "\", workers: 2, operations: 20"), "read", Outcome.OK)).isEqualTo(20);
        assertThat(ended()).contains("DONE");
        assertThat(gauge("table-size")).as("of the user's database").isEqualTo(16384);
        assertThat(run("script: \"" + file("add.sql", "INSERT INTO prices VALUES (0, 0);") + "\", operations: 5")).isEmpty();
        assertThat(ended()).contains("script add.sql line 1: ", "INSERT command denied");
        assertThat(server.digest()).isEqualTo(before);
    }

    /** Tables that have the names of ours, in the user's own database. */
    @Test
    void presetsLeaveTheUsersTablesAlone() {
        server.execute("CREATE TABLE `my shop`.pgbench_accounts (aid INT, abalance INT)",
                "INSERT INTO `my shop`.pgbench_accounts VALUES (1, 5)", "CREATE TABLE `my shop`.sbtest1 (id INT)");
        List<String> before = server.digest();
        assertThat(count(run("script: \"tpcb-like;oltp-read-write\", workers: 2, operations: 40, table-size: 100, "
                + "max-tries: 100, retry-states: \"23000;40001\""), "tpcb-like", Outcome.OK)).isPositive();
        assertThat(server.digest()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEGIN; INSERT INTO kept VALUES (2); COMMIT AND CHAIN; INSERT INTO kept VALUES (2)",
        "BEGIN; INSERT INTO kept VALUES (2); SAVEPOINT here; ROLLBACK WORK TO SAVEPOINT here",
        "SET autocommit = 0; INSERT INTO kept VALUES (2)", "CALL begins()"})
    void theServerTellsWhetherATransactionIsOpen(String statements) {
        server.execute("CREATE TABLE `my shop`.kept (n INT)", "CREATE PROCEDURE `my shop`.begins() "
                + "BEGIN START TRANSACTION; INSERT INTO kept VALUES (2); END");
        List<OutcomeCount> outcomes = run("script: \"" + file("open.sql", "\\operation forgets\n" + statements
                + ";\n\\operation ends\nINSERT INTO kept VALUES (1);\n") + "\", workers: 1, operations: 20");
        assertThat(count(outcomes, "forgets", Outcome.FAILURE)).isPositive();
        assertThat(outcomes).allMatch(o -> o.outcome() == (o.kind().equals("forgets") ? Outcome.FAILURE : Outcome.OK))
                .filteredOn(o -> o.outcome() == Outcome.FAILURE).allMatch(o -> o.reason().endsWith(": left a transaction open"));
        assertThat(server.texts("SELECT COUNT(*) FROM `my shop`.kept WHERE n = 1")).containsExactly(String.valueOf(
                count(outcomes, "ends", Outcome.OK)));
        assertThat(server.texts("SELECT COUNT(*) FROM `my shop`.kept WHERE n = 2")).containsExactly(
                statements.contains("CHAIN") ? String.valueOf(count(outcomes, "forgets", Outcome.FAILURE)) : "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET SESSION sort_buffer_size = 1048576", "USE test"})
    void whatTheSetUpLeavesOnItsConnectionIsRefused(String sets) {
        server.execute("CREATE DATABASE IF NOT EXISTS test");
        run("script: \"" + file("sets.sql", "\\setup\n" + sets + ";\n\\operation a\nSELECT 1;\n") + "\", operations: 1");
        assertThat(ended()).contains("no worker has it; put it under \\connect").doesNotContain("DONE");
    }
}
