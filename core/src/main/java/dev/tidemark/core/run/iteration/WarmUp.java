package dev.tidemark.core.run.iteration;

import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.load.stage.StageRunner;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.RunParams;

/**
 * Runs a point unrecorded, for the time that its {@code warm-up} says. Nothing of it is told: what is wrong with the
 * point, the iteration itself will find.
 */
public final class WarmUp {

    private final Clock clock;
    private final RunRequest request;
    private final RunnerFolders folders;
    private final Secrets secrets;
    private volatile IterationTarget running;

    /** A warm-up of the process: on a database of its own, where the point does not work on a dataset. */
    public WarmUp(Clock clock, RunRequest request, RunnerFolders folders, Secrets secrets) {
        this.clock = clock;
        this.request = request;
        this.folders = folders;
        this.secrets = secrets;
    }

    public void run() {
        IterationEvents discarded = new IterationEvents(clock, request.iteration(), event -> { });
        try {
            IterationTarget target = new IterationTarget(clock, request, folders, secrets, true, true, discarded);
            if (isWanted(target)) {
                running = target;
                run(target, discarded);
            }
        } catch (Exception | Error e) {
            // the iteration itself will say so
        } finally {
            running = null;
        }
    }

    private void run(IterationTarget target, IterationEvents discarded) throws Exception {
        try {
            target.open(new TargetCache());
            of(target, clock, discarded.origin());
            target.drop();
        } finally {
            target.close(false);
        }
    }

    /** Ends it early. */
    public void stop() {
        IterationTarget target = running;
        if (target != null) {
            target.stop();
        }
    }

    static boolean isWanted(IterationTarget target) {
        return target.values().find(RunParams.WARM_UP).isPresent() && !target.workload().warmsUpItself();
    }

    /** A warm-up on a target that is open. */
    static void of(IterationTarget target, Clock clock, long origin) {
        Stage part = target.workload().warmUp(target.context()).atMost(target.values().get(RunParams.WARM_UP));
        StageSettings settings = StageSettings.of(target.values().only(RunParams.ALL), origin).withoutBacklog();
        new StageRunner(clock, settings, target::stopped).run(0, part, SILENT);
    }

    private static final StageListener SILENT = new StageListener() {
        @Override
        public void interval(Interval interval) { }

        @Override
        public void live(RunStatus runStatus) { }

        @Override
        public void event(Event event) { }
    };
}
