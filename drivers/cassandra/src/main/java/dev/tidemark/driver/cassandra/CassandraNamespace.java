package dev.tidemark.driver.cassandra;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.LOCAL_ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.QUORUM;

import module java.base;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.NotOfferedException;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

/** A keyspace of Cassandra's, in which each of ours is a table. */
final class CassandraNamespace implements Namespace<CassandraConnection> {

    /** The table of the mark. */
    static final String TEXTS = "texts";
    private static final String DOCUMENTS = "documents";
    private static final Pattern OURS = Pattern.compile(TEXTS + "|" + DOCUMENTS + "|[ki]\\d+");
    /** What can be in a keyspace beside tables and what stands or falls with them. */
    private static final List<String> KINDS = List.of("view", "type", "function", "aggregate");

    private final String keyspace;
    private final String made;
    private final String options;
    private final CassandraTable documents;
    private final Map<Integer, CassandraTable> known = new ConcurrentHashMap<>();

    CassandraNamespace(Values values) {
        keyspace = CassandraParams.keyspace(values);
        options = CassandraParams.options(values);
        made = " WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': "
                + values.get(CassandraParams.REPLICATION_FACTOR) + "} AND durable_writes = "
                + values.get(CassandraParams.DURABLE_WRITES);
        documents = named(DOCUMENTS, "", false);
    }

    private String quoted(String table) {
        return '"' + keyspace + "\".\"" + table + '"';
    }

    String keyspace() {
        return keyspace;
    }

    CassandraTable documents() {
        return documents;
    }

    @Override
    public boolean exists(CassandraConnection connection) throws Exception {
        return connection.run("SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?", LOCAL_ONE,
                keyspace).one() != null;
    }

    /** {@inheritDoc} The mark comes before everything else, but not with the keyspace. */
    @Override
    public void make(CassandraConnection connection, String name, String text) throws Exception {
        known.clear();
        change(connection, "CREATE KEYSPACE \"" + keyspace + '"' + made);
        change(connection, "CREATE TABLE " + quoted(TEXTS) + " (name text PRIMARY KEY, text text)");
        put(connection, name, text);
        change(connection, documents.make(options));
    }

    /** The client waits until the nodes agree on it. */
    private static void change(CassandraConnection connection, String schema) throws Exception {
        connection.run(schema, LOCAL_ONE);
    }

    /** {@inheritDoc} Cassandra itself would drop what others have put into it, too. */
    @Override
    public void drop(CassandraConnection connection) throws Exception {
        refuseOthers(connection);
        known.clear();
        change(connection, "DROP KEYSPACE \"" + keyspace + '"');
    }

    private void refuseOthers(CassandraConnection connection) throws Exception {
        List<String> others = new ArrayList<>(names(connection, "table"));
        others.removeIf(name -> OURS.matcher(name).matches());
        for (String kind : KINDS) {
            names(connection, kind).forEach(name -> others.add(kind + " " + name));
        }
        if (!others.isEmpty()) {
            throw new DriverException("cannot drop \"" + keyspace + "\" because others have put "
                    + String.join(", ", others) + " into it");
        }
    }

    /** @param kind of which there is a table of its own in the system's schema */
    private List<String> names(CassandraConnection connection, String kind) throws Exception {
        List<String> names = new ArrayList<>();
        for (Row row : connection.run("SELECT " + kind + "_name FROM system_schema." + kind + "s WHERE keyspace_name = ?",
                LOCAL_ONE, keyspace)) {
            names.add(row.getString(0));
        }
        return names;
    }

    @Override
    public Optional<String> text(CassandraConnection connection, String name) throws Exception {
        try {
            return Optional.ofNullable(connection.run("SELECT text FROM " + quoted(TEXTS) + " WHERE name = ?", QUORUM,
                    name).one()).map(row -> row.getString(0));
        } catch (InvalidQueryException e) {
            return Optional.empty(); // there is no such table
        }
    }

    @Override
    public void put(CassandraConnection connection, String name, String text) throws Exception {
        connection.run("INSERT INTO " + quoted(TEXTS) + " (name, text) VALUES (?, ?)", QUORUM, name, text);
    }

    @Override
    public void remove(CassandraConnection connection, String name) throws Exception {
        connection.run("DELETE FROM " + quoted(TEXTS) + " WHERE name = ?", QUORUM, name);
    }

    /** What the keyspace and its tables are made like, as settings; those of ours that can say so. */
    Map<String, String> readBack(CassandraConnection connection) throws Exception {
        Map<String, String> texts = new HashMap<>();
        Row whole = connection.run("SELECT replication, durable_writes FROM system_schema.keyspaces WHERE "
                + "keyspace_name = ?", LOCAL_ONE, keyspace).one();
        Row table = connection.run("SELECT compaction, compression FROM system_schema.tables WHERE keyspace_name = ? "
                + "AND table_name = 'documents'", LOCAL_ONE, keyspace).one();
        if (whole == null || table == null) {
            return texts;
        }
        whole.getMap(0, String.class, String.class).forEach((datacenter, replicas) -> {
            if (replicas.matches("\\d+")) {
                texts.put(CassandraParams.REPLICATION_FACTOR.name(), replicas);
            }
        });
        texts.put(CassandraParams.DURABLE_WRITES.name(), String.valueOf(whole.getBoolean(1)));
        String compaction = table.getMap(0, String.class, String.class).get("class");
        Stream.of(CassandraParams.Compaction.values()).filter(c -> compaction.endsWith(c.type())).forEach(
                c -> texts.put(CassandraParams.COMPACTION.name(), Types.word(c)));
        String compression = table.getMap(1, String.class, String.class).getOrDefault("class", "");
        Stream.of(CassandraParams.Compression.values()).filter(c -> compression.endsWith("." + c.type())
                || compression.equals(c.type())).forEach(
                c -> texts.put(CassandraParams.COMPRESSION.name(), Types.word(c)));
        return texts;
    }

    /** As it is known to be; empty where it was not looked up. */
    Optional<CassandraTable> known(int number) {
        return Optional.ofNullable(known.get(number));
    }

    /** @throws DriverException when there is none of that number */
    CassandraTable table(CassandraConnection connection, int number) throws Exception {
        return find(connection, number).orElseThrow(() -> new DriverException("no keyspace " + number + " in "
                + keyspace));
    }

    private Optional<CassandraTable> find(CassandraConnection connection, int number) throws Exception {
        List<String> there = new ArrayList<>();
        for (Row row : connection.run("SELECT table_name FROM system_schema.tables WHERE keyspace_name = ? AND "
                + "table_name IN (?, ?)", LOCAL_ONE, keyspace, "k" + number, "i" + number)) {
            there.add(row.getString(0));
        }
        if (!there.contains("k" + number)) {
            return Optional.empty();
        }
        CassandraTable found = named("k" + number, "i" + number, there.size() > 1);
        known.put(number, found);
        return Optional.of(found);
    }

    private CassandraTable named(String rows, String entries, boolean indexed) {
        return CassandraTable.of(quoted(rows), quoted(entries), indexed);
    }

    void makeTable(CassandraConnection connection, int number) throws Exception {
        change(connection, named("k" + number, "", false).make(options));
        table(connection, number);
    }

    void makeIndex(CassandraConnection connection, int number) throws Exception {
        CassandraTable table = table(connection, number);
        change(connection, table.makeEntries(options));
        try {
            change(connection, table.makeIndex());
        } catch (InvalidQueryException e) {
            throw new NotOfferedException("this server has no storage-attached indexes, which take Cassandra 5: "
                    + e.getMessage());
        }
        table(connection, number);
    }
}
