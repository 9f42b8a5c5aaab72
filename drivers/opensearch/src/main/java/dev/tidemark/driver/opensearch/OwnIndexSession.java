package dev.tidemark.driver.opensearch;

import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.http.SentRequestSession;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One worker's side of an index that others have made. */
final class OwnIndexSession extends SentRequestSession {

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

    /** By GET; with a body by POST, of whose lines each is JSON where there are several. @return the answer's bytes */
    private byte[] send(HttpConnection connection, SentRequest sent) throws Exception {
        String path = index.path(sent.address());
        return (sent.body() == null ? connection.exchange("GET", path, HttpConnection.JSON, NOTHING)
                : connection.exchange("POST", path, sent.path().startsWith("/_msearch") || sent.path().equals("/_bulk")
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
