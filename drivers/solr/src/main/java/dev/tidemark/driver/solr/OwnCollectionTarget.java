package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.data.search.TermSample;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.search.ExistingIndexTarget;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/** A collection that others have made, or an alias of some. */
final class OwnCollectionTarget extends ServerTarget<HttpConnection> implements ExistingIndexTarget {

    private final ReadOnly user;
    private final OwnCollection collection;
    /** Null until it was asked for. */
    private volatile String uniqueKey;
    /** Null until it is known which collections are counted. */
    private volatile NodeStatistics nodes;

    private OwnCollectionTarget(Values values, HttpConnector connector, ConnectionSettings settings, Context context) {
        super(SearchParams.withoutOurs(values), new Connections<>(connector, settings));
        user = new ReadOnly(settings.user().isPresent(), context.note());
        collection = new OwnCollection(values, user);
    }

    static OwnCollectionTarget open(Values values, Context context) {
        List<ConnectionSettings> all = ConnectionSettings.ofEach(values, SolrParams.ADDRESS, context);
        ConnectionSettings first = all.getFirst();
        return new OwnCollectionTarget(values, new HttpConnector(all, SolrApi.ofReader(first.user().isPresent()),
                context.clock(), context.note()), first, context);
    }

    @Override
    public Session session(int worker) throws DriverException {
        if (uniqueKey == null) {
            uniqueKey = with(collection::uniqueKey);
        }
        return new OwnCollectionSession(connections(), collection.path(""), uniqueKey);
    }

    @Override
    public Optional<SentRequest> request(String text, int top) {
        return Optional.of(SentRequest.of("/select", "q", text).with(Map.of("rows", String.valueOf(top))));
    }

    /** {@inheritDoc} Those of one shard. */
    @Override
    public TermSample terms(String field, long seed) throws DriverException {
        return with(connection -> new ShardTerms(connection, collection.shard(connection)).sample(field, seed));
    }

    @Override
    public VectorField vectorField(String name) throws DriverException {
        return with(connection -> collection.vectors(connection, name));
    }

    /** {@inheritDoc} By the leaders of its shards. */
    @Override
    public String state() throws DriverException {
        return with(collection::states).stream().map(OwnCollection.IndexState::toString)
                .collect(Collectors.joining("; "));
    }

    @Override
    public Statistics statistics() throws DriverException {
        List<OwnCollection.IndexState> indexes = with(collection::states);
        return new Statistics(indexes.stream().mapToLong(OwnCollection.IndexState::documents).sum(),
                OptionalLong.empty(),
                OptionalLong.of(indexes.stream().mapToLong(OwnCollection.IndexState::segments).sum()));
    }

    /** {@inheritDoc} Shards and caches, where the user may know them. */
    @Override
    public Values effective() {
        try {
            return with(connection -> {
                Values effective = collection.configuration(connection)
                        .map(config -> Caches.of(config.path("query"), super.effective())).orElse(super.effective());
                return collection.cluster(connection)
                        .map(cluster -> effective.with(SearchParams.SHARDS, cluster.shards(),
                        SettingOrigin.EFFECTIVE)).orElse(effective);
            });
        } catch (DriverException e) {
            return super.effective();
        }
    }

    @Override
    public String version() throws DriverException {
        return with(connection -> user.get(connection, "version", "/solr/admin/info/system?wt=json"))
                .map(system -> "Solr " + system.path("lucene").path("solr-spec-version").asString("")).orElse("");
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return with(connection -> {
            List<Setting> facts = new ArrayList<>(user.ask("metrics", () -> nodes(connection).facts(connection))
                    .orElse(List.of()));
            facts.addAll(collection.facts(connection));
            return facts;
        });
    }

    private NodeStatistics nodes(HttpConnection connection) throws Exception {
        if (nodes == null) {
            nodes = new NodeStatistics(collection.cluster(connection).map(cluster -> List.copyOf(
                    cluster.collections().keySet())).orElse(List.of()));
        }
        return nodes;
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        return with(connection -> user.ask("metrics", () -> nodes(connection).read(connection)).orElse(List.of()));
    }
}
