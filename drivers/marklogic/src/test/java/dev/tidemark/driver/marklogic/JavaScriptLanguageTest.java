package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.language.BoundStatement;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaScriptLanguageTest {

    private static List<BoundStatement> read(String text) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("id", "n"), false,
                JavaScriptLanguage.INSTANCE).getFirst().statements().stream().map(sql -> BoundStatement.of(sql.text())).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1;", "a();\nb();", "'\\\n;\\\n'", "\"it's\"; 'a\\'b'", "`\n;\n${ { a: `\n;\n` }.a }\n;\n`", "x = 1 / 2; y = 3 / 4;",
        "a.replace(/['\"`\\/;]/g, '')", "// it's\n1", "/* it's\n;\n*/ 1", "if (a) {\n;\n}", "a ?. b ?? c ? 1 : 2", "x => ({ ...x })"})
    void aProgramEndsAtALineWithASemicolonAlone(String program) {
        assertThat(read(program + "\n ; \nlast()")).extracting(BoundStatement::text).containsExactly(program, "last()");
        assertThat(read(program + "\n\\set y 1\n2")).extracting(BoundStatement::text).containsExactly(program, "2");
    }

    @Test
    void whatIsSetIsAVariableWhereverItsNameStands() {
        assertThat(read("declareUpdate(); a[id] ? `${n + id2} id` : 'id' + a?.b").getFirst()).isEqualTo(new BoundStatement(
                "declareUpdate(); a[id] ? `${n + id2} id` : 'id' + a?.b", List.of("id", "n")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"'a|a quote, ', does not end in its line", "1^`a|line 2: a quote, `, does not end",
        "/* a|a comment, /*, does not end", "f() {^\\set x 1|line 2: a command cannot be inside a program"})
    void whatDoesNotEndIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('^', '\n'))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message);
    }

    @Test
    void nothingBreaksIt() {
        Random random = new Random(5);
        String[] parts = {"{", "}", "\"", "'", "`", "${", "/", "//", "/*", "*/", "\n;\n", ";", "id", "?", " ", "\n", "[", "]", "\\", "é😀",
            "return ", "\\set x 1\n"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                read(text.toString());
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith("test: ");
            }
        }
    }
}
