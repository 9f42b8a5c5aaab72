package dev.tidemark.web.checkup;

import module java.base;
import dev.tidemark.app.CheckupRun;
import dev.tidemark.app.CheckupRun.Findings;
import dev.tidemark.app.CheckupRun.CheckupStage;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.PlanProgress;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.analysis.Checkup;
import dev.tidemark.report.analysis.Checkup.Found;
import dev.tidemark.store.results.StoredTarget;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.work.SingleTaskExecutor;

/** Checkups that people and programs have asked for, one at a time. The last ones are kept while the server runs. */
public final class CheckupTasks extends SingleTaskExecutor {

    private static final int MOST = 20;

    private final Workbench workbench;
    /** The newest first, one of each target. */
    private final List<CheckedUp> done = new ArrayList<>();

    /** @param failures is told what broke, for the server's own record */
    public CheckupTasks(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        super("operations", clock, failures);
        this.workbench = workbench;
    }

    /** What was found. @param target its name @param works whether all that the driver offers does */
    public record CheckedUp(String target, Checkup checkup, boolean works, Instant when) {}

    /** The newest first. */
    public synchronized List<CheckedUp> done() {
        return List.copyOf(done);
    }

    /** @throws HttpException when there is none of this target */
    public CheckedUp of(String target) {
        return done().stream().filter(c -> c.target().equals(target)).findFirst().orElseThrow(() -> HttpException.missing(
                "there was no checkup of '" + target + "' since this server began"));
    }

    /**
     * Begins a checkup.
     *
     * @param named  a named target, a driver, or a URL
     * @param keep   a name under which its loads are kept; empty for none
     * @param author who asks for it
     * @throws InvalidInputException when there is no such target, or it may not be reached
     * @throws dev.tidemark.core.param.ConflictException while another one is in progress
     */
    public void begin(String named, Optional<String> keep, String author) {
        StoredTarget target = workbench.targets().resolve(named);
        begin("Checkup of " + target.name(), "Checkup of " + target.name(), author,
                (watcher, stop) -> carryOut(named, target, keep, author, watcher, stop));
    }

    private String carryOut(String named, StoredTarget target, Optional<String> keep, String author, Progress watcher,
            CancellationToken stop) throws InterruptedException {
        CheckupRun run = workbench.checkup(target, keep, new RunOptions(false, false, author));
        Findings findings = run.carryOut(new Parts(watcher), label -> Found.rate(workbench.store(), label), stop)
                .orElseThrow(() -> new InvalidInputException("stopped; what was made there is removed"));
        Diagnosis diagnosis = findings.diagnosis();
        Checkup checkup = Checkup.of(Found.of(workbench.store(), named, target.driver(), run.values(), diagnosis.facts(),
                diagnosis.trials(), findings.roundTrip(), findings.closed(), findings.atRate()), workbench.store()::detail);
        add(new CheckedUp(target.name(), checkup, diagnosis.works(), clock.wallTime()));
        return checkup.verdict();
    }

    private synchronized void add(CheckedUp found) {
        done.removeIf(c -> c.target().equals(found.target()));
        done.addFirst(found);
        done.subList(Math.min(MOST, done.size()), done.size()).clear();
    }

    /** Tells how far the whole is. */
    private final class Parts implements CheckupRun.Listener {

        private final Progress watcher;
        private CheckupStage part;
        private long before;

        Parts(Progress watcher) {
            this.watcher = watcher;
        }

        @Override
        public RunListener began(CheckupStage now, String activity) {
            part = now;
            watcher.progress(activity, before);
            return new RunListener() {
                private PlanProgress progress = PlanProgress.unknown(1, clock.nanoTime());

                @Override
                public void began(int toRun, int finished) {
                    progress = PlanProgress.unknown(toRun, clock.nanoTime());
                }

                @Override
                public void iterationBegan(int number, Planned planned) {
                    progress.iterationBegan(planned.position(), clock.nanoTime());
                    report();
                }

                @Override
                public void live(RunStatus status) {
                    progress.live(status);
                    report();
                }

                @Override
                public void iterationEnded(Planned planned, IterationState state, String verdict) {
                    progress.iterationEnded(state, clock.nanoTime());
                }

                @Override
                public void message(String kind, String text) {
                    watcher.message(kind, text);
                }

                private void report() {
                    int all = progress.toRun();
                    watcher.progress(activity
                            + (all == 1 ? "" : ", run " + Math.min(all, progress.completed() + 1) + " of " + all),
                            before + Math.round(part.percent() * progress.share()));
                }
            };
        }

        @Override
        public void ended() {
            before += part.percent();
        }
    }
}
