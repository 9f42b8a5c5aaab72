package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.language.BoundStatement;
import dev.tidemark.core.driver.language.XQueryLanguage;
import dev.tidemark.core.driver.language.XQueryProlog;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries end where they end, are sent as they are written, and their variables are a script's where it sets them. */
class XQueryScriptTest {

    private static List<BoundStatement> read(String text) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), Set.of("id", "n", "name", "db"), false,
                XQueryLanguage.INSTANCE).getFirst().statements().stream().map(sql -> BoundStatement.of(sql.text())).toList();
    }

    private static List<String> texts(String text) {
        return read(text).stream().map(BoundStatement::text).toList();
    }

    /** Each is one query, whatever stands behind it. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "'a;b'", "\"it''s; \"\"so\"\"\"", "(: a; (: b; :) c; :) 2", "declare variable $x := 1; $x",
        "xquery version \"3.1\"; import module namespace a = 'b;c' at 'd'; declare %private function local:f($x) { $x }; local:f(1)",
        "declare namespace a = 'x'; declare default element namespace 'y'; declare option db:chop 'no'; a:b",
        "declare%updating function local:f() { delete node /a }; local:f()", "declare", "declare/a", "import",
        "<a>it's; {$n}; \"</a>", "<a b=\"x;{';'}\" c='{{;'>; {{ ;<b/> &lt; <!-- ' -->;<![CDATA[;'{]]>;<?p ';?> </a>",
        "<a b='it''s;'/>, <c/>", "<!-- ; -->", "<?p ;?>", "if ($n <$id) then <a>'</a> else <b>;</b>", "$n < $id, ';'",
        "count(a) <count(b), ';'", "1 <n, ';'", "return <a>;</a>", "element a { <b>;</b> }", "``[a;`{ $n, '`' }`;']``", "`a;{ $n };{{'`",
        "(# a:b ; #) { 1 }", "map { 'a':true(), \"b\":1 }?a", "$n?*", "$n!?a", "//a[@b = 'c']/*[1] * 2", "Q{http://a;b}c(1)",
        "let $a:=1 return $a", "*:a/b:*", "a:b(1), db:get('x')//order[@id = $id]", "$n => f()", "/a/self::b"})
    void aQueryEndsWithItsSemicolon(String query) {
        assertThat(texts(query + ";\n  \n1 + 1;\n(: no query :);\nlast()")).containsExactly(query, "1 + 1", "last()");
        assertThat(texts(query + "\n\\set y 1\n2")).containsExactly(query, "2");
        assertThat(texts(query + " \\gset p_\n$p_value")).containsExactly(query, "$p_value");
    }

    @Test
    void onlyWhatIsSetIsAVariableOfTheScript() {
        assertThat(read("\\set own 1\nfor $o in db:get('x')//o[@id = $id] where $o/n > $n return <a b=\"{$name}\">{$own, '$id', $id-1}</a>"))
                .singleElement().satisfies(query -> {
                    assertThat(query.names()).containsExactly("id", "n", "name", "own");
                    assertThat(query.text()).endsWith("{$own, '$id', $id-1}</a>");
                });
        assertThat(read("$id?name, $p:id, $id2, $id , '?', \"a?$id\"").getFirst()).isEqualTo(new BoundStatement(
                "$id?name, $p:id, $id2, $id , '?', \"a?$id\"", List.of("id", "id")));
    }

    @Test
    void aVariableInBracesIsWrittenIntoTheQuery() {
        Command.Sql query = PgbenchParser.parse(List.of(new PgbenchParser.Source("test",
                "db:get(':{db}')//:{name}, <a b=':{db}'>:{db}:{other}</a>, ':db'")), Set.of("db", "name"), false,
                XQueryLanguage.INSTANCE).getFirst().statements().getFirst();
        assertThat(query.text()).isEqualTo("db:get('\0')//\0, <a b='\0'>\0:{other}</a>, ':db'");
        assertThat(query.inline()).hasSize(4);
    }

    @Test
    void theOnlyColumnOfAnAnswerIsAVariableWhereItIsKept() {
        assertThat(read("count(//a) \\gset all_\n$all_value + $value")).last().satisfies(query ->
                assertThat(query.names()).containsExactly("all_value"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"f(:id)|a comment, (:, does not end; a value is written $name",
            "1;^'a|line 2: a quote, ', does not end", "<!-- a|'<!--' begins what does not end with -->",
            "<a b='c|a quote, ', does not end", "f() {^\\set x 1|line 2: a command cannot be inside a query",
            "1^\\sett x 1|unknown command '\\sett'", "`a|a quote, `, does not end"})
    void whatDoesNotEndIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> read(text.replace('^', '\n'))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"$id|~ declare variable $id external; $id~",
            "declare variable $id external; $id|declare variable $id external; $id",
            "declare variable $id as xs:string external := 'a'; $id|declare variable $id as xs:string external := 'a'; $id",
            "declare variable $id := 1; $id|declare variable $id := 1; $id",
            "declare namespace a = 'b'; declare function a:f() { $id }; a:f()"
            + "|declare namespace a = 'b'; declare variable $id external;  declare function a:f() { $id }; a:f()",
            "xquery version '3.1'; (: ; :) $id|xquery version '3.1'; declare variable $id external;  (: ; :) $id"})
    void whatAQueryDoesNotDeclareIsDeclaredBehindItsNamespaces(String query, String declared) {
        assertThat(XQueryProlog.of(query).declaring(query, List.of("id", "id"), "external")).isEqualTo(declared);
    }

    @Test
    void aPrologTellsWhatItDeclares() {
        XQueryProlog prolog = XQueryProlog.of("declare option output:method 'json'; declare %private variable $a := $b; "
                + "declare variable $c external; declare function local:variable($d) external; let $e := 1 return $e");
        assertThat(prolog.own()).containsExactly("a");
        assertThat(prolog.external()).containsExactly("c");
        assertThat(prolog.options()).containsExactly("output:method");
    }

    /** Whatever is written, it is read or refused in one line. */
    @Test
    void nothingBreaksIt() {
        Random random = new Random(5);
        String[] parts = {"<a", ">", "</a>", "/>", " b=", "{", "}", "\"", "'", "`", "``[", "]``", "(:", ":)", ";", "$id", "$", "?", ":{id}",
            "declare variable ", "external", " ", "\n", "<!--", "-->", "<", "Q{", "é😀", "\\gset", "\\set x 1\n", "(#", "1e5"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                read(text.toString()).forEach(query -> XQueryProlog.of(query.text()).declaring(query.text(), query.names(), ""));
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith("test: ");
            }
        }
    }
}
