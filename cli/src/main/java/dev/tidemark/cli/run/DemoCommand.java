package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.core.experiment.ExperimentReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark demo}: the matrix of the manual's ninth section, on the embedded engine. */
@Command(name = "demo", description = "Tries 18 settings of the embedded engine, confirms the best and shows the "
        + "report; about a minute.")
public final class DemoCommand extends ContextCommand {

    private static final Path PAGE = Path.of("tidemark-demo.html");

    @Mixin
    private RunFlags flags;

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        commandContext.say("The demo stores 10,000 documents of 10 kB into RocksDB with 18 different settings, "
                + "then the best of them and the defaults by turns.");
        int status = new RunExperiment(commandContext, flags, PAGE)
                .run(ExperimentReader.read(experiment(), "demo.yaml"));
        if (status == ExitStatus.DONE && !flags.dryRun()) {
            commandContext.say("Next: " + Terminal.command("ingest", "--payload", "1kB", "--workers", "1,2,4",
                    "--repeat", "3") + "   (your own question)");
        }
        return status;
    }

    private static String experiment() {
        try (InputStream in = DemoCommand.class.getResourceAsStream("demo.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
