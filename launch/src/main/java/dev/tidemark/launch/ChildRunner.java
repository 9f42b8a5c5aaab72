package dev.tidemark.launch;

import module java.base;
import dev.tidemark.core.param.SecretAnswers;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.TaskRequest;
import dev.tidemark.core.run.TemporaryFolder;
import dev.tidemark.core.run.coordinator.IterationCoordinator;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.IncompatibleRunnerException;
import dev.tidemark.core.run.link.RunnerConnection;
import dev.tidemark.core.run.link.RunnerLink;
import dev.tidemark.core.run.link.StreamLink;
import dev.tidemark.core.run.runner.RunnerMain;
import dev.tidemark.core.time.Clock;

/**
 * Carries out iterations in a child JVM. When the child dies, whatever the cause, the iteration ends as FAILED with
 * the reason, and the next one gets a new child.
 */
public final class ChildRunner implements Runner {

    /** How long a stopped iteration may take to end by itself before its process is killed. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(30);
    /** How long a process that must end by itself soon is given to do so. */
    private static final int END_SECONDS = 10;
    /**
     * How a JVM begins to tell that native code has crashed; the only thing it says on its standard output. Its other
     * threads go on meanwhile, so that a frame may stand between this line and the next.
     */
    private static final String CRASH = "#\n";
    private static final String INTERRUPTED = "the runner was interrupted";
    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunnerCommand command;
    private final Clock clock;
    private final Duration stopGrace;
    private final OptionalLong memoryLimit;
    private final MemoryCgroups groups;
    private final SecretAnswers secrets;
    private volatile Child child;
    /** For good: a child that was being started meanwhile ends at once, as nobody else would end it. */
    private volatile boolean closed;
    /** What the child is carrying out; null while it is idle. */
    private volatile ChildTask current;

    public ChildRunner(RunnerCommand command, Clock clock) {
        this(command, clock, STOP_GRACE);
    }

    /**
     * @param memoryLimit bytes that the child may use, with its share of the page cache; empty for as much as it likes
     * @param secrets     that somebody was asked for; the child is told over the link
     */
    public ChildRunner(RunnerCommand command, Clock clock, OptionalLong memoryLimit, SecretAnswers secrets) {
        this(command, clock, STOP_GRACE, memoryLimit, MemoryCgroups.system(clock), secrets);
    }

    /** @param stopGrace how long a stopped iteration may take to end by itself before its process is killed */
    ChildRunner(RunnerCommand command, Clock clock, Duration stopGrace) {
        this(command, clock, stopGrace, OptionalLong.empty(), MemoryCgroups.system(clock), SecretAnswers.NONE);
    }

    ChildRunner(RunnerCommand command, Clock clock, Duration stopGrace, OptionalLong memoryLimit,
            MemoryCgroups groups, SecretAnswers secrets) {
        this.secrets = secrets;
        this.memoryLimit = memoryLimit;
        this.groups = groups;
        this.command = command;
        this.clock = clock;
        this.stopGrace = stopGrace;
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(request.iteration(), events, child -> {
            IterationCoordinator coordinator = new IterationCoordinator(clock, child, request, events);
            return new ChildTask(coordinator::run, coordinator::stop);
        });
    }

    @Override
    public void carryOut(TaskRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(request.iteration(), events,
                child -> new ChildTask(() -> child.carryOut(request, events), child::stop));
    }

    /** What a child is to do, and how it is made to end early. */
    private record ChildTask(Action action, Stopper stopper) {

        @FunctionalInterface
        interface Action {
            void run() throws IOException, InterruptedException;
        }

        @FunctionalInterface
        interface Stopper {
            void run() throws IOException;
        }
    }

    private void carryOut(long iteration, Consumer<RunEvent> events, Function<Child, ChildTask> making)
            throws InterruptedException {
        try {
            Optional<String> failure = carryOut(making);
            failure.ifPresent(why -> events.accept(new RunEvent.Ended(iteration, IterationState.FAILED, why)));
        } catch (InterruptedException | RuntimeException e) {
            discard(); // whoever listens has left: the child must not go on
            throw e;
        } finally {
            current = null;
        }
    }

    /** @return why the child did not end the work itself; empty when it did */
    private Optional<String> carryOut(Function<Child, ChildTask> making) throws InterruptedException {
        Child running;
        try {
            running = child();
        } catch (IOException e) {
            return Optional.of("the runner could not be started: " + e.getMessage());
        }
        current = making.apply(running);
        try {
            current.action().run();
            return Optional.empty();
        } catch (IOException e) {
            String why = why(running, e);
            discard();
            return Optional.of(why);
        }
    }

    private static String why(Child lost, IOException e) throws InterruptedException {
        return switch (e) {
            case IncompatibleRunnerException refused -> refused.getMessage();
            case EOFException end -> lost.lastWords("the runner closed its output without ending the iteration");
            default -> {
                String garbled = "what the runner tells cannot be understood: " + e.getMessage();
                yield lost.crashes() ? lost.lastWords(garbled) : lost.killed(garbled);
            }
        };
    }

    private Child child() throws IOException {
        Child running = child;
        if (running == null || !running.process.isAlive()) {
            if (running != null) {
                running.tidyUp();
            }
            running = new Child(command);
            child = running;
            if (closed) {
                running.kill(INTERRUPTED);
            }
        }
        return running;
    }

