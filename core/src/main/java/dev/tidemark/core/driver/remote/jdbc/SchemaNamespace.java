package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Namespace;

/**
 * A schema with a small table of texts in it, by which it is known to be ours. What others may have put into it since
 * is never dropped: the server refuses to drop the schema then. Thread-safe.
 */
public final class SchemaNamespace implements Namespace<JdbcConnection> {

    /** The table of texts, of which nothing is told: its few rows are no data. */
    public static final String TEXTS = "tidemark";
    static final String DOCUMENTS = "documents";
    private static final String SEARCHED = "search_documents";
    private static final String STYLE = "style_";
    private static final Pattern OURS = Pattern.compile("(keyspace|index)_(\\d{1,9})|" + DOCUMENTS + "|" + TEXTS + "|"
            + SEARCHED + "|" + STYLE + "[a-z0-9-]{1,32}|pgbench_(branches|tellers|accounts|history)|sbtest\\d{1,4}");

    private final SqlDialect dialect;
    private final String schema;
    private final String texts;
    /** Null while they have not been looked up. */
    private volatile Map<Integer, SqlTable> tables;
    private final Map<Integer, String> existing = new HashMap<>();

    public SchemaNamespace(SqlDialect dialect, String schema) {
        this.dialect = dialect;
        this.schema = schema;
        texts = table(TEXTS);
    }

    SqlDialect dialect() {
        return dialect;
    }

    /** Makes tables without a named place those of this schema. */
    void use(JdbcConnection connection) throws SQLException, DriverException {
        connection.use(dialect.useSchema(schema).orElseThrow(() -> new DriverException(
                "this database has no schema of its own for the tables of built-in scripts")));
    }

    /** The whole name of a table. */
    public String table(String name) {
        return dialect.table(schema, name);
    }

    /** The whole name of the table of documents that are searched. */
    public String searched() {
        return table(SEARCHED);
    }

    static String keyspace(int number) {
        return "keyspace_" + number;
    }

    static String index(int number) {
        return "index_" + number;
    }

    @Override
    public boolean exists(JdbcConnection connection) throws SQLException {
        return dialect.isThere(connection, schema);
    }

    @Override
    public void make(JdbcConnection connection, String name, String text) throws SQLException, DriverException {
        Optional<String> refused = dialect.refuses(schema);
        if (refused.isPresent()) {
            throw new DriverException(refused.get());
        }
        connection.transaction(c -> {
            makeAll(c, dialect.makeSchema(schema));
            List<String> made = new ArrayList<>();
            try {
                fill(c, name, text, made);
            } catch (SQLException e) {
                unmake(c, made, e);
                throw e;
            }
        });
        tables = null;
    }

    /** @param made takes the names of the tables, each before it is made but for the first */
    private void fill(JdbcConnection connection, String name, String text, List<String> made) throws SQLException {
        connection.execute("CREATE TABLE " + texts + " (name VARCHAR(200) NOT NULL PRIMARY KEY, content "
                + dialect.textType() + " NOT NULL)");
        made.addAll(List.of(table(DOCUMENTS), texts));
        insert(connection, name, text);
        makeAll(connection, dialect.makeTable(table(DOCUMENTS)));
    }

