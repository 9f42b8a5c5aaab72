package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.Drivers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark drivers}. */
@Command(name = "drivers", description = "Lists the databases and engines that can be measured.")
final class DriversCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (CommandContext commandContext = CommandContext.open(spec)) {
            TextColumns.of("driver", "what it is").withProse().print(commandContext,
                    Drivers.all().stream().map(d -> new String[] {d.name(), d.summary()}).toList());
            Drivers.unusable().forEach(folder -> commandContext.say(folder + "."));
            return ExitStatus.DONE;
        }
    }
}
