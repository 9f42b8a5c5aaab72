package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of PostgreSQL's manual, "pgbench"; AND and OR as the program has them, which takes no numbers for truths. */
class ExpressionTest {

    private static ScriptValue evaluated(String expression) {
        Script script = PgbenchParser.parse("test", "\\set result " + expression + "\nSELECT :result;",
                java.util.Set.of());
        script.variables().define("x", "7");
        RandomDraw random = new RandomDraw();
        random.seed(1, 41);
        return ((Command.Set) script.commands().getFirst()).expression().evaluate(script.variables(), random);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "1 = 1 or 1 = 0;true", "1 = 1 and 1 = 0;false", "not false;true", "1 is null;false", "1 notnull;true", "1 isnull;false",
            "5 = 4;false", "5 <> 4;true", "5 != 5;false", "5 < 4;false", "5 <= 4;false", "5 > 4;true", "5 >= 4;true",
            "1 | 2;3", "1 # 3;2", "1 & 3;1", "~ 1;-2", "1 << 2;4", "8 >> 2;2", "5 + 4;9", "3 - 2.0;1", "5 * 4;20",
            "5 / 3;1", "3 % 2;1", "- 2.0;-2", "abs(-17);17", "double(5432);5432", "exp(1.0);2.71828182845905",
            "greatest(5, 4, 3, 2);5", "least(5, 4, 3, 2.1);2.1", "int(5.4 + 3.8);9", "mod(54, 32);22",
            "ln(2.718281828459045);1", "pi();3.14159265358979", "pow(2.0, 10);1024", "power(2.0, 10);1024",
            "sqrt(2.0);1.4142135623731", "hash(10, 5432);-5817877081768721676",
            "hash_murmur2(10, 5432);-5817877081768721676", "hash_fnv1a(10, 5432);-7793829335365542153",
            "2 + 3 * 4;14", "(2 + 3) * 4;20", "-7 / 2;-3", "-7 % 3;-1", "null + 1;null", "null is null;true",
            "null and false;null", "null or true;null", "true and null;null", "false and null;false", "1 + 1 = 2 and not 3 < 2;true",
            "case when 1 = 2 then 5 when 0 then 6 else 7 end;7", "case when false then 1 end;null",
            "1 is true;false", "true is not false;true", "-9223372036854775808;-9223372036854775808",
            "random(5, 5);5", "random_zipfian(3, 3, 2.0);3"})
    void theResultIsThatOfTheManual(String expression, String result) {
        assertThat(evaluated(expression).toString()).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "1 / 0;division by zero", "5 or 0;cannot coerce int to boolean", "9223372036854775807 + 1;bigint out of range",
            "random(2, 1);empty range given to random", "random_gaussian(1, 9, 1.5);must be at least 2.0",
            "random_zipfian(1, 9, 1.0);must be in range [1.001, 1000]",
            "random_exponential(1, 9, 0);must be greater than zero"})
    void whatCannotBeComputedIsToldAsPgbenchDoes(String expression, String message) {
        assertThatThrownBy(() -> evaluated(expression)).isInstanceOf(ScriptException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {
            "1 +;\\set: something is missing at the end", "randm(1, 2);unknown function 'randm' (did you mean 'random'?)",
            "random(1);random takes 2 arguments, not 1", "(1;')' is missing at the end", "1 2;'2' does not belong there",
            "1 ? 2;'? 2' cannot be read", "99999999999999999999;too large",
            "line('/nowhere/names.txt');/nowhere/names.txt cannot be read", "line(1);line takes one text",
            "random_timestamp('2026-02-30', '2026-03-01');is no moment"})
    void whatCannotBeReadIsOneLineWithItsPlace(String expression, String message) {
        assertThatThrownBy(() -> evaluated(expression)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message).hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"random_text(3, 3)", "random_pattern('@@@')"})
    void textsAreOfTheWantedForm(String expression) {
        assertThat(evaluated(expression).text()).matches("[a-z]{3}");
    }

    @Test
    void aMarkInFrontIsNoPartOfTheFirstLine(@TempDir Path folder) throws IOException {
        Path names = Files.writeString(folder.resolve("names.txt"), "\uFEFFAda\r\n");
        assertThat(evaluated("line('" + names + "')").text()).isEqualTo("Ada");
    }

    @Test
    void otherGeneratorsAreFunctionsOfSeedAndPosition() {
        assertThat(evaluated("sequence(1)").integer()).isEqualTo(42);
        assertThat(evaluated("random_timestamp('2026-01-31', '2026-01-31')").text()).isEqualTo("2026-01-31 00:00:00");
        assertThat(List.of("x", "it's")).contains(evaluated("pick('x', 'it''s')").text());
        assertThat(evaluated("random(1, 1000000)").integer()).isEqualTo(evaluated("random(1, 1000000)").integer());
    }
}
