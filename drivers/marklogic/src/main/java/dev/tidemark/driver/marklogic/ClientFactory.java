package dev.tidemark.driver.marklogic;

import com.marklogic.client.DatabaseClient;
import com.marklogic.client.DatabaseClientFactory;
import com.marklogic.client.DatabaseClientFactory.BasicAuthContext;
import com.marklogic.client.DatabaseClientFactory.DigestAuthContext;
import com.marklogic.client.DatabaseClientFactory.SSLHostnameVerifier;
import com.marklogic.client.DatabaseClientFactory.SecurityContext;
import com.marklogic.client.MarkLogicIOException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import okhttp3.OkHttpClient;

/**
 * Makes clients with sockets of their own.
 *
 * @param settings       of the REST API
 * @param managePort     of the Management API, on the same host
 * @param adminPort      of the Admin API, on the same host
 * @param authentication of all three
 */
record ClientFactory(ConnectionSettings settings, int managePort, int adminPort, Authentication authentication) {

    private static final int UNAUTHORIZED = 401;

    ClientFactory {
        if (settings.user().isEmpty()) {
            throw new InvalidInputException("user: say who logs in to MarkLogic; password says where the password is");
        }
    }

    static ClientFactory of(Values values, ConnectionSettings settings) {
        return new ClientFactory(settings, values.get(MarkLogicParams.MANAGE_PORT).intValue(),
                values.get(MarkLogicParams.ADMIN_PORT).intValue(), values.get(MarkLogicParams.AUTHENTICATION));
    }

    /** A client and what it goes over. */
    record Made(DatabaseClient client, Sockets sockets) {

        OkHttpClient http() {
            return (OkHttpClient) client.getClientImplementation();
        }

        void close() {
            sockets.close();
        }
    }

    /** A client of the REST API that the server has let in. @param database null for the one that the API has */
    Made connect(String database) throws Exception {
        Made made = make(settings.port(), database);
        try {
            require(made.client().checkConnection());
            return made;
        } catch (MarkLogicIOException e) {
            made.close();
            throw e.getCause() instanceof IOException cause ? cause : e;
        } catch (HttpRefusedException | RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private static void require(DatabaseClient.ConnectionResult result) throws HttpRefusedException {
        if (!result.isConnected()) {
            throw new HttpRefusedException(result.getStatusCode(), complaint(result.getStatusCode()));
        }
    }

    static String complaint(int status) {
        return status == UNAUTHORIZED ? "user or password is wrong" : "the server answers " + status;
    }

    /** One of the Management API, which is let in when it is used. */
    Made management() {
        return make(managePort, null);
    }

    /** The client takes what configures it from a list that all of its process share. */
    private Made make(int port, String database) {
        Sockets sockets = new Sockets(settings);
        synchronized (ClientFactory.class) {
            DatabaseClientFactory.addConfigurator(sockets);
            try {
                return new Made(DatabaseClientFactory.newClient(settings.host(), port, database, login()), sockets);
            } finally {
                DatabaseClientFactory.removeConfigurators();
            }
        }
    }

    private SecurityContext login() {
        String user = settings.user().orElseThrow();
        String password = settings.password().orElse("");
        SecurityContext login = switch (authentication) {
            case DIGEST -> new DigestAuthContext(user, password);
            case BASIC -> new BasicAuthContext(user, password);
        };
        return settings.tls().map(tls -> login.withSSLContext(tls.context(), tls.trustManager())
                .withSSLHostnameVerifier(tls.insecure() ? SSLHostnameVerifier.ANY : SSLHostnameVerifier.STRICT))
                .orElse(login);
    }
}
