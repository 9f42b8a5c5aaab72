package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries of one's own on the real server, in a database that others made. */
class BaseXStatementsTest {

    @TempDir
    private Path folder;
    private final TestServer server = TestServer.shared();
    private Fixture fixture;
    private StatementSession session;

    @BeforeEach
    void begin() throws Exception {
        server.ask("db:create('shop', <orders><order id='1' n='5'>Ann</order><order id='2' n='7'>Bo</order></orders>, 'orders')");
        fixture = new Fixture(server, folder, "database", "shop");
        fixture.target.visit();
        session = fixture.target.session(0, StatementSession.class);
        session.begin(false);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        fixture.close();
    }

    private int run(String text) throws Exception {
        return session.execute(text, Binding.NONE, null);
    }

    private List<String> answer(String text, Binding binding) throws Exception {
        List<String> cells = new ArrayList<>();
        int rows = session.execute(text, binding, (row, name, cell) -> {
            assertThat(name).isEqualTo("value");
            assertThat(row).isEqualTo(cells.size());
            cells.add(cell);
        });
        assertThat(rows).isEqualTo(cells.size()).isEqualTo(session.execute(text, binding, null));
        return cells;
    }

    private List<String> answer(String text) throws Exception {
        return answer(text, Binding.NONE);
    }

