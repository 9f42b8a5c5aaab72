package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.SqlCall;
import dev.tidemark.core.driver.remote.jdbc.SqlCalls;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.postgres.PostgresParams.DocumentInsert;
import dev.tidemark.driver.postgres.PostgresParams.Protocol;
import java.sql.Array;
import org.postgresql.PGStatement;

/** What {@link PostgresStyles} make and call. */
final class PostgresStyleCalls extends JdbcStyles {

    /** Of jsonb in binary form, which is text behind it. */
    private static final byte JSONB_VERSION = 1;

    private final Values values;
    private final PostgresDialect dialect;
    private final ConnectionSettings settings;

    PostgresStyleCalls(Values values, PostgresDialect dialect, ConnectionSettings settings) {
        this.values = values;
        this.dialect = dialect;
        this.settings = settings;
    }

    /** {@inheritDoc} How statements go to the server is a style's to say, whatever the settings of others are. */
    @Override
    protected Connections<JdbcConnection> connections(String protocol) {
        Protocol wanted = protocol.equals(PostgresStyles.SIMPLE) ? Protocol.SIMPLE : Protocol.PREPARED;
        Values set = values.with(PostgresParams.PROTOCOL.name(), Types.word(wanted), SettingOrigin.SET)
                .with(PostgresParams.DOCUMENT_INSERT.name(), Types.word(DocumentInsert.STATEMENTS), SettingOrigin.SET);
        return JdbcPools.unshared(PostgresClient.opener(set, dialect.pooler()), dialect, settings);
    }

    @Override
    protected List<String> make(ApiStyle style, String table) {
        String type = style.name().equals(PostgresStyles.TEXT_COLUMN) ? "text" : "jsonb";
        List<String> all = new ArrayList<>(dialect.makeStyled(table, type));
        switch (style.name()) {
            case PostgresStyles.FUNCTION -> all.add(function(table, "bigint, jsonb", "VALUES ($1, $2)"));
            case PostgresStyles.FUNCTION_OF_ARRAYS ->
                    all.add(function(table, "bigint[], jsonb[]", "SELECT * FROM unnest($1, $2)"));
            default -> { }
        }
        return all;
    }

    /** Of the name of its table, so that it goes with that: {@link PostgresDialect#dropPlace}. */
    private static String function(String table, String parameters, String rows) {
        String body = "BEGIN INSERT INTO " + table + " (id, doc) " + rows + "; END";
        return "CREATE FUNCTION " + table + " (" + parameters + ") RETURNS void LANGUAGE plpgsql AS '"
                + body.replace("'", "''") + "'";
    }

    @Override
    protected SqlCall call(ApiStyle style, JdbcConnection connection, String table) {
        return switch (style.name()) {
            case PostgresStyles.ANEW, PostgresStyles.IN_TEXT ->
                    SqlCalls.insert(sql -> neverPrepared(connection.prepare(sql)), SqlStyles.insert(table));
            case PostgresStyles.FUNCTION -> function(connection, table);
            case PostgresStyles.FUNCTION_OF_ARRAYS -> functionOfArrays(connection, table);
            case PostgresStyles.PIPELINED -> pipelined(connection, table);
            case PostgresStyles.COPY -> copy(connection, table);
            default -> SqlStyles.call(style, connection::prepare, table, "");
        };
    }

    private static PreparedStatement neverPrepared(PreparedStatement statement) throws SQLException {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        return statement;
    }

    private static SqlCall function(JdbcConnection connection, String table) {
        return SqlCalls.kept(connection::prepare, called(table), (statement, documents) -> {
            SqlCalls.bind(statement, 1, documents.getFirst());
            SqlCalls.run(statement);
        });
    }

    private static SqlCall functionOfArrays(JdbcConnection connection, String table) {
        return SqlCalls.kept(connection::prepare, called(table), (statement, documents) -> {
            statement.setArray(1, array(statement, "int8", documents.stream().map(StyleDocument::id)));
            statement.setArray(2, array(statement, "jsonb", documents.stream().map(StyleDocument::text)));
            SqlCalls.run(statement);
        });
    }

    private static String called(String function) {
        return "SELECT " + function + "(?, ?)";
    }

    private static Array array(PreparedStatement statement, String type, Stream<?> elements) throws SQLException {
        return statement.getConnection().createArrayOf(type, elements.toArray());
    }

    /** All statements are one text to the client, which sends them one after the other without waiting. */
    private static SqlCall pipelined(JdbcConnection connection, String table) {
        String insert = SqlStyles.insert(table) + ";";
        return SqlCalls.keptByRows(connection::prepare, rows -> "BEGIN;" + insert.repeat(rows) + "COMMIT",
                (statement, documents) -> {
                    SqlCalls.bindAll(statement, documents);
                    try {
                        statement.execute();
                    } catch (SQLException e) {
                        rollback(statement, e);
                        throw e;
                    }
                });
    }

    private static void rollback(PreparedStatement failed, SQLException failure) {
        try (Statement statement = failed.getConnection().createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            failure.addSuppressed(e); // the connection is broken, as whoever uses it next will find
        }
    }

    private static SqlCall copy(JdbcConnection connection, String table) {
        String command = "COPY " + table + " (id, doc) FROM STDIN (FORMAT binary)";
        return documents -> {
            List<byte[]> rows = new ArrayList<>(2 * documents.size());
            for (StyleDocument document : documents) {
                rows.add(ByteBuffer.allocate(Long.BYTES).putLong(document.id()).array());
                rows.add(jsonb(document.text()));
            }
            CopyInsert.copy(connection.jdbc(), command, rows);
        };
    }

    private static byte[] jsonb(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put(JSONB_VERSION).put(bytes).array();
    }
}
