package dev.tidemark.core.run.runner;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Connects to a target, asks its engine's version and settings, and leaves it as it was. */
final class ProbeRun extends TargetTask {

    private final ProbeRequest request;

    ProbeRun(Clock clock, RunnerFolders folders, Secrets secrets, ProbeRequest request, Consumer<RunEvent> events) {
        super(clock, folders, secrets, 0, events);
        this.request = request;
    }

    /** @return the engine with its version; empty where there is none to ask */
    @Override
    String carryOut() throws DriverException, IOException {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Path scratch = Files.createDirectories(resolve(request.scratch()));
        try (OpenTarget target = driver.open(values, context(scratch))) {
            tell(new RunEvent.Detected(0, target.effective().settings()));
            return target.version();
        } finally {
            Directories.delete(scratch);
        }
    }
}
