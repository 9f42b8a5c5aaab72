package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.time.Clock;

/** One thing that is done with a driver in a process of its own, told as it goes on. */
final class RunnerTask {

    private final Path work;
    private final Clock clock;
    private final CancellationToken cancellationToken;

    /** @param cancellationToken who may end it early */
    RunnerTask(DataFolder folder, Clock clock, CancellationToken cancellationToken) {
        folder.prepare();
        this.work = folder.work();
        this.clock = clock;
        this.cancellationToken = cancellationToken;
    }

    /** What the runner is asked for. */
    @FunctionalInterface
    interface Order {
        void of(Runner runner, Consumer<RunEvent> events) throws InterruptedException;
    }

    /**
     * @param what     what it is done with, as in {@code dataset keys}
     * @param settings of the driver
     * @return what the runner answered
     * @throws InvalidInputException when it was not done, saying why
     */
    String run(String what, String driver, List<Setting> settings, RunListener watcher, Order order)
            throws InterruptedException {
        Values values = Drivers.named(driver).params().defaults().with(settings);
        SecretAnswers secrets = SecretAnswers.asking(List.of(values), watcher::ask);
        RunEvent.Ended[] ended = new RunEvent.Ended[1];
        String[] answer = {""};
        try (Runners runners = new Runners(Fork.ROUND, work, clock, secrets)) {
            cancellationToken.of(runners);
            order.of(runners.of(driver), event -> {
                cancellationToken.remind();
                switch (event) {
                    case RunEvent.Progressed e -> watcher.live(e.live());
                    case RunEvent.EventLogged e -> watcher.message(e.note().kind(), e.note().text());
                    case RunEvent.Answered e -> answer[0] = e.answer();
                    case RunEvent.Ended e -> ended[0] = e;
                    default -> { }
                }
            });
        } finally {
            cancellationToken.of(null);
        }
        if (ended[0].state() != IterationState.DONE) {
            throw new InvalidInputException(what + ": " + ended[0].verdict());
        }
        return answer[0];
    }
}
