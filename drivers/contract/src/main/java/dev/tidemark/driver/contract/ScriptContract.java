package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Capability;
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
    void aTruthIsOneToTheDatabaseToo() {
        List<OutcomeCount> outcomes = run("script: \"" + file("flags.sql", """
                \\setup
                CREATE TABLE flags (id int PRIMARY KEY, done boolean);
                INSERT INTO flags VALUES (1, true), (2, false);
                CREATE TABLE ended (id int CHECK (id = 1));
                \\operation find
                \\set done 2 > 1
                SELECT id FROM flags WHERE done = :done \\gset
                INSERT INTO ended VALUES (:id);
                \\teardown
                DROP TABLE flags;
                DROP TABLE ended;
                """) + "\", workers: 1, operations: 5");
        assertThat(count(outcomes, "find", Outcome.OK)).isEqualTo(5);
    }

    @Test
    void aSetUpThatIsRefusedIsOneLine() {
        run("script: \"" + file("bad.sql", "\\setup\nCREATE TABL x;\n\\operation a\nSELECT 1;\n")
                + "\", operations: 1");
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
        assertThat(outcomes).singleElement().satisfies(o -> assertThat(o.reason())
                .startsWith("script once.sql line 7: "));
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

    /** The ways in which this target stores the rows of a file. */
    protected List<String> waysToLoad() {
        return driver().capabilities().contains(Capability.STATEMENT_COPY) ? List.of("multi-row", "prepared", "copy")
                : List.of("multi-row", "prepared");
    }

    /** Cells that some way or other could take for something else, in rows of which each has its number. */
    private String loaded(String rows, String more) {
        return file("load.sql", """
                \\setup
                CREATE TABLE loaded (id int PRIMARY KEY, note varchar(40), price decimal(8, 2));
                \\load '%s' INTO loaded(id, note, price)
                %s
                \\teardown
                DROP TABLE loaded;
                """.formatted(file("rows.csv", "price,id,note\n" + rows), more));
    }

    private static String rows(int count) {
        StringBuilder rows = new StringBuilder();
        List<String> notes = List.of("plain", "\"\"", "", "\"a\tb, \\ 'c' \"\"d\"\" :e ?\"", "\"two\nlines\"", "é\\N");
        for (int id = 1; id <= count; id++) {
            rows.append(id).append(".50,").append(id).append(',').append(notes.get(id % notes.size())).append('\n');
        }
        return rows.toString();
    }

    @Test
    void eachRowOfAFileIsStoredOnceByEveryWay() {
        for (String way : waysToLoad()) {
            List<OutcomeCount> outcomes = run("script: \"" + loaded(rows(100), """
                    \\finish index
                    CREATE INDEX loaded_price ON loaded (price);
                    \\finish check
                    SELECT count(*) AS n, sum(id) AS ids, sum(price) AS prices FROM loaded \\gset
                    SELECT count(*) AS nulls FROM loaded WHERE note IS NULL \\gset
                    SELECT count(*) AS empties FROM loaded WHERE note = '' \\gset
                    SELECT length(note) AS odd FROM loaded WHERE id = 3 \\gset
                    SELECT length(note) AS broken FROM loaded WHERE id = 4 \\gset
                    \\set others :nulls <> 17 or :empties <> 17 or :odd <> 19 or :broken <> 9
                    \\if :n <> 100 or :ids <> 5050 or :prices <> 5100 or :others
                    SELECT * FROM the_rows_differ;
                    \\endif
                    """) + "\", workers: 3, batch-size: 7, way: " + way);
            assertThat(outcomes).as(way).allMatch(o -> o.outcome() == Outcome.OK);
            assertThat(count(outcomes, "loaded", Outcome.OK)).as(way).isEqualTo(15);
            assertThat(count(outcomes, "index", Outcome.OK)).isEqualTo(1);
            assertThat(ended()).as(way).contains("DONE");
        }
    }

    @Test
    void operationsComeAfterTheRowsThatTheyWorkOn() {
        List<OutcomeCount> outcomes = run("script: \"" + loaded(rows(20), """
                \\operation read
                SELECT count(*) AS n FROM loaded \\gset
                \\if :n <> 20
                SELECT * FROM the_rows_differ;
                \\endif
                """) + "\", workers: 2, operations: 10");
        assertThat(count(outcomes, "loaded", Outcome.OK)).isEqualTo(1);
        assertThat(count(outcomes, "read", Outcome.OK)).isEqualTo(10);
    }

    @Test
    void aRowThatIsNoneStopsEverythingBeforeTheFirst() {
        run("script: \"" + loaded("1,1,a\n2,2\n", "") + "\"");
        assertThat(ended()).contains("rows.csv: line 3: 2 cells below 3 headings").contains("FAILED");
    }

    @Test
    void aRowThatTheDatabaseRefusesIsNamedWithItsLines() {
        for (String way : waysToLoad()) {
            run("script: \"" + loaded("1,1,a\n2,2,b\n3,1,c\n", "") + "\", workers: 1, batch-size: 2, way: " + way);
            assertThat(ended()).as(way).contains("1 of 2 failed").contains("rows.csv: line 4: ");
        }
    }

    @Test
    void whereAllBatchesFailAlikeTheReasonIsTheServers() {
        String rows = file("rows.csv", "id\n" + "1\n".repeat(80));
        run("script: \"" + file("nowhere.sql", "\\load " + rows + " INTO nowhere\n") + "\", workers: 1, batch-size: 1");
        assertThat(ended()).contains("80 of 80 failed").contains("rows.csv: ").containsIgnoringCase("nowhere");
    }

    @Test
    void operationsHaveTheValuesOfFilesAndOfTheSetUp() {
        String people = file("people.csv", "id,name,share\n1,Ann,0\n2,Bo,3\n");
        List<OutcomeCount> outcomes = run("script: \"" + file("values.sql", """
                \\setup
                SELECT 41 + 1 AS answer \\gset found_
                \\operation use
                \\values '%s' by share as p_
                \\if :found_answer <> 42 or :p_id <> 2
                SELECT * FROM the_values_differ;
                \\endif
                SELECT :found_answer, :p_name;
                """.formatted(people)) + "\", workers: 2, operations: 20");
        assertThat(count(outcomes, "use", Outcome.OK)).isEqualTo(20);
    }

    @Test
    void aVariableThatTheSetUpDidNotFindEndsTheRunBeforeTheFirstOperation() {
        List<OutcomeCount> outcomes = run("script: \"" + file("slip.sql", """
                \\setup
                SELECT 1 AS answer \\gset
                \\operation use
                SELECT :anwser;
                """) + "\", workers: 1, operations: 5");
        assertThat(outcomes).isEmpty();
        assertThat(ended()).contains("line 4: variable 'anwser' is never set (did you mean 'answer'?)");
    }

    @Test
    void eachGroupCarriesItsOwnScriptsOut() {
        String write = file("write.sql", """
                \\setup
                CREATE TABLE numbered (id int PRIMARY KEY, who varchar(20));
                \\operation put
                \\set id sequence(1)
                INSERT INTO numbered VALUES (:id, :who);
                \\teardown
                DROP TABLE numbered;
                """);
        List<OutcomeCount> outcomes = run("script: \"" + write + "\", define: who=a, groups: quiet loud, "
                + "loud.define: who=b, quiet.workers: 1, quiet.operations: 30, loud.workers: 2, loud.operations: 60");
        assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "quiet.put", Outcome.OK)).isEqualTo(30);
        assertThat(count(outcomes, "loud.put", Outcome.OK)).isEqualTo(60);
    }

    @Test
    void aGroupMayHaveAScriptOfItsOwn() {
        String read = file("read.sql", "\\operation a\nSELECT 1;\n\\operation b 2\nSELECT 2;\n");
        String other = file("other.sql", "SELECT 3;\n");
        List<OutcomeCount> outcomes = run("groups: one two, one.script: \"" + read + "\", two.script: \"" + other
                + "\", one.operations: 30, two.operations: 10, workers: 1");
        assertThat(outcomes).extracting(OutcomeCount::kind).containsExactlyInAnyOrder("one.a", "one.b", "two.other");
        assertThat(count(outcomes, "two.other", Outcome.OK)).isEqualTo(10);
    }

    @Test
    void whatFailsInAGroupNamesIt() {
        String fine = file("fine.sql", "SELECT 1;\n");
        String groups = "groups: good bad, workers: 1, operations: 3, good.script: \"" + fine + "\", bad.script: \"";
        run(groups + file("once.sql", """
                \\setup
                CREATE TABLE one (n int PRIMARY KEY);
                INSERT INTO one VALUES (1);
                \\operation once
                INSERT INTO one VALUES (1);
                \\teardown
                DROP TABLE one;
                """) + "\"");
        assertThat(ended()).contains("3 of 6 failed, more than the failure-limit of none: group bad: script once.sql line 5: ");
        run(groups + file("slip.sql", "SELECT 1;\nSELECT n FROM nowhere;\n") + "\"");
        assertThat(ended()).contains("group bad: script slip.sql line 2: ").doesNotContain("DONE");
    }

    /** Where it is not undone, the next operation to commit commits it. */
    @Test
    void anOperationThatLeavesATransactionOpenIsUndoneAndFails() {
        List<OutcomeCount> outcomes = run("script: \"" + file("open.sql", """
                \\setup
                CREATE TABLE kept (n int);
                \\operation forgets
                BEGIN;
                INSERT INTO kept VALUES (2);
                SAVEPOINT here;
                ROLLBACK TO SAVEPOINT here;
                \\operation ends
                BEGIN;
                INSERT INTO kept VALUES (1);
                COMMIT;
                \\operation looks
                SELECT count(*) AS found FROM kept WHERE n = 2 \\gset
                \\if :found > 0
                SELECT * FROM somebody_has_committed_it;
                \\endif
                \\teardown
                DROP TABLE kept;
                """) + "\", workers: 1, operations: 60");
        assertThat(outcomes).extracting(OutcomeCount::kind).containsOnly("forgets", "ends", "looks");
        assertThat(outcomes).allMatch(o -> o.outcome() == (o.kind().equals("forgets") ? Outcome.FAILURE : Outcome.OK))
                .filteredOn(o -> o.outcome() == Outcome.FAILURE)
                .allMatch(o -> o.reason().matches("script open.sql.*: left a transaction open"));
    }

    /** A second time on one connection, or on that of another worker, it would find the table there. */
    @Test
    void whatComesFirstOnAConnectionIsDoneOnceOnEach() {
        List<OutcomeCount> outcomes = run("script: \"" + file("first.sql", """
                \\connect
                CREATE TEMPORARY TABLE my_own (n int);
                INSERT INTO my_own VALUES (:client_id);
                \\operation reads
                SELECT n FROM my_own \\gset
                \\if :n <> :client_id
                SELECT * FROM it_is_another_ones;
                \\endif
                """) + "\", workers: 4, operations: 100");
        assertThat(outcomes).allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "reads", Outcome.OK)).isEqualTo(100);
    }

    @Test
    void whatComesFirstOnAConnectionAndIsRefusedEndsTheRun() {
        run("script: \"" + file("first.sql", "\\connect\nSELEC 1;\n\\operation a\nSELECT 1;\n") + "\", operations: 1");
        assertThat(ended()).contains("\\connect of script first.sql line 2: ").doesNotContain("DONE");
    }
}
