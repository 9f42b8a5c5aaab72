package dev.tidemark.core.driver.remote;

import module java.base;

/** Makes sockets that connect to one Unix socket, wherever they are told to connect. */
public final class UnixSocketFactory extends SocketFactory {

    private final Path file;

    /** @param file of the socket; clients that are given the name of a class hand on a text */
    public UnixSocketFactory(String file) {
        this.file = Path.of(file);
    }

    @Override
    public Socket createSocket() throws IOException {
        return new UnixSocket(file);
    }

    private Socket connected() throws IOException {
        Socket made = createSocket();
        made.connect(null, 0);
        return made;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return connected();
    }
}
