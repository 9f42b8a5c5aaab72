package dev.tidemark.core.run;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Connects to a target, asks its engine's version and settings, and leaves it as it was. */
final class ProbeRun extends TargetTask {

    private final ProbeRequest request;

    ProbeRun(Clock clock, ProbeRequest request, Consumer<RunEvent> events) {
        super(clock, 0, events);
        this.request = request;
    }

    /** @return the engine with its version; empty where there is none to ask */
    @Override
    String carryOut() throws DriverException, IOException {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Path scratch = Files.createDirectories(Path.of(request.scratch()));
        try (OpenTarget target = driver.open(values, context(scratch))) {
            tell(new RunEvent.Detected(0, target.effective().settings()));
            return target.version();
        } finally {
            Directories.delete(scratch);
        }
    }
}
