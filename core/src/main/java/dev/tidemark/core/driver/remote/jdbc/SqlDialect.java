package dev.tidemark.core.driver.remote.jdbc;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.Failure;

/** How one database's SQL differs from another's. Names of tables come qualified and quoted. */
public interface SqlDialect {

    /** The SQL state of a server that carries out nothing that writes. */
    String READ_ONLY = "25006";

    /** A name as it stands in a statement, whatever is in it. */
    default String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Why a schema cannot have this name; empty where it can. */
    Optional<String> refuses(String schema);

    /** Whether a schema of this name is there, whoever made it. */
    boolean isThere(JdbcConnection connection, String schema) throws SQLException;

    /** The names of the tables that are in a schema. */
    List<String> tables(JdbcConnection connection, String schema) throws SQLException;

    /** The names of the columns of a table, in their order. */
    List<String> columns(JdbcConnection connection, String schema, String table) throws SQLException;

    /**
     * What is in a schema beside tables and would be dropped with it, as texts for the user; nothing where the server
     * itself refuses to drop a schema that is not empty.
     */
    default List<String> nonTables(JdbcConnection connection, String schema) throws SQLException {
        return List.of();
    }

    /** Whether the server drops a schema with all that is in it, and keeps no part of a transaction that makes one. */
    default boolean dropsContents() {
        return false;
    }

    /** The whole name of a table. */
    default String table(String schema, String name) {
        return quoted(schema) + "." + quoted(name);
    }

    /** Makes a schema. */
    default List<String> makeSchema(String schema) {
        return List.of("CREATE SCHEMA " + quoted(schema));
    }

    /** Drops a schema of which the tables were dropped. */
    default List<String> dropSchema(String schema) {
        return List.of("DROP SCHEMA " + quoted(schema));
    }

    /** The type of text of any length. */
    String textType();

    /** Makes a table of keys, {@code k}, and values, {@code v}. */
    List<String> makeTable(String table);

    /** Drops the table of a style's place, with what was made for it beside. */
    default List<String> dropPlace(String table) {
        return List.of("DROP TABLE " + table);
    }

    /** Makes the table of an index: its number, {@code i}; the term, {@code t}; the key, {@code k}. */
    List<String> makeIndex(String table, String name);

    /** The value of a key, the only parameter. */
    default String find(String table) {
        return "SELECT v FROM " + table + " WHERE k = ?";
    }

    /** Removes a key, the only parameter. */
    default String delete(String table) {
        return "DELETE FROM " + table + " WHERE k = ?";
    }

    /** Keys and terms of an index, parameters its number, first and last term, in the order of both. */
    default String query(String table) {
        return "SELECT k, t FROM " + table + " WHERE i = ? AND t >= ? AND t <= ? ORDER BY t, k";
    }

    /** Puts a value, parameters key and value, in the place of an older one. */
    String upsert(String table);

    /**
     * The same for 1, 2, 4 … rows in one statement, with as many parameters. The first alone where the client itself
     * makes such statements of a batch.
     */
    default List<String> upserts(String table) {
        return List.of(upsert(table));
    }

    /** Keys and values from a key on, parameters the key and how many, in the order of their keys. */
    default String scan(String table) {
        return "SELECT k, v FROM " + table + " WHERE k >= ? ORDER BY k LIMIT ?";
    }

    /** The length in bytes of a column of bytes. */
    default String size(String column) {
        return "octet_length(" + column + ")";
    }

    /** Makes the server give up a statement of this connection after so long. */
    List<String> limitStatements(Duration longest);

    /** Prepares a statement, on the server, too, where the client would wait with that. */
    default PreparedStatement prepared(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** Makes the client give up a statement of the user's in time, where the server itself does not. */
    default void limit(Statement statement) throws SQLException {}

    /**
     * Whether the server finds out by the statement of which type a text is, so that a number may go as the text that
     * stands for it.
     */
    default boolean infersTypes() {
        return false;
    }

    /**
     * Whether the statements of scripts have their values in their text, as {@link StatementLanguage#writesValues} has
     * it.
     */
    default boolean writesValues(Connection connection) throws SQLException {
        return false;
    }

    /** Whether one statement may be answered more than once, as a call of a procedure. */
    default boolean answersSeveral(Connection connection) throws SQLException {
        return connection.getMetaData().supportsMultipleResultSets();
    }

    /**
     * Whether the client has lost its place in the server's answers when a statement has failed, so that others' would
     * be read.
     */
    default boolean losesStep(String sql) {
        return false;
    }

    /** Whether {@code END} ends a transaction, as {@code COMMIT} does. */
    default boolean knowsEnd() {
        return false;
    }

    /** The SQL state of a failure; that of the standard where the database says the same by a number of its own. */
    default String state(SQLException e) {
        return e.getSQLState();
    }

    /**
     * Whether the client has the server tell the columns of a statement that is not carried out; some clients carry it
     * out for that.
     */
    default boolean describes(Connection connection) throws SQLException {
        return false;
    }

    /**
     * What has the server say whether it would carry a statement out for this user, without doing so, with the same
     * parameters; empty where it says so as it prepares the statement, or nothing does.
     *
     * @throws SQLException when it is known that the server carries out no such statement
     */
    default Optional<String> dryRun(JdbcConnection connection, String statement) throws SQLException {
        return Optional.empty();
    }

    /** What sort of failure an exception tells, where its SQL state does not say it; empty where it does. */
    default Optional<Failure> failure(SQLException e) {
        return Optional.empty();
    }

    /** How new documents are stored, other than by {@link #upsert}; empty for that. */
    default Optional<BulkInsert> documentInsert() {
        return Optional.empty();
    }

    /** How rows of text are stored many at once; empty where there is no way of its own for it. */
    default Optional<BulkRows> bulkRows() {
        return Optional.empty();
    }

    /** Makes a schema the one in which tables without a named place are found and made; empty where none can be. */
    default Optional<String> useSchema(String schema) {
        return Optional.empty();
    }

    /**
     * Why what is set on a connection would not stay there, or would be others' afterwards, as what was opened so far
     * shows; empty where it stays. Nothing is set then.
     */
    default Optional<String> forgets() {
        return Optional.empty();
    }

    /** What is said behind the message of a failure, with what parts it from that; nothing where that says enough. */
    default String hint(SQLException e) {
        return "";
    }

    /** What is set at the beginning of each connection. */
    default List<String> begin() {
        return List.of();
    }

    /** Whether a transaction is open, without asking the server. */
    default TransactionState transaction(Connection connection) throws SQLException {
        return TransactionState.UNKNOWN;
    }

    /** Whether the server commits each statement by itself that no transaction is around, without asking it. */
    default boolean autocommits(Connection connection) throws SQLException {
        return true;
    }

    /** What holds on a connection and goes with it, as far as the server tells: settings, and things with a name. */
    default List<String> connectionState(JdbcConnection connection) throws SQLException {
        return List.of();
    }

    /** A statement that answers one row with the value of its only parameter; empty where none is known. */
    default Optional<String> echo() {
        return Optional.of("SELECT ?");
    }
}
