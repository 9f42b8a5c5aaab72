package dev.tidemark.web.notify;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SecretRef;

/**
 * How mail is sent.
 *
 * @param to       who is told
 * @param from     in whose name
 * @param host     of the mail server
 * @param port     of it
 * @param security how the connection to it is kept from others
 * @param login    with which it is sent; empty where the server asks for none
 */
public record MailOptions(List<String> to, String from, String host, int port, Security security,
        Optional<Login> login) {

    /** How a connection is kept from others. */
    public enum Security {
        /** Begins readable and is then encrypted, or is given up. */
        STARTTLS(587),
        /** Encrypted from its first byte. */
        TLS(465),
        NONE(25);

        private final int port;

        Security(int port) {
            this.port = port;
        }

        public int usualPort() {
            return port;
        }
    }

    /** A user, and where the password is. */
    public record Login(String user, SecretRef password) {}

    public MailOptions {
        to = List.copyOf(to);
        if (to.isEmpty() || host.isBlank() || port < 1 || port > 65_535) {
            throw new InvalidInputException("mail has a receiver and a server, as HOST:PORT");
        }
        if (security == Security.NONE && login.isPresent()) {
            throw new InvalidInputException("without starttls or tls a password would travel readable");
        }
        login.ifPresent(l -> l.password().reveal()); // one that is not there is better known now than in the night
    }
}
