package dev.tidemark.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What is said on standard error where that is no terminal. */
class ProgressLineTest {

    @Command(name = "root")
    static final class Root implements RootCommand {
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Override
        public CommonOptions common() {
            return common;
        }
    }

    private final StringWriter err = new StringWriter();
    private final VirtualClock clock = new VirtualClock();

    private ProgressLine line() {
        CommandLine command = new CommandLine(new Root()).setErr(new PrintWriter(err, true));
        command.parseArgs();
        return new ProgressLine(CommandContext.open(command.getCommandSpec()), clock, "documents", false);
    }

    @Test
    void aRunThatIsGoneOnWithIsHalfDoneWhereHalfOfItWas() throws InterruptedException {
        ProgressLine line = line();
        line.began(9, 9);
        clock.join(clock.start("run", () -> {
            clock.sleepUntil(TimeUnit.SECONDS.toNanos(11));
            line.live(new RunStatus(0, Phase.CREATE, 0, 0, 0, 0, 0, 0, 0, 0));
        }));
        assertThat(err.toString()).contains("9 iterations are finished already, 9 to go.", "[10/18]", " 50 %");
    }

    @Test
    void aWarningIsSaidOncePerThingThatItIsAbout() {
        ProgressLine line = line();
        List.of("gen1 was 3.2 s late", "gen2 was 1.1 s late", "gen1 was 4.5 s late", "db1:5432 does not answer",
                "10.0.0.5:5432 does not answer", "10.0.0.6:5432 does not answer", "kill-2 failed", "kill-3 failed",
                "127.0.0.1:7001 is gone", "127.0.0.1:7002 is gone", "10.1.0.5 is slow", "10.2.0.5 is slow")
                .forEach(text -> line.message("warning", text));
        assertThat(err.toString().lines()).containsExactly("warning: gen1 was 3.2 s late", "warning: gen2 was 1.1 s late",
                "warning: db1:5432 does not answer", "warning: 10.0.0.5:5432 does not answer",
                "warning: 10.0.0.6:5432 does not answer", "warning: kill-2 failed", "warning: kill-3 failed",
                "warning: 127.0.0.1:7001 is gone", "warning: 127.0.0.1:7002 is gone", "warning: 10.1.0.5 is slow",
                "warning: 10.2.0.5 is slow");
    }
}
