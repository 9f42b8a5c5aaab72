package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import java.sql.DatabaseMetaData;
import tools.jackson.databind.JsonNode;

/** A schema on a server that speaks SQL. */
public abstract class JdbcTarget extends RemoteTarget<JdbcConnection> implements StyleTarget {

    /** Counter, transactions. */
    public static final Measure WRITE_RETRIES = new Measure("write-retries", "Write retries", "", Direction.LOWER, 0,
            "How often the driver stored something again by itself, since another writer of the same key had come "
                    + "between; the tries of one operation are one response time.");

    private final LongAdder writeRetries = new LongAdder();
    private final JdbcPools pools;
    private final SchemaNamespace namespace;
    private final int fetchSize;

    /** @param fetchSize how many rows a walk fetches at a time */
    protected JdbcTarget(Values values, JdbcPools pools, SchemaNamespace namespace, int fetchSize, Context context) {
        super(values, pools.work(), namespace, context);
        this.pools = pools;
        this.namespace = namespace;
        this.fetchSize = fetchSize;
    }

    final void storedAgain(int times) {
        writeRetries.add(times);
    }

    /** Of {@link #WRITE_RETRIES}; none where the database adds or replaces a row in one step. */
    protected final double writeRetries() {
        return writeRetries.sum();
    }

    /** What its styles make and call. */
    protected abstract JdbcStyles styles();

    protected final JdbcPools pools() {
        return pools;
    }

    protected final SchemaNamespace namespace() {
        return namespace;
    }

    /** Does something that may take as long as it likes. */
    protected final <T> T withoutTimeout(Connections.Call<JdbcConnection, T> call) throws DriverException {
        return on(pools.patient()::callSeldom, call);
    }

    /** Reads something that must not take longer than a second. */
    protected final <T> T watch(Connections.Call<JdbcConnection, T> call) throws DriverException {
        return on(pools.watch()::call, call);
    }

    @Override
    protected final <T> T onSeparateConnection(Connections.Call<JdbcConnection, T> call) throws DriverException {
        return watch(call);
    }

    /** Asks where workers read from. */
    protected final <T> T reading(Connections.Call<JdbcConnection, T> call) throws DriverException {
        return on(pools.reads().orElse(pools.work())::call, call);
    }

    /** How something is done over a connection. */
    @FunctionalInterface
    private interface Caller<T> {
        T of(Connections.Call<JdbcConnection, T> call) throws Exception;
    }

    private static <T> T on(Caller<T> caller, Connections.Call<JdbcConnection, T> call) throws DriverException {
        try {
            return caller.of(call);
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    @Override
    public final Session session(int worker) throws DriverException {
        if (!isVisiting() && !namespace.isLookedUp()) {
            lookUp();
        }
        return newSession();
    }

    /** One that can do more, where a database can. */
    protected JdbcSession newSession() {
        return new JdbcSession(this);
    }

    private void lookUp() throws DriverException {
        ours(connection -> {
            namespace.lookUp(connection);
            return null;
        });
    }

    /** @throws DriverException when there is none of that number */
    final SqlTable table(int keyspace) throws DriverException {
        SqlTable found = namespace.find(keyspace);
        if (found == null) {
            lookUp();
            found = namespace.find(keyspace);
        }
        if (found == null) {
            throw new DriverException("no keyspace " + keyspace + " in " + pools.work().settings());
        }
        return found;
    }

    /** @throws DriverException when it is not there or has no index */
    final SqlTable indexed(int keyspace) throws DriverException {
        SqlTable found = table(keyspace);
        if (found.index() == null) {
            lookUp();
            found = table(keyspace);
        }
        if (found.index() == null) {
            throw new DriverException("no index of keyspace " + keyspace + " in " + pools.work().settings());
        }
        return found;
    }

    final Walk walk(SqlTable table, Walk.Depth depth) throws Exception {
        return new JdbcWalk(pools.patient(), table, depth, fetchSize);
    }

    @Override
    public final void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        checkKeyspace(keyspace, keys, valueSize);
        ours(connection -> {
            namespace.makeKeyspace(connection, keyspace);
            return null;
        });
    }

    @Override
    public final void makeIndex(int keyspace) throws DriverException {
        table(keyspace);
        ours(connection -> {
            namespace.makeIndex(connection, keyspace);
            return null;
        });
    }

    @Override
    public final long count(int keyspace, Progress progress) throws DriverException {
        SqlTable table = table(keyspace);
        long keys = withoutTimeout(connection -> connection.count(table.count()));
        progress.report(keys, keys);
        return keys;
    }

    @Override
    public final StylePlace place(ApiStyle style, String name) throws DriverException {
        String table = namespace.place(name);
        List<String> statements = styles().make(style, table);
        insist(connection -> {
            requireOurs(connection);
            namespace.makePlace(connection, name, statements);
            return null;
        });
        return new JdbcStylePlace(this, style, name, table);
    }

    final void removePlace(String name) throws DriverException {
        insist(connection -> {
            namespace.removePlace(connection, name);
            return null;
        });
    }

    /** Does something that may be done twice: a connection may have broken while nobody used it. */
    final <T> T insist(Connections.Call<JdbcConnection, T> call) throws DriverException {
        try {
            return with(call);
        } catch (UnreachableException e) {
            return with(call);
        }
    }

    @Override
    protected final long reconnects() {
        return super.reconnects() + styles().reconnects() + pools.reads().map(Connections::reconnects).orElse(0L);
    }

    /** {@inheritDoc} As the server says itself. */
    @Override
    public String version() throws DriverException {
        return with(connection -> {
            DatabaseMetaData server = connection.jdbc().getMetaData();
            return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        });
    }

    @Override
    public void abort() {
        pools.closeOthers();
        styles().close();
        super.abort();
    }

    @Override
    public void close() throws DriverException {
        pools.closeOthers();
        styles().close();
        super.close();
    }

    /**
     * A table of documents.
     *
     * @param name  of the place
     * @param table whole name
     */
    private record JdbcStylePlace(JdbcTarget target, ApiStyle style, String name, String table) implements StylePlace {

        @Override
        public StyleSession session(int worker) throws DriverException {
            JdbcStyles styles = target.styles();
            return JdbcStyleSession.open(styles.connections(style),
                    connection -> styles.of(style).steps(connection, table));
        }

        @Override
        public long count() throws DriverException {
            return target.insist(connection -> connection.countPatiently(SqlStyles.count(table)));
        }

        @Override
        public Optional<JsonNode> read(long id) throws DriverException {
            return target.insist(connection -> connection.texts(SqlStyles.find(table, id))).stream().findFirst()
                    .map(ObjectJson::parse);
        }

        @Override
        public void close() throws DriverException {
            target.removePlace(name);
        }
    }
}
