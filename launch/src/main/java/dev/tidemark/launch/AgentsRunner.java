package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.TaskRequest;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Agents;

/**
 * Has agents carry out iterations together. One that is lost makes its iteration invalid; before the next it is started
 * anew.
 */
public final class AgentsRunner implements Runner {

    /** How long a stopped iteration may take to end by itself before the agents are killed. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(30);
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String INTERRUPTED = "the agents were interrupted";

    private final Agents agents;
    private final List<String> names;
    private final Driver driver;
    private final Path work;
    private final Clock clock;
    private final SecretAnswers secrets;
    private final MeasuredRun run;
    private final Duration lease;
    /** By number; null for one that is not running. */
    private final AgentProcess[] processes;
    private volatile IterationCoordinator current;
    /** Whether what is in progress is to end early, be it that the agents are still being started. */
    private volatile boolean stopped;
    private volatile boolean closed;

    /**
     * @param work    folder of this machine where the agents of this machine keep what they make
     * @param secrets that somebody was asked for; each agent is told over its link
     * @param run     for which each agent takes its machine
     */
    public AgentsRunner(Agents agents, Driver driver, Path work, Clock clock, SecretAnswers secrets, MeasuredRun run) {
        this(agents, driver, work, clock, secrets, run, AgentProcess.LEASE);
    }

    /** @param lease how long silence is borne, by either side */
    AgentsRunner(Agents agents, Driver driver, Path work, Clock clock, SecretAnswers secrets, MeasuredRun run,
            Duration lease) {
        this.run = run;
        this.lease = lease;
        this.agents = agents;
        this.names = agents.names();
        this.driver = driver;
        this.work = work;
        this.clock = clock;
        this.secrets = secrets;
        this.processes = new AgentProcess[names.size()];
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(request.iteration(), events, all -> {
            IterationCoordinator coordinator = new IterationCoordinator(clock, names, all, request, events);
            current = coordinator; // before looking whether it was stopped, as a stop looks for it last
            if (stopped) {
                events.accept(IterationCoordinator.stoppedEarly(request.iteration()));
            } else {
                coordinator.run();
            }
        });
    }

    /**
     * {@inheritDoc} The leading agent looks at a target.
     *
     * @throws UnsupportedOperationException for all else, which processes of this machine do
     */
    @Override
    public void carryOut(TaskRequest request, Consumer<RunEvent> events) throws InterruptedException {
        if (!(request instanceof ProbeRequest)) {
            throw new UnsupportedOperationException("agents offer loads and do nothing else");
        }
        carryOut(request.iteration(), events, all -> all.getFirst().carryOut(request, events));
    }

    @FunctionalInterface
    private interface AgentsAction {
        void of(List<AgentProcess> all) throws IOException, InterruptedException;
    }

    private void carryOut(long iteration, Consumer<RunEvent> events, AgentsAction action) throws InterruptedException {
        stopped = false;
        try {
            Optional<String> unusable = start();
            if (unusable.isPresent()) {
                events.accept(new RunEvent.Ended(iteration, IterationState.FAILED, unusable.get()));
            } else {
                action.of(List.of(processes));
            }
        } catch (IOException e) { // of several, whoever directs them says which
            events.accept(new RunEvent.Ended(iteration, IterationState.FAILED, "agent " + names.getFirst()
                    + " was lost: " + e.getMessage()));
        } catch (InterruptedException | RuntimeException e) {
            kill(); // whoever listens has left
            throw e;
        } finally {
            current = null;
            if (closed) {
                release();
            }
        }
    }

    /** Those that are not running, at the same time. @return which one cannot be used, and why; empty when all can */
    private Optional<String> start() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        String[] failures = new String[names.size()];
        for (int i = 0; i < names.size(); i++) {
            int number = i;
            if (processes[i] == null || !processes[i].isAlive()) {
                if (processes[i] != null) {
                    processes[i].close();
                }
                threads.add(clock.start("tidemark-agent-" + i, () -> failures[number] = start(number)));
            }
        }
        for (Thread thread : threads) {
            clock.join(thread);
        }
        if (closed) {
            kill();
            return Optional.of(INTERRUPTED);
        }
        return Stream.of(failures).filter(Objects::nonNull).findFirst();
    }

    /** @return why it cannot be used; null when it can */
    private String start(int number) {
        processes[number] = null;
        try {
            processes[number] = AgentProcess.start(AgentCommand.of(agents, number, driver, folder(number), run),
                    driver.name(), secrets, clock, lease);
            return null;
        } catch (IOException e) {
            return "agent " + names.get(number) + " cannot be used: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "agent " + names.get(number) + " was not waited for";
        } catch (RuntimeException e) { // nobody else is there to notice
            return "agent " + names.get(number) + " cannot be used: " + e;
        }
    }

    /** The leading one has the folder in which a run's things are; no two have the same. */
    private Path folder(int number) {
        return number == 0 ? work : work.resolve("agent-" + number);
    }

    /** Of their runners, those that run. */
    List<Long> pids() {
        return Stream.of(processes).filter(Objects::nonNull).map(p -> p.hello().pid()).toList();
    }

    private void kill() {
        for (AgentProcess process : processes) {
            if (process != null) {
                process.kill(INTERRUPTED);
            }
        }
    }

    @Override
    public void stop() {
        stopped = true;
        IterationCoordinator running = current;
        if (running == null) {
            return;
        }
        try {
            running.stop();
        } catch (IOException e) {
            // one is gone, and whoever waits for it finds out
        }
        clock.start("tidemark-stop", () -> killUnlessItEnds(running));
    }

    private void killUnlessItEnds(IterationCoordinator running) {
        long deadline = clock.nanoTime() + STOP_GRACE.toNanos();
        while (current == running && clock.nanoTime() < deadline) {
            clock.sleepUntil(clock.nanoTime() + LOOK_EVERY);
        }
        if (current == running) {
            kill();
        }
    }

    /** Lets them go, for good; those in the middle of an iteration are killed. */
    @Override
    public void close() {
        closed = true;
        IterationCoordinator running = current;
        if (running != null) {
            running.interrupt();
            kill();
            return;
        }
        release();
    }

    private synchronized void release() {
        for (int i = 0; i < processes.length; i++) {
            if (processes[i] != null) {
                processes[i].close();
                processes[i] = null;
            }
        }
    }
}
