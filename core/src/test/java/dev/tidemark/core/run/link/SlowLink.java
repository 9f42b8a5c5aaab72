package dev.tidemark.core.run.link;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.Mailbox;

/**
 * One end of a network in a clock's time: frames go over it as bytes, in their order, and each takes its time. It
 * counts what it sends.
 */
public final class SlowLink<S extends Frame, R extends Frame> implements RunnerLink<S, R> {

    private static final byte[] END = {};

    private final Clock clock;
    private final Class<R> received;
    private final LongSupplier takes;
    private final Mailbox<Message> incoming;
    private final Mailbox<Message> outgoing;
    private final BiConsumer<S, Integer> sent;
    private volatile boolean cut;
    private volatile boolean deaf;
    private volatile boolean closed;

    private record Message(byte[] frame, long arrives) {}

    private SlowLink(Clock clock, Class<R> received, LongSupplier takes, Mailbox<Message> incoming,
            Mailbox<Message> outgoing, BiConsumer<S, Integer> sent) {
        this.clock = clock;
        this.received = received;
        this.takes = takes;
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.sent = sent;
    }

    /** Both ends of a link. */
    public record Pair(SlowLink<Frame.ToRunner, Frame.ToCoordinator> coordinator,
            SlowLink<Frame.ToCoordinator, Frame.ToRunner> runner) {}

    /**
     * @param down nanoseconds that each frame takes to the runner
     * @param up   the same to the coordinator
     * @param sent is told each frame of the runner's as it leaves, with its bytes
     */
    public static Pair pair(Clock clock, LongSupplier down, LongSupplier up, BiConsumer<Frame.ToCoordinator, Integer> sent) {
        Mailbox<Message> toRunner = new Mailbox<>(clock);
        Mailbox<Message> toCoordinator = new Mailbox<>(clock);
        return new Pair(new SlowLink<>(clock, Frame.ToCoordinator.class, down, toCoordinator, toRunner, (_, _) -> { }),
                new SlowLink<>(clock, Frame.ToRunner.class, up, toRunner, toCoordinator, sent));
    }

    /** The other end of it is gone, as when its process was killed. */
    public void breakOff() {
        cut = true;
        incoming.put(new Message(END, clock.nanoTime()));
    }

    /** From now on nothing that is sent here arrives, and nobody is told. */
    public void goSilent() {
        deaf = true;
    }

    @Override
    public synchronized void send(S frame) throws IOException {
        if (closed || cut) {
            throw new IOException("the link is closed");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FrameCodec.send(frame, bytes);
        sent.accept(frame, bytes.size());
        if (!deaf) {
            outgoing.put(new Message(bytes.toByteArray(), clock.nanoTime() + takes.getAsLong()));
        }
    }

    @Override
    public Optional<R> receive() throws IOException, InterruptedException {
        Message next = incoming.take();
        clock.sleepUntil(next.arrives()); // those behind it wait, too
        return next.frame().length == 0 || cut ? Optional.empty()
                : FrameCodec.receive(received, new DataInputStream(new ByteArrayInputStream(next.frame())));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            outgoing.put(new Message(END, clock.nanoTime() + takes.getAsLong()));
        }
    }
}
