package dev.tidemark.core.run;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.State;
import dev.tidemark.core.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Connects to a target, asks its engine's version and settings, and leaves it as it was. */
final class ProbeRun {

    private final Clock clock;
    private final ProbeRequest request;
    private final Consumer<RunEvent> events;
    private final long origin;
    private volatile boolean stopped;

    ProbeRun(Clock clock, ProbeRequest request, Consumer<RunEvent> events) {
        this.clock = clock;
        this.request = request;
        this.events = events;
        this.origin = clock.nanoTime();
    }

    void stop() {
        stopped = true;
    }

    void execute() {
        RunEvent.Ended ended;
        try {
            ended = new RunEvent.Ended(0, State.DONE, look());
        } catch (Exception | LinkageError e) {
            ended = new RunEvent.Ended(0, State.FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
        }
        events.accept(ended);
    }

    /** @return the engine with its version; empty where there is none to ask */
    private String look() throws DriverException, IOException {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Path scratch = Files.createDirectories(Path.of(request.scratch()));
        try (OpenTarget target = driver.open(values, new Context(clock, scratch, "", this::note, () -> stopped))) {
            events.accept(new RunEvent.Detected(0, target.effective().settings()));
            return target.version();
        } finally {
            Folders.delete(scratch);
        }
    }

    private void note(String text) {
        events.accept(new RunEvent.Noted(0, new Event(clock.nanoTime() - origin, "note", text)));
    }
}
