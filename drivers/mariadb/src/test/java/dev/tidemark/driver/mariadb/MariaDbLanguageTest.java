package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.driver.contract.ClientStatements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements end where the program mariadb ends them. */
class MariaDbLanguageTest {

    private static List<String> statements(String text) {
        MariaDbDriver driver = new MariaDbDriver();
        return ClientStatements.read(driver, driver.params().defaults(), text).stream().map(Command.Sql::text).toList();
    }

    /** Files, and what a server of MariaDB 10.11.19 had in its general log when mariadb 10.11.19 --comments had read them. */
    static Stream<ClientStatements> files() throws IOException {
        return ClientStatements.of(MariaDbLanguageTest.class, "mariadb-statements.txt");
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileIsSentAsTheProgramMariadbSendsIt(ClientStatements file) {
        assertThat(file.sent(new MariaDbDriver())).map(MariaDbLanguageTest::asLogged).containsExactlyElementsOf(
                file.logged().stream().map(MariaDbLanguageTest::asLogged).toList());
    }

    /** The server writes down neither blanks nor semicolons at the end; the client puts a blank behind a comment. */
    static String asLogged(String text) {
        return text.replaceFirst("[;\\s]+$", "").replaceAll("\\*/ +", "*/");
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
