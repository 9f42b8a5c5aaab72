package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.launch.AgentsRunner;
import dev.tidemark.launch.ChildRunner;
import dev.tidemark.launch.MeasuredRun;
import dev.tidemark.launch.RunnerCommand;

/** The runners of a round: one per driver, made when first needed, so that no driver's engine meets another's. */
public final class Runners implements AutoCloseable {

    private final Fork fork;
    private final Path work;
    private final Clock clock;
    private final SecretAnswers secrets;
    private final MeasuredRun run;
    private final Map<String, Runner> byDriver = new HashMap<>();
    /** Of each of them; its processes keep it. */
    private final Map<String, Terms> terms = new HashMap<>();

    /**
     * What a runner is started with.
     *
     * @param memoryLimit bytes; empty for none
     * @param agents      who offers the load; empty for one process of this machine
     */
    record Terms(OptionalLong memoryLimit, Optional<Agents> agents) {

        private static final Terms NONE = new Terms(OptionalLong.empty(), Optional.empty());

        static Terms of(Point point) {
            return new Terms(MemoryLimits.of(point), Agents.of(point.values()));
        }
    }

    /**
     * @param work    where they keep what they make
     * @param secrets that somebody was asked for
     */
    public Runners(Fork fork, Path work, Clock clock, SecretAnswers secrets) {
        this(fork, work, clock, secrets, MeasuredRun.NONE);
    }

    /** @param run that they belong to, for which agents take their machines */
    Runners(Fork fork, Path work, Clock clock, SecretAnswers secrets, MeasuredRun run) {
        this.run = run;
        this.secrets = secrets;
        this.fork = fork;
        this.work = work;
        this.clock = clock;
    }

    /** The runner for the next iteration with a driver. */
    public synchronized Runner of(String driver) {
        return of(driver, Terms.NONE);
    }

    /** The runner for the next iteration of a point; one that was started otherwise makes way for it. */
    Runner of(Point point) {
        return of(point.driver(), Terms.of(point));
    }

    private synchronized Runner of(String driver, Terms requested) {
        Runner running = byDriver.get(driver);
        if (running != null && !requested.equals(terms.get(driver))) {
            byDriver.remove(driver);
            running.close();
        }
        terms.put(driver, requested);
        return byDriver.computeIfAbsent(driver, name -> start(name, requested));
    }

    private Runner start(String name, Terms requested) {
        if (fork == Fork.NONE) {
            return new InProcessRunner(clock, RunnerFolders.of(work), secrets);
        }
        Driver driver = Drivers.named(name);
        if (requested.agents().isPresent()) {
            return new AgentsRunner(requested.agents().get(), driver, work, clock, secrets, run);
        }
        try {
            return new ChildRunner(RunnerCommand.of(driver, work), clock, requested.memoryLimit(), secrets);
        } catch (IOException e) {
            throw new InvalidInputException("no runner can be started: " + work
                    + " cannot be made, or Tidemark's own files cannot be read: " + e.getMessage());
        }
    }

    /** Tells that an iteration is over. */
    synchronized void iterationEnded() {
        if (fork == Fork.ITERATION) {
            close();
        }
    }

    /** Ends the running iteration early; its rows are kept. */
    synchronized void stop() {
        byDriver.values().forEach(Runner::stop);
    }

    @Override
    public synchronized void close() {
        byDriver.values().forEach(Runner::close);
        byDriver.clear();
        terms.clear();
    }
}
