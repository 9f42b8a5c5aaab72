package dev.tidemark.cli.command;

import module java.base;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.launch.HostedRunner;
import dev.tidemark.launch.MeasuredRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runner DRIVER}: what {@code --agents} starts on other machines. */
@Command(name = RunnerCommand.NAME, hidden = true, description = "Offers a part of a load, as whoever speaks on its "
        + "standard input says; --agents starts it.")
final class RunnerCommand implements Callable<Integer> {

    static final String NAME = "runner";

    @Parameters(paramLabel = "DRIVER", description = "of the target")
    private String driver;

    @Option(names = MeasuredRun.RUN, paramLabel = "ID", defaultValue = "", description = "the measured run that it "
            + "belongs to")
    private String run;

    @Option(names = MeasuredRun.ALONGSIDE, description = "although another measured run is in progress on this machine")
    private boolean alongside;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Driver needed = Drivers.named(driver);
        try (MachineLock _ = MachineLock.take("agent, process " + ProcessHandle.current().pid(),
                new MeasuredRun(run, alongside))) {
            return HostedRunner.host(needed);
        }
    }
}