    /** Returns when the child is gone, so that what it held is free for the next one. */
    private void discard() {
        Child running = child;
        child = null;
        if (running != null) {
            running.process.destroyForcibly().onExit().orTimeout(END_SECONDS, TimeUnit.SECONDS)
                    .exceptionally(late -> running.process).join();
            running.tidyUp();
        }
    }

    @Override
    public void stop() {
        Child running = child;
        ChildTask stopped = current;
        if (running == null || stopped == null) {
            return;
        }
        try {
            stopped.stopper().run();
        } catch (IOException e) {
            running.process.destroyForcibly();
            return;
        }
        if (running.stopRequested.compareAndSet(false, true)) {
            clock.start("tidemark-stop", () -> killUnlessItEnds(running, stopped));
        }
    }

    private void killUnlessItEnds(Child running, ChildTask stopped) {
        long deadline = clock.nanoTime() + stopGrace.toNanos();
        while (current == stopped && clock.nanoTime() < deadline) {
            clock.sleepUntil(clock.nanoTime() + LOOK_EVERY);
        }
        if (current == stopped) {
            running.kill("the runner did not stop within " + stopGrace.toSeconds() + " s and was killed");
        }
        running.stopRequested.set(false);
    }

    /** Lets the child go, for good; one that is in the middle of an iteration is killed. */
    @Override
    public void close() {
        closed = true; // before looking for a child, which is told after it is there
        Child running = child;
        if (running == null) {
            return;
        }
        if (current != null) {
            running.kill(INTERRUPTED);
            return;
        }
        child = null;
        try {
            running.quit();
            if (!running.process.waitFor(stopGrace)) {
                running.process.destroyForcibly();
            }
        } catch (IOException e) {
            running.process.destroyForcibly();
        } catch (InterruptedException e) {
            running.process.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            running.tidyUp();
        }
    }

    /** A running child process. */
    private final class Child implements RunnerPort {
        private final Process process;
        private final TailInputStream output;
        private final RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link;
        /** Empty until it has introduced itself. */
        private volatile Optional<RunnerConnection> connection = Optional.empty();
        private final ErrorOutput complaints;
        private final Path crashFolder;
        private final Optional<MemoryCgroup> group;
        private final TemporaryFolder temporary;
        /** Whether somebody waits for a stop to take effect. */
        private final AtomicBoolean stopRequested = new AtomicBoolean();
        /** Why this side killed it; empty when it did not. */
        private volatile String killed = "";

        Child(RunnerCommand command) throws IOException {
            crashFolder = command.crashFolder();
            temporary = TemporaryFolder.makeForLibraries(crashFolder);
            group = group();
            process = start(command.line(RunnerMain.class.getName(), temporary.path()));
            output = new TailInputStream(process.getInputStream());
            link = StreamLink.toRunner(output, process.getOutputStream());
            complaints = new ErrorOutput(process, clock);
        }

        private Optional<MemoryCgroup> group() throws IOException {
            try {
                return memoryLimit.isEmpty() ? Optional.empty() : Optional.of(groups.make(memoryLimit.getAsLong()));
            } catch (IOException e) {
                temporary.close();
                throw e;
            }
        }

        private Process start(List<String> line) throws IOException {
            try {
                return new ProcessBuilder(group.map(g -> g.entering(line)).orElse(line)).start();
            } catch (IOException e) {
                tidyUp();
                throw e;
            }
        }

        /** After the process has ended. */
        void tidyUp() {
            connection.ifPresent(RunnerConnection::close);
            group.ifPresent(MemoryCgroup::close);
            temporary.close();
            command.archive().ifPresent(ClassArchive::note);
        }

        @Override
        public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) throws IOException,
                InterruptedException {
            if (connection.isEmpty()) {
                connection = Optional.of(RunnerConnection.accept(link, clock, RunnerConnection.LEASE));
                connection.get().carryOut(new RunnerOrder.Remember(secrets), event -> { });
            }
            return connection.get().carryOut(order, events);
        }

        @Override
        public void stop() throws IOException {
            if (connection.isPresent()) {
                connection.get().stop();
            }
        }

        /** Lets it end by itself. */
        void quit() throws IOException {
            if (connection.isPresent()) {
                connection.get().quit();
            }
            link.close();
        }

        void kill(String why) {
            killed = why;
            process.destroyForcibly();
        }

        /** Why this side killed it, or else something else. */
        String killed(String otherwise) {
            return killed.isEmpty() ? otherwise : killed;
        }

        /**
         * Whether it has ended, or is about to: a JVM whose native code crashes says so where the events stand, while
         * it writes its report. Whatever else stands among the events is of an engine, and the process lives on.
         */
        boolean crashes() {
            return !process.isAlive() || output.mayHold(CRASH);
        }

        /**
         * Why the process ended without being asked to.
         *
         * @param otherwise the reason should the process live on
         */
        String lastWords(String otherwise) throws InterruptedException {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                return killed(otherwise);
            }
            List<String> complaint = complaints.last(Duration.ofSeconds(END_SECONDS));
            Optional<Long> exceeded = group.filter(MemoryCgroup::exceeded).map(MemoryCgroup::bytes);
            return killed(ExitDiagnosis.of(process.exitValue(), process.pid(), crashFolder, complaint, exceeded));
        }
    }
}
