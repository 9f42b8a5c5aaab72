package dev.tidemark.driver.contract;

import module java.base;

/** Stands between a client and a server, and keeps answers back or breaks off within one. */
public final class AnswersProxy implements Closeable {

    private static final int BEGINNING = 9;

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final int port;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean breaking;

    /** @param server host:port */
    public AnswersProxy(String server) throws IOException {
        port = Integer.parseInt(server.substring(server.indexOf(':') + 1));
        Thread.ofVirtual().start(this::accept);
    }

    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    public int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket("127.0.0.1", port);
                Thread.ofVirtual().start(() -> ask(client, server));
                Thread.ofVirtual().start(() -> answer(server, client));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private static void ask(Socket client, Socket server) {
        try (client; server) {
            client.getInputStream().transferTo(server.getOutputStream());
        } catch (IOException e) {
            // one of them has closed it
        }
    }

    private void answer(Socket server, Socket client) {
        byte[] buffer = new byte[1 << 16];
        try (client; server) {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read; (read = in.read(buffer)) >= 0;) {
                gate.await();
                if (breaking) {
                    breaking = false;
                    out.write(buffer, 0, Math.min(read, BEGINNING));
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // one of them has closed it
        }
    }

    /** Keeps all answers back, or lets them go. */
    public void hold(boolean hold) {
        CountDownLatch before = gate;
        gate = new CountDownLatch(hold ? 1 : 0);
        before.countDown();
    }

    /** Breaks off after the beginning of the next answer, as no client asks again by itself then. */
    public void breakNext() {
        breaking = true;
    }

    @Override
    public void close() throws IOException {
        hold(false);
        listening.close();
    }
}
