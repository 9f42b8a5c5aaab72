package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.driver.remote.UnixSocketFactory;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.Values;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.Driver;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;

/** MariaDB Connector/J. */
final class MariaDbClient {

    private MariaDbClient() {}

    /** @throws NoClassDefFoundError when the library is not there */
    static void load() {
        new Driver();
    }

    /** @param values of the target */
    static JdbcPools.Opener opener(Values values) {
        return settings -> connect(settings, values);
    }

    private static Connection connect(ConnectionSettings settings, Values values) throws SQLException {
        return new Driver().connect("jdbc:mariadb://" + (settings.socket().isPresent() ? "localhost"
                : settings.address()) + "/", properties(settings, values));
    }

    /**
     * Each statement is prepared on the server when it is first used, if that is wanted, and a batch goes as one
     * request (bulk), where the server can. Statements in messages would quote the data.
     */
    private static Properties properties(ConnectionSettings settings, Values values) {
        Properties properties = new Properties();
        settings.user().ifPresent(user -> properties.setProperty("user", user));
        settings.password().ifPresent(password -> properties.setProperty("password", password));
        String connecting = String.valueOf(Math.max(1, settings.connectTimeout().toMillis()));
        properties.setProperty("connectTimeout", connecting);
        properties.setProperty("socketTimeout", connecting); // for logging in; the operations' own is set afterwards
        properties.setProperty("useServerPrepStmts",
                String.valueOf(values.get(MariaDbParams.PROTOCOL) == MariaDbParams.Protocol.PREPARED));
        properties.setProperty("cachePrepStmts", "false"); // the target keeps them itself
        properties.setProperty("useBulkStmts", "true");
        properties.setProperty("dumpQueriesOnException", "false");
        properties.setProperty("allowLocalInfile", String.valueOf(values.get(MariaDbParams.LOCAL_INFILE)));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectionAttributes", "program_name:tidemark");
        properties.setProperty("sslMode", "disable");
        settings.tls().ifPresent(tls -> secure(properties, tls));
        settings.socket().ifPresent(file -> {
            properties.setProperty("socketFactory", LocalSockets.class.getName());
            properties.setProperty(LocalSockets.FILE, file.toString());
        });
        SqlParams.properties(values, MariaDbParams.PROPERTIES).forEach(properties::setProperty);
        return properties;
    }

    /** A certificate that nobody vouches for is not taken for the password's sake, either. */
    private static void secure(Properties properties, TlsSettings tls) {
        properties.setProperty("sslMode", tls.insecure() ? "trust" : "verify-full");
        properties.setProperty("deferCertificateValidation", "false");
        tls.authority().ifPresent(file -> {
            properties.setProperty("serverSslCert", file.toString());
            properties.setProperty("fallbackToSystemTrustStore", "false");
        });
        tls.certificate().ifPresent(own -> {
            properties.setProperty("tlsSocketType", CertificateTls.TYPE);
            properties.setProperty(CertificateTls.FILE, own.file().toString());
            properties.setProperty(CertificateTls.KEY, own.key().toString());
        });
    }

    /** Unix sockets for the client, which makes this by its name; its own know no time limit. */
    public static final class LocalSockets extends ConfigurableSocketFactory {

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
}
