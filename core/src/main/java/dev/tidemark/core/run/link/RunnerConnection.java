package dev.tidemark.core.run.link;

import module java.base;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;

/** A runner at the other end of a link, whose lease this end renews until it is closed. */
public final class RunnerConnection implements RunnerPort, AutoCloseable {

    /** How long a runner goes on when it hears nothing of its coordinator. */
    public static final Duration LEASE = Duration.ofMinutes(1);
    /** How often the lease is renewed while it lasts. */
    private static final int RENEWALS = 6;

    private final RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link;
    private final Clock clock;
    private final Duration lease;
    private final Frame.Hello hello;
    private final Runnable silent;
    private final Thread renewing;
    /** Whether an answer is awaited, so that what comes is heard. */
    private volatile boolean listening;
    /** Renewals since anything was heard of the runner. */
    private final AtomicInteger unheard = new AtomicInteger();
    private volatile boolean closed;

    private RunnerConnection(RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link, Clock clock, Duration lease,
            Frame.Hello hello, Runnable silent) {
        this.silent = silent;
        this.link = link;
        this.clock = clock;
        this.lease = lease;
        this.hello = hello;
        this.renewing = clock.start("tidemark-lease", this::renew);
    }

    /**
     * Waits for the runner to introduce itself, and takes it or refuses it.
     *
     * @throws IncompatibleRunnerException when it speaks another protocol
     * @throws EOFException                when it has gone before it said anything
     * @throws IOException                 when it cannot be understood
     */
    public static RunnerConnection accept(RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link, Clock clock,
            Duration lease) throws IOException, InterruptedException {
        return accept(link, clock, lease, () -> { });
    }

    /**
     * The same, noticing a runner that stands still or is cut off.
     *
     * @param silent called, perhaps several times, when nothing was heard of it for about the length of the lease
     *               while it has something to do
     */
    public static RunnerConnection accept(RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link, Clock clock,
            Duration lease, Runnable silent) throws IOException, InterruptedException {
        if (!(next(link) instanceof Frame.Hello hello)) {
            throw new IOException("it does not say what it is");
        }
        Optional<String> objection = hello.objection();
        if (objection.isPresent()) {
            link.send(new Frame.Refusal(objection.get()));
            throw new IncompatibleRunnerException(objection.get());
        }
        link.send(new Frame.Welcome(Frame.PROTOCOL, lease.toNanos()));
        return new RunnerConnection(link, clock, lease, hello, silent);
    }

    private static Frame.ToCoordinator next(RunnerLink<Frame.ToRunner, Frame.ToCoordinator> link) throws IOException,
            InterruptedException {
        return link.receive().orElseThrow(() -> new EOFException("the runner is gone"));
    }

    /** What the runner says that it is. */
    public Frame.Hello hello() {
        return hello;
    }

    /** @throws EOFException when the runner is gone */
    @Override
    public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) throws IOException,
            InterruptedException {
        try {
            link.send(new Frame.Order(order));
        } catch (IOException e) {
            // It is gone, or the order would have reached it; what it left unread may still say why.
        }
        unheard.set(0);
        listening = true;
        try {
            return answer(events);
        } finally {
            listening = false;
        }
    }

    private RunnerReply answer(Consumer<RunEvent> events) throws IOException, InterruptedException {
        while (true) {
            Frame.ToCoordinator frame = next(link);
            unheard.set(0);
            switch (frame) {
                case Frame.EventReport report -> events.accept(report.event());
                case Frame.Answer answer -> {
                    return answer.reply();
                }
                case Frame.Echo echo -> { }
                case Frame.Hello again -> throw new IOException("it sent its greeting twice");
            }
        }
    }

    @Override
    public void stop() throws IOException {
        link.send(new Frame.Stop());
    }

    @Override
    public void conclude() throws IOException {
        link.send(new Frame.Conclude());
    }

    /** Lets the runner end by itself. @throws IOException when it is gone already */
    public void quit() throws IOException {
        link.send(new Frame.Quit());
    }

    private void renew() {
        try {
            while (true) {
                clock.sleepUntil(clock.nanoTime() + lease.toNanos() / RENEWALS);
                if (closed) {
                    return;
                }
                link.send(new Frame.Renewal());
                if (unheard.incrementAndGet() > RENEWALS && listening) {
                    silent.run();
                }
            }
        } catch (IOException e) {
            // The runner is gone; whoever waits for its answer finds out.
        }
    }

    @Override
    public void close() {
        closed = true;
        renewing.interrupt();
        link.close();
    }
}
