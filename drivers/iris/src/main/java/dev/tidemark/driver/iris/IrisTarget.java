package dev.tidemark.driver.iris;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyleSession;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Keyspaces as globals, and styles as tables, in a namespace of IRIS. */
final class IrisTarget extends RemoteTarget<IrisConnection> implements StyleTarget {

    static final String PROCESS = "%SYSTEM.Process";
    static final String SYNCHRONOUS = "SynchCommit";

    private static final String SYSTEM = "%SYS";
    private static final Duration LONGEST = Duration.ofSeconds(1);
    /** Characters of a string. */
    private static final int LARGEST = 3_641_144;
    private static final double MEGABYTE = 1 << 20;
    private static final List<String> FACTS = List.of("BlockSize", "GlobalJournalState");
    private static final String COUNTERS = "its counters";
    private static final String DATABASE = "the size of its database";

    private final NativeApi api;
    private final GlobalNamespace namespace;
    private final Connections<IrisConnection> separate;
    private final Connections<IrisConnection> watch;
    private final Consumer<String> note;
    /** Where the database is that has the globals: null while nobody has asked, empty where another system has it. */
    private volatile String directory;
    /** What the server does not tell this user. */
    private final Set<String> denied = ConcurrentHashMap.newKeySet();

    private IrisTarget(Values values, NativeApi api, GlobalNamespace namespace,
            Function<ConnectionSettings, IrisConnector> connector, ConnectionSettings settings, Context context) {
        super(values, new Connections<>(connector.apply(settings), settings), namespace, context);
        this.api = api;
        this.namespace = namespace;
        note = context.note();
        separate = new Connections<>(connector.apply(settings),
                settings.unshared(settings.connectTimeout(), settings.operationTimeout()));
        ConnectionSettings soon = settings.within(LONGEST);
        watch = new Connections<>(new IrisConnector(api, soon, SYSTEM, Optional.empty()), soon);
    }

