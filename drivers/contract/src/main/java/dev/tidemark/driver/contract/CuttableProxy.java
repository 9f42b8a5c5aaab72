package dev.tidemark.driver.contract;

import module java.base;

/** Stands between a client and a server, maybe holds answers for a time, and cuts what goes through it when it is told to. */
public final class CuttableProxy implements Closeable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final int port;
    private final Duration delay;
    private final List<Socket> ends = new ArrayList<>();
    private boolean closed;

    /** @param server host:port */
    public CuttableProxy(String server) throws IOException {
        this(server, Duration.ZERO);
    }

    /** @param delay how long each answer is held */
    public CuttableProxy(String server, Duration delay) throws IOException {
        this.delay = delay;
        port = Integer.parseInt(server.substring(server.indexOf(':') + 1));
        Thread.ofVirtual().start(this::accept);
    }

    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket("127.0.0.1", port);
                synchronized (this) {
                    ends.addAll(List.of(client, server));
                    if (closed) { // meanwhile
                        cut();
                        return;
                    }
                }
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> carry(client, server, Duration.ZERO));
                Thread.ofVirtual().start(() -> carry(server, client, delay));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private static void carry(Socket from, Socket to, Duration delay) {
        byte[] bytes = new byte[1 << 16];
        try (from; to) {
            for (int read = from.getInputStream().read(bytes); read >= 0; read = from.getInputStream().read(bytes)) {
                LockSupport.parkNanos(delay.toNanos());
                to.getOutputStream().write(bytes, 0, read);
            }
        } catch (IOException e) {
            // one of them was cut
        }
    }

    /** Cuts all connections; new ones are carried as before. */
    public synchronized void cut() throws IOException {
        for (Socket end : ends) {
            end.close();
        }
        ends.clear();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        listening.close();
        cut();
    }
}
