package dev.tidemark.cli.run;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExperimentFile;
import dev.tidemark.core.experiment.DocumentNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark run FILE.yaml}. */
@Command(name = "run", description = "Runs an experiment file.")
public final class RunCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunFlags flags;

    @Mixin
    private ExperimentFile file;

    @Override
    public Integer call() throws InterruptedException {
        DocumentNode.Mapping document = file.document();
        try (CommandContext commandContext = CommandContext.open(spec)) {
            return new RunExperiment(commandContext, flags).run(commandContext.read(document));
        }
    }
}
