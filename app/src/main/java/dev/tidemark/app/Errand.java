package dev.tidemark.app;

import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.time.Clock;
import java.nio.file.Path;
import java.util.function.Consumer;

/** One thing that is done with a driver in a process of its own, told as it goes on. */
final class Errand {

    private final Path crashes;
    private final Clock clock;
    private final Stopper stopper;

    /** @param stopper who may end it early */
    Errand(DataFolder folder, Clock clock, Stopper stopper) {
        folder.prepare();
        this.crashes = folder.crashes();
        this.clock = clock;
        this.stopper = stopper;
    }

    /** What the runner is asked for. */
    @FunctionalInterface
    interface Order {
        void of(Runner runner, Consumer<RunEvent> events) throws InterruptedException;
    }

    /** @return how it ended */
    RunEvent.Ended run(String driver, RunWatcher watcher, Order order) throws InterruptedException {
        RunEvent.Ended[] ended = new RunEvent.Ended[1];
        try (Runners runners = new Runners(Fork.ROUND, crashes, clock)) {
            stopper.of(runners);
            order.of(runners.of(driver), event -> {
                stopper.remind();
                switch (event) {
                    case RunEvent.Moving e -> watcher.live(e.live());
                    case RunEvent.Noted e -> watcher.said(e.note().kind(), e.note().text());
                    case RunEvent.Ended e -> ended[0] = e;
                    default -> { }
                }
            });
        } finally {
            stopper.of(null);
        }
        return ended[0];
    }
}
