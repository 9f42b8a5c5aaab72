package dev.tidemark.driver.mariadb;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
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
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.mariadb.MariaDbParams.Protocol;
import java.sql.SQLException;
import java.util.List;

/** A database on a MariaDB server. */
final class MariaDbTarget extends JdbcTarget {

    /** What a packet holds beside a value: the statement and the key. */
    private static final int PACKET_OVERHEAD = 16 << 10;
    /** A command is not allowed to this user. */
    private static final int NOT_ALLOWED = 1227;

    private final Values values;
    private final SchemaNamespace schema;
    private final Consumer<String> note;
    private final ServerCounters counters = new ServerCounters();
    private final String schemaName;
    private final MariaDbStyleCalls styles;
    private volatile boolean aborted;

    private MariaDbTarget(Values values, JdbcPools pools, SchemaNamespace schema, MariaDbStyleCalls styles, String name,
            Context context) {
        super(values, pools, schema, Math.toIntExact(values.get(MariaDbParams.FETCH_SIZE)), context);
        this.values = values;
        this.schema = schema;
        this.styles = styles;
        note = context.note();
        schemaName = name;
    }

    static MariaDbTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, MariaDbParams.ADDRESS, context);
        MariaDbDialect dialect = new MariaDbDialect(Math.toIntExact(values.get(SqlParams.SHARDS)),
                values.get(MariaDbParams.PROTOCOL) == MariaDbParams.Protocol.PREPARED, begin(values));
        JdbcPools pools = JdbcPools.of(MariaDbClient.opener(values), dialect, settings);
        return new MariaDbTarget(values, pools, new SchemaNamespace(dialect, settings.namespace()),
                new MariaDbStyleCalls(values, dialect, settings), settings.namespace(), context);
    }

    @Override
    protected JdbcStyles styles() {
        return styles;
    }

    /**
     * What is too long is refused and not cut off, and a walk that waits for its throttle is not given up; MySQL tells
     * how large tables are now, and not a day ago. The database is chosen here, as the client takes no name with a blank
     * in its address.
     */
    private static List<String> begin(Values values) {
        List<String> all = new ArrayList<>(List.of("SET SESSION net_write_timeout = 86400, "
                + "SESSION sql_mode = CONCAT(@@sql_mode, ',STRICT_TRANS_TABLES')"
                + " /*!80000 , SESSION information_schema_stats_expiry = 0 */"));
        values.find(MariaDbParams.DATABASE).ifPresent(name -> all.add("USE " + MariaDbDialect.quote(name)));
        values.find(MariaDbParams.SESSION_TIME_ZONE)
                .ifPresent(zone -> all.add("SET SESSION time_zone = '" + zone.replace("'", "''") + "'"));
        values.find(MariaDbParams.ISOLATION)
                .ifPresent(level -> all.add("SET SESSION TRANSACTION ISOLATION LEVEL " + level.words()));
        all.addAll(SqlParams.begin(values));
        return all;
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        long largest = with(connection -> Long.parseLong(connection.texts("SELECT @@max_allowed_packet").getFirst()))
                - PACKET_OVERHEAD;
        if (valueSize > largest) {
            throw new DriverException("the server takes no values of more than " + largest
                    + " bytes (max_allowed_packet)");
        }
    }

    /** {@inheritDoc} As they were given where the server cannot be asked. */
    @Override
    public Values effective() {
        try {
            return values.with(MariaDbParams.ISOLATION.name(), Types.word(with(MariaDbServerVariables::isolation)),
                    SettingOrigin.EFFECTIVE);
        } catch (DriverException e) {
            return values;
        }
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return with(MariaDbServerVariables::of);
    }

    @Override
    protected MeasureSet ofNamespace() {
        return MariaDbMeasures.OF_NAMESPACE;
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        String schema = isVisiting() ? values.find(MariaDbParams.DATABASE).orElse("") : schemaName;
        MetricSnapshot read = watch(connection -> counters.read(connection, schema));
        return List.of(read);
    }

    /**
     * {@inheritDoc} That is what the server would do later, beside the load: what is planned with is learned (ANALYZE
     * TABLE), and changed pages are written (FLUSH TABLES … FOR EXPORT), if that is allowed.
     */
    @Override
    public void settle(Progress progress) throws DriverException {
        maintain(tables -> List.of(analyze(tables)), false);
        maintain(MariaDbTarget::checkpoint, true);
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        maintain(tables -> Stream.concat(tables.stream().map(table -> "ALTER TABLE " + table + " FORCE"),
                Stream.of(analyze(tables))).toList(), false);
    }

    /** Writes their changed pages; who would change more waits meanwhile. */
    private static List<String> checkpoint(List<String> tables) {
        return List.of("FLUSH TABLES " + String.join(", ", tables) + " FOR EXPORT", "UNLOCK TABLES");
    }

    @Override
    public void maintain(Maintenance what, Progress progress) throws DriverException {
        if (what != Maintenance.CHECKPOINT) {
            throw new DriverException("MariaDB does no such thing on request but CHECKPOINT and compacting");
        }
        maintain(MariaDbTarget::checkpoint, false);
    }

    private static String analyze(List<String> tables) {
        return "ANALYZE TABLE " + String.join(", ", tables);
    }

    /** What is done with all tables of the namespace. */
    @FunctionalInterface
    private interface Upkeep {
        List<String> of(List<String> tables);
    }

    /** Does nothing any more when the target was aborted. */
    private void maintain(Upkeep upkeep, boolean optional) throws DriverException {
        try {
            List<String> tables = ours(schema::allTables);
            withoutTimeout(connection -> {
                for (String statement : upkeep.of(tables)) {
                    execute(connection, statement, optional);
                }
                return null;
            });
        } catch (DriverException e) {
            if (!aborted) {
                throw e;
            }
        }
    }

    private void execute(JdbcConnection connection, String statement, boolean optional) throws SQLException {
        try {
            connection.execute(statement);
        } catch (SQLException e) {
            if (!optional || e.getErrorCode() != NOT_ALLOWED) {
                throw e;
            }
            note.accept("this user may not FLUSH TABLES, so that settling leaves writing pages to the server");
        }
    }

    @Override
    public void abort() {
        aborted = true;
        super.abort();
    }

    /** What {@link MariaDbStyles} make and call. */
    private static final class MariaDbStyleCalls extends JdbcStyles {

        private final Values values;
        private final MariaDbDialect dialect;
        private final ConnectionSettings settings;

        MariaDbStyleCalls(Values values, MariaDbDialect dialect, ConnectionSettings settings) {
            super(MariaDbStyles.ALL);
            this.values = values;
            this.dialect = dialect;
            this.settings = settings;
        }

        /** {@inheritDoc} How statements go to the server is a style's to say, whatever the settings of others are. */
        @Override
        protected Connections<JdbcConnection> connections(String protocol) {
            boolean prepares = protocol.equals(MariaDbStyles.BINARY);
            Protocol required = prepares ? Protocol.PREPARED : Protocol.SIMPLE;
            Values set = values.with(MariaDbParams.PROTOCOL.name(), Types.word(required), SettingOrigin.SET);
            return JdbcPools.unshared(MariaDbClient.opener(set),
                    new MariaDbDialect(dialect.shards(), prepares, dialect.begin()), settings);
        }

        @Override
        protected List<String> makeTable(SqlStyle style, String table) {
            return dialect.makeStyled(table, style.column().orElse("JSON"));
        }
    }
}
