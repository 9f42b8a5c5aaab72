package dev.tidemark.cli.command;

import dev.tidemark.core.driver.Drivers;
import dev.tidemark.launch.HostedRunner;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark runner DRIVER}: what {@code --agents} starts on other machines. */
@Command(name = RunnerCommand.NAME, hidden = true, description = "Offers a part of a load, as whoever speaks on its "
        + "standard input says; --agents starts it.")
final class RunnerCommand implements Callable<Integer> {

    static final String NAME = "runner";

    @Parameters(paramLabel = "DRIVER", description = "of the target")
    private String driver;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return HostedRunner.host(Drivers.named(driver));
    }
}
