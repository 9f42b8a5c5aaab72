package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark rename LABEL NAME}. */
@Command(name = "rename", description = "Gives a label another name, with its results, experiments, jobs and note.")
final class RenameCommand extends ContextCommand {

    @Parameters(index = "0", paramLabel = "LABEL", description = "which")
    private String label;

    @Parameters(index = "1", paramLabel = "NAME", description = "what it is to be called; a name that no label has")
    private String name;

    @Override
    protected int run(CommandContext commandContext) {
        commandContext.workbench().store().rename(label, name);
        commandContext.say(label + " is called " + name + " from now on.");
        return ExitStatus.DONE;
    }
}