    @Test
    void eachItemIsARowAsBaseXWritesIt() throws Exception {
        assertThat(answer("//order/@id ! string()")).containsExactly("1", "2");
        assertThat(answer("//order[@id = 2]")).containsExactly("<order id=\"2\" n=\"7\">Bo</order>");
        assertThat(answer("()")).isEmpty();
        assertThat(answer("''")).containsExactly("");
        assertThat(answer("'', 'a', '', 'é😀\n', 1, 0.5, true(), <a/>, [1, 2], ''")).containsExactly("", "a", "", "é😀\n", "1",
                "0.5", "true", "<a/>", "[1,2]", "");
        assertThat(answer("for $i in 1 to 100000 return $i")).hasSize(100_000).endsWith("100000");
        assertThat(answer("(: nothing :) let $a := 1 return $a (: behind it :)")).containsExactly("1");
        assertThat(answer("xquery version '3.1'; declare variable $x := 2; declare function local:f($y) { $x * $y }; local:f(4)"))
                .containsExactly("8");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"?$v instance of xs:integer, ?$v + 1|true,6",
            "declare variable $v external; (?$v, ?$v)|5,5", "declare variable $v as xs:string external; ?$v instance of xs:string|true",
            "let $v := 9 return ?$v|9", "declare variable $v := 8; ?$v|8", "declare function local:f() { ?$v }; local:f()|5",
            "declare namespace a = 'b'; declare variable $x := ?$v; $x|5", "//order[@n = ?$v]/@id ! string()|1", "('a', 'b', 'c', 'd', 'e', 'f')[?$v]|e",
            "[1, 2, 3, 4, 6]??(?$v)|6", "<a b='{?$v}'>{?$v}</a>|<a b=\"5\">5</a>"})
    void aNumberIsBound(String query, String answer) throws Exception {
        int variables = query.replace("??", "").split("\\?", -1).length - 1;
        assertThat(String.join(",", answer(query, to -> {
            for (int i = 0; i < variables; i++) {
                to.add(5);
            }
        }))).isEqualTo(answer);
    }

    @Test
    void valuesHaveTheirTypes() throws Exception {
        String text = "it's <&> \"é\"\t\n";
        assertThat(answer("?$v, ?$v instance of xs:string", to -> {
            to.add(text);
            to.add(text);
        })).containsExactly(text, "true");
        assertThat(answer("?$v instance of xs:decimal, ?$v", to -> {
            to.add(0.5);
            to.add(0.5);
        })).containsExactly("true", "0.5");
        assertThat(answer("?$v instance of xs:double, ?$w", to -> {
            to.add(1e30);
            to.add(Double.NEGATIVE_INFINITY);
        })).containsExactly("true", "-INF");
        assertThat(answer("?$v instance of xs:untypedAtomic, //order[@id = ?$v]/@n + 1", to -> {
            to.addWritten("2");
            to.addWritten("2");
        })).containsExactly("true", "8");
        assertThat(answer("count(?$v)", to -> to.add((String) null))).containsExactly("0");
        assertThat(answer("?$v = ''", to -> to.add(""))).containsExactly("true");
    }

    @Test
    void updatesAreCarriedOutOnceAndMayAnswerToo() throws Exception {
        assertThat(run("insert node <order id='3'/> into /orders")).isZero();
        assertThat(run("for $o in //order[@id = '3'] return delete node $o")).isZero();
        assertThat(answerOnce("insert node <order id='4'/> into /orders, update:output(('a', 'b'))")).containsExactly("a", "b");
        assertThat(run("db:put('shop', <a/>, 'more'), delete node //order[@id = '4']")).isZero();
        assertThat(run("if (exists(//none)) then delete node //none else ()")).isZero();
        assertThat(answer("count(//order), count(db:get('shop'))")).containsExactly("2", "2");
        assertThat(session.written()).isZero();
        assertThatThrownBy(() -> run("delete node //order, 1")).isInstanceOfSatisfying(StatementException.class,
                e -> assertThat(e.state()).isEqualTo("XUST0001"));
    }

    private List<String> answerOnce(String text) throws Exception {
        List<String> cells = new ArrayList<>();
        session.execute(text, Binding.NONE, (_, _, cell) -> cells.add(cell));
        return cells;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"1 +|XPST0003", "$nowhere|XPST0008", "f(1)|XPST0017", "1 div 0|FOAR0001",
            "db:get('none')|db:open", "error(xs:QName('local:mine'), 'two^lines')|local:mine", "xs:integer('a')|FORG0001"})
    void whatIsRefusedHasItsCodeAndTheSessionGoesOn(String query, String state) throws Exception {
        assertThatThrownBy(() -> run(query.replace('^', '\n'))).isInstanceOfSatisfying(StatementException.class, e -> {
            assertThat(e.state()).isEqualTo(state);
            assertThat(e.getMessage()).startsWith("[" + state + "] ").doesNotContain("\n");
            assertThat(e.isOfText()).isEqualTo(state.startsWith("XPST"));
        });
        assertThat(answer("1")).containsExactly("1");
    }

    /** By then a part of the answer has left the server, with a status that says that all is well. */
    @Test
    void whatFailsBehindItsFirstItemsHasFailed() throws Exception {
        for (String items : List.of("10", "100000")) {
            assertThatThrownBy(() -> run("for $i in 1 to " + items + " return if ($i = " + items + ") then error() else $i"))
                    .as(items).isInstanceOfAny(StatementException.class, DriverException.class)
                    .hasMessageMatching("\\[FOER0000\\].*|the answer ends behind 9999[89] items, or within one: .*");
        }
        assertThat(answer("1")).containsExactly("1");
    }

    @Test
    void aQueryIsReadAndNotCarriedOut() throws Exception {
        assertThat(session.describe("delete node //order", Binding.NONE)).contains(List.of("value"));
        assertThat(session.describe("//order[@id = ?$v]", to -> to.add((String) null))).contains(List.of("value"));
        assertThat(answer("count(//order)")).containsExactly("2");
        assertThatThrownBy(() -> session.describe("for $i in (1 return $i", Binding.NONE)).isInstanceOfSatisfying(
                StatementException.class, e -> assertThat(e.isOfText()).isTrue());
        assertThatThrownBy(() -> session.describe("//order[@id = $slip]", Binding.NONE)).hasMessageContaining("XPST0008");
    }

    @Test
    void whatIsNotThereIsToldBeforeAnythingIsAsked() throws Exception {
        try (Fixture other = new Fixture(server, folder, "database", "nowhere")) {
            other.target.visit();
            assertThatThrownBy(() -> other.target.session(0)).isInstanceOf(DriverException.class)
                    .hasMessage("database: there is no nowhere at " + server.address());
        }
        assertThatThrownBy(() -> session.begin(true)).hasMessageContaining("built-in scripts");
    }
}
