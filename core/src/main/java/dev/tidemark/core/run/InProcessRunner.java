package dev.tidemark.core.run;

import dev.tidemark.core.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Carries out iterations in this process: for tests, the null driver, and as the inside of the child process. */
public final class InProcessRunner implements Runner {

    private final Clock clock;
    private final boolean warmsUp;
    private final Consumer<String> lastResort;
    /** Drivers whose code has been warmed up in this process. */
    private final Set<String> warm = new HashSet<>();
    private final TargetCache targets = new TargetCache();
    /** Ends what is running; null while nothing is. */
    private volatile Runnable ending;

    public InProcessRunner(Clock clock) {
        this(clock, false, hung -> { });
    }

    private InProcessRunner(Clock clock, boolean warmsUp, Consumer<String> lastResort) {
        this.clock = clock;
        this.warmsUp = warmsUp;
        this.lastResort = lastResort;
    }

    /**
     * A runner for a fresh process, which warms up before its first iteration: see {@code warm-up}.
     *
     * @param lastResort receives why the process must end, when a target hangs where nobody can end it
     */
    static InProcessRunner warmingUp(Clock clock, Consumer<String> lastResort) {
        return new InProcessRunner(clock, true, lastResort);
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) {
        boolean holds = IterationRun.holds(request);
        if (warmsUp && warm.add(request.driver()) && !holds) { // else it warms up on the target that stays open
            IterationRun warmUp = IterationRun.warmUp(clock, request);
            execute(warmUp::execute, warmUp::stop);
        }
        IterationRun run = new IterationRun(clock, request, events, targets, holds && warmsUp, lastResort);
        execute(run::execute, run::stop);
    }

    @Override
    public void export(ExportRequest request, Consumer<RunEvent> events) {
        carryOut(new ContentExportRun(clock, request, events));
    }

    @Override
    public void dataset(DatasetRequest request, Consumer<RunEvent> events) {
        carryOut(new DatasetRun(clock, request, events));
    }

    @Override
    public void probe(ProbeRequest request, Consumer<RunEvent> events) {
        carryOut(new ProbeRun(clock, request, events));
    }

    private void carryOut(TargetTask errand) {
        execute(errand::execute, errand::stop);
    }

    private void execute(Runnable work, Runnable stop) {
        ending = stop;
        try {
            work.run();
        } finally {
            ending = null;
        }
    }

    @Override
    public void stop() {
        Runnable stop = ending;
        if (stop != null) {
            stop.run();
        }
    }

    @Override
    public void close() {
        stop();
        targets.close();
    }
}
