package dev.tidemark.driver.marklogic;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import java.util.List;

/** One worker's side of a style of the REST API. */
final class RestStyleSession extends RemoteSession<MarkLogicConnection> implements StyleSession {

    private final RestPlace place;
    private StyleBatch batch;

    RestStyleSession(RestPlace place, Connections<MarkLogicConnection> connections) throws DriverException {
        super(connections);
        this.place = place;
        requireConnection();
    }

    @Override
    public void prepare(List<StyleDocument> documents) {
        batch = StyleBatch.of(place, documents);
    }

    @Override
    public int call() throws Exception {
        long stored = call(connection -> connection.ask(_ -> place.style().store(connection.styles(), batch)));
        return (int) (batch.size() - stored);
    }

    @Override
    public void reconnect() throws Exception {
        openAnew();
    }
}
