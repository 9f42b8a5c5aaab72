package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NotOfferedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.JdbcTarget;
import dev.tidemark.core.driver.remote.jdbc.SchemaNamespace;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.postgres.PostgresParams.DocumentInsert;
import java.sql.SQLException;

/** A schema on a PostgreSQL server. */
final class PostgresTarget extends JdbcTarget implements SearchTarget {

    /** What one field can hold, with room for the row around it. */
    private static final int LARGEST_VALUE = (1 << 30) - (1 << 16);
    private static final String NOT_ALLOWED = "42501";

    private final Values values;
    private final ConnectionSettings settings;
    private final SchemaNamespace schema;
    private final Pooler pooler;
    private final Consumer<String> note;
    private final ServerCounters counters;
    private final CheckpointWatch checkpoints = new CheckpointWatch();
    private final SearchTable searched;
    private final PostgresStyleCalls styles;
    private volatile boolean aborted;

    private PostgresTarget(Values values, ConnectionSettings settings, JdbcPools pools, SchemaNamespace schema,
            Pooler pooler, SearchTable searched, PostgresStyleCalls styles, String name, Context context) {
        super(values, pools, schema, Math.toIntExact(values.get(SqlParams.FETCH_SIZE)), context);
        this.values = values;
        this.settings = settings;
        this.schema = schema;
        this.pooler = pooler;
        this.searched = searched;
        this.styles = styles;
        note = context.note();
        counters = new ServerCounters(name);
    }

    /**
     * What each connection begins with. A schema of the user's name would be where tables are made that are named
     * without one; where it is our namespace, which is dropped, users' own statements are kept out of it.
     */
    private static List<String> beginning(Values values, ConnectionSettings settings) {
        List<String> all = new ArrayList<>();
        values.find(PostgresParams.SYNCHRONOUS_COMMIT)
                .ifPresent(commit -> all.add("SET synchronous_commit = " + commit.word()));
        if (settings.user().equals(Optional.of(settings.namespace()))) {
            all.add("SET search_path = public");
        }
        all.addAll(SqlParams.begin(values));
        return List.copyOf(all);
    }

