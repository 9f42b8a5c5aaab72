package dev.tidemark.driver.postgres;

import module java.base;

/**
 * Stands between a client and a server, and notes the types of the messages that the client sends, as PostgreSQL's
 * manual names them ("Message Formats"), with a slash where the server says that it is ready for more.
 */
final class MessageProxy implements Closeable {

    private static final char READY = 'Z';
    private static final long QUIET = TimeUnit.MILLISECONDS.toNanos(20);

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final int port;
    private final StringBuilder noted = new StringBuilder();

    /** @param server host:port */
    MessageProxy(String server) throws IOException {
        port = Integer.parseInt(server.substring(server.indexOf(':') + 1));
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** What was noted since it was asked last. */
    String noted() {
        synchronized (noted) {
            String all = noted.toString();
            noted.setLength(0);
            return all;
        }
    }

    private void note(char c) {
        synchronized (noted) {
            noted.append(c);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket("127.0.0.1", port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> carry(client, server, true));
                Thread.ofVirtual().start(() -> carry(server, client, false));
            }
        } catch (IOException e) {
            // it was closed
        }
    }

    private void carry(Socket from, Socket to, boolean fromClient) {
        try (from; to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            OutputStream out = to.getOutputStream();
            ByteArrayOutputStream held = new ByteArrayOutputStream();
            boolean typed = !fromClient; // the client's first message has no type
            while (true) {
                int type = typed ? in.read() : 0;
                byte[] body = new byte[in.readInt() - Integer.BYTES];
                in.readFully(body);
                note(type, typed, fromClient);
                hold(type, body, typed, held);
                if (!fromClient || isQuiet(in)) {
                    held.writeTo(out);
                    held.reset();
                }
                typed = true;
            }
        } catch (IOException e) {
            // one of them was closed
        }
    }

    /** Whether the client now waits. Were its messages passed on one by one, the server might answer between them. */
    private static boolean isQuiet(DataInputStream in) throws IOException {
        if (in.available() == 0) {
            LockSupport.parkNanos(QUIET);
        }
        return in.available() == 0;
    }

    private void note(int type, boolean typed, boolean fromClient) {
        if (fromClient && typed) {
            note((char) type);
        } else if (!fromClient && type == READY) {
            note('/');
        }
    }

    private static void hold(int type, byte[] body, boolean typed, ByteArrayOutputStream held) {
        ByteBuffer message = ByteBuffer.allocate(1 + Integer.BYTES + body.length);
        message.put((byte) type).putInt(Integer.BYTES + body.length).put(body);
        int start = typed ? 0 : 1;
        held.write(message.array(), start, message.position() - start);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
