package dev.tidemark.web.settings;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.work.SingleTaskExecutor;

/** Targets that people and programs have examined, one at a time. What was found last is kept while the server runs. */
public final class DoctorTasks extends SingleTaskExecutor {

    private static final String EXAMINING = "Examining ";

    private final Workbench workbench;
    private final Map<StoredTarget, Found> found = new ConcurrentHashMap<>();

    /** @param failures is told what broke, for the server's own record */
    public DoctorTasks(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        super("trials", clock, failures);
        this.workbench = workbench;
    }

    /** What was found, and when. */
    public record Found(Diagnosis diagnosis, Instant when) {}

    /**
     * What a name stands for: a named target, or a driver with its defaults.
     *
     * @throws HttpException when there is none
     */
    public StoredTarget resolve(String name) {
        try {
            return workbench.targets().resolve(name);
        } catch (InvalidInputException e) {
            throw HttpException.missing(e.getMessage());
        }
    }

    /** What was found of a target with these very settings. */
    public Optional<Found> found(StoredTarget target) {
        return Optional.ofNullable(found.get(target));
    }

    /** Whether it is this target that is or was examined. */
    boolean isOf(TaskProgress progress, StoredTarget target) {
        return progress.activity().equals(EXAMINING + target.name());
    }

    /**
     * Begins to examine a target.
     *
     * @param author who asks for it
     * @throws dev.tidemark.core.param.ConflictException while another one is examined
     */
    public void begin(StoredTarget target, String author) {
        begin(EXAMINING + target.name(), "Examined " + target.name(), author,
                (watcher, stop) -> examine(target, watcher, stop));
    }

    private String examine(StoredTarget target, RunListener watcher, CancellationToken stop)
            throws InterruptedException {
        Diagnosis diagnosis = workbench.doctor().examine(target, watcher, stop);
        found.keySet().removeIf(known -> known.name().equals(target.name()));
        found.put(target, new Found(diagnosis, clock.wallTime()));
        if (stop.isStopRequested()) {
            throw new InvalidInputException("stopped; what was made there is removed");
        }
        return diagnosis.summary();
    }
}
