package dev.tidemark.driver.jdbc;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.SqlDialect;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.remote.jdbc.SqlStates;
import dev.tidemark.core.driver.remote.jdbc.TransactionState;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/**
 * The SQL of the settings. A "schema" is a prefix of names, since some databases have no other; names are of letters
 * and digits only and stand in no quotes, so that each database has them in its own case.
 */
final class GivenDialect implements SqlDialect {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,39}");
    private static final String STYLE = "style_";
    /** Behind the prefix; what else begins like it belongs to others, whether there is a mark or not. */
    private static final Pattern NAME = Pattern.compile("(keyspace|index)_[0-9]{1,9}|documents|tidemark"
            + "|" + STYLE + "[a-z0-9_]{1,32}");

    private final Values values;
    private final Statements statements;
    private final int seconds;
    private final ServersWord serversWord = new ServersWord();

    GivenDialect(Values values) {
        this.values = values;
        statements = new Statements(values);
        Duration timeout = values.get(ConnectionParams.OPERATION_TIMEOUT);
        seconds = values.get(JdbcParams.STATEMENT_TIMEOUT)
                ? Math.clamp(timeout.plusMillis(999).toSeconds(), 1, Integer.MAX_VALUE) : 0;
    }

    @Override
    public String quoted(String name) {
        return name;
    }

    /** {@inheritDoc} A hyphen, which names of places have, becomes an underscore, which they have not. */
    @Override
    public String table(String schema, String name) {
        return schema + "_" + name.replace('-', '_');
    }

    /** What {@link #table} was given. */
    private static String given(String name) {
        return name.startsWith(STYLE) ? STYLE + name.substring(STYLE.length()).replace('_', '-') : name;
    }

    @Override
    public Optional<String> refuses(String schema) {
        return PREFIX.matcher(schema).matches() ? Optional.empty() : Optional.of("namespace: '" + schema
                + "' can be no prefix of tables' names: it is a letter and at most 39 letters, digits and underscores");
    }

    @Override
    public boolean isThere(JdbcConnection connection, String schema) throws SQLException {
        return !tables(connection, schema).isEmpty();
    }

    /** {@inheritDoc} Without the prefix, in lower case. */
    @Override
    public List<String> tables(JdbcConnection connection, String schema) throws SQLException {
        DatabaseMetaData server = connection.metaData();
        String prefix = (schema + "_").toLowerCase(Locale.ROOT);
        List<String> all = new ArrayList<>();
        try (ResultSet rows = server.getTables(server.getConnection().getCatalog(), server.getConnection().getSchema(),
                stored(server, prefix) + "%", null)) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                if (name.startsWith(prefix) && NAME.matcher(name.substring(prefix.length())).matches()
                        && String.valueOf(rows.getString("TABLE_TYPE")).contains("TABLE")) {
                    all.add(given(name.substring(prefix.length())));
                }
            }
        }
        return all;
    }

    /** As the database keeps names that stand in no quotes. */
    private static String stored(DatabaseMetaData server, String name) throws SQLException {
        return server.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT)
                : server.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
    }

    @Override
    public List<String> columns(JdbcConnection connection, String schema, String table) throws SQLException {
        DatabaseMetaData server = connection.metaData();
        List<String> all = new ArrayList<>();
        try (ResultSet rows = server.getColumns(server.getConnection().getCatalog(), server.getConnection().getSchema(),
                stored(server, table(schema, table)), null)) {
            while (rows.next()) {
                all.add(rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return all;
    }

    @Override
    public List<String> makeSchema(String schema) {
        return List.of();
    }

    @Override
    public List<String> dropSchema(String schema) {
        return List.of();
    }

    @Override
    public String textType() {
        return values.get(JdbcParams.TEXT_TYPE);
    }

    @Override
    public List<String> makeTable(String table) {
        return SqlParams.split(statements.of(JdbcParams.MAKE_TABLE, table));
    }

    @Override
    public List<String> makeIndex(String table, String name) {
        return SqlParams.split(statements.of(JdbcParams.MAKE_INDEX, table));
    }

    /** Makes the table of documents of a style. */
    List<String> makeStyled(String table) {
        return SqlParams.split(statements.of(JdbcParams.MAKE_STYLE_TABLE, table));
    }

    private String statement(Param<String> param, String table) {
        return statements.of(param, table);
    }

    @Override
    public String find(String table) {
        return statement(JdbcParams.GET, table);
    }

    @Override
    public String upsert(String table) {
        return statement(JdbcParams.PUT, table);
    }

    @Override
    public String delete(String table) {
        return statement(JdbcParams.DELETE, table);
    }

    @Override
    public String scan(String table) {
        return statement(JdbcParams.SCAN, table);
    }

    @Override
    public String query(String table) {
        return statement(JdbcParams.QUERY, table);
    }

    @Override
    public String size(String column) {
        return statements.size(column);
    }

    /** {@inheritDoc} SQL has no statement for it; see {@link #prepared}. */
    @Override
    public List<String> limitStatements(Duration longest) {
        return List.of();
    }

    @Override
    public PreparedStatement prepared(Connection connection, String sql) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(sql);
        limit(prepared);
        return prepared;
    }

    @Override
    public void limit(Statement statement) throws SQLException {
        statement.setQueryTimeout(seconds);
    }

    @Override
    public TransactionState transaction(Connection connection) {
        return serversWord.of(connection);
    }

    @Override
    public List<String> begin() {
        return SqlParams.begin(values);
    }

    @Override
    public Optional<Failure> failure(SQLException e) {
        return SqlStates.byClass(e);
    }

    @Override
    public Optional<String> echo() {
        return Optional.empty(); // some databases want the name of a table behind it
    }
}
