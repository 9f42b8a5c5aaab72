package dev.tidemark.core.rig;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

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
        SSLSocket secure = (SSLSocket) trusting(files).getSocketFactory().createSocket(plain, ServerPlace.HOST,
                plain.getPort(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private static SSLContext trusting(TlsFiles files) throws IOException {
        try (InputStream pem = Files.newInputStream(files.authority())) {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(files.authority() + ": " + e.getMessage(), e);
        }
    }
}
