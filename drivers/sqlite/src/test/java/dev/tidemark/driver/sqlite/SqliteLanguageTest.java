package dev.tidemark.driver.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Statements end where the program sqlite3 ends them. */
class SqliteLanguageTest {

    private static List<String> statements(String text) {
        SqliteDriver driver = new SqliteDriver();
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("a"), false,
                driver.statements(driver.params().defaults())).getFirst().statements().stream().map(Command.Sql::text).toList();
    }

    @Test
    void quotesAndCommentsAreThoseOfSqlite() {
        assertThat(statements("""
                SELECT 'it''s; :b', "x;y", `x;:b`, [x;:b], :a; SELECT 'a\\';
                SELECT 1--1;
                ;
                /* /* once */ SELECT E'\\', $a, x'00' -- :b
                """)).containsExactly("SELECT 'it''s; :b', \"x;y\", `x;:b`, [x;:b], ?", "SELECT 'a\\'",
                "SELECT 1--1;\n", "/* /* once */ SELECT E'\\', $a, x'00' -- :b\n");
    }

    @Test
    void aTriggerEndsWithItsEnd() {
        String trigger = """
                CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN
                  UPDATE b SET n = CASE WHEN n > 1 THEN 1 ELSE n END; -- END;
                  DELETE FROM c;
                END""";
        assertThat(statements(trigger + "; SELECT 1;")).containsExactly(trigger, "SELECT 1");
        assertThat(statements("BEGIN; CREATE TABLE trigger_of (n); END;")).hasSize(3);
    }
}
