package dev.tidemark.cli.support;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that works with the workbench: it is opened for it, and closed behind it. */
public abstract class ContextCommand implements Callable<Integer> {

    @Spec
    protected CommandSpec spec;

    /** Does it. @return the status that the program ends with */
    protected abstract int run(CommandContext commandContext) throws Exception;

    @Override
    public final Integer call() throws Exception {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            return run(commandContext);
        }
    }
}
