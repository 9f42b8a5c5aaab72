package dev.tidemark.cli;

import dev.tidemark.core.driver.Drivers;
import java.util.List;
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
        try (Office office = Office.open(spec)) {
            Columns.print(office, List.of("driver", "what it is"),
                    Drivers.all().stream().map(d -> new String[] {d.name(), d.summary()}).toList());
            return ExitStatus.DONE;
        }
    }
}
