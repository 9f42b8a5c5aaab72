package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ScriptContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@HeavyServer
class MariaDbScriptTest extends ScriptContract {

    private MariaDbServer server;
    private String localInfile = "true";

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
        return all;
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
}
