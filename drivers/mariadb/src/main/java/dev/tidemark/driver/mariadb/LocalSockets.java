package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.remote.UnixSocketFactory;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;

/** Unix sockets for the client, which makes this by its name; its own know no time limit. */
public final class LocalSockets extends ConfigurableSocketFactory {

    /** Property with the path of the socket. */
    static final String FILE = "tidemarkSocket";

    private UnixSocketFactory sockets;

    @Override
    public void setConfiguration(Configuration configuration, String host) {
        sockets = new UnixSocketFactory(configuration.nonMappedOptions().getProperty(FILE));
    }

    @Override
    public Socket createSocket() throws IOException {
        return sockets.createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        return sockets.createSocket(host, port);
    }
}
