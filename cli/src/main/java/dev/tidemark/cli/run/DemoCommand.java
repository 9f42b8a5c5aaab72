package dev.tidemark.cli.run;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.Terminal;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.workload.Agents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code tidemark demo}: the matrix of the manual's ninth section, on the embedded engine; with agents, one load that they
 * offer together and that one process offers, by turns.
 */
@Command(name = "demo", description = "Tries 18 settings of the embedded engine, confirms the best and shows the "
        + "report; about a minute.")
public final class DemoCommand extends ContextCommand {

    private static final Path PAGE = Path.of("tidemark-demo.html");

    @Mixin
    private RunFlags flags;

    @Option(names = "--agents", paramLabel = "LIST", description = "instead, the same load from one process and from "
            + "these, as local:2, by turns, without a database; about a minute")
    private String agents;

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        return agents == null ? matrix(commandContext) : together(commandContext);
    }

    private int matrix(CommandContext commandContext) throws InterruptedException {
        commandContext.say("The demo stores 10,000 documents of 10 kB into RocksDB with 18 different settings, "
                + "then the best of them and the defaults by turns.");
        return run(commandContext, ExperimentReader.read(text("demo.yaml"), "demo.yaml"), Terminal.command("ingest",
                "--payload", "1kB", "--workers", "1,2,4", "--repeat", "3"));
    }

    private int together(CommandContext commandContext) throws InterruptedException {
        Experiment experiment = commandContext.read(offeredBy(agents));
        commandContext.say("The demo runs 16 workers in one process, and as many in " + agents + " together, three times by "
                + "turns. The database is a stand-in that answers after a random time, 2 ms in the mean, as an embedded engine's "
                + "data is in one process.");
        return run(commandContext, experiment, Terminal.command("show", experiment.label(), "--agents"));
    }

    private int run(CommandContext commandContext, Experiment experiment, String next) throws InterruptedException {
        int status = new RunExperiment(commandContext, flags, PAGE).run(experiment);
        if (status == ExitStatus.DONE && !flags.dryRun()) {
            commandContext.say("Next: " + next + (agents == null ? "   (your own question)" : "   (what each did)"));
        }
        return status;
    }

    static DocumentNode.Mapping offeredBy(String agents) {
        DocumentNode.Mapping document = ExperimentReader.document(text("demo-agents.yaml"), "demo-agents.yaml");
        return document.with("vary", DocumentNode.of(Map.of(Agents.PARAM.name(), List.of("none", agents)), "--agents"));
    }

    private static String text(String name) {
        try (InputStream in = DemoCommand.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