    static IrisTarget open(Values values, Context context) throws DriverException {
        NativeApi api = NativeApi.load(values);
        try {
            ConnectionSettings settings = ConnectionSettings.of(values, IrisDriver.ADDRESS, context);
            return new IrisTarget(values, api, new GlobalNamespace(settings.namespace()), of -> new IrisConnector(api, of,
                    values.get(IrisDriver.DATABASE), values.find(IrisDriver.SYNCHRONOUS_COMMIT)), settings,
                    context);
        } catch (RuntimeException e) {
            api.close();
            throw e;
        }
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize > LARGEST) {
            throw new DriverException("a value of " + valueSize + " bytes is larger than what a node of IRIS holds, "
                    + LARGEST);
        }
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        checkKeyspace(keyspace, keys, valueSize);
        ours(connection -> {
            namespace.makeKeyspace(connection, keyspace, keys);
            return null;
        });
    }

    /** {@inheritDoc} Subscript by subscript, as $ORDER goes. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        long keys = ours(connection -> connection.below(_ -> { },
                namespace.global(connection, keyspace)));
        progress.report(keys, keys);
        return keys;
    }

    @Override
    public Session session(int worker) {
        return new IrisSession(namespace, connections());
    }

    /** {@inheritDoc} Whether commits of these connections wait, where the server tells. */
    @Override
    public Values effective() {
        try {
            String synchronous = String.valueOf(this.<Object>with(connection -> connection.ask(PROCESS, SYNCHRONOUS)));
            return !synchronous.matches("[01]") ? super.effective() : super.effective().with(
                    IrisDriver.SYNCHRONOUS_COMMIT.name(), String.valueOf(synchronous.equals("1")),
                    SettingOrigin.EFFECTIVE);
        } catch (DriverException e) {
            return super.effective();
        }
    }

    @Override
    public String version() throws DriverException {
        return with(connection -> {
            DatabaseMetaData server = connection.jdbc().getMetaData();
            return server.getDatabaseProductName() + " " + server.getDatabaseProductVersion();
        });
    }

    @Override
    public List<Setting> facts() throws DriverException {
        Map<String, String> facts = new TreeMap<>();
        statistics(DATABASE, connection -> database(connection, FACTS)).forEach((property, value) ->
                facts.put(property.equals("BlockSize") ? "block-size" : "journal", value));
        Optional.ofNullable(directory).filter(place -> !place.isEmpty())
                .ifPresent(place -> facts.put("database", place));
        return NonDefaultSettings.facts(facts);
    }

    /** Properties of the database that has the globals; none of one on another system, whose folders are not here. */
    private Map<String, String> database(IrisConnection connection, List<String> properties) throws Exception {
        if (directory == null) {
            directory = find(connection);
        }
        return directory.isEmpty() ? Map.of()
                : connection.properties(properties, "SYS.Database", "%OpenId", directory);
    }

    private String find(IrisConnection connection) throws Exception {
        String place = String.valueOf(connection.ask("%SYS.Namespace", "GetGlobalDest",
                super.effective().get(IrisDriver.DATABASE).toUpperCase(Locale.ROOT), "^" + namespace.global(0)));
        int system = place.indexOf('^'); // behind its name, which is empty for this one
        if (system > 0) {
            note.accept("The globals are on another system, " + place.substring(0, system)
                    + ": nothing is told of their database, and counters are of this one.");
            return "";
        }
        return place.substring(system + 1);
    }

    /**
     * What is told in the namespace of the system; nothing to a user who may not know it, of which a note is made.
     *
     * @param what {@link #COUNTERS} or {@link #DATABASE}
     */
    private Map<String, String> statistics(String what, Connections.Call<IrisConnection, Map<String, String>> question)
            throws DriverException {
        try {
            return denied.contains(what) ? Map.of() : watch.callSeldom(question);
        } catch (UnreachableException | TimeoutException e) {
            throw e instanceof DriverException gone ? gone : new DriverException(e.getMessage(), e);
        } catch (Exception e) {
            if (denied.add(what)) {
                note.accept("The server does not tell this user " + what + ": " + e.getMessage());
            }
            return Map.of();
        }
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        Map<String, Double> counters = new HashMap<>();
        Map<String, Double> gauges = new HashMap<>();
        statistics(COUNTERS, connection -> connection.properties(IrisMeasures.COUNTERS.keySet(), "SYS.Stats.Global",
                "Sample")).forEach((property, value) -> number(value)
                .ifPresent(count -> counters.put(IrisMeasures.COUNTERS.get(property).name(), count)));
        statistics(DATABASE, connection -> database(connection, List.of("Size"))).values().forEach(value ->
                number(value).ifPresent(size -> gauges.put(IrisMeasures.DATABASE_SIZE.name(), size * MEGABYTE)));
        return List.of(new MetricSnapshot("", counters, gauges));
    }

    /** Empty for what is not documented. */
    private static Optional<Double> number(String value) {
        return value.matches("[0-9]{1,18}") ? Optional.of(Double.valueOf(value)) : Optional.empty();
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + separate.reconnects();
    }

    @Override
    public void settle(Progress progress) {
        // The write daemon works in the background unasked.
    }

    @Override
    public StylePlace place(ApiStyle declared, String name) throws DriverException {
        SqlStyle style = SqlStyle.of(declared, IrisDriver.STYLES);
        ours(connection -> {
            namespace.makeTable(connection, name);
            return null;
        });
        return new Table(style, name, namespace.table(name));
    }

    /** Documents as rows. */
    private final class Table implements StylePlace {

        private final SqlStyle style;
        private final String name;
        private final String table;

        Table(SqlStyle style, String name, String table) {
            this.style = style;
            this.name = name;
            this.table = table;
        }

        @Override
        public StyleSession session(int worker) throws DriverException {
            return JdbcStyleSession.open(separate, connection -> style.steps(
                    SqlStyle.Client.of(connection.jdbc()), table));
        }

        private Optional<String> first(String query) throws DriverException {
            return with(connection -> {
                try (Statement ask = connection.jdbc().createStatement(); ResultSet rows = ask.executeQuery(query)) {
                    return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
                }
            });
        }

        @Override
        public long count() throws DriverException {
            return Long.parseLong(first(SqlStyles.count(table)).orElseThrow());
        }

        @Override
        public Optional<JsonNode> read(long id) throws DriverException {
            return first(SqlStyles.find(table, id)).map(ObjectJson::parse);
        }

        @Override
        public void close() throws DriverException {
            with(connection -> {
                namespace.removeTable(connection, name);
                return null;
            });
        }
    }

    @Override
    public void abort() {
        super.abort();
        closeOthers();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        closeOthers();
        api.close();
    }

    private void closeOthers() {
        separate.close();
        watch.close();
    }
}
