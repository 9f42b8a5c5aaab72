package dev.tidemark.app.run;

import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.time.Clock;
import java.nio.file.Path;
import java.util.function.Consumer;

/** One thing that is done with a driver in a process of its own, told as it goes on. */
final class RunnerTask {

    private final Path crashes;
    private final Clock clock;
    private final CancellationToken cancellationToken;

    /** @param cancellationToken who may end it early */
    RunnerTask(DataFolder folder, Clock clock, CancellationToken cancellationToken) {
        folder.prepare();
        this.crashes = folder.crashes();
        this.clock = clock;
        this.cancellationToken = cancellationToken;
    }

    /** What the runner is asked for. */
    @FunctionalInterface
    interface Order {
        void of(Runner runner, Consumer<RunEvent> events) throws InterruptedException;
    }

    /** @return how it ended */
    RunEvent.Ended run(String driver, RunListener watcher, Order order) throws InterruptedException {
        RunEvent.Ended[] ended = new RunEvent.Ended[1];
        try (Runners runners = new Runners(Fork.ROUND, crashes, clock)) {
            cancellationToken.of(runners);
            order.of(runners.of(driver), event -> {
                cancellationToken.remind();
                switch (event) {
                    case RunEvent.Progressed e -> watcher.live(e.live());
                    case RunEvent.EventLogged e -> watcher.said(e.note().kind(), e.note().text());
                    case RunEvent.Ended e -> ended[0] = e;
                    default -> { }
                }
            });
        } finally {
            cancellationToken.of(null);
        }
        return ended[0];
    }
}