    static PostgresTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, PostgresParams.ADDRESS, context);
        if (PostgresParams.drawsHosts(values)) {
            context.note().accept("Connections may go to any of several servers (loadBalanceHosts): there are no "
                    + "counters of the server, and its settings are those of one of them.");
        }
        DocumentInsert insert = values.get(PostgresParams.DOCUMENT_INSERT);
        Pooler pooler = new Pooler();
        PostgresDialect dialect = new PostgresDialect(Math.toIntExact(values.get(SqlParams.SHARDS)), insert,
                beginning(values, settings), pooler);
        JdbcPools writing = JdbcPools.of(PostgresClient.opener(values, pooler), dialect, settings);
        JdbcPools pools = PostgresClient.reads(values, pooler)
                .map(opener -> writing.readingBy(opener, dialect, settings)).orElse(writing);
        SchemaNamespace schema = new SchemaNamespace(dialect, settings.namespace());
        SearchTable searched = new SearchTable(dialect, settings.namespace(), schema.searched(),
                VectorSettings.of(values));
        return new PostgresTarget(values, settings, pools, schema, pooler, searched,
                new PostgresStyleCalls(values, dialect, settings), settings.namespace(), context);
    }

    @Override
    protected JdbcStyles styles() {
        return styles;
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize > LARGEST_VALUE) {
            throw new DriverException("PostgreSQL holds no values of 1 GiB and more");
        }
    }

    @Override
    protected JdbcSession newSession() {
        return new PostgresSession(this, searched);
    }

    /** {@inheritDoc} @throws NotOfferedException with vectors, where pgvector is missing */
    @Override
    public void makeSearchIndex(int dimension) throws DriverException {
        Optional<String> extension = dimension == 0 ? Optional.empty() : Optional.of(extension(dimension));
        withoutTimeout(connection -> {
            requireOurs(connection);
            searched.make(connection, dimension, extension);
            return null;
        });
    }

    /** The schema of pgvector. */
    private String extension(int dimension) throws DriverException {
        searched.settings().require(dimension);
        SearchTable.Extension found = with(SearchTable::extension);
        return found.schema().orElseThrow(() -> new NotOfferedException(found.lack()));
    }

    /** {@inheritDoc} The place is the database, too. */
    @Override
    public boolean leavesData(Values from, Values to) {
        return SearchTarget.super.leavesData(from, to) && from.get(PostgresParams.DATABASE).equals(to.get(
                PostgresParams.DATABASE));
    }

    /** {@inheritDoc} Each addition lasts and is found once it is made; what is searched with is made here. */
    @Override
    public void refresh() throws DriverException {
        withoutTimeout(connection -> {
            searched.refresh(connection);
            return null;
        });
    }

    @Override
    public void mergeAll(Progress progress) throws DriverException {
        throw new DriverException("PostgreSQL's indexes have no segments that could be merged");
    }

    @Override
    public Statistics statistics() throws DriverException {
        return withoutTimeout(searched::statistics);
    }

    /** {@inheritDoc} The server keeps no results, and does not let its buffers be emptied. */
    @Override
    public boolean clearCaches() {
        return false;
    }

    /** {@inheritDoc} As they were given where the server cannot be asked. */
    @Override
    public Values effective() {
        try {
            String setting = with(connection -> connection.texts("SHOW synchronous_commit")).getFirst();
            return values.with(PostgresParams.SYNCHRONOUS_COMMIT.name(), setting.replace('_', '-'),
                    SettingOrigin.EFFECTIVE);
        } catch (DriverException e) {
            return values;
        }
    }

    @Override
    public List<Setting> facts() throws DriverException {
        List<Setting> facts = new ArrayList<>(with(PostgresServerSettings::of));
        if (values.find(PostgresParams.READ_FROM).equals(Optional.of(PostgresParams.ReadFrom.REPLICA))) {
            facts.add(reading(PostgresServerSettings::role));
        }
        switch (pooler.kind()) {
            case NONE -> { }
            case SESSIONS -> facts.add(Setting.detected("server-pooler", "in session mode"));
            case TRANSACTIONS -> facts.add(Setting.detected("server-pooler", "in transaction mode"));
        }
        return facts;
    }

    @Override
    protected MeasureSet ofNamespace() {
        return PostgresMeasures.OF_NAMESPACE;
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        if (PostgresParams.drawsHosts(values)) {
            return List.of(); // whose they are nobody could tell
        }
        MetricSnapshot snapshot = watch(connection -> counters.read(connection, isVisiting()));
        checkpoints.check(snapshot.counters()).forEach(note);
        return List.of(snapshot);
    }

    /**
     * {@inheritDoc} That is what the server's own processes would do later, beside the load: dead rows are removed and
     * what is planned with is learned (VACUUM ANALYZE), and changed pages are written (CHECKPOINT), if that is allowed.
     */
    @Override
    public void settle(Progress progress) throws DriverException {
        vacuum("VACUUM (ANALYZE) ");
        checkpoint();
    }

    private void checkpoint() throws DriverException {
        maintain("CHECKPOINT", true);
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        vacuum(values.get(PostgresParams.VACUUM) == PostgresParams.Vacuum.FULL ? "VACUUM (FULL, ANALYZE) "
                : "VACUUM (ANALYZE) ");
    }

    private void vacuum(String statement) throws DriverException {
        maintain(statement + String.join(", ", tables()), false);
    }

    private List<String> tables() throws DriverException {
        return ours(schema::allTables);
    }

    @Override
    public void maintain(Maintenance what, Progress progress) throws DriverException {
        switch (what) {
            case CHECKPOINT -> maintain("CHECKPOINT", false);
            case REINDEX -> {
                for (String table : tables()) {
                    progress.report(0, 0);
                    maintain("REINDEX TABLE CONCURRENTLY " + table, false);
                }
            }
            case PROMOTE -> promote();
            case SAVE, REPAIR -> throw new DriverException("PostgreSQL has no " + Types.word(what) + " of its own");
        }
    }

    private void promote() throws DriverException {
        try {
            PostgresClient.promote(settings, values);
        } catch (SQLException e) {
            if (!aborted) {
                throw new DriverException("no standby was promoted: " + settings.oneLine(e.getMessage()), e);
            }
        }
    }

    /** Does nothing any more when the target was aborted. */
    private void maintain(String statement, boolean optional) throws DriverException {
        try {
            withoutTimeout(connection -> {
                try {
                    connection.execute(statement);
                } catch (SQLException e) {
                    if (!optional || !NOT_ALLOWED.equals(e.getSQLState())) {
                        throw e;
                    }
                    note.accept("this user may not " + statement + ", so that settling leaves that to the server");
                }
                return null;
            });
        } catch (DriverException e) {
            if (!aborted) {
                throw e;
            }
        }
    }

    @Override
    public void abort() {
        aborted = true;
        super.abort();
    }

    /** Tells from the server's counters, as often as they are read, that checkpoints fell due and ended. Thread-safe. */
    private static final class CheckpointWatch {

        private Map<String, Double> before = Map.of();

        /** One sentence for each that fell due or ended since the last look; nothing at the first. */
        synchronized List<String> check(Map<String, Double> counters) {
            List<String> sentences = new ArrayList<>();
            began(counters, PostgresMeasures.CHECKPOINTS_TIMED, "checkpoint_timeout was over", sentences);
            began(counters, PostgresMeasures.CHECKPOINTS_REQUESTED,
                    "the write-ahead log had grown to max_wal_size, or somebody asked for it", sentences);
            double wrote = growth(counters, PostgresMeasures.CHECKPOINT_WRITE_TIME);
            double synced = growth(counters, PostgresMeasures.CHECKPOINT_SYNC_TIME);
            if (wrote > 0 || synced > 0) {
                sentences.add(String.format(Locale.ROOT,
                        "The server ended a checkpoint: it wrote for %.1f s and forced files to the disk for %.1f s.",
                        wrote, synced));
            }
            before = Map.copyOf(counters);
            return sentences;
        }

        private void began(Map<String, Double> counters, Measure counter, String why, List<String> sentences) {
            if (growth(counters, counter) > 0) {
                sentences.add("A checkpoint of the server fell due, because " + why + ".");
            }
        }

        /** 0 where it was not, or is not, told. */
        private double growth(Map<String, Double> counters, Measure counter) {
            Double now = counters.get(counter.name());
            Double then = before.get(counter.name());
            return now == null || then == null ? 0 : now - then;
        }
    }
}
