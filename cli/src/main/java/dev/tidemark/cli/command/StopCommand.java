package dev.tidemark.cli.command;

import dev.tidemark.app.run.Datasets;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.store.file.StoreException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark stop LABEL}. */
@Command(name = "stop", description = "Ends a running label early; what it has measured is kept.")
final class StopCommand extends ContextCommand {

    @Parameters(arity = "0..1", paramLabel = "LABEL", description = "which run")
    private String label;

    @Option(names = "--all", description = "every run on this store")
    private boolean all;

    @Override
    protected int run(CommandContext commandContext) {
        if ((label == null) != all) {
            throw new ParameterException(spec.commandLine(), "name a label, or --all");
        }
        try {
            if (label != null) {
                commandContext.label(label); // so that a slip of the finger is told
            }
            int stopped = commandContext.workbench().stop(Optional.ofNullable(label));
            commandContext.say(stopped == 0 ? "Nothing is running."
                    : "Stop requested; the running iteration ends now.");
            return ExitStatus.DONE;
        } catch (StoreException e) { // by which a run is asked
            throw new StoreException(e.getMessage() + Datasets.machineHolder().filter(who -> !who.isEmpty())
                    .map(who -> "; what measures on this machine now (" + who + ") ends by 'kill -INT' and the number "
                            + "of its process").orElse(""), e);
        }
    }
}
