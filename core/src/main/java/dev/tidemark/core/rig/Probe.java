package dev.tidemark.core.rig;

import module java.base;
import dev.tidemark.core.driver.remote.TlsSettings;

/** Connections for {@link Rig#probe}: plain sockets, so that a rig needs no client library. */
public final class Probe {

    /** How long a server that lives is given for an answer. */
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    private Probe() {}

    /** A plain connection. */
    public static Socket connect(ServerPlace place) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getByName(ServerPlace.HOST), place.port()),
                    PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Goes on in TLS, and requires a certificate of the place's own authority for this address. */
    public static Socket secure(Socket plain, TlsFiles files) throws IOException {
        return new TlsSettings(Optional.of(files.authority()), false).over(plain, ServerPlace.HOST, plain.getPort());
    }
}
