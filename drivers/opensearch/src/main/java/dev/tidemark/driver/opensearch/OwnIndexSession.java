package dev.tidemark.driver.opensearch;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One worker's side of an index that others have made: requests are sent as they are. */
final class OwnIndexSession extends RemoteSession<HttpConnection> implements SearchSession {

    private static final byte[] NOTHING = new byte[0];

    private final OwnIndex index;

    OwnIndexSession(Connections<HttpConnection> connections, OwnIndex index) {
        super(connections);
        this.index = index;
    }

    @Override
    public void add(List<SearchDocument> documents) throws DriverException {
        throw new DriverException("an index that others have made is only asked");
    }

    @Override
    public void search(SearchRequest request, SearchAnswer into) throws Exception {
        into.clear();
        SentRequest sent = sent(request);
        call(connection -> {
            SearchAnswers.read(send(connection, sent), sent, into);
            return null;
        });
    }

    private static SentRequest sent(SearchRequest request) throws DriverException {
        if (request.query().sent() == null) {
            throw new DriverException("an index that others have made is asked by requests alone");
        }
        return request.query().sent();
    }

    /** By GET; with a body by POST, of whose lines each is JSON where there are several. @return the answer's bytes */
    private byte[] send(HttpConnection connection, SentRequest sent) throws Exception {
        String path = index.path(sent.address());
        return (sent.body() == null ? connection.exchange("GET", path, HttpConnection.JSON, NOTHING)
                : connection.exchange("POST", path, sent.path().startsWith("/_msearch") || sent.path().equals("/_bulk")
                        ? OpenSearchSession.LINES : HttpConnection.JSON, sent.body().getBytes(StandardCharsets.UTF_8))).body();
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
