package dev.tidemark.driver.opensearch;

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
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.driver.search.http.SentRequestSession;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An index that others have made, an alias or a data stream. */
final class OwnIndexTarget extends ServerTarget<HttpConnection> implements ExistingIndexTarget {

    private final ReadOnly user;
    private final OwnIndex index;
    private final NodeStatistics nodes;

    private OwnIndexTarget(Values values, ConnectionSettings settings, HttpConnector connector, ReadOnly user) {
        super(SearchParams.withoutOurs(values), new Connections<>(connector, settings));
        this.user = user;
        index = new OwnIndex(values, user);
        nodes = new NodeStatistics(index.path(""), user);
    }

    static OwnIndexTarget open(Values values, Context context) {
        List<ConnectionSettings> all = OpenSearchParams.nodes(values, context);
        return new OwnIndexTarget(values, all.getFirst(), new HttpConnector(all, OpenSearchApi.of(values, context),
                context.clock(), context.note()), new ReadOnly(context.note()));
    }

    @Override
    public Session session(int worker) {
        return new OwnIndexSession(connections(), index);
    }

    @Override
    public Optional<SentRequest> request(String text, int top) {
        return Optional.of(SentRequest.of("/_search", "q", text).with(Map.of("size", String.valueOf(top))));
    }

    /** {@inheritDoc} Those of documents that are drawn. */
    @Override
    public TermSample terms(String field, long seed) throws DriverException {
        return with(connection -> new DocumentTerms(connection, index).sample(field, seed));
    }

    @Override
    public VectorField vectorField(String name) throws DriverException {
        return with(connection -> KnnVectors.of(connection, index, name));
    }

    /** {@inheritDoc} By the statistics of its primary shards; where the user may not know them, by a count. */
    @Override
    public String state() throws DriverException {
        List<OwnIndex.IndexState> held = with(index::states);
        return held.isEmpty() ? with(index::count) + " documents"
                : held.stream().map(OwnIndex.IndexState::toString).collect(Collectors.joining("; "));
    }

    @Override
    public Statistics statistics() throws DriverException {
        List<OwnIndex.IndexState> held = with(index::states);
        long documents = with(index::count);
        return held.isEmpty() ? new Statistics(documents, OptionalLong.empty(), OptionalLong.empty())
                : new Statistics(documents, OptionalLong.of(held.stream().mapToLong(OwnIndex.IndexState::bytes).sum()),
                        OptionalLong.of(held.stream().mapToLong(OwnIndex.IndexState::segments).sum()));
    }

    /** {@inheritDoc} Its shards, where the user may know them. */
    @Override
    public Values effective() {
        try {
            long shards = with(index::shardCount);
            return shards == 0 ? super.effective()
                    : super.effective().with(SearchParams.SHARDS, shards, SettingOrigin.EFFECTIVE);
        } catch (DriverException e) {
            return super.effective();
        }
    }

    @Override
    public String version() throws DriverException {
        JsonNode greeting = with(connection -> user.get(connection, "version", "/"));
        return greeting.isMissingNode() ? "" : OpenSearchApi.version(greeting);
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return with(connection -> {
            JsonNode statistics = index.statistics(connection);
            List<Setting> facts = new ArrayList<>(index.facts(connection, statistics));
            facts.addAll(nodes.facts(connection, statistics));
            return facts;
        });
    }

    @Override
    protected List<MetricSnapshot> readServer() throws DriverException {
        return with(connection -> nodes.read(connection, true));
    }

    /** One worker's side of an index that others have made. */
    private static final class OwnIndexSession extends SentRequestSession {

        private static final byte[] NOTHING = new byte[0];

        private final OwnIndex index;

        OwnIndexSession(Connections<HttpConnection> connections, OwnIndex index) {
            super(connections);
            this.index = index;
        }

        @Override
        protected void ask(HttpConnection connection, SentRequest sent, SearchAnswer into) throws Exception {
            SearchAnswers.read(send(connection, sent), sent, into);
        }

        /**
         * By GET; with a body by POST, of whose lines each is JSON where there are several. @return the answer's bytes
         */
        private byte[] send(HttpConnection connection, SentRequest sent) throws Exception {
            String path = index.path(sent.address());
            return (sent.body() == null ? connection.exchange("GET", path, HttpConnection.JSON, NOTHING)
                    : connection.exchange("POST", path, sent.path().startsWith("/_msearch")
                    || sent.path().equals("/_bulk")
                            ? OpenSearchSession.LINES : HttpConnection.JSON,
                            sent.body().getBytes(StandardCharsets.UTF_8))).body();
        }

        /** {@inheritDoc} The server's profile of each shard, of a search. */
        @Override
        public String explain(SearchRequest request) throws Exception {
            Optional<SentRequest> profiled = profiled(sent(request));
            return profiled.isEmpty() ? "" : OpenSearchSession.profile(call(connection -> HttpConnection.json(
                    send(connection, profiled.get()))));
        }

        private static Optional<SentRequest> profiled(SentRequest sent) {
            JsonNode body = HttpConnection.parse(sent.body() == null ? "{}" : sent.body());
            return sent.path().equals("/_search") && body instanceof ObjectNode search ? Optional.of(new SentRequest(
                    sent.path(), sent.parameters(), search.put("profile", true).toString())) : Optional.empty();
        }
    }
}
