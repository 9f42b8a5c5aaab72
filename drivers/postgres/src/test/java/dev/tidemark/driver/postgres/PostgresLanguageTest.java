package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.driver.contract.ClientStatements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements end where psql and pgbench end them. */
class PostgresLanguageTest {

    private static List<Command.Sql> statements(String protocol, String text) {
        PostgresDriver driver = new PostgresDriver();
        return ClientStatements.read(driver, driver.params().defaults().with("protocol", protocol, SettingOrigin.SET), text);
    }

    private static List<String> texts(String protocol, String text) {
        return statements(protocol, text).stream().map(sql -> sql.text().stripTrailing()).toList();
    }

    /** Files, and what a server of PostgreSQL 15.18 wrote into its log of statements when psql 15.18 had read them. */
    static Stream<ClientStatements> files() throws IOException {
        return ClientStatements.of(PostgresLanguageTest.class, "psql-statements.txt");
    }

    /** What a client library takes for two marks is one operator. */
    @ParameterizedTest
    @MethodSource("files")
    void aFileIsSentAsPsqlSendsIt(ClientStatements file) {
        assertThat(file.sent(new PostgresDriver()).stream().map(String::stripTrailing).map(text -> file.file().contains("jsonb")
                ? text.replace("??", "?") : text)).containsExactlyElementsOf(file.logged());
    }

    /** psql, which reads line by line, does not see it; pgbench and the server do. */
    @Test
    void aStringThatGoesOnInAnotherLineGoesOnWithItsEscapes() {
        assertThat(texts("prepared", "SELECT E'a' -- more\n  'it\\'s;'; SELECT 2;")).hasSize(2);
    }

    @Test
    void variablesAreWrittenIntoQuotesAsPgbenchDoesWithTheSimpleProtocolAlone() {
        for (String text : List.of("SELECT 'c:a'", "DO $$ BEGIN PERFORM :a; END $$", "SELECT \"x:a\"", "SELECT E'\\':a'")) {
            assertThat(statements("simple", text).getFirst().inline()).hasSize(1);
            assertThat(texts("simple", text).getFirst()).isEqualTo(text.replace(":a", "\0"));
            assertThatThrownBy(() -> statements("prepared", "SELECT 1;\n" + text)).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("test: line 2: :a stands within quotes");
            assertThat(texts("prepared", text.replace(":a", ":{a}")).getFirst()).isEqualTo(text.replace(":a", "\0"));
        }
        assertThat(statements("simple", "SELECT 'a::a :b', 1 -- :a\n").getFirst().inline()).isEmpty();
    }

    /** As the server's log and pg_stat_statements have them. */
    @Test
    void aParameterThatHasANumberIsRefusedWhenItIsRead() {
        assertThatThrownBy(() -> statements("prepared", "SELECT '$1', $$ $1 $$;\nSELECT a FROM t WHERE i = $12"))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("test: line 2: $12 gets no value: values have");
        assertThat(texts("prepared", "PREPARE p AS SELECT $1; CREATE FUNCTION f(int) RETURNS int RETURN $1; SELECT a$1"))
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"COPY t FROM STDIN;\n1\n\\.", "copy t (a) to\n stdout with csv", "/* x */ COPY (SELECT 1) TO STDOUT;"})
    void aCopyThatNeedsTheClientIsRefusedWhenItIsRead(String copy) {
        assertThatThrownBy(() -> statements("prepared", "SELECT 1;\n" + copy)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line 2: COPY ").hasMessageNotContaining("\n");
        assertThat(texts("prepared", "COPY t FROM '/tmp/stdin.csv'; SELECT 'COPY t FROM STDIN'")).hasSize(2);
    }
}
