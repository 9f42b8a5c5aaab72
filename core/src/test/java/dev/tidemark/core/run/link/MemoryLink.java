package dev.tidemark.core.run.link;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.Mailbox;

/** One end of a link in memory, whose waits are in a clock's time. */
public final class MemoryLink<S extends Frame, R extends Frame> implements RunnerLink<S, R> {

    private final Mailbox<Optional<R>> incoming;
    private final Mailbox<Optional<S>> outgoing;
    private volatile boolean closed;

    private MemoryLink(Mailbox<Optional<R>> incoming, Mailbox<Optional<S>> outgoing) {
        this.incoming = incoming;
        this.outgoing = outgoing;
    }

    /** Both ends of a link. */
    public record Pair(MemoryLink<Frame.ToRunner, Frame.ToCoordinator> coordinator,
            MemoryLink<Frame.ToCoordinator, Frame.ToRunner> runner) {}

    public static Pair pair(Clock clock) {
        Mailbox<Optional<Frame.ToRunner>> down = new Mailbox<>(clock);
        Mailbox<Optional<Frame.ToCoordinator>> up = new Mailbox<>(clock);
        return new Pair(new MemoryLink<>(up, down), new MemoryLink<>(down, up));
    }

    /** The end of this direction and of the other, as when a cable is cut. */
    public void breakOff() {
        close();
        incoming.put(Optional.empty());
    }

    @Override
    public void send(S frame) throws IOException {
        if (closed) {
            throw new IOException("the link is closed");
        }
        outgoing.put(Optional.of(frame));
    }

    @Override
    public Optional<R> receive() throws InterruptedException {
        return incoming.take();
    }

    @Override
    public void close() {
        closed = true;
        outgoing.put(Optional.empty());
    }
}
