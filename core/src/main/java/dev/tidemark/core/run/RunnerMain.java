package dev.tidemark.core.run;

import dev.tidemark.core.time.Clock;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main of the child process: reads {@link RunOrder}s from standard input and answers with {@link RunEvent}s on
 * standard output. The end of standard input means that the parent is gone, and ends this process at once, so that no
 * runner outlives its parent.
 */
public final class RunnerMain {

    private final LinkedBlockingQueue<Optional<RunRequest>> requests = new LinkedBlockingQueue<>();
    private final InProcessRunner runner = new InProcessRunner(Clock.system());

    private RunnerMain() {}

    public static void main(String[] args) throws InterruptedException {
        OutputStream events = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        // Ctrl-C reaches the whole process group; the parent decides what becomes of the iteration.
        sun.misc.Signal.handle(new sun.misc.Signal("INT"), signal -> { });
        System.setOut(System.err); // whatever a library prints must not mix with the events
        new RunnerMain().serve(events);
    }

    private void serve(OutputStream events) throws InterruptedException {
        Clock.system().start("tidemark-orders", this::listen);
        for (Optional<RunRequest> request; (request = requests.take()).isPresent();) {
            runner.run(request.get(), event -> send(event, events));
        }
    }

    private static void send(RunEvent event, OutputStream out) {
        synchronized (out) {
            try {
                Wire.send(event, out);
            } catch (IOException e) {
                Runtime.getRuntime().halt(1); // nobody listens any more
            }
        }
    }

    private void listen() {
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
            for (Optional<RunOrder> order; (order = Wire.receive(RunOrder.class, in)).isPresent();) {
                switch (order.get()) {
                    case RunOrder.Run run -> requests.add(Optional.of(run.request()));
                    case RunOrder.Stop stop -> runner.stop();
                    case RunOrder.Quit quit -> {
                        requests.add(Optional.empty());
                        return;
                    }
                }
            }
        } catch (IOException e) {
            System.err.println("the orders to this runner are damaged: " + e.getMessage());
        }
        Runtime.getRuntime().halt(1);
    }
}
