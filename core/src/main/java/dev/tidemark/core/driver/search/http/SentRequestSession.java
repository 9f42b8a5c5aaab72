package dev.tidemark.core.driver.search.http;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.ExistingIndexTarget;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import java.util.List;

/** One worker's side of an index on a server that others have made: requests are sent as they are. */
public abstract class SentRequestSession extends RemoteSession<HttpConnection> implements SearchSession {

    protected SentRequestSession(Connections<HttpConnection> connections) {
        super(connections);
    }

    /** Sends a request and reads its answer. @param into is empty */
    protected abstract void ask(HttpConnection connection, SentRequest sent, SearchAnswer into) throws Exception;

    @Override
    public final void add(List<SearchDocument> documents) throws DriverException {
        throw ExistingIndexTarget.readOnly();
    }

    @Override
    public final void search(SearchRequest request, SearchAnswer into) throws Exception {
        into.clear();
        SentRequest sent = sent(request);
        call(connection -> {
            ask(connection, sent, into);
            return null;
        });
    }

    protected static SentRequest sent(SearchRequest request) throws DriverException {
        if (request.query().sent() == null) {
            throw new DriverException("an index of your own is queried by requests alone");
        }
        return request.query().sent();
    }
}
