package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.run.link.Frame;
import dev.tidemark.core.run.link.RunnerLink;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.Mailbox;

/** The runner's end of a link: introduces itself, carries out orders in their turn, and obeys its lease. */
final class RunnerService {

    private final RunnerLink<Frame.ToCoordinator, Frame.ToRunner> link;
    private final LocalRunner runner;
    private final Clock clock;
    private final Listener listener;
    /** Orders to carry out; empty for the end. */
    private final Mailbox<Optional<Received>> orders;
    /** Whether an order is carried out, whose answer the coordinator waits for. */
    private volatile boolean busy;
    /** Whether nothing more is to be begun. */
    private volatile boolean over;
    private volatile Ending ending = Ending.GONE;

    /** Why a runner ended. */
    enum Ending {
        /** It was told to. */
        QUIT,
        /** The coordinator would not have it. */
        REFUSED,
        /** The coordinator did not renew the lease. */
        EXPIRED,
        /** The link is broken. */
        GONE
    }

    /** An order, and the clock when it came. */
    private record Received(RunnerOrder order, long came) {}

    /** Is told of an early end as soon as it is known, before what is in progress has been ended. */
    @FunctionalInterface
    interface Listener {
        void ends(Ending ending, String why);
    }

    RunnerService(RunnerLink<Frame.ToCoordinator, Frame.ToRunner> link, LocalRunner runner, Clock clock,
            Listener listener) {
        this.link = link;
        this.runner = runner;
        this.clock = clock;
        this.listener = listener;
        this.orders = new Mailbox<>(clock);
    }

    /** Serves one coordinator. Whatever ends it, the target is let go orderly. */
    Ending serve() throws InterruptedException {
        try (link) {
            Optional<Duration> term = introduce();
            if (term.isPresent()) {
                serve(term.get());
            }
        } finally {
            runner.abandon();
        }
        return ending;
    }

    /** @return how long the lease is; empty when there is none */
    private Optional<Duration> introduce() throws InterruptedException {
        try {
            link.send(Frame.Hello.own());
            switch (link.receive().orElseThrow(() -> new IOException("the coordinator is gone"))) {
                case Frame.Welcome welcome -> {
                    return Optional.of(Duration.ofNanos(welcome.lease()));
                }
                case Frame.Refusal refusal -> end(Ending.REFUSED, refusal.why());
                default -> end(Ending.GONE, "the coordinator does not answer");
            }
        } catch (IOException e) {
            end(Ending.GONE, e.getMessage());
        }
        return Optional.empty();
    }

    private void serve(Duration term) throws InterruptedException {
        try (Lease lease = new Lease(clock, term, () -> end(Ending.EXPIRED,
                "nothing was heard of the coordinator for " + term.toSeconds() + " s"))) {
            clock.start("tidemark-orders", () -> listen(lease));
            for (Optional<Received> next; (next = orders.take()).isPresent() && !over;) {
                busy = true;
                RunnerReply reply = runner.carryOut(next.get().order(), event -> send(new Frame.EventReport(event)));
                send(new Frame.Answer(reply instanceof RunnerReply.ClockRead(_, long left)
                        ? new RunnerReply.ClockRead(next.get().came(), left) : reply));
                busy = false;
            }
        }
    }

    private void send(Frame.ToCoordinator frame) {
        try {
            link.send(frame);
        } catch (IOException e) {
            end(Ending.GONE, "nobody listens any more: " + e.getMessage());
        }
    }

    private void listen(Lease lease) {
        try {
            for (Optional<Frame.ToRunner> frame; (frame = link.receive()).isPresent();) {
                long came = clock.nanoTime();
                lease.renew();
                switch (frame.get()) {
                    case Frame.Order order -> orders.put(Optional.of(new Received(order.order(), came)));
                    case Frame.Stop stop -> runner.stop();
                    case Frame.Conclude conclude -> runner.conclude();
                    case Frame.Renewal renewal -> echo();
                    case Frame.Quit quit -> {
                        ending = Ending.QUIT;
                        orders.put(Optional.empty());
                        return;
                    }
                    case Frame.Welcome again -> throw new IOException("a second welcome");
                    case Frame.Refusal late -> throw new IOException(late.why());
                }
            }
            end(Ending.GONE, "the coordinator is gone");
        } catch (IOException e) {
            end(Ending.GONE, "the orders to this runner are damaged: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Between orders nobody reads: hours of echoes would fill the link, and whoever sends into that stands still. */
    private void echo() throws IOException {
        if (busy) {
            link.send(new Frame.Echo());
        }
    }

    /** Aborts what is in progress; the first reason counts. */
    private void end(Ending why, String sentence) {
        synchronized (this) {
            if (over || ending == Ending.QUIT) {
                return;
            }
            ending = why;
            over = true;
        }
        listener.ends(why, sentence);
        runner.stop();
        orders.put(Optional.empty());
    }
}
