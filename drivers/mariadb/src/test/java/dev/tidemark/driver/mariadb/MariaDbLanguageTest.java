package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Statements end where the program mariadb ends them. */
class MariaDbLanguageTest {

    private static List<String> statements(String text) {
        MariaDbDriver driver = new MariaDbDriver();
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("a"), false,
                driver.statements(driver.params().defaults())).getFirst().statements().stream().map(Command.Sql::text).toList();
    }

    @Test
    void hyphensBeginACommentOnlyBeforeABlank() {
        assertThat(statements("UPDATE mm SET n = n --1 WHERE id = :a; SELECT 5--1 AS six, :a -- :b; it's\n+ 1; SELECT 1 --\n;"))
                .containsExactly("UPDATE mm SET n = n --1 WHERE id = ?", "SELECT 5--1 AS six, ? -- :b; it's\n+ 1",
                        "SELECT 1 --\n");
    }

    @Test
    void quotesHaveBackslashesAndNamesHaveBackticks() {
        assertThat(statements("SELECT 'it\\'s; :b', \"say \\\"hi;\\\"\", `odd;name:x\\`, :a; SELECT 'a''b\\\\';"))
                .containsExactly("SELECT 'it\\'s; :b', \"say \\\"hi;\\\"\", `odd;name:x\\`, ?", "SELECT 'a''b\\\\'");
    }

    @Test
    void commentsAreSentAndThoseForTheServerAreStatements() {
        assertThat(statements("""
                # first; second
                SELECT /*+ MAX_EXECUTION_TIME(1) */ 1 # colon :b
                ;
                /*!40101 SET NAMES utf8 */;
                /*M!100101 SET @a := 1 */;
                /* /* no nesting */ SELECT $$;
                """)).containsExactly("SELECT /*+ MAX_EXECUTION_TIME(1) */ 1 # colon :b\n", "/*!40101 SET NAMES utf8 */",
                "/*M!100101 SET @a := 1 */", "/* /* no nesting */ SELECT $$");
    }

    @Test
    void aDelimiterIsAnotherEnd() {
        assertThat(statements("""
                SELECT 0;
                -- of two
                DELIMITER $$
                CREATE PROCEDURE p()
                BEGIN
                  SELECT 1; SELECT (2;
                END$$
                delimiter ;
                CALL p();
                """)).containsExactly("SELECT 0", "CREATE PROCEDURE p()\nBEGIN\n  SELECT 1; SELECT (2;\nEND", "CALL p()");
    }
}
