package dev.tidemark.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TerminalOutputTest {

    private final StringWriter terminal = new StringWriter();
    private final PrintWriter output = new TerminalOutput(new PrintWriter(terminal));

    private String printed() {
        output.flush();
        return terminal.toString();
    }

    @ParameterizedTest
    @CsvSource({"'\u001b]0;PWNED\u0007', '\\u001b]0;PWNED\\u0007'", "'\u001b[2J', '\\u001b[2J'", "'a\rb', 'a\\u000db'",
        "'\u009b31m', '\\u009b31m'", "'\u202egnp.exe', '\\u202egnp.exe'", "'a\u2028b', 'a\\u2028b'", "'\u0000', '\\u0000'",
        "'\u001b[1;2H', '\\u001b[1;2H'", "'\u001b[8mx\u001b[0m', '\\u001b[8mx\\u001b[0m'",
        "'\u001b[31mred', '\\u001b[31mred'"})
    void whatSteersATerminalIsPrintedAsItsCode(String text, String shown) {
        output.println(text);
        output.printf("%s%n", text);
        output.append(text).append('\u0007').write(text.toCharArray());
        assertThat(printed()).isEqualTo(shown + "\n" + shown + "\n" + shown + "\\u0007" + shown);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whoHasNoNameInAContainerIsCalledByNumber(@TempDir Path folder) throws IOException {
        assertThat(CommandContext.user("ann", folder)).isEqualTo("ann");
        assertThat(CommandContext.user("?", folder)).isEqualTo("user " + Files.getAttribute(folder, "unix:uid"));
        assertThat(CommandContext.user("?", folder.resolve("not there"))).isEqualTo("unknown");
    }

    @Test
    void linesTabsAndWhatPeopleWriteAreAsTheyWere() {
        String text = "a\tb\ncbold µ ± ● – ≥ 好 \uD83D\uDE00\n";
        output.print(text);
        assertThat(printed()).isEqualTo(text);
    }

    @Test
    void coloursAreThereWhereTheProgramPutThem() {
        String text = "\u001b[1mbold\u001b[0m \u001b[36m好\u001b[0m\n";
        TerminalOutput.coloured(output).print(text + "\u001b[2J");
        assertThat(printed()).isEqualTo(text + "\\u001b[2J");
    }

    @Test
    void aLineIsWrittenOverByTheProgramAlone() {
        TerminalOutput.overwrite(output, "10 % of \r\u001b[2Kx");
        assertThat(printed()).isEqualTo("\r\u001b[2K10 % of \\u000d\\u001b[2Kx");
    }

    @Test
    void jsonMeansTheSame() {
        String text = "C1 \u009b, bidi \u202e, line \u2028";
        output.print(JsonMapper.shared().writeValueAsString(text));
        assertThat(printed()).matches("[ -~]*");
        assertThat(JsonMapper.shared().readValue(printed(), String.class)).isEqualTo(text);
    }
}
