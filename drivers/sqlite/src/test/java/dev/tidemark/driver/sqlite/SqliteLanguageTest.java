package dev.tidemark.driver.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.driver.contract.ClientStatements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements end where the program sqlite3 ends them. */
class SqliteLanguageTest {

    private static List<String> statements(String text) {
        SqliteDriver driver = new SqliteDriver();
        return ClientStatements.read(driver, driver.params().defaults(), text).stream().map(Command.Sql::text).toList();
    }

    /** Files, and what SQLite 3.40.1 traced when sqlite3 3.40.1 had read them. */
    static Stream<ClientStatements> files() throws IOException {
        return ClientStatements.of(SqliteLanguageTest.class, "sqlite3-statements.txt");
    }

    /** The program leaves blanks in front of a semicolon, and semicolons that end nothing. */
    @ParameterizedTest
    @MethodSource("files")
    void aFileIsSentAsTheProgramSqlite3SendsIt(ClientStatements file) {
        assertThat(file.sent(new SqliteDriver())).map(String::stripTrailing).containsExactlyElementsOf(file.logged().stream()
                .map(SqliteLanguageTest::asTraced).toList());
    }

    static String asTraced(String text) {
        return text.replaceFirst("^[;\\s]+", "").stripTrailing();
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
    void commandsOfTheProgramAreRefusedWithTheirLine() {
        assertThatThrownBy(() -> statements("SELECT 1;\n.headers on\nSELECT 2;")).isInstanceOf(InvalidInputException.class)
                .hasMessage("test: line 2: .headers is a command of the program sqlite3 and no statement; leave it out");
        assertThatThrownBy(() -> statements(".mode csv\n.import a.csv t\n"))
                .hasMessageStartingWith("test: line 1: .mode is a command of the program sqlite3");
        assertThatThrownBy(() -> statements("-- first\n.read other.sql")).hasMessageStartingWith("test: line 2: .read is a")
                .hasMessageEndingWith("put the statements of that file here, or name it by set-up");
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
