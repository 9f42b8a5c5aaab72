package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.os.TextFile;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

/**
 * How connections are encrypted and a server's certificate is checked: whether somebody trusted vouches for it, and
 * whether it is for the name by which the server is called.
 *
 * @param authority   PEM file with the certificates of those who are trusted; empty for those that Java trusts
 * @param insecure    whether nothing is checked
 * @param certificate the client's own; empty for none
 */
public record TlsSettings(Optional<Path> authority, boolean insecure, Optional<ClientCertificate> certificate) {

    /** Without a certificate of the client's. */
    public TlsSettings(Optional<Path> authority, boolean insecure) {
        this(authority, insecure, Optional.empty());
    }

    /** The most of a file of certificates, in bytes: those of all the world's have a fifth of it. */
    private static final long LARGEST = 1 << 20;

    /** @return empty where connections are not encrypted; @throws InvalidInputException when the settings contradict */
    public static Optional<TlsSettings> of(Values values) {
        Optional<Path> authority = values.find(ConnectionParams.TLS_AUTHORITY);
        boolean insecure = values.get(ConnectionParams.INSECURE);
        Optional<ClientCertificate> own = ClientCertificate.of(values);
        if (!values.get(ConnectionParams.TLS)) {
            if (authority.isPresent() || insecure) {
                throw new InvalidInputException((insecure ? ConnectionParams.INSECURE : ConnectionParams.TLS_AUTHORITY)
                        .name() + ": there is no certificate to check without tls: true");
            }
            if (own.isPresent()) {
                throw new InvalidInputException("tls-certificate: there is nobody to show it to without tls: true");
            }
            return Optional.empty();
        }
        TlsSettings settings = new TlsSettings(authority, insecure, own);
        settings.context();
        return Optional.of(settings);
    }

    /** @throws InvalidInputException when the file of the authority cannot be used */
    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), new TrustManager[] {trustManager()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What shows the client's own certificate; null for none.
     *
     * @throws InvalidInputException when its files cannot be used
     */
    public KeyManager[] keyManagers() {
        return certificate.map(ClientCertificate::keyManagers).orElse(null);
    }

    /**
     * What checks the server's certificate, for clients that must know it.
     *
     * @throws InvalidInputException when the file of the authority cannot be used
     */
    public X509ExtendedTrustManager trustManager() {
        if (insecure) {
            return new TrustingAnybody();
        }
        try {
            return trusting(authority.isPresent() ? certificates(authority.get()) : null);
        } catch (IOException | GeneralSecurityException e) {
            throw new InvalidInputException(ConnectionParams.TLS_AUTHORITY.name() + ": " + authority.orElse(null)
                    + " cannot be read as certificates in PEM form");
        }
    }

    private static KeyStore certificates(Path authority) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        int number = 0;
        for (Certificate certificate : inFile(authority)) {
            trusted.setCertificateEntry("authority-" + number++, certificate);
        }
        return trusted;
    }

    /** All that stand in a file, at least one. */
    static List<Certificate> inFile(Path file) throws IOException, GeneralSecurityException {
        InputStream in = new ByteArrayInputStream(TextFile.read(file, LARGEST).getBytes(StandardCharsets.UTF_8));
        List<Certificate> all = List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
        if (all.isEmpty()) {
            throw new IOException("no certificate");
        }
        return all;
    }

    /** @param trusted null for those that Java trusts */
    private static X509ExtendedTrustManager trusting(KeyStore trusted) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    /**
     * Encrypts a connection, and checks the server.
     *
     * @param plain connected; closing it ends the encrypted one, too
     * @throws javax.net.ssl.SSLException when the server speaks no TLS, or is not who it should be
     * @throws SocketTimeoutException when it does not answer within the connection's timeout, as one does that waits
     *         for the end of what it takes for a line
     */
    public SSLSocket over(Socket plain, String host, int port) throws IOException {
        SSLSocket encrypted = (SSLSocket) context().getSocketFactory().createSocket(plain, host, port, true);
        if (!insecure) {
            SSLParameters parameters = encrypted.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            encrypted.setSSLParameters(parameters);
        }
        try {
            encrypted.startHandshake();
        } catch (SocketTimeoutException e) {
            throw (SocketTimeoutException) new SocketTimeoutException(
                    "no answer to the TLS handshake; does the server speak TLS at this port?").initCause(e);
        }
        return encrypted;
    }

    /** Checks neither who vouches nor for which name. */
    private static final class TrustingAnybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
