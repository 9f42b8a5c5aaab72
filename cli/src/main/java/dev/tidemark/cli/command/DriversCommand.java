package dev.tidemark.cli.command;

import dev.tidemark.cli.support.CommandContext;
import dev.tidemark.cli.support.ContextCommand;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.cli.support.TextColumns;
import dev.tidemark.core.driver.Drivers;
import picocli.CommandLine.Command;

/** {@code tidemark drivers}. */
@Command(name = "drivers", description = "Lists the databases and engines that can be measured.")
final class DriversCommand extends ContextCommand {

    @Override
    protected int run(CommandContext commandContext) {
        TextColumns.of("driver", "what it is").withProse().print(commandContext,
                Drivers.all().stream().map(d -> new String[] {d.name(), d.summary()}).toList());
        Drivers.unusable().forEach(folder -> commandContext.say(folder + "."));
        return ExitStatus.DONE;
    }
}
