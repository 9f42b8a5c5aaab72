package dev.tidemark.core.workload.script.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pgbench of PostgreSQL 15.18 answered for {@code \set r debug(…)}, with the same variables defined. */
class PgbenchAgreementTest {

    private static final Map<String, String> DEFINED = Map.of("foo", "-10.1", "i", "+3", "n", "null", "t", "t", "f",
            "of", "d", "1.0", "maxint", "9223372036854775807", "minint", "-9223372036854775808", "z", "007",
            "default_seed", "77");

    private static final String RESULTS = """
            ~1+2 -> int -4
            ~1|2 -> int -2
            -~1+2 -> int 4
            ~1*2 -> int -3
            2*~1+3 -> int -10
            null and false -> null
            null or true -> null
            false and null -> boolean false
            true or null -> boolean true
            1 is true -> boolean false
            :t is true -> boolean true
            :n is null -> boolean true
            :n + 1 -> null
            :maxint - 1 -> int 9223372036854775806
            :maxint % 10 -> int 7
            :minint -> int -9223372036854775808
            :i -> int 3
            :z + 1 -> int 8
            :d -> double 1
            :f or false -> boolean false
            1 < 2 is true -> boolean true
            :n is null is true -> boolean true
            -0.0 -> double 0
            1/(-0.0) -> double Infinity
            1/-(0.0) -> double Infinity
            1.0/3 -> double 0.333333333333333
            0.1+0.2 -> double 0.3
            1e30 -> double 1e+30
            1e15 -> double 1e+15
            123456789012345678.0 -> double 1.23456789012346e+17
            1e-5 -> double 1e-05
            1.0/0 -> double Infinity
            -1.0/0 -> double -Infinity
            0.0/0 -> double NaN
            7/-2 -> int -3
            -7/2 -> int -3
            -7%3 -> int -1
            7%-3 -> int 1
            7.5%2 -> int 0
            2.5%2 -> int 0
            mod(7.5,2) -> int 0
            int(2.5) -> int 2
            int(3.5) -> int 4
            int(-2.5) -> int -2
            :minint%-1 -> int 0
            -9223372036854775808 -> int -9223372036854775808
            1<<63 -> int -9223372036854775808
            1<<64 -> int 1
            1<<-1 -> int -9223372036854775808
            -8>>1 -> int -4
            1|2+4 -> int 7
            1+2<<3 -> int 24
            1<<2+1 -> int 8
            5#3&1 -> int 0
            1=1.0 -> boolean true
            case when 1 then 2 end -> int 2
            case when null then 2 end -> null
            case when 0.0 then 2 else 3.5 end -> double 3.5
            case when false then 2 end -> null
            greatest(1,2.5) -> double 2.5
            greatest(3,2.5) -> double 3
            least(1,null) -> null
            least(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) -> int 1
            pow(-2,-3) -> double -0.125
            pow(10,30) -> double 1e+30
            pow(0,0) -> double 1
            pow(-8,1.0/3) -> double NaN
            sqrt(-1) -> double NaN
            ln(0) -> double -Infinity
            ln(-1) -> double NaN
            exp(1) -> double 2.71828182845905
            exp(1000) -> double Infinity
            pi() -> double 3.14159265358979
            double(3) -> double 3
            abs(-0.8e1) -> double 8
            hash(10,5432) -> int -5817877081768721676
            hash_murmur2(10,5432) -> int -5817877081768721676
            hash_fnv1a(10,5432) -> int -7793829335365542153
            hash_fnv1a(-1,-1) -> int 9116541788052886162
            hash(10) -> int -7889972188362240633
            hash(null) -> null
            hash(1.5,2) -> int 8628357597987678224
            permute(0,2,5431) -> int 0
            permute(1,2,5431) -> int 1
            permute(0,2,5433) -> int 1
            permute(:maxint-11,:maxint-10,5432) -> int 520382784483822430
            permute(:maxint-12,:maxint-10,5432) -> int 1143715004660802862
            permute(5,1) -> int 0
            permute(-7,100) -> int 16
            permute(7,100) -> int 44
            permute(3,16) -> int 13
            random(1,1) -> int 1
            random(1.4,1.4) -> int 1
            random_zipfian(3,3,1.5) -> int 3
            random(null,1) -> null
            1 isnull -> boolean false
            null notnull -> boolean false
            null is not null -> boolean false
            true is not false -> boolean true
            null is true -> boolean false
            PI() -> double 3.14159265358979
            Case When True Then 1 Else 2 End -> int 1
            NULL -> null
            TRUE -> boolean true
            tRuE -> boolean true
            1. -> double 1
            .5 -> double 0.5
            1.e3 -> double 1000
            - - 3 -> int 3
            +-+3 -> int -3
            3--2 -> int 5
            1 <> 2 -> boolean true
            1 != 2 -> boolean true
            2 > 1 -> boolean true
            2 >= 3 -> boolean false
            debug(7 * 6) -> int 42
            debug(null) -> null
            """;

    /** Those that pgbench refuses, when it reads or when it computes them. */
    private static final String REFUSED = """
            int(1e32)
            1e999
            not true = false
            true = not false
            :n is null = true
            1/0
            :maxint+1
            :minint-1
            :minint/-1
            -:minint
            2*:maxint
            9223372036854775808
            -(9223372036854775808)
            1 or true
            not 1
            not 0.0
            true+2
            true=true
            1 between 0 and 2
            1 in (1,2)
            case 1 when 1 then 2 end
            greatest()
            greatest(true)
            pi(1)
            permute(0,0)
            permute(1,-5)
            random(5,3)
            random(:minint,:maxint)
            random(0,:maxint)
            random_gaussian(0,10,1.9)
            random_exponential(0,10,0.0)
            random_zipfian(0,10,1)
            random_zipfian(0,10,1000.1)
            1+
            (1
            1)
            1 2
            noSuch(1)
            5e
            1 = 2 = 3
            """;

    static Stream<String> results() {
        return RESULTS.lines();
    }

    static Stream<String> refused() {
        return REFUSED.lines();
    }

    private static ScriptValue evaluated(String expression) {
        Variables.Names names = new Variables.Names();
        DEFINED.keySet().forEach(names::place);
        Expression read = ExpressionParser.parse(expression, names, Dictionary.NONE);
        Variables variables = new Variables(names);
        DEFINED.forEach(variables::define);
        RandomDraw random = new RandomDraw();
        random.seed(1, 0);
        return read.evaluate(variables, random);
    }

    @ParameterizedTest
    @MethodSource("results")
    void theResultIsThatOfPgbench(String row) {
        String[] parts = row.split(" -> ");
        String[] expected = parts[1].split(" ");
        ScriptValue value = evaluated(parts[0]);
        String kind = switch (value.kind()) {
            case INTEGER -> "int";
            default -> value.kind().name().toLowerCase(Locale.ROOT);
        };
        assertThat(kind).isEqualTo(expected[0]);
        if (!value.isWritten() && !value.isNull()) {
            assertThat(value.text()).isEqualTo(expected[1]);
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatPgbenchRefusesIsRefused(String expression) {
        assertThatThrownBy(() -> evaluated(expression)).isInstanceOfAny(InvalidInputException.class,
                ScriptException.class).hasMessageNotContaining("\n");
    }
}
