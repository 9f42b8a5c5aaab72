package dev.tidemark.core.run.link;

import module java.base;

/** A link over two streams of bytes: those of a pipe, or of a socket. */
public final class StreamLink<S extends Frame, R extends Frame> implements RunnerLink<S, R> {

    private static final int BUFFER = 1 << 16;

    private final DataInputStream in;
    private final OutputStream out;
    private final Class<R> received;

    private StreamLink(InputStream in, OutputStream out, Class<R> received) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
        this.out = new BufferedOutputStream(out, BUFFER);
        this.received = received;
    }

    /** The coordinator's end. */
    public static RunnerLink<Frame.ToRunner, Frame.ToCoordinator> toRunner(InputStream in, OutputStream out) {
        return new StreamLink<>(in, out, Frame.ToCoordinator.class);
    }

    /** The runner's end. */
    public static RunnerLink<Frame.ToCoordinator, Frame.ToRunner> toCoordinator(InputStream in, OutputStream out) {
        return new StreamLink<>(in, out, Frame.ToRunner.class);
    }

    @Override
    public synchronized void send(S frame) throws IOException {
        FrameCodec.send(frame, out);
    }

    @Override
    public Optional<R> receive() throws IOException {
        return FrameCodec.receive(received, in);
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            // The other end is gone already.
        }
    }
}
