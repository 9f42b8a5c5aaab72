package dev.tidemark.rig.cassandra.server;

import module java.base;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.IAuthenticator;
import org.apache.cassandra.auth.IResource;
import org.apache.cassandra.exceptions.AuthenticationException;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * Lets in the one user who knows the password of the rig, by SASL's PLAIN. Cassandra's own way keeps passwords in a
 * table, whose replicas would have to be there for anybody to log in while nodes are down.
 */
public final class OneUser implements IAuthenticator {

    static final String USER = "tidemark";
    private static final String PASSWORD = "tidemark.password-file";

    /** What a client must send behind the name that it acts for. */
    private volatile byte[] expected = {};

    @Override
    public boolean requireAuthentication() {
        return true;
    }

    @Override
    public Set<? extends IResource> protectedResources() {
        return Set.of();
    }

    @Override
    public void validateConfiguration() {
        try {
            expected = ("\0" + USER + "\0" + Files.readString(Path.of(System.getProperty(PASSWORD))).strip())
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ConfigurationException("the file with the password cannot be read", e);
        }
    }

    @Override
    public void setup() {}

    @Override
    public SaslNegotiator newSaslNegotiator(InetAddress client) {
        return new Plain();
    }

    @Override
    public AuthenticatedUser legacyAuthenticate(Map<String, String> credentials) {
        throw new AuthenticationException("log in by SASL");
    }

    /** Takes as long for a wrong password however much of it is right. */
    private final class Plain implements SaslNegotiator {
        private boolean known;

        @Override
        public byte[] evaluateResponse(byte[] said) {
            known = MessageDigest.isEqual(expected, said);
            if (!known) {
                throw new AuthenticationException("user or password is wrong");
            }
            return null;
        }

        @Override
        public boolean isComplete() {
            return known;
        }

        @Override
        public AuthenticatedUser getAuthenticatedUser() {
            if (!known) {
                throw new AuthenticationException("nobody has logged in");
            }
            return new AuthenticatedUser(USER);
        }
    }
}
