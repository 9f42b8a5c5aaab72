package dev.tidemark.driver.postgres;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * Stands between a client and a server, and notes the types of the messages that the client sends, as PostgreSQL's
 * manual names them ("Message Formats"), with a slash where the server says that it is ready for more.
 */
final class MessageProxy implements Closeable {

    private static final char READY = 'Z';

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
            boolean typed = !fromClient; // the client's first message has no type
            while (true) {
                int type = typed ? in.read() : 0;
                byte[] body = new byte[in.readInt() - Integer.BYTES];
                in.readFully(body);
                pass(type, body, typed, fromClient, out);
                typed = true;
            }
        } catch (IOException e) {
            // one of them was closed
        }
    }

    private void pass(int type, byte[] body, boolean typed, boolean fromClient, OutputStream out)
            throws IOException {
        if (fromClient && typed) {
            note((char) type);
        } else if (!fromClient && type == READY) {
            note('/');
        }
        ByteBuffer message = ByteBuffer.allocate(1 + Integer.BYTES + body.length);
        message.put((byte) type).putInt(Integer.BYTES + body.length).put(body);
        int start = typed ? 0 : 1;
        out.write(message.array(), start, message.position() - start);
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
