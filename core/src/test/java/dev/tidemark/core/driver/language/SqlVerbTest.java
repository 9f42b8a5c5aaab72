package dev.tidemark.core.driver.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlVerbTest {

    @ParameterizedTest
    @ValueSource(strings = {"INSERT INTO t VALUES (1)", "/* ours */ -- and this\n delete from t",
        "replace into t values (1)", "WITH x AS (SELECT 1) UPDATE t SET n = 2", "with recursive x (id) as (select 1 union all select id from x), "
                + "y as (select ')' as a, \"(\" from x) delete from t where id in (select id from x)",
        "WITH x AS (SELECT $$ ( $$ AS a /* ( */) MERGE INTO t USING x ON t.a = x.a WHEN MATCHED THEN DELETE"})
    void whatChangesRowsWrites(String text) {
        assertThat(SqlVerb.writes(text, StatementLanguage.STANDARD)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SELECT 1", "(SELECT 1)", "EXPLAIN UPDATE t SET n = 2", "BEGIN", "SELECT 'insert'",
        "WITH x AS (INSERT INTO t VALUES (1) RETURNING id) SELECT id FROM x", "WITH x AS (SELECT 1) VALUES (1)",
        "WITH \"update\" AS (SELECT 1) SELECT 1", "WITH x AS (SELECT 'unended) UPDATE t SET n = 2"})
    void anythingElseDoesNot(String text) {
        assertThat(SqlVerb.writes(text, StatementLanguage.STANDARD)).isFalse();
    }
}
