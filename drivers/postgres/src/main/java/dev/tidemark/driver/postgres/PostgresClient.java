package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.driver.remote.UnixSocketFactory;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.postgres.PostgresParams.DocumentInsert;
import dev.tidemark.driver.postgres.PostgresParams.Protocol;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import org.ietf.jgss.GSSException;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** pgJDBC. */
final class PostgresClient {

    /** As a file of passwords calls a server that is reached by a socket. */
    private static final String LOCAL = "localhost";
    private static final Pattern SOCKET_FILE = Pattern.compile("\\.s\\.PGSQL\\.([0-9]{1,5})");

    /** The server waits for a minute for a promotion to be done. */
    private static final int PROMOTION_MILLIS = 90_000;

    private PostgresClient() {}

    /** A server that asks for Kerberos gets the ticket that is in the user's file; nobody is asked for a password. */
    private static final class KerberosTicket extends Configuration {

        @Override
        public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
            return new AppConfigurationEntry[] {new AppConfigurationEntry("com.sun.security.auth.module.Krb5LoginModule",
                    LoginModuleControlFlag.REQUIRED, Map.of("useTicketCache", "true", "doNotPrompt", "true"))};
        }
    }

    /** @throws NoClassDefFoundError when the library is not there */
    static void load() {
        Driver.isRegistered();
        if (System.getProperty("java.security.auth.login.config") == null) { // else the user has a way of his own
            Configuration.setConfiguration(new KerberosTicket());
        }
    }

    /** @param pooler of the target */
    static JdbcPools.Opener opener(Values values, Pooler pooler) {
        return opener(values, pooler, Map.of());
    }

    /** Of connections for what workers read; empty where that comes over those that write. */
    static Optional<JdbcPools.Opener> reads(Values values, Pooler pooler) {
        return values.find(PostgresParams.READ_FROM).filter(from -> from != PostgresParams.ReadFrom.PRIMARY)
                .map(from -> opener(values, pooler, Map.of(PGProperty.TARGET_SERVER_TYPE,
                        from == PostgresParams.ReadFrom.ANY ? "any" : "secondary", PGProperty.LOAD_BALANCE_HOSTS,
                        "true")));
    }

    private static JdbcPools.Opener opener(Values values, Pooler pooler, Map<PGProperty, String> more) {
        SessionTimeZone zone = new SessionTimeZone(values.find(PostgresParams.SESSION_TIME_ZONE));
        return settings -> {
            Connection made = connect(settings, values, more);
            try {
                if (pooler.detect(made, () -> connect(settings, values, more)) != Pooler.Kind.TRANSACTIONS) {
                    return zone.set(made);
                }
                for (Param<?> param : List.of(PostgresParams.SYNCHRONOUS_COMMIT, PostgresParams.SESSION_TIME_ZONE,
                        SqlParams.BEGIN)) {
                    if (values.find(param).isPresent()) {
                        pooler.refuse(param.name());
                    }
                }
                return made;
            } catch (SQLException e) {
                made.close();
                throw e;
            }
        };
    }

    /**
     * Makes the primary of the first standby among the hosts, and returns when it takes writes.
     *
     * @throws SQLException when there is none, or it is not to be promoted
     */
    static void promote(ConnectionSettings settings, Values values) throws SQLException {
        Properties properties = properties(settings, values);
        PGProperty.TARGET_SERVER_TYPE.set(properties, "secondary");
        try (Connection standby = connect(settings, values, properties); Statement statement = standby
                .createStatement()) {
            standby.setNetworkTimeout(Runnable::run, PROMOTION_MILLIS);
            try (ResultSet promoted = statement.executeQuery("SELECT pg_promote()")) {
                promoted.next();
                if (!promoted.getBoolean(1)) {
                    throw new SQLException("it was not the primary within 60 s");
                }
            }
        }
    }

    private static Connection connect(ConnectionSettings settings, Values values, Map<PGProperty, String> more)
            throws SQLException {
        Properties properties = properties(settings, values);
        more.forEach((property, value) -> property.set(properties, value));
        return connect(settings, values, properties);
    }

    private static Connection connect(ConnectionSettings settings, Values values, Properties properties)
            throws SQLException {
        Connection connection;
        try {
            connection = new Driver().connect(url(settings, values.get(PostgresParams.DATABASE)), properties);
        } catch (SQLException e) {
            throw ticketless(e);
        }
        connection.setNetworkTimeout(Runnable::run, Math.clamp(settings.connectTimeout().toMillis(),
                1, Integer.MAX_VALUE));
        return connection; // whoever takes it sets the operations' own limit
    }

    static String url(ConnectionSettings settings, String database) {
        return "jdbc:postgresql://" + settings.socket().map(PostgresClient::local).orElseGet(settings::address) + "/"
                + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    /** A file of passwords knows servers on one machine by their ports, which their sockets are called by. */
    private static String local(Path socket) {
        Matcher named = SOCKET_FILE.matcher(String.valueOf(socket.getFileName()));
        return named.matches() ? LOCAL + ":" + named.group(1) : LOCAL;
    }

    /** With what Kerberos has against it, where it is that; the client only says that it failed. */
    private static SQLException ticketless(SQLException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof GSSException || cause instanceof LoginException) {
                return new SQLException("Kerberos: " + cause.getMessage() + " (kinit gets a ticket; KRB5CCNAME names its "
                        + "file)", e.getSQLState(), e);
            }
        }
        return e;
    }

    /**
     * A batch of inserts goes as inserts of several rows, unless it is not to. Text is of any type that fits. Details
     * of an error would quote the data.
     */
    private static Properties properties(ConnectionSettings settings, Values values) {
        Properties properties = new Properties();
        settings.user().ifPresent(user -> PGProperty.USER.set(properties, user));
        settings.password().ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds(settings.connectTimeout()));
        PGProperty.LOGIN_TIMEOUT.set(properties, seconds(settings.connectTimeout()));
        PGProperty.APPLICATION_NAME.set(properties, "tidemark");
        Protocol protocol = values.get(PostgresParams.PROTOCOL);
        PGProperty.PREPARE_THRESHOLD.set(properties, protocol == Protocol.PREPARED ? 1 : 0);
        PGProperty.PREFER_QUERY_MODE.set(properties, protocol == Protocol.SIMPLE ? "simple" : "extended");
        PGProperty.STRING_TYPE.set(properties, "unspecified");
        PGProperty.REWRITE_BATCHED_INSERTS.set(properties,
                values.get(PostgresParams.DOCUMENT_INSERT) == DocumentInsert.MULTI_ROW);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.GSS_ENC_MODE.set(properties, "disable");
        PGProperty.SSL_MODE.set(properties, "disable");
        settings.tls().ifPresent(tls -> secure(properties, tls));
        settings.socket().ifPresent(file -> {
            PGProperty.SOCKET_FACTORY.set(properties, UnixSocketFactory.class.getName());
            PGProperty.SOCKET_FACTORY_ARG.set(properties, file.toString());
        });
        values.find(PostgresParams.READ_FROM)
                .ifPresent(_ -> PGProperty.TARGET_SERVER_TYPE.set(properties, "primary"));
        SqlParams.properties(values, PostgresParams.PROPERTIES).forEach(properties::setProperty);
        return properties;
    }

    /** The client's own classes check the certificate, and without a file those that Java knows count. */
    private static void secure(Properties properties, TlsSettings tls) {
        PGProperty.SSL_MODE.set(properties, tls.insecure() ? "require" : "verify-full");
        tls.authority().ifPresentOrElse(file -> PGProperty.SSL_ROOT_CERT.set(properties, file.toString()), () -> {
            if (!tls.insecure()) {
                PGProperty.SSL_FACTORY.set(properties, "org.postgresql.ssl.DefaultJavaSSLFactory");
            }
        });
        tls.certificate().ifPresent(own -> {
            PGProperty.SSL_CERT.set(properties, own.file().toString());
            PGProperty.SSL_KEY.set(properties, own.key().toString());
            PGProperty.PEM_KEY_ALGORITHM.set(properties, own.algorithm());
        });
    }

    /** The client counts whole ones. */
    private static int seconds(Duration duration) {
        return Math.clamp(duration.plusMillis(999).toSeconds(), 1, Integer.MAX_VALUE);
    }
}
