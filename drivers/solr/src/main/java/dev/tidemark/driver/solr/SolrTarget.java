package dev.tidemark.driver.solr;

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
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** A collection on Solr's servers. */
final class SolrTarget extends NamespaceTarget<HttpConnection> implements SearchTarget, StyleTarget {

    private static final long LOOK_AGAIN = 50_000_000L;
    private static final String METRICS = "metrics, without which merges cannot be waited for";
    private static final byte[] NO_DOCUMENTS = "[]".getBytes(StandardCharsets.US_ASCII);

    private final Context context;
    private final CollectionNamespace namespace;
    private final NodeStatistics nodes;
    private final ReadOnly user;
    private final Values values;
    /** Connections that are no part of a client that others use, too. */
    private final Connections<HttpConnection> separate;
    private final List<ConnectionSettings> addresses;
    /** Null until a style needs it; its library may be missing. */
    private volatile Solrj solrj;
    private volatile boolean aborted;
    /** Whether the collection has the caches that this target's settings say. */
    private boolean hasCaches;

    private SolrTarget(Values values, Context context, List<ConnectionSettings> addresses,
            CollectionNamespace namespace) {
        super(values, new Connections<>(new HttpConnector(addresses, new SolrApi(), context.clock(), context.note()),
                addresses.getFirst()), namespace, context);
        this.addresses = addresses;
        this.values = values;
        this.context = context;
        this.namespace = namespace;
        nodes = new NodeStatistics(List.of(namespace.collection()));
        user = new ReadOnly(addresses.getFirst().user().isPresent(), context.note());
        separate = new Connections<>(new ConnectorInTurn<>(addresses, node -> new SeparateHttpConnector(node, new SolrApi())),
                addresses.getFirst());
    }

    static SolrTarget open(Values values, Context context) {
        return new SolrTarget(values, context, ConnectionSettings.ofEach(values, SolrParams.ADDRESS, context),
                new CollectionNamespace(values));
    }

    /** {@inheritDoc} An empty collection with as many shards is given other fields; any other is made anew. */
    @Override
    public void makeSearchIndex(int dimension) throws DriverException {
        ours(connection -> {
            boolean asMany = namespace.status(connection).path("shards").size() == values.get(SearchParams.SHARDS);
            namespace.makeForSearches(connection, dimension, asMany && documents(connection) == 0);
            return null;
        });
    }

    private long documents(HttpConnection connection) throws Exception {
        return SolrApi.found(connection.get(namespace.path("/select?q=*:*&rows=0&wt=json"))).path("numFound").asLong();
    }

    private void update(String parameters, Duration longest) throws DriverException {
        ours(connection -> SolrApi.done(connection.send("POST", namespace.path("/update?wt=json&" + parameters),
                HttpConnection.JSON, NO_DOCUMENTS, longest)));
    }

    /** {@inheritDoc} By a commit, which writes segments and opens a searcher on every shard. */
    @Override
    public void refresh() throws DriverException {
        update("commit=true&openSearcher=true&waitSearcher=true", HttpApi.LONG);
    }

    @Override
    public void mergeAll(Progress progress) throws DriverException {
        update("optimize=true&maxSegments=1&waitSearcher=true", HttpApi.LONG);
        settle(progress);
    }

    @Override
    public Statistics statistics() throws DriverException {
        return ours(connection -> {
            List<MetricSnapshot> snapshots = readNodes(connection);
            return new Statistics(documents(connection), sum(snapshots, EngineMeasures.ON_DISK_SIZE),
                    sum(snapshots, SearchMeasures.SEGMENTS));
        });
    }

    /** Empty where nothing is told. */
    private static OptionalLong sum(List<MetricSnapshot> nodes, Measure gauge) {
        return nodes.isEmpty() ? OptionalLong.empty() : OptionalLong.of((long) NodeStatistics.sum(nodes, gauge));
    }

    /** {@inheritDoc} By loading it anew. */
    @Override
    public boolean clearCaches() throws DriverException {
        ours(connection -> {
            namespace.reload(connection);
            return null;
        });
        return true;
    }

