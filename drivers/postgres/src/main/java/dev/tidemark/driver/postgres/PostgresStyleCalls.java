package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.SqlCall;
import dev.tidemark.core.driver.remote.jdbc.SqlCalls;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
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
        super(PostgresStyles.ALL);
        this.values = values;
        this.dialect = dialect;
        this.settings = settings;
    }

    /** {@inheritDoc} How statements go to the server is a style's to say, whatever the settings of others are. */
    @Override
    protected Connections<JdbcConnection> connections(String protocol) {
        Protocol required = protocol.equals(PostgresStyles.SIMPLE) ? Protocol.SIMPLE : Protocol.PREPARED;
        Values set = values.with(PostgresParams.PROTOCOL.name(), Types.word(required), SettingOrigin.SET)
                .with(PostgresParams.DOCUMENT_INSERT.name(), Types.word(DocumentInsert.STATEMENTS), SettingOrigin.SET);
        return JdbcPools.unshared(PostgresClient.opener(set, dialect.pooler()), dialect, settings);
    }

    @Override
    protected List<String> makeTable(SqlStyle style, String table) {
        return dialect.makeStyled(table, style.column().orElse("jsonb"));
    }

    static SqlCall anew(SqlStyle.Client client, String table) {
        return SqlCalls.insert(sql -> neverPrepared(client.prepare(sql)), SqlStyles.insert(table));
    }

    private static PreparedStatement neverPrepared(PreparedStatement statement) throws SQLException {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        return statement;
    }

    static SqlCall function(SqlStyle.Client client, String table) {
        return SqlCalls.prepared(client, called(table), (statement, documents) -> {
            SqlCalls.bind(statement, 1, documents.getFirst());
            SqlCalls.run(statement);
        });
    }

    static SqlCall functionOfArrays(SqlStyle.Client client, String table) {
        return SqlCalls.prepared(client, called(table), (statement, documents) -> {
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
    static SqlCall pipelined(SqlStyle.Client client, String table) {
        String insert = SqlStyles.insert(table) + ";";
        return SqlCalls.preparedByRows(client, rows -> "BEGIN;" + insert.repeat(rows) + "COMMIT",
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

    static SqlCall copy(SqlStyle.Client client, String table) {
        String command = "COPY " + table + " (id, doc) FROM STDIN (FORMAT binary)";
        return documents -> {
            List<byte[]> rows = new ArrayList<>(2 * documents.size());
            for (StyleDocument document : documents) {
                rows.add(ByteBuffer.allocate(Long.BYTES).putLong(document.id()).array());
                rows.add(jsonb(document.text()));
            }
            CopyInsert.copy(client.jdbc(), command, rows);
        };
    }

    private static byte[] jsonb(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + bytes.length).put(JSONB_VERSION).put(bytes).array();
    }
}
