package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts and values at the edges. */
class HostileScriptTest {

    private static Script parsed(String text) {
        return PgbenchParser.parse("test", text, Set.of("a"));
    }

    private static ScriptValue last(Script script) {
        RandomDraw random = new RandomDraw();
        random.seed(1, 0);
        ScriptValue value = null;
        for (Command command : script.commands()) {
            if (command instanceof Command.Set set) {
                value = set.expression().evaluate(script.variables(), random);
                script.variables().set(set.place(), value);
            }
        }
        return value;
    }

    @Property(tries = 500)
    void anyTextIsReadOrRefusedInOneLine(@ForAll String text) {
        try {
            parsed(text);
        } catch (InvalidInputException e) {
            assertThat(e.getMessage()).startsWith("test: line ");
        }
    }

    @Property(tries = 500)
    void anyExpressionIsReadOrRefusedInOneLine(@ForAll String text) {
        try {
            parsed("\\set x " + text + "\nSELECT 1;");
        } catch (InvalidInputException e) {
            assertThat(e.getMessage()).startsWith("test: line ");
        }
    }

    @Property(tries = 200)
    void permutingIsOneToOne(@ForAll @LongRange(min = 1, max = 300) long size, @ForAll long seed) {
        Permutation permutation = new Permutation();
        Set<Long> found = new HashSet<>();
        for (long i = 0; i < size; i++) {
            found.add(permutation.of(i, size, seed));
        }
        assertThat(found).hasSize((int) size).allMatch(n -> n >= 0 && n < size);
    }

    @Test
    void aLongTextIsRead() {
        assertThat(last(parsed("\\set x '" + "a".repeat(100_000) + "''b'\nSELECT :x;")).text()).hasSize(100_002);
    }

    @Test
    void longExpressionsAreComputedOrRefused() {
        String sum = Stream.generate(() -> "1").limit(1900).collect(Collectors.joining("+"));
        assertThat(last(parsed("\\set x " + sum + "\nSELECT :x;")).integer()).isEqualTo(1900);
        assertThatThrownBy(() -> parsed("\\set x 1" + "+1".repeat(100_000) + "\nSELECT :x;"))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("longer than");
        for (String deep : List.of("(", "-", "~", "not ", "1 = not ", "abs(", "case when ")) {
            assertThatThrownBy(() -> parsed("\\set x " + deep.repeat(1500) + "\nSELECT :x;"))
                    .isInstanceOf(InvalidInputException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807,INTEGER", "-9223372036854775808,INTEGER", "+3,INTEGER", "0,INTEGER", "0.5,DOUBLE",
            "007,TEXT", "9223372036854775808,TEXT", "1.2345678901234567,TEXT", "null,TEXT", "t,TEXT", "1e5,TEXT",
            "-,TEXT", "1.,TEXT", "abc,TEXT"})
    void textFromOutsideStaysAsItIs(String written, ScriptValue.Kind kind) {
        ScriptValue value = new ScriptValue();
        value.setText(written);
        assertThat(value.kind()).isEqualTo(kind);
        assertThat(value.isWritten()).isTrue();
        assertThat(value.text()).isEqualTo(written);
        value.set(5L);
        assertThat(value.isWritten()).isFalse();
        assertThat(value.text()).isEqualTo("5");
    }

    @ParameterizedTest
    @CsvSource({"+3, 3", "1.0, 1", "1.10, 1.1", "-0, 0", "1e3, 1000", "007, 7"})
    void whatIsComputedFromItIsANumber(String written, String number) {
        Script script = parsed("\\set y :a\nSELECT :y;");
        script.variables().define("a", written);
        script.variables().set(script.places().get("y"), ((Command.Set) script.commands().getFirst()).expression()
                .evaluate(script.variables(), new RandomDraw()));
        ScriptValue y = script.variables().get(script.places().get("y"));
        assertThat(y.isWritten()).isFalse();
        assertThat(y.text()).isEqualTo(number);
    }

    @Test
    void textOfAScriptStaysText() {
        assertThat(last(parsed("\\set x '007'\n\\set y :x\nSELECT :y;")).kind()).isNotEqualTo(ScriptValue.Kind.INTEGER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"SELECT 1 AS x;~\\gset|", "SELECT 1 AS x \\GSET p_|p_",
            "SELECT 1 AS x~\\gset|", "SELECT 0;SELECT 1 AS x;~~\\gset p_|p_"})
    void gsetKeepsTheAnswerOfTheLastStatement(String text, String prefix) {
        assertThat(parsed(text.replace('~', '\n')).statements().getLast().keep())
                .isEqualTo(Optional.of(new Command.Keep(prefix == null ? "" : prefix, true)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "SELECT 1;~SELECT :aa;~SELECT 1;~|line 2: variable 'aa' is never set",
            "SELECT 1 \\gset a b|write it as \\gset", "SELECT 1 \\gset~\\gset|must follow a statement",
            "SELECT 1;~\\set x 1~\\gset|must follow a statement", "\\if 1~SELECT 1;~\\endif x|\\endif stands alone",
            "\\if 1~\\else x~SELECT 1;~\\endif|\\else stands alone", "\\sleep 1 ms ms|write it as \\sleep",
            "\\sleep 1week|write it as \\sleep", "SELECT 1;~SELECT '\u0000';|line 2: a byte of 0 stands in it"})
    void aSlipIsToldInOneLine(String text, String message) {
        assertThatThrownBy(() -> parsed(text.replace('~', '\n'))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "SELECT x$b$ FROM t; SELECT 2|2", "CREATE RULE r AS DO (SELECT 1; SELECT 2);|1",
            "SELECT (1));SELECT 2;|2", "\\sleep 2ms~SELECT 1;|1", "SELECT '\\'; SELECT '2';|2"})
    void statementsEndWherePgbenchEndsThem(String text, int count) {
        assertThat(parsed(text.replace('~', '\n')).statements()).hasSize(count);
    }

    @Test
    void anEscapedColonIsNoVariable() {
        assertThat(parsed("SELECT x[1\\:a], :a;").statements().getFirst().text()).isEqualTo("SELECT x[1:a], ?");
    }
}
