package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.store.results.StoredTarget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark target add|list|remove}: targets that have names. Adding has a flag for every driver's settings. */
@Command(name = TargetCommand.NAME, description = "Stores targets under names: a driver and its settings.")
public final class TargetCommand implements Runnable {

    public static final String NAME = "target";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: target add, target list or target remove");
    }

    @Command(name = "list", description = "Lists the stored targets with their settings.")
    int list() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            TextColumns.of("target", "driver", "settings").withProse().print(commandContext,
                    commandContext.workbench().targets().all().stream()
                    .map(t -> new String[] {t.name(), t.driver(), settings(t)}).toList());
            return ExitStatus.DONE;
        }
    }

    static String settings(StoredTarget target) {
        return target.settings().entrySet().stream().map(s -> s.getKey() + "=" + s.getValue())
                .collect(Collectors.joining(" "));
    }

    @Command(name = "remove", description = "Removes stored targets; results and jobs keep their settings.")
    int remove(@Parameters(arity = "1..*", paramLabel = "NAME") List<String> names) {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            names.forEach(commandContext.workbench().targets()::named); // all are there, or none is removed
            names.forEach(commandContext.workbench().targets()::remove);
            commandContext.say("Removed " + String.join(", ", names) + ".");
            return ExitStatus.DONE;
        }
    }
}