    @Override
    public Session session(int worker) throws DriverException {
        ours(connection -> {
            makeCaches(connection);
            return null;
        });
        return new SolrSession(connections(), namespace);
    }

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        ours(connection -> {
            makeForStyles(connection);
            return null;
        });
        SolrStylePlace place = new SolrStylePlace(this, namespace, style, name);
        place.close(); // what an earlier one left
        return place;
    }

    private synchronized void makeForStyles(HttpConnection connection) throws Exception {
        if (!namespace.isForStyles(connection)) {
            namespace.makeForStyles(connection, documents(connection) == 0);
        }
    }

    /** A session of a style that goes through SolrJ. */
    StyleSession solrjSession(SolrStylePlace place, ApiStyle style) throws DriverException {
        return solrj().session(place, style, namespace.collection());
    }

    private synchronized Solrj solrj() throws DriverException {
        if (solrj == null) {
            solrj = Solrj.of(addresses);
        }
        return solrj;
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
        Solrj opened = solrj;
        return super.reconnects() + separate.reconnects() + (opened == null ? 0 : opened.reconnects());
    }

    /** An index that was there may have been made with others. */
    private synchronized void makeCaches(HttpConnection connection) throws Exception {
        if (!hasCaches) {
            if (!isSame(Caches.of(query(connection), values))) {
                namespace.changeCaches(connection);
            }
            hasCaches = true;
        }
    }

    private boolean isSame(Values other) {
        return List.of(SolrParams.RESULT_CACHE, SolrParams.DOCUMENT_CACHE, SolrParams.FILTER_CACHE,
                SolrParams.RESULT_WINDOW).stream().allMatch(param -> other.get(param).equals(values.get(param)));
    }

    private JsonNode query(HttpConnection connection) throws Exception {
        return connection.get(namespace.path("/config/query?wt=json")).path("config").path("query");
    }

    /** {@inheritDoc} Those of the collection, where there is one. */
    @Override
    public Values effective() {
        Values given = super.effective();
        try {
            return ours(connection -> Caches.of(query(connection), given).with(SearchParams.SHARDS,
                    (long) namespace.status(connection).path("shards").size(), SettingOrigin.EFFECTIVE));
        } catch (DriverException e) {
            return given;
        }
    }

    @Override
    public String version() throws DriverException {
        return "Solr " + with(connection -> connection.get("/solr/admin/info/system?wt=json")).path("lucene")
                .path("solr-spec-version").asString("");
    }

    /** {@inheritDoc} Which shard is on which node, where there is a collection, and the nodes' memory. */
    @Override
    public List<Setting> facts() throws DriverException {
        return with(connection -> {
            List<Setting> facts = new ArrayList<>(user.ask(METRICS, () -> nodes.facts(connection))
                    .orElse(List.of()));
            if (namespace.exists(connection)) {
                facts.add(Setting.detected("server-shards", String.join(", ", shards(namespace.status(connection)))));
            }
            return facts;
        });
    }

    private static List<String> shards(JsonNode status) {
        List<String> places = new ArrayList<>();
        for (Map.Entry<String, JsonNode> shard : status.path("shards").properties()) {
            List<String> where = new ArrayList<>();
            shard.getValue().path("replicas").forEach(replica -> where.add(
                    NodeStatistics.node(replica.path("node_name").asString("?"))));
            places.add(shard.getKey() + " on " + String.join(" and ", where));
        }
        return places.stream().sorted().toList();
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        return with(this::readNodes);
    }

    private List<MetricSnapshot> readNodes(HttpConnection connection) throws Exception {
        return user.ask(METRICS, () -> nodes.read(connection)).orElse(List.of());
    }

    /** How many are being done; none where that is not told. */
    private long merges() throws DriverException {
        return with(connection -> user.ask(METRICS, () -> nodes.merging(connection)).orElse(0L));
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        while (!aborted && !context.cancelled().getAsBoolean() && merges() > 0) {
            progress.report(0, 0);
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK_AGAIN);
        }
    }

    @Override
    public void abort() {
        aborted = true;
        super.abort();
        closeClients();
    }

    private void closeClients() {
        separate.close();
        Solrj opened = solrj;
        if (opened != null) {
            opened.close();
        }
    }

    @Override
    public void close() throws DriverException {
        super.close();
        closeClients();
    }
}
