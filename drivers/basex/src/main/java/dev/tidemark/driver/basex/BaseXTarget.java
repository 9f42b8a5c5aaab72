package dev.tidemark.driver.basex;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.SeparateHttpConnector;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** A database on a BaseX server. */
final class BaseXTarget extends RemoteTarget<HttpConnection> implements StyleTarget {

    private static final String SYSTEM = "map:merge(db:system()//* ! map { name(): string() })";
    private static final String HEAP = "Q{java:java.lang.Runtime}maxMemory(Q{java:java.lang.Runtime}getRuntime())";
    private static final String SIZES = "array { db:property(DB, 'size'), db:property(DB, 'nodes'), "
            + "count(db:get(DB, 'documents')) }";
    private static final String SIZES_OF_OTHERS = "declare variable $name external; array { db:property($name, 'size'), "
            + "db:property($name, 'nodes'), db:property($name, 'documents') }";
    private static final String EXISTS = "declare variable $name external; db:exists($name)";

    private final Values values;
    private final DatabaseNamespace namespace;
    private final boolean autoFlush;
    /** Of statements: each with a socket of its own. */
    private final Connections<HttpConnection> separate;
    private final String statementAddress;
    /** What queries that update look like, once one of them has shown it. */
    private final Set<String> updatingForms = ConcurrentHashMap.newKeySet();
    /** Connections of API styles, which end with the target. */
    private final Set<OwnConnection<?>> owned = ConcurrentHashMap.newKeySet();

    private BaseXTarget(Values values, ConnectionSettings settings, HttpConnector connector,
            DatabaseNamespace namespace, Context context) {
        super(values, new Connections<>(connector, settings), namespace, context);
        this.values = values;
        this.namespace = namespace;
        autoFlush = values.get(BaseXParams.AUTO_FLUSH);
        separate = new Connections<>(new SeparateHttpConnector(settings, new BaseXApi()), settings);
        statementAddress = RestQuery.ADDRESS + database().map(name -> "/" + URLEncoder.encode(name,
                StandardCharsets.UTF_8).replace("+", "%20")).orElse("");
    }

    static BaseXTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, BaseXParams.ADDRESS, context);
        if (settings.tls().isPresent() && values.find(BaseXParams.CLIENT_PORT).isPresent()) {
            throw new InvalidInputException(BaseXParams.CLIENT_PORT.name() + ": clients of BaseX's own protocol speak "
                    + "no TLS; leave it or " + ConnectionParams.TLS.name() + " out");
        }
        return new BaseXTarget(values, settings, new HttpConnector(settings, new BaseXApi()),
                new DatabaseNamespace(values, context.clock()), context);
    }

    ConnectionSettings settings() {
        return connections().settings();
    }

    DatabaseNamespace namespace() {
        return namespace;
    }

    DocumentFormat documentFormat() {
        return values.get(BaseXParams.DOCUMENT_FORMAT);
    }

    boolean autoFlush() {
        return autoFlush;
    }

    /** What follows the address of a resource that is put, such that it is put as the settings say. */
    String options() {
        return autoFlush ? "" : "?autoflush=false";
    }

    /** A query that updates as the settings say. */
    RestQuery updating(String text) {
        RestQuery query = new RestQuery(text);
        return autoFlush ? query : query.option("autoflush", false);
    }

    /** The database of the user's that statements are asked of, where one is named. */
    private Optional<String> database() {
        return values.find(BaseXParams.DATABASE);
    }

    Set<String> updatingForms() {
        return updatingForms;
    }

    /** Where statements are sent. */
    String statementAddress() {
        return statementAddress;
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        ours(connection -> {
            namespace.makeKeyspace(connection, keyspace);
            return null;
        });
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return ours(connection -> {
            namespace.requireKeyspace(connection, keyspace);
            return namespace.count(connection, DatabaseNamespace.folder(keyspace));
        });
    }

    @Override
    public Session session(int worker) throws DriverException {
        if (!isVisiting()) {
            ours(_ -> null);
            return new BaseXSession(this, namespace, connections());
        }
        if (database().isPresent() && !with(RestQuery.asJson(EXISTS).bind("name", database().get())::ask).asBoolean()) {
            throw new DriverException("database: there is no " + database().get() + " at " + settings().address());
        }
        return new BaseXSession(this, namespace, separate);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        if (BaseXStyles.usesClient(style) && values.find(BaseXParams.CLIENT_PORT).isEmpty()) {
            throw new DriverException("style " + style.name() + " needs to know the server's "
                    + BaseXParams.CLIENT_PORT.name());
        }
        BaseXPlace place = new BaseXPlace(this, style, name);
        place.close(); // what an earlier one has left
        return place;
    }

    /** Where clients of BaseX's own protocol are listened to. */
    int clientPort() {
        return Math.toIntExact(values.find(BaseXParams.CLIENT_PORT).orElseThrow());
    }

    /** Has a connection end when the target does, unless it does so before. */
    void own(OwnConnection<?> connection) {
        owned.add(connection);
    }

    void disown(OwnConnection<?> connection) {
        owned.remove(connection);
    }

    /** {@inheritDoc} Nothing is by default; without auto-flush, the server writes the rest of what it holds. */
    @Override
    public void makeDurable() throws DriverException {
        if (!autoFlush && !isVisiting()) {
            ours(connection -> new RestQuery(namespace.query("db:flush(DB)")).ask(connection));
        }
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        makeDurable();
    }

    /** {@inheritDoc} What the database was made with, where there is one. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            return ours(connection -> namespace.effective(connection, given));
        } catch (DriverException e) {
            return given;
        }
    }

    @Override
    public String version() throws DriverException {
        return "BaseX " + with(RestQuery.asJson(SYSTEM)::ask).path("version").asString("");
    }

    /** {@inheritDoc} Its heap it tells to administrators only. */
    @Override
    public List<Setting> facts() throws DriverException {
        JsonNode system = with(RestQuery.asJson(SYSTEM)::ask);
        List<Setting> facts = new ArrayList<>();
        facts.add(Setting.detected("server-parallel-readers", system.path("parallel").asString("")));
        String log = system.path("log").asString("false"); // false, or where it goes
        facts.add(Setting.detected("server-request-log", String.valueOf(!log.isEmpty() && !log.equals("false"))));
        heap().ifPresent(bytes -> facts.add(Setting.detected("server-heap", bytes / (1 << 20) + " MiB")));
        return facts;
    }

    private OptionalLong heap() {
        try {
            return OptionalLong.of(with(RestQuery.asJson(HEAP)::ask).asLong());
        } catch (DriverException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        if (isVisiting() && database().isEmpty()) {
            return List.of();
        }
        JsonNode sizes = with((isVisiting() ? RestQuery.asJson(SIZES_OF_OTHERS).bind("name", database().get())
                : RestQuery.asJson(namespace.query(SIZES)))::ask);
        return List.of(new MetricSnapshot("", Map.of(), Map.of(EngineMeasures.ON_DISK_SIZE.name(),
                sizes.path(0).asDouble(), BaseXMeasures.NODES.name(), sizes.path(1).asDouble(),
                BaseXMeasures.TREES.name(), sizes.path(2).asDouble())));
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + separate.reconnects();
    }

    private void end() {
        separate.close();
        owned.forEach(OwnConnection::close);
        owned.clear();
    }

    @Override
    public void abort() {
        super.abort();
        end();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        end();
    }
}
