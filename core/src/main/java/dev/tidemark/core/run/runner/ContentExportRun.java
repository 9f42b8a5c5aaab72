package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.data.ContentExport;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;

/** Walks a kept store and writes each of its documents to a file. */
final class ContentExportRun extends TargetTask {

    private static final long TELL_EVERY = TimeUnit.MILLISECONDS.toNanos(250);

    private final ExportRequest request;

    ContentExportRun(Clock clock, RunnerFolders folders, Secrets secrets, ExportRequest request,
            Consumer<RunEvent> events) {
        super(clock, folders, secrets, request.iteration(), events);
        this.request = request;
    }

    @Override
    String whenStopped() {
        return "stopped at the user's wish";
    }

    @Override
    String carryOut() throws Exception {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        try (OpenTarget target = driver.open(values, context(resolve(request.scratch())));
                Session session = target.session(0)) {
            if (!driver.capabilities().contains(Capability.DOCUMENT_READER)
                    || !(session instanceof DocumentReader reader)) {
                throw new DriverException("driver " + driver.name() + " cannot read documents back");
            }
            return copy(reader, new ContentExport(resolve(request.to()), request.layout())) + " documents";
        }
    }

    private long copy(DocumentReader reader, ContentExport export) throws Exception {
        long[] next = {now() + TELL_EVERY};
        reader.forEach((uri, content) -> {
            boolean goOn = export.write(uri, content) && !isStopped();
            if (now() >= next[0]) {
                next[0] = now() + TELL_EVERY;
                tell(new RunEvent.Progressed(request.iteration(), new RunStatus(now(), Phase.MEASURE, 0,
                        0, export.documents(), 0, export.bytes(), 0, 0, 0)));
            }
            return goOn;
        });
        return export.documents();
    }
}
