package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.cli.command.TidemarkCommand;
import dev.tidemark.cli.support.CommonOptions;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Callable<Integer> work = () -> 0;
    private TidemarkCommand root;

    @Test
    void versionIsOneLineWithTheVersionOfTheBuildAndOfJava() {
        assertThat(execute("--version")).isEqualTo(ExitStatus.DONE);
        assertThat(out.toString()).matches("tidemark \\d+\\.\\d+\\.\\d+\\S* \\(Java " + Runtime.version().feature()
                + "\\S*, .+\\)\\R");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpTellsTheCommonOptionsAndEveryExitStatus() {
        assertThat(execute("--help")).isEqualTo(ExitStatus.DONE);
        assertThat(out.toString()).contains("--store", "--quiet", "--verbose", "--no-color");
        ExitStatus.MEANINGS.forEach((status, meaning) ->
                assertThat(out.toString()).containsPattern("(?m)^ +" + status + " +" + meaning + "$"));
    }

    @Test
    void unknownCommandIsOneLineWithTheNearestName() {
        assertThat(execute("hlep")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).isEqualToNormalizingNewlines("unknown command 'hlep' (did you mean 'help'?)\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void unknownOptionIsOneLineWithTheNearestName() {
        assertThat(execute("--verbos=2")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("unknown option '--verbos' (did you mean '--verbose'?)\n");
    }

    @Test
    void wordTooManyNamesTheCommandThatDoesNotTakeIt() {
        assertThat(execute("work", "hard")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("'hard' is one word too many for 'tidemark work'\n");
    }

    @Test
    void whatWouldSteerATerminalIsToldAsItsCode() {
        assertThat(execute("\u001b[2Jhlep\u202e\nx\ud800")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).isEqualToNormalizingNewlines(
                "unknown command '\\u001b[2Jhlep\\u202e\\u000ax\\ud800'\n");
    }

    @Test
    void noCommandIsBadInput() {
        assertThat(execute()).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString()).hasLineCount(1).contains("tidemark --help");
    }

    @Test
    void badInputIsPrintedAsItIs() {
        work = () -> {
            throw new InvalidInputException("matrix.yaml:7: unknown param 'shard' (did you mean 'shards'?)");
        };
        assertThat(execute("work")).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("matrix.yaml:7: unknown param 'shard' (did you mean 'shards'?)\n");
    }

    @Test
    void otherFailureIsOneLineUnlessVerbose() {
        work = () -> {
            throw new IllegalStateException("the disk is gone");
        };
        assertThat(execute("work")).isEqualTo(ExitStatus.FAILED);
        assertThat(err.toString()).isEqualToNormalizingNewlines(
                "the disk is gone (IllegalStateException); --verbose tells more\n");

        assertThat(execute("work", "--verbose")).isEqualTo(ExitStatus.FAILED);
        assertThat(err.toString()).contains("at " + MainTest.class.getName());
    }

    @Test
    void failureWithoutMessageIsNamedByItsKind() {
        work = () -> {
            throw new NullPointerException();
        };
        assertThat(execute("work")).isEqualTo(ExitStatus.FAILED);
        assertThat(err.toString()).isEqualToNormalizingNewlines("NullPointerException; --verbose tells more\n");
    }

    @Test
    void commonOptionsMayStandBeforeOrAfterTheCommand() {
        CommonOptions[] seen = new CommonOptions[1];
        work = () -> {
            seen[0] = root.common();
            return 0;
        };
        execute("--store", "a.db", "work", "--quiet");
        assertThat(seen[0].store()).contains(Path.of("a.db"));
        assertThat(seen[0].quiet()).isTrue();
        assertThat(seen[0].verbose()).isFalse();

        execute("--verbose", "work", "--store", "b.db", "--no-color");
        assertThat(seen[0].store()).contains(Path.of("b.db"));
        assertThat(seen[0].verbose()).isTrue();
        assertThat(seen[0].noColor()).isTrue();
    }

    @Command(name = "work")
    private final class Work implements Callable<Integer> {

        @ParentCommand
        private TidemarkCommand parent;

        @Override
        public Integer call() throws Exception {
            root = parent;
            return work.call();
        }
    }

    private int execute(String... args) {
        CommandLine line = Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return line.addSubcommand(new Work()).execute(args);
    }
}
