package dev.tidemark.core.run;

import dev.tidemark.core.os.ProcessExit;
import dev.tidemark.core.time.Clock;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import sun.misc.Signal;

/**
 * The main of the child process: reads {@link RunnerRequest}s from standard input and answers with {@link RunEvent}s on
 * standard output. The end of standard input means that the parent is gone, and ends this process at once, so that no
 * runner outlives its parent.
 */
public final class RunnerMain {

    /** Signals that end the process; left to the JVM, it might hang on the way out: see {@link ProcessExit}. */
    private static final List<String> ENDING = List.of("TERM", "HUP");
    /** A process that died of signal n has the status 128 + n. */
    private static final int SIGNALLED = 128;
    /** The status of a process that had to end because its target does not return. */
    private static final int HUNG = 75;

    /** Work to do, in order; empty for the end. */
    private final LinkedBlockingQueue<Optional<RunnerRequest>> work = new LinkedBlockingQueue<>();
    /** How many orders of work came; counted by the thread that listens. */
    private int received;
    /** How many had come at the last stop: it is meant for an iteration too that still waits or is being warmed up. */
    private volatile int stoppedUpTo;
    private final InProcessRunner runner = InProcessRunner.warmingUp(Clock.system(), RunnerMain::hung);

    private RunnerMain() {}

    public static void main(String[] args) throws InterruptedException {
        OutputStream events = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        // Ctrl-C reaches the whole process group; the parent decides what becomes of the iteration.
        Signal.handle(new Signal("INT"), signal -> { });
        ProcessExit.prepare();
        ENDING.forEach(RunnerMain::endAtOnce);
        System.setOut(System.err); // whatever a library prints must not mix with the events
        new RunnerMain().serve(events);
    }

    /** The parent tells the last line of a process that ended by itself. */
    private static void hung(String why) {
        System.err.println(why);
        ProcessExit.now(HUNG);
    }

    private static void endAtOnce(String signal) {
        try {
            Signal.handle(new Signal(signal), s -> ProcessExit.now(SIGNALLED + s.getNumber()));
        } catch (IllegalArgumentException e) {
            // this system has no such signal
        }
    }

    private void serve(OutputStream events) throws InterruptedException {
        Clock.system().start("tidemark-orders", this::listen);
        int taken = 0;
        for (Optional<RunnerRequest> order; (order = work.take()).isPresent();) {
            int number = ++taken;
            switch (order.get()) {
                case RunnerRequest.Run run -> runner.run(run.request(), event -> {
                    send(event, events);
                    if (event instanceof RunEvent.Started && number <= stoppedUpTo) {
                        runner.stop();
                    }
                });
                case RunnerRequest.Export export -> runner.export(export.request(), event -> send(event, events));
                case RunnerRequest.Dataset dataset -> runner.dataset(dataset.request(), event -> send(event, events));
                case RunnerRequest.Probe probe -> runner.probe(probe.request(), event -> send(event, events));
                case RunnerRequest.Stop stop -> { }
                case RunnerRequest.Quit quit -> { }
            }
        }
        runner.close();
    }

    private static void send(RunEvent event, OutputStream out) {
        synchronized (out) {
            try {
                MessageCodec.send(event, out);
            } catch (IOException e) {
                ProcessExit.now(1); // nobody listens any more
            }
        }
    }

    private void add(Optional<RunnerRequest> order) {
        received++;
        work.add(order);
    }

    private void listen() {
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
            for (Optional<RunnerRequest> order; (order = MessageCodec.receive(RunnerRequest.class, in)).isPresent();) {
                switch (order.get()) {
                    case RunnerRequest.Run run -> add(order);
                    case RunnerRequest.Export export -> add(order);
                    case RunnerRequest.Dataset dataset -> add(order);
                    case RunnerRequest.Probe probe -> add(order);
                    case RunnerRequest.Stop stop -> {
                        stoppedUpTo = received;
                        runner.stop();
                    }
                    case RunnerRequest.Quit quit -> {
                        work.add(Optional.empty());
                        return;
                    }
                }
            }
        } catch (IOException e) {
            System.err.println("the orders to this runner are damaged: " + e.getMessage());
        }
        ProcessExit.now(1);
    }
}
