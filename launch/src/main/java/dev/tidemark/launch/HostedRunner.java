package dev.tidemark.launch;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.run.runner.RunnerMain;
import java.io.IOException;

/** A runner for whoever is at the other end of this process's standard input and output. */
public final class HostedRunner {

    private HostedRunner() {}

    /**
     * Has a process of the driver's own speak there, and waits for its end. What it makes on this machine goes with it.
     *
     * @return its exit status
     * @throws IOException when it cannot be started
     */
    public static int host(Driver driver) throws IOException, InterruptedException {
        try (TemporaryFolder temporary = TemporaryFolder.make()) {
            RunnerCommand command = RunnerCommand.of(driver, temporary.path().resolve("work"));
            return new ProcessBuilder(command.line(RunnerMain.class.getName(), temporary.path())).inheritIO().start()
                    .waitFor();
        }
    }
}
