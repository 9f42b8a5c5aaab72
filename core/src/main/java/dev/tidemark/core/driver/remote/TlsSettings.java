package dev.tidemark.core.driver.remote;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * How connections are encrypted; the same for every driver of a server that speaks TLS. Whoever answers is verified,
 * unless the user says that this shall not be.
 *
 * @param authority whose certificates are trusted, in PEM; empty for those that Java trusts
 * @param verified  whether the server's certificate, and its name in it, are verified
 */
public record TlsSettings(Optional<Path> authority, boolean verified) {

    public static final Param<Boolean> TLS = Param.flag("tls").byDefault(false).changing(ChangeCost.REOPEN)
            .help("Whether connections are encrypted, and the server's certificate verified.");

    public static final Param<Path> AUTHORITY = Param.path("tls-authority").orElse("system")
            .changing(ChangeCost.REOPEN)
            .help("A file in PEM with the certificate of whoever must have signed the server's; by default anybody "
                    + "whom Java trusts.");

    public static final Param<Boolean> INSECURE = Param.flag("insecure").byDefault(false).changing(ChangeCost.REOPEN)
            .help("Takes any certificate under any name: whoever is on the way can read and change everything, the "
                    + "password too.");

    public static final ParamSet PARAMS = ParamSet.of(TLS, AUTHORITY, INSECURE).with(TlsSettings::complaint);

    private static Optional<String> complaint(Values values) {
        boolean useless = !values.get(TLS) && (values.find(AUTHORITY).isPresent() || values.get(INSECURE));
        return useless ? Optional.of((values.get(INSECURE) ? INSECURE : AUTHORITY).name()
                + ": it means nothing without tls=true") : Optional.empty();
    }

    /** @return empty where connections are not encrypted */
    public static Optional<TlsSettings> of(Values values) {
        return values.get(TLS) ? Optional.of(new TlsSettings(values.find(AUTHORITY), !values.get(INSECURE)))
                : Optional.empty();
    }

    /** @throws DriverException when the file with the authority cannot be used */
    public SSLContext context() throws DriverException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, verified ? trusting() : new TrustManager[] {new Anybody()}, null);
            return context;
        } catch (NoSuchFileException e) {
            throw new DriverException(AUTHORITY.name() + ": there is no file " + e.getFile(), e);
        } catch (IOException | GeneralSecurityException e) {
            throw new DriverException(AUTHORITY.name() + ": " + authority.map(Path::toString).orElse("Java's own")
                    + " holds no certificate: " + e.getMessage(), e);
        }
    }

    /** With which an encrypted connection is opened: the server's name is part of what is verified. */
    public SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        if (verified) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }

    private TrustManager[] trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted = authority.isPresent() ? authorities(authority.get()) : null; // null means Java's own
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers.getTrustManagers();
    }

    private static KeyStore authorities(Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream pem = Files.newInputStream(file)) {
            for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                trusted.setCertificateEntry("authority-" + trusted.size(), certificate);
            }
        }
        if (trusted.size() == 0) {
            throw new GeneralSecurityException("it is empty");
        }
        return trusted;
    }

    /** Trusts whoever answers, under any name. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
