package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A style of SQL with what it is: nothing else is made of its name.
 *
 * @param declared what others know of it
 * @param column the type of its table's column {@code doc}; empty for the usual one
 * @param extraStatements statements that make what it needs beside its table, of whose name that is
 * @param call what it does
 */
public record SqlStyle(ApiStyle declared, Optional<String> column, Function<String, List<String>> extraStatements,
        Call call) {

    /** Whose statements a style prepares. */
    public interface Client extends SqlCalls.Preparer {

        Connection jdbc();

        /** Who prepares as the connection does. */
        static Client of(Connection connection) {
            return new Plain(connection);
        }
    }

    private record Plain(Connection jdbc) implements Client {
        @Override
        public PreparedStatement prepare(String sql) throws SQLException {
            return jdbc.prepareStatement(sql);
        }
    }

    /** Makes what a style calls over a connection. Does not speak to the database. */
    @FunctionalInterface
    public interface Call {
        SqlCall of(Client client, String table) throws SQLException;
    }

    public SqlStyle(ApiStyle declared, Call call) {
        this(declared, Optional.empty(), _ -> List.of(), call);
    }

    /** The same with a column of this type. */
    public SqlStyle inColumn(String type) {
        return new SqlStyle(declared, Optional.of(type), extraStatements, call);
    }

    /** The same with what one more statement makes. @param statement of the table's name */
    public SqlStyle with(UnaryOperator<String> statement) {
        return new SqlStyle(declared, column, table -> List.of(statement.apply(table)), call);
    }

    /** Its steps over a connection. Does not speak to the database. */
    public SqlSteps steps(Client client, String table) throws SQLException {
        return new SqlSteps(declared, client.jdbc(), call.of(client, table));
    }

    /** What others know of them. */
    public static List<ApiStyle> declared(List<SqlStyle> styles) {
        return styles.stream().map(SqlStyle::declared).toList();
    }

    /** @throws IllegalArgumentException where it is none of them */
    public static SqlStyle of(ApiStyle declared, List<SqlStyle> styles) {
        return styles.stream().filter(style -> style.declared.equals(declared)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("style " + declared.name() + " is none of "
                        + styles.stream().map(style -> style.declared.name()).toList()));
    }
}
