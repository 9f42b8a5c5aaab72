package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark delete LABEL...}. */
@Command(name = "delete", description = "Deletes labels with all their results.")
final class DeleteCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "LABEL", description = "which")
    private List<String> labels;

    @Override
    public Integer call() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            labels.forEach(commandContext::label); // all are there, or nothing is deleted
            for (String label : labels) {
                int iterations = commandContext.workbench().delete(label);
                commandContext.say("Deleted " + label + " (" + iterations
                        + (iterations == 1 ? " iteration)." : " iterations)."));
            }
            return ExitStatus.DONE;
        }
    }
}
