package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workload script on the real database. */
public abstract class ScriptContract extends ScriptRuns {

    /** In one statement, so that it sees one moment: nothing of a transaction is there without the rest. */
    private static final String INVARIANT = """
            SELECT (SELECT sum(abalance) FROM pgbench_accounts) - (SELECT sum(bbalance) FROM pgbench_branches) AS ab,
              (SELECT sum(tbalance) FROM pgbench_tellers) - (SELECT sum(bbalance) FROM pgbench_branches) AS tb,
              coalesce((SELECT sum(delta) FROM pgbench_history), 0) - (SELECT sum(bbalance) FROM pgbench_branches) AS hb
              \\gset
            \\if :ab <> 0 or :tb <> 0 or :hb <> 0
            SELECT * FROM the_sums_differ;
            \\endif
            """;

    @Test
    void sumsOfTpcbAreEqualAtEveryMoment() {
        List<OutcomeCount> outcomes = run("script: \"tpcb-like@9;" + file("check.sql", INVARIANT)
                + "\", workers: 4, operations: 400, max-tries: 50");
        assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "tpcb-like", Outcome.OK)).isBetween(300L, 399L);
        assertThat(count(outcomes, "check", Outcome.OK)).isPositive();
    }

    /** Simple updates leave branches and tellers out: the check of the sums would have seen it. */
    @Test
    void sumsThatDifferAreSeen() {
        List<OutcomeCount> outcomes = run("script: \"simple-update@9;" + file("check.sql", INVARIANT)
                + "\", workers: 1, operations: 100");
        assertThat(count(outcomes, "simple-update", Outcome.OK)).isPositive();
        assertThat(count(outcomes, "check", Outcome.FAILURE)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"select-only", "oltp-point-select", "oltp-read-only", "oltp-write-only", "oltp-read-write"})
    void everyOperationOfAPresetIsDone(String script) {
        List<OutcomeCount> outcomes = run("script: " + script + ", workers: 2, operations: 100, tables: 2, "
                + "table-size: 1000, retry-states: \"23505;40001;40P01\", max-tries: 1000");
        assertThat(count(outcomes, script, Outcome.OK)).isEqualTo(100);
    }

    @Test
    void onesOwnStatementsWorkOnOnesOwnTables() {
        List<OutcomeCount> outcomes = run("script: \"" + file("orders.sql", """
                \\set id random(1, 100)
                \\setup
                CREATE TABLE orders (id int PRIMARY KEY, note varchar(20), at timestamp);
                \\operation insert 1
                \\set next sequence(1000)
                \\set note random_text(5, 20)
                \\set at random_timestamp('2026-01-01', '2026-12-31')
                INSERT INTO orders VALUES (:next, :note, :at);
                \\operation read 3
                SELECT * FROM orders WHERE id = :id + 1000;
                \\teardown
                DROP TABLE orders;
                """) + "\", workers: 2, operations: 200");
        assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "insert", Outcome.OK) + count(outcomes, "read", Outcome.OK)).isEqualTo(200);
        assertThat(ended()).contains("DONE");
    }

    @Test
    void aSetUpThatIsRefusedIsOneLine() {
        run("script: \"" + file("bad.sql", "\\setup\nCREATE TABL x;\n\\operation a\nSELECT 1;\n") + "\", operations: 1");
        assertThat(ended()).contains("set-up of script bad.sql line 2: ").doesNotContain("\n").doesNotContain("DONE");
    }

    /** Nothing of it is carried out, and no operation is counted. */
    @Test
    void whatCannotWorkEndsTheRunBeforeItBegins() {
        List<OutcomeCount> outcomes = run("script: \"" + file("pay.sql", """
                \\setup
                CREATE TABLE paid (n int);
                \\operation pay
                INSERT INTO paid VALUES (1);
                SELECT m
                  FROM paid;
                \\teardown
                DROP TABLE paid;
                """) + "\", workers: 2, operations: 10");
        assertThat(outcomes).isEmpty();
        assertThat(ended()).contains("script pay.sql line 5: ").doesNotContain("DONE");
    }

    @Test
    void whatFailsInARunSaysWhere() {
        List<OutcomeCount> outcomes = run("script: \"" + file("once.sql", """
                \\setup
                CREATE TABLE one (n int PRIMARY KEY);
                INSERT INTO one VALUES (1);
                \\operation once

                SELECT n FROM one;
                INSERT INTO one VALUES (1);
                \\teardown
                DROP TABLE one;
                """) + "\", workers: 1, operations: 3");
        assertThat(outcomes).singleElement().satisfies(o -> assertThat(o.reason()).startsWith("script once.sql line 7: "));
    }

    @Test
    void answersThatChangeAreFailures() {
        String script = file("changes.sql", """
                \\setup
                CREATE TABLE counted (n int);
                INSERT INTO counted VALUES (0);
                \\operation ask
                SELECT n FROM counted;
                \\operation change
                UPDATE counted SET n = n + 1;
                \\teardown
                DROP TABLE counted;
                """);
        assertThat(count(run("script: \"" + script + "\", workers: 1, operations: 50"), "ask", Outcome.FAILURE))
                .isZero();
        assertThat(count(run("script: \"" + script + "\", workers: 1, operations: 50, compare-answers: true"), "ask",
                Outcome.FAILURE)).isPositive();
    }
}
