package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreparationTest {

    private static final ParamSet KNOWN = ParamSet.of(Preparation.COMMAND, Preparation.LIMIT, Param.size("cache"),
            Param.text("groups").reaching(Reach.NOTHING));

    private static Values point(String command, Map<String, String> values) {
        ParamSet all = KNOWN.plus(Preparation.params(List.of(command), KNOWN, _ -> Optional.empty()));
        return all.defaults().with("prepare", command, SettingOrigin.SET).with(values, SettingOrigin.VARY);
    }

    private static String said(Values point) throws Exception {
        Preparation.check(point);
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", Preparation.script(point).orElseThrow());
        shell.environment().putAll(Preparation.environment("db", point));
        Process process = shell.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @ParameterizedTest
    @ValueSource(strings = {"noatime", "a b", "*", "'", "\"", "; echo no", "$(echo no)", "`echo no`", "$HOME", "\\", "-n",
        "a'; echo no; '", "${PATH}", "{x}", "x && echo no", "ü"})
    void aValueIsOneWordWhereverItStandsAndNeverCode(String value) throws Exception {
        assertThat(said(point("printf '[%s]' {x} \"{x}\" \"a{x}\"b{x} \\'{x}", Map.of("x", value))))
                .isEqualTo("[%1$s][%1$s][a%1$sb%1$s]['%1$s]".formatted(value));
        Values point = point("printf '[%s]' {x}", Map.of("x", value));
        Process typed = new ProcessBuilder("/bin/sh", "-c", Preparation.shown("db", point).orElseThrow()).start();
        assertThat(new String(typed.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).as("as it is shown")
                .isEqualTo("[" + value + "]");
    }

    /** Quotes within a command's own brackets are others; arithmetic has none, and comments have none that count. */
    @Test
    void aValueIsOneWordInBracketsAndBehindComments() throws Exception {
        assertThat(said(point("# don't\nprintf '[%s]' \"$(printf '<%s>' {x} \"{x}\")`printf %s {x}`\" {x} # it's\n"
                + "printf '[%s]' {x}", Map.of("x", "a  *")))).isEqualTo("[<a  *><a  *>a  *][a  *][a  *]");
        assertThat(said(point("(printf '[%s]' {x}); echo $(( ({n} + 1) * 2 )) \"$(( {n} ))\" $# {x}",
                Map.of("x", "a b", "n", "4")))).isEqualTo("[a b]10 4 0 a b\n");
        assertThatThrownBy(() -> Preparation.check(point("echo $(( {n} ))", Map.of("n", "a[$(id)]"))))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("{n} stands within $((");
    }

    @Test
    void anyBytesThatAValueMayHaveAreHandedOverAsTheyAre() throws Exception {
        Random random = new Random(36);
        String value = random.ints(' ', 0x7f).limit(500).collect(StringBuilder::new, StringBuilder::appendCodePoint,
                StringBuilder::append).toString().strip();
        assertThat(said(point("printf %s {x}", Map.of("x", value)))).as("seed 36").isEqualTo(value);
    }

    @Test
    void bracesOfTheShellsOwnStayItsOwn() throws Exception {
        Values point = point("HOME=h; x=5; echo {a,b} { echo } ${HOME} {cache} {target} | awk '{ print $NF }'",
                Map.of("cache", "10MB"));
        assertThat(said(point)).isEqualTo("db\n");
        assertThat(point.params().names()).doesNotContain("a,b", "HOME", "target");
        assertThat(Preparation.shown("db", point).orElseThrow()).contains("${HOME} 10MB db |");
    }

    @Test
    void namesThatNoSettingHasAreDimensionsOfWhichNumbersAreNumbers() {
        Values point = point("set.sh {dirty_ratio} {cache}", Map.of("dirty_ratio", "20", "cache", "1MB"));
        Param<?> own = point.params().find("dirty_ratio").param();
        assertThat(own.reach()).isEqualTo(Reach.ARGUMENT);
        assertThat(point.number(own)).hasValue(20);
        assertThat(point.reached()).extracting(Object::toString).containsExactly(
                "runs set.sh {dirty_ratio} {cache} (prepare)", "hands to the command 20 (dirty_ratio)");
        assertThat(Preparation.handles(point, "cache")).isTrue();
        assertThat(Preparation.handles(point, "limit")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            a.sh '{x}'    | {x} stands within single quotes, where a shell puts no value; use double quotes
            a.sh {y}      | {y} has no value; give it one under set, or several under vary
            a.sh {groups} | groups is a setting of Tidemark's with any text, which is handed to no command
            a.sh {a-b} {a_b} | {a-b} and {a_b} are both in the variable TIDEMARK_VALUE_A_B; name one of them otherwise
            """)
    void aCommandThatCannotBeRunAsItIsWrittenIsRefused(String command, String complaint) {
        Map<String, String> values = command.contains("{x}") ? Map.of("x", "1")
                : command.contains("{a_b}") ? Map.of("a-b", "1", "a_b", "2") : Map.of();
        assertThatThrownBy(() -> Preparation.check(point(command, values))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("prepare: " + complaint);
    }
}
