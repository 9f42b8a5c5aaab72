package dev.tidemark.launch;

import dev.tidemark.core.result.State;
import dev.tidemark.core.run.DatasetRequest;
import dev.tidemark.core.run.ExportRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunOrder;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.Runner;
import dev.tidemark.core.run.RunnerMain;
import dev.tidemark.core.run.Wire;
import dev.tidemark.core.time.Clock;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Carries out iterations in a child JVM. When the child dies, whatever the cause, the iteration ends as FAILED with
 * the reason, and the next one gets a new child.
 */
public final class ChildRunner implements Runner {

    /** How long a stopped iteration may take to end by itself before its process is killed. */
    private static final int STOP_GRACE_SECONDS = 30;

    private final RunnerCommand command;
    private final Clock clock;
    private volatile Child child;
    private volatile boolean iterating;

    public ChildRunner(RunnerCommand command, Clock clock) {
        this.command = command;
        this.clock = clock;
    }

    @Override
    public void run(RunRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(new RunOrder.Run(request), request.iteration(), events);
    }

    @Override
    public void export(ExportRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(new RunOrder.Export(request), request.iteration(), events);
    }

    @Override
    public void dataset(DatasetRequest request, Consumer<RunEvent> events) throws InterruptedException {
        carryOut(new RunOrder.Dataset(request), 0, events);
    }

    private void carryOut(RunOrder order, long iteration, Consumer<RunEvent> events) throws InterruptedException {
        try {
            Child running = child();
            iterating = true;
            running.send(order);
            if (!running.pass(events)) {
                events.accept(new RunEvent.Ended(iteration, State.FAILED, running.lastWords()));
                discard();
            }
        } catch (IOException e) {
            discard();
            events.accept(new RunEvent.Ended(iteration, State.FAILED,
                    "the runner could not be started or understood: " + e.getMessage()));
        } finally {
            iterating = false;
        }
    }

    private Child child() throws IOException {
        if (child == null || !child.process.isAlive()) {
            child = new Child(command);
        }
        return child;
    }

    private void discard() {
        if (child != null) {
            child.process.destroyForcibly();
            child = null;
        }
    }

    @Override
    public void stop() {
        Child running = child;
        if (running == null || !iterating) {
            return;
        }
        try {
            running.send(new RunOrder.Stop());
        } catch (IOException e) {
            running.process.destroyForcibly();
            return;
        }
        clock.start("tidemark-stop", () -> {
            long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_GRACE_SECONDS);
            while (iterating && child == running && clock.nanoTime() < deadline) {
                clock.sleepUntil(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100));
            }
            if (iterating && child == running) {
                running.process.destroyForcibly();
            }
        });
    }

    /** Lets the child go; one that is in the middle of an iteration is killed. */
    @Override
    public void close() {
        Child running = child;
        child = null;
        if (running == null) {
            return;
        }
        if (iterating) {
            running.process.destroyForcibly();
            return;
        }
        try {
            running.send(new RunOrder.Quit());
            running.process.getOutputStream().close();
            if (!running.process.waitFor(STOP_GRACE_SECONDS, TimeUnit.SECONDS)) {
                running.process.destroyForcibly();
            }
        } catch (IOException e) {
            running.process.destroyForcibly();
        } catch (InterruptedException e) {
            running.process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** A running child process. */
    private final class Child {
        private final Process process;
        private final OutputStream orders;
        private final DataInputStream answers;
        private final List<String> complaints = new ArrayList<>();
        private final Thread complaintReader;
        private final Path crashFolder;

        Child(RunnerCommand command) throws IOException {
            crashFolder = command.crashFolder();
            process = new ProcessBuilder(command.line(RunnerMain.class.getName())).start();
            orders = process.getOutputStream();
            answers = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
            complaintReader = clock.start("tidemark-runner-stderr", this::readComplaints);
        }

        synchronized void send(RunOrder order) throws IOException {
            Wire.send(order, orders);
        }

        /** Passes events on until the iteration has ended. @return whether the child told so itself */
        boolean pass(Consumer<RunEvent> events) throws IOException {
            for (Optional<RunEvent> event; (event = Wire.receive(RunEvent.class, answers)).isPresent();) {
                events.accept(event.get());
                if (event.get() instanceof RunEvent.Ended) {
                    return true;
                }
            }
            return false;
        }

        private void readComplaints() {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                for (String line; (line = lines.readLine()) != null;) {
                    synchronized (complaints) {
                        complaints.add(line);
                        if (complaints.size() > 100) {
                            complaints.removeFirst();
                        }
                    }
                }
            } catch (IOException e) {
                // the process is gone, and with it what it had to say
            }
        }

        /** Why the process ended without being asked to. */
        String lastWords() throws InterruptedException {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "the runner closed its output without ending the iteration";
            }
            complaintReader.join(1000);
            synchronized (complaints) {
                return Obituary.of(process.exitValue(), process.pid(), crashFolder, complaints);
            }
        }
    }
}
