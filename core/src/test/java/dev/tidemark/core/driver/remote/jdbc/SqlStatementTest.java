package dev.tidemark.core.driver.remote.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import java.lang.reflect.Proxy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStatementTest {

    /** That knows {@code END}; nothing else is asked of it. */
    private static final SqlDialect DIALECT = (SqlDialect) Proxy.newProxyInstance(SqlDialect.class.getClassLoader(),
            new Class<?>[] {SqlDialect.class}, (_, method, _) -> method.getName().equals("knowsEnd"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "COMMIT | true",
        "/* done */ rollback work | true",
        "COMMIT AND NO CHAIN | true",
        "COMMIT WRITE NOWAIT | true",
        "ROLLBACK TO SAVEPOINT a | false",
        "ROLLBACK WORK TO SAVEPOINT a | false",
        "INSERT INTO t VALUES (1) | false",
        "INSERT INTO t VALUES (1); COMMIT | true",
        "COMMIT; INSERT INTO t VALUES (1) | false",
        "COMMIT; SELECT 1 | true",
        "INSERT INTO t VALUES (1); COMMIT AND NO CHAIN | true"})
    void nothingIsLeftOpenBehindTheLastEndBehindWhichNothingIsWritten(String texts, boolean saves) {
        List<String> each = List.of(texts.split("; "));
        assertThat(SqlStatement.of(each, DIALECT).saves()).isEqualTo(saves);
        if (each.size() == 1) {
            assertThat(SqlStatement.of(texts, DIALECT).saves()).isEqualTo(saves);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BEGIN, BEGINS",
        "begin tran orders, BEGINS",
        "START TRANSACTION READ ONLY, BEGINS",
        "COMMIT, ENDS",
        "commit work, ENDS",
        "COMMIT TRAN, ENDS",
        "/* done */ COMMIT TRANSACTION orders, ENDS",
        "ROLLBACK TRAN, ENDS",
        "ROLLBACK TRAN first_part, NEITHER",
        "SAVE TRAN first_part, NEITHER",
        "COMMIT AND CHAIN, NEITHER"})
    void whatBecomesOfTheTransactionIsKnownByTheWords(String text, SqlStatement.Kind kind) {
        assertThat(SqlStatement.of(text, DIALECT).kind()).isEqualTo(kind);
    }
}
