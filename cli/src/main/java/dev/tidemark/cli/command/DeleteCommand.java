package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark delete LABEL...}. */
@Command(name = "delete", description = "Deletes labels with all their results.")
final class DeleteCommand extends ContextCommand {

    @Parameters(arity = "1..*", paramLabel = "LABEL", description = "which")
    private List<String> labels;

    @Override
    protected int run(CommandContext commandContext) {
        labels.forEach(commandContext::label); // all are there, or nothing is deleted
        for (String label : labels) {
            int iterations = commandContext.workbench().delete(label);
            commandContext.say("Deleted " + label + " (" + iterations
                    + (iterations == 1 ? " iteration)." : " iterations)."));
        }
        return ExitStatus.DONE;
    }
}
