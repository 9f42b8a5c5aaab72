package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import tools.jackson.databind.JsonNode;

/** A database on a MarkLogic server. */
final class MarkLogicTarget extends NamespaceTarget<MarkLogicConnection> implements StyleTarget {

    private static final long LOOK_AGAIN = 100_000_000L;

    private final Context context;
    private final ClientFactory factory;
    private final DatabaseNamespace namespace;
    private final ServerSettings server;
    /** To the database of the user's that statements are evaluated in. */
    private final Connections<MarkLogicConnection> visited;
    private volatile boolean aborted;
    /** Null until a style needs it. */
    private Connections<XccConnection> xcc;

    private MarkLogicTarget(Values values, Context context, ClientFactory factory, DatabaseNamespace namespace,
            ServerSettings server) {
        super(values, new Connections<>(new MarkLogicConnector(factory), factory.settings()), namespace,
                context);
        this.context = context;
        this.factory = factory;
        this.namespace = namespace;
        this.server = server;
        visited = new Connections<>(new MarkLogicConnector(factory, values.find(MarkLogicParams.DATABASE).orElse(null)),
                factory.settings());
    }

    static MarkLogicTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, MarkLogicParams.ADDRESS, context);
        ServerSettings server = new ServerSettings(values, context);
        return new MarkLogicTarget(values, context, ClientFactory.of(values, settings),
                new DatabaseNamespace(values, context, server), server);
    }

    @Override
    public Session session(int worker) throws DriverException {
        StatementSyntax syntax = super.effective().get(MarkLogicParams.SCRIPT_LANGUAGE);
        return isVisiting() ? new MarkLogicSession(visited, List.of(), syntax)
                : new MarkLogicSession(connections(), ours(namespace::forests), syntax);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        Optional<RestStyle> rest = RestStyle.named(style.name());
        RestPlace place = new RestPlace(this, connections(), rest.orElse(RestStyle.DOCUMENT_DATABIND), name);
        place.clear();
        return rest.isPresent() ? place : new XccPlace(place, xcc(), XccStyle.named(style.name()));
    }

    private synchronized Connections<XccConnection> xcc() throws DriverException {
        if (xcc == null) {
            xcc = new Connections<>(XccConnector.load(super.effective(), factory.settings()), factory.settings());
        }
        return xcc;
    }

    /** What a user who may only evaluate cannot see. */
    private <T> T allowed(Connections.Call<MarkLogicConnection, T> call, T otherwise) throws DriverException {
        try {
            return with(call);
        } catch (DriverException e) {
            if (isVisiting() && e.getCause() instanceof HttpRefusedException) {
                return otherwise;
            }
            throw e;
        }
    }

    /** {@inheritDoc} Those of the database, and of the groups, where there is one. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            return ours(connection -> {
                JsonNode properties = namespace.properties(connection);
                Values found = given.with(MarkLogicParams.SHARDS, (long) properties.path("forest").size(),
                        SettingOrigin.EFFECTIVE);
                if (properties.has("in-memory-tree-size")) {
                    found = found.with(MarkLogicParams.MEMTABLE, properties.path("in-memory-tree-size").asLong() << 20,
                            SettingOrigin.EFFECTIVE);
                }
                if (properties.has("merge-min-ratio")) {
                    found = found.with(MarkLogicParams.COMPACTION_RATIO, properties.path("merge-min-ratio").asLong(),
                            SettingOrigin.EFFECTIVE);
                }
                return server.effective(connection, Hosts.read(connection.management()), found);
            });
        } catch (DriverException e) {
            return given;
        }
    }

    @Override
    public String version() throws DriverException {
        return ("MarkLogic " + allowed(connection -> connection.management().get("?format=json"),
                HttpConnection.parse("")).path("local-cluster-default").path("version").asString("")).strip();
    }

    @Override
    public List<Setting> facts() throws DriverException {
        Hosts hosts = allowed(connection -> Hosts.read(connection.management()), null);
        return hosts == null ? List.of() : List.of(Setting.detected("host-count", String.valueOf(hosts.names().size())),
                Setting.detected("server-groups", String.join(", ", hosts.groups())));
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        if (!isVisiting()) {
            return List.of(with(ForestFigures::read).snapshot());
        }
        try {
            return List.of(visited.callSeldom(ForestFigures::read).snapshot());
        } catch (Exception e) {
            return List.of();
        }
    }

    /** {@inheritDoc} Until no forest merges. */
    @Override
    public void settle(Progress progress) throws DriverException {
        while (!aborted && !isVisiting() && !context.cancelled().getAsBoolean()
                && ours(ForestFigures::read).merges() > 0) {
            progress.report(0, 0);
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_AGAIN);
        }
    }

    @Override
    public void abort() {
        aborted = true;
        super.abort();
        visited.close();
        closeXcc();
    }

    private synchronized void closeXcc() {
        if (xcc != null) {
            xcc.close();
        }
    }

    @Override
    protected synchronized long reconnects() {
        return super.reconnects() + visited.reconnects() + (xcc == null ? 0 : xcc.reconnects());
    }

    /** {@inheritDoc} What was changed for all databases is put back, over a connection of its own. */
    @Override
    public void close() throws DriverException {
        super.close();
        visited.close();
        closeXcc();
        if (server.isChanged()) {
            try (Connections<MarkLogicConnection> last = new Connections<>(new MarkLogicConnector(factory),
                    factory.settings())) {
                last.call(connection -> {
                    server.putBack(connection);
                    return null;
                });
            } catch (Exception e) {
                throw new DriverException("what was set for all databases is not put back: " + e.getMessage()
                        + "; open the target again and drop it, or see " + MarkLogicParams.BACKGROUND_IO_LIMIT.name()
                        + " and " + MarkLogicParams.TASK_SERVER_THREADS.name() + " yourself", e);
            }
        }
    }

    /** Opens and closes connections, and tells what their failures mean. */
    private static final class MarkLogicConnector implements Connector<MarkLogicConnection> {

        private final ClientFactory factory;
        private final String database;

        /** To the target's own database. */
        MarkLogicConnector(ClientFactory factory) {
            this(factory, factory.settings().namespace());
        }

        /** @param database null for the one that the server at this port has */
        MarkLogicConnector(ClientFactory factory, String database) {
            this.factory = factory;
            this.database = database;
        }

        @Override
        public MarkLogicConnection connect() throws Exception {
            return new MarkLogicConnection(factory, database);
        }

        @Override
        public void close(MarkLogicConnection connection) {
            connection.close();
        }

        @Override
        public Failure failure(Exception e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof UnservedException unserved) {
                    return unserved.failure();
                }
            }
            return Failure.of(e);
        }
    }

    /**
     * What the forests of a database tell, summed. Counters begin with the forests, which begin with the database.
     *
     * @param saved      bytes that writing out in-memory stands wrote
     * @param merged     bytes that merges wrote
     * @param journaled  bytes written to journals
     * @param onDisk     bytes of stands on disk, in whole MiB
     * @param inMemory   bytes that stands take in memory, in whole MiB
     * @param standsMade ever, as their numbers tell
     * @param merges     being done
     */
    private record ForestFigures(double saved, double merged, double journaled, double onDisk, double inMemory,
            double documents, double fragments, double stands, double standsMade, double merges) {

        private static final int FIGURES = 10;
        private static final double MIB = 1 << 20;

        static ForestFigures read(MarkLogicConnection connection) throws Exception {
            return of(connection.eval(Queries.FOREST_FIGURES, Map.of()));
        }

        private static ForestFigures of(List<String> answer) throws IOException {
            if (answer.size() != FIGURES) {
                throw new IOException("the server reported " + answer.size() + " figures of its forests instead of "
                        + FIGURES);
            }
            double[] figures = answer.stream().mapToDouble(Double::parseDouble).toArray();
            return new ForestFigures(figures[0], figures[1], figures[2], figures[3] * MIB, figures[4] * MIB, figures[5],
                    figures[6], figures[7], figures[8], figures[9]);
        }

        MetricSnapshot snapshot() {
            return new MetricSnapshot("", Map.of(EngineMeasures.FLUSH_WRITE.name(), saved,
                    EngineMeasures.COMPACTION_WRITE.name(), merged, EngineMeasures.JOURNAL_WRITE.name(), journaled,
                    EngineMeasures.SEGMENTS_WRITTEN.name(), standsMade),
                    Map.of(EngineMeasures.ON_DISK_SIZE.name(), onDisk, EngineMeasures.IN_MEMORY_SIZE.name(), inMemory,
                            EngineMeasures.DOCUMENTS.name(), documents, MarkLogicMeasures.FRAGMENTS.name(), fragments,
                            MarkLogicMeasures.STANDS.name(), stands));
        }
    }

    /** Opens and closes sessions of XCC. */
    private static final class XccConnector implements Connector<XccConnection> {

        private final XccLibrary library;
        private final ConnectionSettings settings;
        private final int port;

        private XccConnector(XccLibrary library, ConnectionSettings settings, int port) {
            this.library = library;
            this.settings = settings;
            this.port = port;
        }

        static XccConnector load(Values values, ConnectionSettings settings) throws DriverException {
            XccLibrary library = XccLibrary.load(values.find(MarkLogicParams.XCC_JAR).orElseThrow(
                    () -> new InvalidInputException(MarkLogicParams.XCC_JAR.name()
                            + ": the styles of xcc need MarkLogic's library")));
            return new XccConnector(library, settings, values.get(MarkLogicParams.XCC_PORT).intValue());
        }

        /** {@inheritDoc} And asks whether the server is there and lets the user in. */
        @Override
        public XccConnection connect() throws Exception {
            SSLContext tls = settings.tls().map(TlsSettings::context).orElse(null);
            Object source = library.source(settings.host(), port, settings.user().orElseThrow(),
                    settings.password().orElse(""), settings.namespace(), tls);
            XccConnection made = new XccConnection(library, source, library.session(source,
                    Math.toIntExact(settings.operationTimeout().toMillis())));
            try {
                library.eval(made.session(), Queries.NOOP, Map.of());
                return made;
            } catch (Exception e) {
                close(made);
                throw e;
            }
        }

        @Override
        public void close(XccConnection connection) throws Exception {
            library.close(connection.source(), connection.session());
        }

        @Override
        public Failure failure(Exception e) {
            return XccLibrary.unserved(e).orElseGet(() -> Failure.of(e));
        }
    }
}
