package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.language.StatementLexer;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PgbenchParserTest {

    private static List<String> statements(String text) {
        return PgbenchParser.parse("test", text, Set.of("a")).statements().stream().map(Command.Sql::text).toList();
    }

    @Test
    void statementsEndWithSemicolonsThatStandForThemselves() {
        assertThat(statements("SELECT ';', \"a;b\", $x$;$x$ -- ;\n /* ; /* ; */ */ FROM t; ;\nSELECT :a::int"))
                .hasSize(2).last().isEqualTo("SELECT ?::int");
    }

    @Test
    void aVariableIsAParameterAndInBracesPartOfTheText() {
        Command.Sql sql = PgbenchParser.parse("test", "SELECT :a FROM t:{a} WHERE '12:30' = :a;", Set.of("a"))
                .statements().getFirst();
        assertThat(sql.text()).isEqualTo("SELECT ? FROM t" + Command.Sql.INLINE + " WHERE '12:30' = ?");
        assertThat(sql.parameters()).hasSize(2);
        assertThat(sql.inline()).hasSize(1);
    }

    @Test
    void aCommandGoesOnBehindABackslash() {
        assertThat(PgbenchParser.parse("test", "\\set b 1 + \\\n 2\nSELECT :b;", Set.of()).commands()).hasSize(2);
    }

    @Test
    void aPipelineIsOneCommandBehindTheValuesThatItTakes() {
        List<Command> commands = PgbenchParser.parse("test", """
                SELECT 1;
                \\startpipeline
                SELECT :a;
                \\set b 2
                SELECT :b;
                \\endpipeline
                SELECT 4""", Set.of("a")).commands();
        assertThat(commands).extracting(Object::getClass).containsExactly(Command.Sql.class, Command.Set.class,
                Command.Pipeline.class, Command.Sql.class);
        assertThat(((Command.Pipeline) commands.get(2)).statements()).extracting(Command.Sql::text)
                .containsExactly("SELECT ?", "SELECT ?");
    }

    @Test
    void everyCommandKnowsTheLineInWhichItBegins() {
        assertThat(PgbenchParser.parse("test", """
                -- what it is for
                \\set b 1 + \\
                  2

                /* first */
                SELECT :b,
                  2; SELECT 3 \\gset
                \\sleep 1 ms
                \\if :b > 1
                SELECT 4;
                \\endif
                \\startpipeline

                SELECT 5;
                \\endpipeline""", Set.of()).commands()).extracting(Command::line).containsExactly(2, 6, 7, 8, 9, 14);
    }

    @Test
    void aVariableThatNothingHasSetIsNotNothing() {
        Script script = PgbenchParser.parse("test", "SELECT 1 AS a \\gset\nSELECT :b;", Set.of());
        int place = script.statements().getLast().parameters().getFirst();
        assertThatThrownBy(() -> script.variables().get(place)).isInstanceOf(ScriptException.class).hasMessage(
                "variable 'b' has no value: no \\set and no column of a \\gset has given it one");
        script.variables().define("b", null);
        assertThat(script.variables().get(place).isNull()).isTrue();
    }

    @Test
    void commentsGoWithTheirStatementAndLineCommentsBeforeItDoNot() {
        assertThat(statements("""
                -- what it is for
                /*+ SeqScan(t) */ SELECT 1 -- why :b?
                  AS b /* app=':c' */;
                -- the next
                /* alone */ \\set b 1
                /* nothing */;
                SELECT :b -- last""")).containsExactly("/*+ SeqScan(t) */ SELECT 1 -- why :b?\n  AS b /* app=':c' */",
                "SELECT ? -- last\n");
    }

    @Test
    void aStatementIsKnownByItsFirstWordAndAsItIsWritten() {
        assertThat(PgbenchParser.parse("test", "/* c */ Select :a,\n ':{a}?';", Set.of("a")).statements().getFirst())
                .satisfies(sql -> assertThat(sql.word()).isEqualTo("select"))
                .satisfies(sql -> assertThat(sql.source()).isEqualTo("Select :a,\n ':{a}?'"));
    }

    @Test
    void statementsThatAreJoinedAreOnePipeline() {
        assertThat(PgbenchParser.parse("test", "SELECT 1 \\; SELECT 2 \\;\nSELECT 3; SELECT 4 \\;", Set.of()).parts())
                .extracting(List::size).containsExactly(3, 1);
    }

    @Test
    void ofStatementsThatAreJoinedTheLastAnswerIsKeptOrEach() {
        assertThat(PgbenchParser.parse("test", "\\; SELECT 1 \\; SELECT 2 \\; \\gset x_\nSELECT 3 \\; SELECT 4 \\aset\n"
                + "SELECT 5 \\aset", Set.of()).statements()).extracting(Command.Sql::keep).containsExactly(Optional.empty(),
                Optional.of(new Command.Keep("x_", true)), Optional.of(new Command.Keep("", false)),
                Optional.of(new Command.Keep("", false)), Optional.of(new Command.Keep("", false)));
    }

    @Test
    void commandsAloneAreAScript() {
        assertThat(PgbenchParser.parse("test", "\\sleep 1 ms\n", Set.of()).commands()).hasSize(1);
    }

    @Test
    void braceIsNoVariableInJson() {
        assertThat(statements("SELECT '{\"a\":{\"b\":1}}'::jsonb, $$:{a}:{$$")).containsExactly(
                "SELECT '{\"a\":{\"b\":1}}'::jsonb, $$" + Command.Sql.INLINE + ":{$$");
    }

    @Test
    void whatOneScriptSetsAnotherOfTheSameClientHas() {
        List<Script> scripts = PgbenchParser.parse(List.of(new PgbenchParser.Source("a", "SELECT :shared;"),
                new PgbenchParser.Source("b", "\\set shared 7")), Set.of(), false, StatementLanguage.STANDARD);
        assertThat(scripts.getFirst().variables()).isSameAs(scripts.getLast().variables());
        assertThat(scripts.getFirst().places()).isEqualTo(scripts.getLast().places()).containsOnlyKeys("shared");
        assertThatThrownBy(() -> PgbenchParser.parse(List.of(new PgbenchParser.Source("a", "\n\nSELECT :shard;"),
                new PgbenchParser.Source("b", "\\set shared 7")), Set.of(), false, StatementLanguage.STANDARD))
                .hasMessageStartingWith("a: line 3: variable 'shard' is never set (did you mean 'shared'?)");
    }

    @Test
    void whereValuesAreWrittenIntoTextsTheyAreSoWithinQuotes() {
        StatementLanguage simple = new StatementLanguage() {
            @Override
            public StatementLexer lexer(String text) {
                return STANDARD.lexer(text);
            }

            @Override
            public boolean writesValues() {
                return true;
            }
        };
        Command.Sql sql = PgbenchParser.parse(List.of(new PgbenchParser.Source("test", "SELECT 'c:a', ':b', '12::a', :a;")),
                Set.of("a"), false, simple).getFirst().statements().getFirst();
        assertThat(sql.text()).isEqualTo("SELECT 'c" + Command.Sql.INLINE + "', ':b', '12::a', " + Command.Sql.VALUE);
        assertThat(sql.inline()).hasSize(2);
    }

    /** As of jsonb, of which a client library would make a parameter. */
    @Test
    void aQuestionMarkIsNoParameter() {
        assertThat(((Command.Sql) PgbenchParser.parse("test", "SELECT j ? 'a?' FROM t WHERE i = :a", Set.of("a"))
                .commands().getFirst()).text()).isEqualTo("SELECT j ?? 'a?' FROM t WHERE i = ?");
        // A library reads the first two of three as the sign.
        assertThat(((Command.Sql) PgbenchParser.parse("test", "SELECT :a?'k', :a ?|:a", Set.of("a"))
                .commands().getFirst()).text()).isEqualTo("SELECT ? ??'k', ? ??|?");
        for (String operator : List.of("a ? 'b'", "a ?| b", "a ?& b", "(?- a)", "a @? b", "a ?-| b", "(a)? b")) {
            assertThat(((Command.Sql) PgbenchParser.parse("test", "SELECT " + operator + ";", Set.of())
                    .commands().getFirst()).text()).isEqualTo("SELECT " + operator.replace("?", "??"));
        }
        assertThat(PgbenchParser.parse("test", "PREPARE p AS SELECT ?;", Set.of()).statements()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = false, value = {
            "SELECT 1;~\\sett x 1|line 2: unknown command '\\sett' (did you mean 'set'?)",
            "\\operatoin pay~SELECT 1;|line 1: unknown command '\\operatoin' (did you mean 'operation'?)",
            "SELECT :aidd;~\\set aid 1|variable 'aidd' is never set (did you mean 'aid'?)",
            "\\if 1~SELECT 1;|\\if of line 1 has no \\endif", "SELECT 1;~\\endif|line 2: \\endif without \\if",
            "\\if 1~\\else~\\elif 1~SELECT 1;~\\endif|line 3: \\elif after \\else", "\\gset~|\\gset must follow a statement",
            "\\startpipeline~SELECT 1;~\\syncpipeline|line 3: \\syncpipeline: the client library cannot send it; end the",
            "\\shell date~SELECT 1;|line 1: \\shell: a script runs no program", "\\i more.sql|line 1: \\i: a script reads no other",
            "SELECT 1;~\\copy t from x.csv|line 2: \\copy: write \\load FILE INTO table",
            "SELECT 1~WHERE n = ?;|line 2: ? gets no value: values have names here; write :name, and set it by",
            "INSERT INTO t VALUES (1, ? );|line 1: ? gets no value", "SELECT ?|line 1: ? gets", "SELECT a LIMIT ?1|line 1: ? gets",
            "SELECT 1;~\\startpipeline~SELECT 2;|\\startpipeline of line 2 has no \\endpipeline",
            "SELECT 1;~\\endpipeline|line 2: \\endpipeline without \\startpipeline",
            "\\startpipeline~SELECT 1;~\\sleep 1 s|line 3: \\sleep cannot stand between \\startpipeline and",
            "\\startpipeline~SELECT 1 \\gset|\\gset cannot stand in a pipeline",
            "\\startpipeline~SELECT :a;~\\set a 1|line 3: \\set: a statement of this pipeline has taken 'a' already",
            "\\sleep soon~SELECT 1;|line 1: \\sleep: write it as", "-- nothing|there is no statement and no command in it", "SELECT 'a;~~|line 1: a quote, ', does not end",
            "SELECT 1;~/* /* */;|line 2: a comment, /*, does not end",
            "SELECT 1;~\\if 1~\\endif~\\gset|line 4: \\gset must follow a statement",
            "SELECT 1 \\aset~\\gset|line 2: \\gset must follow",
            "\\startpipeline~SELECT 1;~\\endpipeline~\\aset a_|line 4: \\aset must follow a statement",
            "SELECT~':a';~|line 2: :a stands within quotes", "SELECT :{;|without the name of a variable"})
    void aBadScriptIsOneLineWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> PgbenchParser.parse("test", text.replace('~', '\n'), Set.of("a")))
                .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("test: line ")
                .hasMessageContaining(message).hasMessageNotContaining("\n");
    }

    /** Whatever is written, it is read or refused in one line. */
    @Test
    void nothingBreaksTheParser() {
        Random random = new Random(3);
        String[] parts = {"SELECT ", ":a", ";", "\n", "\\set x ", "\\if ", "\\endif", "\\else", "'", "\"", "$$", "/*", "*/",
            "--", "(", ")", "1", " + ", "random(1, 2)", ":{", "}", "::", "\\", "case ", "when ", "end", "\\gset ", "\0"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                PgbenchParser.parse("test", text.toString(), Set.of("a"));
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith("test: line ");
            }
        }
    }
}
