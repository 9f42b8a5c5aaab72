package dev.tidemark.cli.run;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExperimentFile;
import dev.tidemark.core.experiment.DocumentNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark run FILE.yaml}. */
@Command(name = "run", description = "Runs an experiment file.")
public final class RunCommand extends ContextCommand {

    @Mixin
    private RunFlags flags;

    @Mixin
    private ExperimentFile file;

    @Override
    protected int run(CommandContext commandContext) throws InterruptedException {
        DocumentNode.Mapping document = file.document();
        return new RunExperiment(commandContext, flags).run(commandContext.read(document));
    }
}
