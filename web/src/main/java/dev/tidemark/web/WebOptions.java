package dev.tidemark.web;

import module java.base;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.web.http.Proxies;
import dev.tidemark.web.notify.Notifications;

/**
 * How the web application is reached.
 *
 * @param host     the name or address that it listens at
 * @param port     the port; 0 for one that is free
 * @param login    whether it asks for a login; where not, whoever can reach it may do everything
 * @param tls      the certificate with which it speaks TLS
 * @param exchange the folder of this machine with which statistics are exchanged; empty for the usual one
 * @param patience how long a page waits for its report; what takes longer is told to be in progress
 * @param proxies  whose word is taken for where requests come from
 * @param policy   what may be asked for through it
 * @param notifications who is told when a job is over
 * @param build    which build of the program this is; pages that take long to make are kept in the store for it alone,
 *                 and not at all where that is unknown
 */
public record WebOptions(String host, int port, boolean login, Optional<Tls> tls, Optional<Path> exchange,
        Duration patience, Proxies proxies, ServerPolicy policy, Notifications notifications, Optional<String> build) {

    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(1);

    /**
     * Files of a certificate.
     *
     * @param certificate the chain, PEM, the server's own first
     * @param key         its private key, PEM (PKCS #8, not encrypted)
     */
    public record Tls(Path certificate, Path key) {}

    public WebOptions {
        if (port < 0 || port > 65_535) {
            throw new InvalidInputException("--port: " + port + " is no port; a port is 1 to 65535");
        }
        if (!login && !isLoopback(host)) {
            throw new InvalidInputException(
                    "--no-auth lets everybody in, so it is for this machine alone; leave out --host, or --no-auth");
        }
    }

    /** With the usual patience, no proxy that is trusted, and nothing that has to be allowed. */
    public WebOptions(String host, int port, boolean login, Optional<Tls> tls, Optional<Path> exchange) {
        this(host, port, login, tls, exchange, USUAL_PATIENCE, Proxies.NONE, ServerPolicy.STRICT,
                Notifications.NONE, Optional.empty());
    }

    /** Behind these proxies. */
    public WebOptions behind(Proxies trusted) {
        return new WebOptions(host, port, login, tls, exchange, patience, trusted, policy, notifications, build);
    }

    /** Allowing this. */
    public WebOptions allowing(ServerPolicy allowed) {
        return new WebOptions(host, port, login, tls, exchange, patience, proxies, allowed, notifications, build);
    }

    /** With so long a patience. */
    public WebOptions waiting(Duration forReports) {
        return new WebOptions(host, port, login, tls, exchange, forReports, proxies, policy, notifications,
                build);
    }

    /** Telling these when a job is over. */
    public WebOptions notifying(Notifications those) {
        return new WebOptions(host, port, login, tls, exchange, patience, proxies, policy, those, build);
    }

    /** Of this build of the program. */
    public WebOptions of(Optional<String> thisBuild) {
        return new WebOptions(host, port, login, tls, exchange, patience, proxies, policy, notifications, thisBuild);
    }

    /** With the usual folder for exchange, too. */
    public WebOptions(String host, int port, boolean login, Optional<Tls> tls) {
        this(host, port, login, tls, Optional.empty());
    }

    /** @throws InvalidInputException when there is no such host */
    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new InvalidInputException("--host: no host '" + host + "' is known here");
        }
    }

    /** Whether only this machine can reach it. */
    public boolean loopback() {
        return isLoopback(host);
    }
}