    /** Where rolling back does not do it, as the server has committed each statement by itself. */
    private void unmake(JdbcConnection connection, List<String> made, SQLException failure) {
        List<String> statements = dialect.dropsContents() ? dialect.dropSchema(schema)
                : made.stream().map(table -> "DROP TABLE " + table).toList();
        for (String statement : statements) {
            try {
                connection.execute(statement);
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }

    private void insert(JdbcConnection connection, String name, String text) throws SQLException {
        update(connection, "INSERT INTO " + texts + " (name, content) VALUES (?, ?)", name, text);
    }

    private static void update(JdbcConnection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.jdbc().prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            statement.executeUpdate();
        }
    }

    @Override
    public void drop(JdbcConnection connection) throws SQLException, DriverException {
        refuseOthers(connection);
        List<String> ours = new ArrayList<>(ours(connection));
        ours.remove(TEXTS);
        ours.addLast(TEXTS); // the mark is the last to go, wherever it is interrupted
        connection.patiently(c -> {
            for (String name : dialect.dropsContents() ? ours.subList(0, ours.size() - 1) : ours) {
                makeAll(c, drop(name));
            }
            makeAll(c, dialect.dropSchema(schema));
        });
        tables = null;
    }

    private List<String> drop(String name) {
        return name.startsWith(STYLE) ? dialect.dropPlace(table(name)) : List.of("DROP TABLE " + table(name));
    }

    /** Where the server would not refuse to drop what others have put in. */
    private void refuseOthers(JdbcConnection connection) throws SQLException, DriverException {
        if (dialect.dropsContents()) {
            List<String> others = new ArrayList<>(dialect.tables(connection, schema));
            others.removeIf(name -> OURS.matcher(name).matches());
            others.addAll(dialect.nonTables(connection, schema));
            if (!others.isEmpty()) {
                throw new DriverException("cannot drop " + dialect.quoted(schema) + " because others have put "
                        + String.join(", ", others) + " into it");
            }
        }
    }

    /** The whole names of all its tables. */
    public List<String> allTables(JdbcConnection connection) throws SQLException {
        return ours(connection).stream().map(this::table).toList();
    }

    private List<String> ours(JdbcConnection connection) throws SQLException {
        return dialect.tables(connection, schema).stream().filter(name -> OURS.matcher(name).matches())
                .toList();
    }

    /** {@inheritDoc} A table of others that has this name, too, is not read. */
    @Override
    public Optional<String> text(JdbcConnection connection, String name) throws SQLException {
        if (!dialect.columns(connection, schema, TEXTS).equals(List.of("name", "content"))) {
            return Optional.empty();
        }
        return connection.texts("SELECT content FROM " + texts + " WHERE name = ?", name).stream().findFirst();
    }

    @Override
    public void put(JdbcConnection connection, String name, String text) throws SQLException {
        connection.transaction(c -> {
            remove(c, name);
            insert(c, name, text);
        });
    }

    @Override
    public void remove(JdbcConnection connection, String name) throws SQLException {
        update(connection, "DELETE FROM " + texts + " WHERE name = ?", name);
    }

    private static void makeAll(JdbcConnection connection, List<String> statements) throws SQLException {
        for (String statement : statements) {
            connection.execute(statement);
        }
    }

    void makeKeyspace(JdbcConnection connection, int number) throws SQLException {
        if (!ours(connection).contains(keyspace(number))) {
            connection.transaction(c -> makeAll(c, dialect.makeTable(table(keyspace(number)))));
        }
        tables = null;
    }

    void makeIndex(JdbcConnection connection, int number) throws SQLException {
        if (!ours(connection).contains(index(number))) {
            connection.transaction(c -> makeAll(c, dialect.makeIndex(table(index(number)), index(number))));
        }
        tables = null;
    }

    /** The whole name of the table of a style's place. */
    String place(String name) {
        return table(STYLE + name);
    }

    /** Makes the table of a place anew, with what else these statements make. */
    void makePlace(JdbcConnection connection, String name, List<String> statements) throws SQLException {
        removePlace(connection, name);
        connection.transaction(c -> makeAll(c, statements));
    }

    void removePlace(JdbcConnection connection, String name) throws SQLException {
        if (ours(connection).contains(STYLE + name)) {
            connection.transaction(c -> makeAll(c, drop(STYLE + name)));
        }
    }

    /** Must precede {@link #find}. */
    void lookUp(JdbcConnection connection) throws SQLException {
        Set<String> names = new HashSet<>(ours(connection));
        Map<Integer, SqlTable> found = new HashMap<>();
        for (String name : names) {
            if (name.startsWith("keyspace_")) {
                int number = Integer.parseInt(name.substring(name.indexOf('_') + 1));
                SqlIndex index = names.contains(index(number)) ? SqlIndex.of(dialect, table(index(number))) : null;
                found.put(number, SqlTable.of(dialect, number, table(name), index));
            }
        }
        tables = Map.copyOf(found);
    }

    boolean isLookedUp() {
        return tables != null;
    }

    /** The table of a keyspace; null when there is none. */
    SqlTable find(int number) {
        Map<Integer, SqlTable> now = tables;
        return now == null ? null : now.get(number);
    }

    SqlTable documents() {
        return SqlTable.of(dialect, -1, table(DOCUMENTS), null);
    }

    /** Counts which of so many documents are there. */
    synchronized String existing(int keys) {
        return existing.computeIfAbsent(keys, n -> SqlTable.existing(table(DOCUMENTS), n));
    }
}
