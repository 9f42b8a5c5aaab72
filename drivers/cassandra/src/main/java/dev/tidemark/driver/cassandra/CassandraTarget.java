package dev.tidemark.driver.cassandra;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.ALL;

import module java.base;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.tidemark.core.driver.CommitLimit;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/** Keyspaces and documents as tables in a keyspace of Cassandra's. */
final class CassandraTarget extends RemoteTarget<CassandraConnection> {

    /** The keyspace number under which sessions gather documents. */
    static final int DOCUMENTS = -1;
    /** A value is sent in one frame (native_transport_max_frame_size, 16 MiB by default). */
    private static final int LARGEST_VALUE = 16_000_000;
    /** The default of batch_size_fail_threshold. */
    private static final long LARGEST_BATCH = 50 << 10;
    private static final long LOOK = 100_000_000L;

    private final CassandraNamespace namespace;
    private final CassandraConnector connector;
    private final NodeFigures figures;
    private final NodeManagement management;
    private final Clock clock;
    private final ConsistencyLevel reading;
    private final ConsistencyLevel writing;
    private final boolean loggedBatches;
    private final AtomicLong timestamp = new AtomicLong();
    private volatile boolean aborted;

    private CassandraTarget(Values values, CassandraConnector connector, ConnectionSettings settings,
            CassandraNamespace namespace, Context context) {
        super(values, new Connections<>(connector, settings), namespace, context);
        this.namespace = namespace;
        this.connector = connector;
        figures = new NodeFigures(namespace.keyspace());
        management = new NodeManagement(settings, values.find(CassandraParams.JMX_PORT), namespace.keyspace(),
                context.clock());
        clock = context.clock();
        reading = DefaultConsistencyLevel.valueOf(values.get(CassandraParams.CONSISTENCY).name());
        writing = DefaultConsistencyLevel.valueOf(CassandraParams.writing(values).name());
        loggedBatches = values.get(CassandraParams.LOGGED_BATCHES);
    }

    static CassandraTarget open(Values values, Context context) {
        List<ConnectionSettings> nodes = ConnectionSettings.ofEach(values, CassandraParams.ADDRESS, context);
        return new CassandraTarget(values, new CassandraConnector(nodes, values), nodes.getFirst(),
                new CassandraNamespace(values), context);
    }

    Connections<CassandraConnection> pool() {
        return connections();
    }

    ConsistencyLevel reading() {
        return reading;
    }

    ConsistencyLevel writing() {
        return writing;
    }

    boolean loggedBatches() {
        return loggedBatches;
    }

    /**
     * When a change was made, in microseconds: later than those before, by two, since what an update takes away must be
     * earlier than what it brings.
     */
    long timestamp() {
        return timestamp.updateAndGet(last -> Math.max(last + 2, ChronoUnit.MICROS.between(Instant.EPOCH,
                clock.wallTime())));
    }

    /** @throws DriverException when it is not there, or not ours */
    CassandraTable table(int keyspace) throws DriverException {
        if (keyspace == DOCUMENTS) {
            return namespace.documents();
        }
        CassandraTable known = namespace.known(keyspace).orElse(null);
        return known != null ? known : ours(connection -> namespace.table(connection, keyspace));
    }

    @Override
    public Session session(int worker) throws DriverException {
        if (!isVisiting()) {
            ours(_ -> null);
        }
        return new CassandraSession(this);
    }

    @Override
    public CommitLimit commitLimit() {
        return loggedBatches ? new CommitLimit(Integer.MAX_VALUE, LARGEST_BATCH) : CommitLimit.NONE;
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize > LARGEST_VALUE) {
            throw new DriverException("Cassandra takes no values of more than 16 MB in one request");
        }
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        checkKeyspace(keyspace, keys, valueSize);
        ours(connection -> {
            namespace.makeTable(connection, keyspace);
            return null;
        });
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        ours(connection -> {
            namespace.makeIndex(connection, keyspace);
            return null;
        });
    }

    /** {@inheritDoc} By all replicas. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return ours(connection -> {
            ResultSet keys = connection.run(SimpleStatement.newInstance(namespace.table(connection, keyspace).keys())
                    .setConsistencyLevel(ALL));
            long count = 0;
            while (keys.one() != null) {
                if (++count % 1000 == 0) {
                    progress.report(count, 0);
                }
            }
            return count;
        });
    }

    @Override
    public String version() throws DriverException {
        return "Cassandra " + with(connection -> connection.run("SELECT release_version FROM system.local",
                ConsistencyLevel.LOCAL_ONE).one().getString(0));
    }

    /** {@inheritDoc} What the keyspace is made like, where it is there. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            return given.with(with(namespace::readBack), SettingOrigin.EFFECTIVE);
        } catch (DriverException | InvalidInputException e) {
            return given;
        }
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return with(figures::facts);
    }

    @Override
    protected MeasureSet ofNamespace() {
        return CassandraMeasures.OF_NAMESPACE;
    }

    @Override
    protected List<MetricSnapshot> readServer() {
        return connector.session().map(figures::read).orElse(List.of());
    }

    /** {@inheritDoc} That is what nodes do to the tables of the keyspace: flushes, compactions, builds of indexes. */
    @Override
    public void settle(Progress progress) {
        while (!aborted && !Thread.currentThread().isInterrupted()
                && connector.session().filter(figures::isBusy).isPresent()) {
            progress.report(0, 0);
            clock.sleepUntil(clock.nanoTime() + LOOK);
        }
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        eachNode(management::compact, progress);
    }

    @Override
    public void maintain(Maintenance what, Progress progress) throws DriverException {
        switch (what) {
            case CHECKPOINT -> eachNode(management::flush, progress);
            case REPAIR -> eachNode(management::repair, progress);
            default -> throw new DriverException("Cassandra flushes and repairs, and does nothing else on request");
        }
    }

    /** Work on one node. */
    private interface TargetAction {
        void at(String host, Progress progress) throws DriverException;
    }

    private void eachNode(TargetAction work, Progress progress) throws DriverException {
        for (String host : with(NodeFigures::hosts)) {
            if (!aborted) {
                progress.report(0, 0);
                work.at(host, progress);
            }
        }
    }

    @Override
    public void abort() {
        aborted = true;
        management.close();
        super.abort();
    }

    @Override
    public void close() throws DriverException {
        management.close();
        super.close();
    }
}
