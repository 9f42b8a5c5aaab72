package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.ConnectorInTurn;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.SeparateHttpConnector;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** An index on an OpenSearch server. */
final class OpenSearchTarget extends NamespaceTarget<HttpConnection> implements SearchTarget, StyleTarget {

    private static final long LOOK_AGAIN = 50_000_000L;
    private static final byte[] NOTHING = new byte[0];

    private final Context context;
    private final IndexNamespace namespace;
    private final NodeStatistics nodes;
    private final boolean cached;
    /** Connections that are no part of a client that others use, too. */
    private final Connections<HttpConnection> separate;
    private volatile boolean aborted;

    private OpenSearchTarget(Values values, Context context, List<ConnectionSettings> addresses, OpenSearchApi api,
            IndexNamespace namespace) {
        super(values, new Connections<>(new HttpConnector(addresses, api, context.clock(), context.note()),
                addresses.getFirst()), namespace, context);
        this.context = context;
        this.namespace = namespace;
        nodes = new NodeStatistics(namespace.path(""), new ReadOnly(context.note()));
        cached = values.get(OpenSearchParams.REQUEST_CACHE);
        separate = new Connections<>(new ConnectorInTurn<>(addresses, node -> new SeparateHttpConnector(node, api)),
                addresses.getFirst());
    }

    static OpenSearchTarget open(Values values, Context context) {
        return new OpenSearchTarget(values, context, OpenSearchParams.nodes(values, context),
                OpenSearchApi.of(values, context), new IndexNamespace(values));
    }

    private JsonNode ask(String method, String below, Duration longest) throws DriverException {
        return ours(connection -> {
            JsonNode answer = connection.send(method, namespace.path(below), HttpConnection.JSON, NOTHING, longest);
            return below.startsWith("/_settings") ? answer : OpenSearchApi.done(answer);
        });
    }

    private Duration patience() {
        return connections().settings().operationTimeout();
    }

    @Override
    public void makeSearchIndex(int dimension) throws DriverException {
        ours(connection -> {
            namespace.drop(connection);
            namespace.make(connection, Map.of(MARK, OURS), dimension);
            return null;
        });
    }

    /** {@inheritDoc} The server has it in its log on disk as soon as it was taken (index.translog.durability). */
    @Override
    public void refresh() throws DriverException {
        ask("POST", "/_refresh", patience());
    }

    @Override
    public void mergeAll(Progress progress) throws DriverException {
        ask("POST", "/_forcemerge?max_num_segments=1", HttpApi.LONG);
        settle(progress);
        refresh();
    }

    @Override
    public Statistics statistics() throws DriverException {
        JsonNode all = ask("GET", "/_stats/docs,store,segments", patience()).path("_all").path("primaries");
        if (!all.path("docs").path("count").isNumber()) {
            throw new DriverException("the server tells no number of documents of " + namespace.path(""));
        }
        return new Statistics(all.path("docs").path("count").asLong(),
                OptionalLong.of(all.path("store").path("size_in_bytes").asLong()),
                OptionalLong.of(all.path("segments").path("count").asLong()));
    }

    @Override
    public boolean clearCaches() throws DriverException {
        ask("POST", "/_cache/clear", patience());
        return true;
    }

    @Override
    public Session session(int worker) throws DriverException {
        ours(_ -> null);
        return new OpenSearchSession(connections(), namespace, cached);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        ours(connection -> {
            namespace.makeForStyles(connection);
            return null;
        });
        OpenSearchStylePlace place = new OpenSearchStylePlace(this, namespace, style, name);
        place.close(); // what an earlier one left
        return place;
    }

    /** Does something over a connection that is no operation of a worker. */
    <T> T asking(Connections.Call<HttpConnection, T> call) throws DriverException {
        return with(call);
    }

    Connections<HttpConnection> separate() {
        return separate;
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + separate.reconnects();
    }

    /** {@inheritDoc} Those of the index, where there is one. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            JsonNode own = ask("GET", "/_settings?include_defaults=true&flat_settings=true", patience())
                    .path(namespace.path("").substring(1));
            return given.with(SearchParams.SHARDS, setting(own, "index.number_of_shards").asLong(),
                    SettingOrigin.EFFECTIVE)
                    .with(OpenSearchParams.QUERY_CACHE, setting(own, "index.queries.cache.enabled").asBoolean(),
                            SettingOrigin.EFFECTIVE);
        } catch (DriverException e) {
            return given;
        }
    }

    private static JsonNode setting(JsonNode index, String name) {
        JsonNode own = index.path("settings").path(name);
        return own.isMissingNode() ? index.path("defaults").path(name) : own;
    }

    @Override
    public String version() throws DriverException {
        return OpenSearchApi.version(with(connection -> connection.get("/")));
    }

    /** {@inheritDoc} Which shard is on which node, where there is an index, and the nodes' memory. */
    @Override
    public List<Setting> facts() throws DriverException {
        return with(connection -> nodes.facts(connection, namespace.exists(connection) ? nodes.places(connection)
                : MissingNode.getInstance()));
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        return with(connection -> nodes.read(connection, namespace.exists(connection)));
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        while (!aborted && !context.cancelled().getAsBoolean() && merges() > 0) {
            progress.report(0, 0);
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_AGAIN);
        }
    }

    private long merges() throws DriverException {
        return ask("GET", "/_stats/merge", patience()).path("_all").path("total").path("merges").path("current")
                .asLong();
    }

    @Override
    public void abort() {
        aborted = true;
        super.abort();
        separate.close();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        separate.close();
    }
}
