package dev.tidemark.core.run;

import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.State;
import dev.tidemark.core.time.Clock;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Walks a kept store and writes each of its documents to a file. */
final class ContentExportRun {

    private static final long TELL_EVERY = TimeUnit.MILLISECONDS.toNanos(250);

    private final Clock clock;
    private final ExportRequest request;
    private final Consumer<RunEvent> events;
    private final long origin;
    private volatile boolean stopped;

    ContentExportRun(Clock clock, ExportRequest request, Consumer<RunEvent> events) {
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
            ended = ended(State.DONE, export() + " documents");
        } catch (Exception | LinkageError e) {
            ended = ended(State.FAILED, e.getMessage() == null ? e.toString() : e.getMessage());
        }
        events.accept(stopped ? ended(State.STOPPED, "stopped at the user's wish") : ended);
    }

    private long export() throws Exception {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Context context = new Context(clock, Path.of(request.scratch()), "",
                text -> events.accept(new RunEvent.Noted(request.iteration(), new Event(now(), "note", text))),
                () -> stopped);
        try (OpenTarget target = driver.open(values, context); Session session = target.session(0)) {
            if (!(session instanceof DocumentReader reader)) {
                throw new DriverException("driver " + driver.name() + " cannot read documents back");
            }
            return copy(reader, new ContentExport(Path.of(request.to()), request.layout()));
        }
    }

    private long copy(DocumentReader reader, ContentExport export) throws Exception {
        long[] next = {clock.nanoTime() + TELL_EVERY};
        reader.forEach((uri, content) -> {
            boolean goOn = export.write(uri, content) && !stopped;
            if (clock.nanoTime() >= next[0]) {
                next[0] = clock.nanoTime() + TELL_EVERY;
                events.accept(new RunEvent.Moving(request.iteration(), new Live(now(), Phase.MEASURE, 0,
                        0, export.documents(), 0, export.bytes(), 0, 0, 0)));
            }
            return goOn;
        });
        return export.documents();
    }

    private long now() {
        return clock.nanoTime() - origin;
    }

    private RunEvent.Ended ended(State state, String verdict) {
        return new RunEvent.Ended(request.iteration(), state, verdict);
    }
}
