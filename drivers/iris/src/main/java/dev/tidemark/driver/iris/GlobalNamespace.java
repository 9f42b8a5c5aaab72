package dev.tidemark.driver.iris;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.param.InvalidInputException;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A global with texts, the mark among them, and with the names of what else is ours: a global for each keyspace, whose
 * name is that of this one with a period and a number behind it, and tables of styles in a schema of the same name.
 */
final class GlobalNamespace implements Namespace<IrisConnection> {

    /** Names of globals have 31 characters, letters and digits, and periods: in the place of underscores here. */
    private static final Pattern NAME = Pattern.compile("(?=.{1,20}$)[A-Za-z][A-Za-z0-9]*(_[A-Za-z][A-Za-z0-9]*)*");
    private static final byte[] NOTHING = {};
    private static final String TEXT = "text";
    private static final String KEYSPACE = "keyspace";
    private static final String TABLE = "table";

    private final String schema;
    private final String global;
    /** Keyspaces of which is known that they are there: what is not there answers like an empty one. */
    private final Map<Integer, String> known = new ConcurrentHashMap<>();

    /** @throws InvalidInputException when it is no name for globals */
    GlobalNamespace(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + name + "' can be no name of "
                    + "globals; it is at most 20 letters and digits, words with underscores between, each of which "
                    + "begins with a letter");
        }
        schema = name;
        global = name.replace('_', '.');
    }

    /** The global of a keyspace. */
    String global(int keyspace) {
        return global + "." + keyspace;
    }

    /** The same. @throws DriverException where there is no such keyspace */
    String global(IrisConnection connection, int keyspace) throws Exception {
        String found = known.get(keyspace);
        if (found == null) {
            if (!hasKeyspace(connection, keyspace)) {
                throw new DriverException("no keyspace " + keyspace);
            }
            found = global(keyspace);
            known.put(keyspace, found);
        }
        return found;
    }

    private boolean hasKeyspace(IrisConnection connection, int keyspace) throws Exception {
        return connection.hasValue(global, KEYSPACE, keyspace);
    }

    /** @throws DriverException when others have a global of its name */
    void makeKeyspace(IrisConnection connection, int keyspace, long keys) throws Exception {
        if (!hasKeyspace(connection, keyspace) && connection.exists(global(keyspace))) {
            throw new DriverException("global ^" + global(keyspace) + " was not made by Tidemark; set "
                    + ConnectionParams.NAMESPACE.name() + " to a name that nothing else has");
        }
        connection.set(bytes(Long.toString(keys)), global, KEYSPACE, keyspace);
    }

    /** The whole name of the table of a style's place. */
    String table(String place) {
        return schema + "." + tableName(place);
    }

    private static String tableName(String place) {
        return "style_" + place.replace('-', '_');
    }

    void makeTable(IrisConnection connection, String place) throws Exception {
        removeTable(connection, place);
        connection.set(NOTHING, global, TABLE, place);
        connection.execute("CREATE TABLE " + table(place)
                + " (id BIGINT NOT NULL PRIMARY KEY, doc VARCHAR(1000000) NOT NULL)");
    }

    void removeTable(IrisConnection connection, String place) throws Exception {
        if (isThere(connection, tableName(place))) {
            connection.execute("DROP TABLE " + table(place));
        }
        connection.kill(global, TABLE, place);
    }

    private boolean isThere(IrisConnection connection, String table) throws SQLException {
        DatabaseMetaData server = connection.jdbc().getMetaData();
        String stored = server.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
        try (ResultSet rows = server.getTables(null, null, stored, null)) {
            while (rows.next()) {
                if (schema.equalsIgnoreCase(rows.getString("TABLE_SCHEM"))
                        && table.equalsIgnoreCase(rows.getString("TABLE_NAME"))) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public boolean exists(IrisConnection connection) throws Exception {
        return connection.exists(global);
    }

    @Override
    public void make(IrisConnection connection, String name, String text) throws Exception {
        put(connection, name, text);
    }

    /** {@inheritDoc} The mark is the last to go, wherever it is interrupted. */
    @Override
    public void drop(IrisConnection connection) throws Exception {
        known.clear();
        for (String place : named(connection, TABLE)) {
            removeTable(connection, place);
        }
        for (String keyspace : named(connection, KEYSPACE)) {
            connection.kill(global(Integer.parseInt(keyspace)));
        }
        connection.kill(global);
    }

    private List<String> named(IrisConnection connection, String kind) throws Exception {
        List<String> all = new ArrayList<>();
        connection.below(all::add, global, kind);
        return all;
    }

    @Override
    public Optional<String> text(IrisConnection connection, String name) throws Exception {
        return Optional.ofNullable(connection.get(global, TEXT, name))
                .map(text -> new String(text, StandardCharsets.UTF_8));
    }

    @Override
    public void put(IrisConnection connection, String name, String text) throws Exception {
        connection.set(bytes(text), global, TEXT, name);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void remove(IrisConnection connection, String name) throws Exception {
        connection.kill(global, TEXT, name);
    }
}
