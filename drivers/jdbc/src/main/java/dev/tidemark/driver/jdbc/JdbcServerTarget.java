package dev.tidemark.driver.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.JdbcTarget;
import dev.tidemark.core.driver.remote.jdbc.SchemaNamespace;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import java.util.List;

/** Tables with a prefix, in whatever schema the connection is. */
final class JdbcServerTarget extends JdbcTarget {

    private final ClientLibrary client;
    private final GivenStyleCalls styles;

    private JdbcServerTarget(Values values, JdbcPools pools, SchemaNamespace schema, GivenStyleCalls styles,
            ClientLibrary client, Context context) {
        super(values, pools, schema, Math.toIntExact(values.get(SqlParams.FETCH_SIZE)), context);
        this.styles = styles;
        this.client = client;
    }

    static JdbcServerTarget open(Values values, Context context) throws DriverException {
        ClientLibrary client = ClientLibrary.load(values, context.secrets());
        try {
            ConnectionSettings settings = ConnectionSettings.of(values, JdbcParams.ADDRESS, context);
            GivenDialect dialect = new GivenDialect(values);
            return new JdbcServerTarget(values, JdbcPools.of(client::connect, dialect, settings),
                    new SchemaNamespace(dialect, settings.namespace()),
                    new GivenStyleCalls(values, client::connect, dialect, settings), client, context);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    protected Map<String, Double> clientCounters() {
        Map<String, Double> counters = new HashMap<>(super.clientCounters());
        counters.put(WRITE_RETRIES.name(), writeRetries());
        return counters;
    }

    @Override
    protected JdbcStyles styles() {
        return styles;
    }

    /** {@inheritDoc} Many drivers give a connection the zone and the locale of their own process. */
    @Override
    public List<Setting> facts() throws DriverException {
        return with(connection -> {
            DatabaseMetaData server = connection.metaData();
            return List.of(Setting.detected("client-time-zone", TimeZone.getDefault().getID()),
                    Setting.detected("client-locale", Locale.getDefault().toLanguageTag()),
                    Setting.detected("server-client", server.getDriverName() + " " + server.getDriverVersion()),
                    Setting.detected("server-transaction-isolation",
                            isolation(server.getConnection().getTransactionIsolation())));
        });
    }

    private static String isolation(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ-UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ-COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE-READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "none";
        };
    }

    /** {@inheritDoc} No statement for that is common to all. */
    @Override
    public void settle(Progress progress) {}

    @Override
    public void close() throws DriverException {
        super.close();
        client.close();
    }

    /** What {@link GivenStyles} make and call, by the statements of the settings. */
    private static final class GivenStyleCalls extends JdbcStyles {

        private final JdbcPools.Opener opener;
        private final GivenDialect dialect;
        private final ConnectionSettings settings;

        GivenStyleCalls(Values values, JdbcPools.Opener opener, GivenDialect dialect, ConnectionSettings settings) {
            super(GivenStyles.of(values));
            this.opener = opener;
            this.dialect = dialect;
            this.settings = settings;
        }

        @Override
        protected Connections<JdbcConnection> connections(String protocol) {
            return JdbcPools.unshared(opener, dialect, settings);
        }

        @Override
        protected List<String> makeTable(SqlStyle style, String table) {
            return dialect.makeStyled(table);
        }
    }
}
