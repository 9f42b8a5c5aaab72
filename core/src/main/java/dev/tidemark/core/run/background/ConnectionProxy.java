package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Carries connections of this machine to one server, and closes, delays or slows them down when it is told to. What is
 * delayed keeps its distance to what comes after it, as on a longer way. Thread-safe.
 */
final class ConnectionProxy implements AutoCloseable {

    private static final int CHUNK = 1 << 16;
    /** What is slowed down goes in so many pieces a second, so that it comes evenly. */
    private static final int PIECES = 50;
    /** Chunks of a direction of a connection that are on their way; who sends more waits. */
    private static final int MOST_WAITING = 256;

    private final String host;
    private final int port;
    private final Clock clock;
    private final int connectMillis;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong carried = new AtomicLong();
    private volatile boolean refusing;
    private volatile long delay;
    /** Bytes per second of all connections together, both ways; 0 for as fast as it goes. */
    private volatile long rate;
    /** When the next byte may go, where they are slowed down. */
    private long free;

    /** @param connectMillis how long a connection to the server may take to be made */
    ConnectionProxy(String host, int port, Clock clock, int connectMillis) throws IOException {
        this.host = host;
        this.port = port;
        this.clock = clock;
        this.connectMillis = connectMillis;
        listening = new ServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        clock.start("connection-proxy", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many connections there were. */
    long carried() {
        return carried.get();
    }

    /** Closes all connections. @return how many */
    int cut() {
        List<Socket> all = List.copyOf(open);
        all.forEach(ConnectionProxy::close);
        return all.size() / 2;
    }

    /** Whether new connections are closed at once. */
    void refuse(boolean on) {
        refusing = on;
    }

    /** @param nanos how much longer each byte is on its way */
    void delay(long nanos) {
        delay = nanos;
    }

    /** @param bytes per second of all connections together; 0 for as fast as it goes */
    void throttle(long bytes) {
        rate = bytes;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                clock.startVirtual("connection-proxy", () -> connect(client));
            }
        } catch (IOException e) {
            cut(); // it was closed
        }
    }

    private void connect(Socket client) {
        Socket behind = new Socket();
        try {
            if (refusing) {
                throw new IOException("cut");
            }
            behind.connect(new InetSocketAddress(host, port), connectMillis);
            client.setTcpNoDelay(true);
            behind.setTcpNoDelay(true);
            open.addAll(List.of(client, behind));
            if (refusing || listening.isClosed()) { // meanwhile
                throw new IOException("cut");
            }
            carried.incrementAndGet();
            AtomicInteger ended = new AtomicInteger();
            clock.startVirtual("connection-proxy", () -> new Direction(client, behind, ended).carry());
            new Direction(behind, client, ended).carry();
        } catch (IOException e) {
            forget(client);
            forget(behind);
        }
    }

    private void forget(Socket socket) {
        open.remove(socket);
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is given up in any case
        }
    }

    /** @param due when it may go on; @param bytes none for the end */
    private record Chunk(long due, byte[] bytes) {}

    /** What one side of a connection sends to the other. */
    private final class Direction {
        private final Socket from;
        private final Socket to;
        private final BlockingQueue<Chunk> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
        /** What is in the queue, or was taken from it and is not yet written; only the reader adds to it. */
        private final AtomicInteger pending = new AtomicInteger();
        /** Of both of the connection, those that have nothing more to write. */
        private final AtomicInteger ended;
        /** Null until something waits. */
        private volatile Thread writer;

        Direction(Socket from, Socket to, AtomicInteger ended) {
            this.from = from;
            this.to = to;
            this.ended = ended;
        }

        /** Returns when the side has ended; what waits is written by another thread. */
        void carry() {
            byte[] bytes = new byte[CHUNK];
            try {
                for (int read; (read = from.getInputStream().read(bytes)) >= 0;) {
                    if (delay == 0 && pending.get() == 0) {
                        write(bytes, read);
                    } else {
                        later(Arrays.copyOf(bytes, read));
                    }
                }
                if (pending.get() == 0) {
                    finish();
                } else {
                    later(new byte[0]);
                }
            } catch (IOException e) {
                end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                end();
            }
        }

        private void later(byte[] bytes) throws InterruptedException {
            pending.incrementAndGet();
            waiting.put(new Chunk(clock.nanoTime() + delay, bytes));
            if (writer == null) {
                writer = clock.startVirtual("connection-proxy", this::writeWaiting);
            }
        }

        private void writeWaiting() {
            try {
                while (!to.isClosed()) {
                    Chunk chunk = waiting.take();
                    clock.sleepUntil(chunk.due());
                    if (chunk.bytes().length == 0) {
                        finish();
                        return;
                    }
                    write(chunk.bytes(), chunk.bytes().length);
                    pending.decrementAndGet();
                }
            } catch (IOException | InterruptedException e) {
                end();
            }
        }

        private void write(byte[] bytes, int length) throws IOException {
            OutputStream out = to.getOutputStream();
            for (int at = 0; at < length;) {
                long now = rate;
                int piece = now == 0 ? length - at : (int) Math.min(length - at, Math.max(1, now / PIECES));
                if (now > 0) {
                    clock.sleepUntil(next(piece, now));
                }
                out.write(bytes, at, piece);
                at += piece;
            }
        }

        private void finish() throws IOException {
            to.shutdownOutput();
            if (ended.incrementAndGet() == 2) {
                end();
            }
        }

        private void end() {
            forget(from);
            forget(to);
            Thread waits = writer;
            if (waits != null) {
                waits.interrupt();
            }
        }
    }

    private synchronized long next(int bytes, long perSecond) {
        free = Math.max(clock.nanoTime(), free) + bytes * 1_000_000_000L / perSecond;
        return free;
    }

    /** Closes all connections, and takes no more. */
    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            // it is given up in any case
        }
        cut();
    }
}
