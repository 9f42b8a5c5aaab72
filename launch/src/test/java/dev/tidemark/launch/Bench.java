package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.launch.TroubleDriver.Trouble;

/** A runner with the troubled driver, and what it tells. */
final class Bench implements AutoCloseable {

    private final Path folder;
    private final ChildRunner runner;

    Bench(Path folder, Duration stopGrace) throws IOException {
        this(folder, stopGrace, OptionalLong.empty(), MemoryCgroups.system(Clock.system()));
    }

    Bench(Path folder, Duration stopGrace, OptionalLong memoryLimit, MemoryCgroups groups) throws IOException {
        this(folder, stopGrace, memoryLimit, groups, SecretAnswers.NONE);
    }

    Bench(Path folder, Duration stopGrace, OptionalLong memoryLimit, MemoryCgroups groups, SecretAnswers secrets)
            throws IOException {
        this.folder = folder;
        runner = new ChildRunner(RunnerCommand.of(Drivers.named("trouble"), folder), Clock.system(),
                stopGrace, memoryLimit, groups, secrets);
    }

    ChildRunner runner() {
        return runner;
    }

    /** @param more name, text, name, text … */
    RunRequest request(long iteration, Trouble trouble, String... more) {
        Values values = Planner.params(Workloads.named("ingest"), Drivers.named("trouble")).defaults()
                .with("documents", "100", SettingOrigin.SET).with("workers", "1", SettingOrigin.SET)
                .with("warm-up", "none", SettingOrigin.SET)
                .with("trouble", trouble.name().toLowerCase(Locale.ROOT), SettingOrigin.SET);
        for (int i = 0; i < more.length; i += 2) {
            values = values.with(more[i], more[i + 1], SettingOrigin.SET);
        }
        return new RunRequest(iteration, "ingest", "trouble", values.settings(), 1,
                folder.resolve("iteration-" + iteration).toString(), false);
    }

    List<RunEvent> run(long iteration, Trouble trouble) throws InterruptedException {
        return run(iteration, trouble, event -> { });
    }

    /** Runs one iteration. @return everything it told */
    List<RunEvent> run(long iteration, Trouble trouble, Consumer<RunEvent> listener) throws InterruptedException {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        runner.run(request(iteration, trouble), event -> {
            events.add(event);
            listener.accept(event);
        });
        return events;
    }

    static RunEvent.Ended end(List<RunEvent> events) {
        return (RunEvent.Ended) events.getLast();
    }

    @Override
    public void close() {
        runner.close();
    }
}
