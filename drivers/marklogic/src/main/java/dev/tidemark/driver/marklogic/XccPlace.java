package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;

/** A directory of the target's database that XCC fills. @param place it, as the REST API sees it */
record XccPlace(RestPlace place, Connections<XccConnection> connections, XccStyle style) implements StylePlace {

    @Override
    public StyleSession session(int worker) throws DriverException {
        return new Session(this);
    }

    @Override
    public long count() throws DriverException {
        return place.count();
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return place.read(id);
    }

    @Override
    public void close() throws DriverException {
        place.close();
    }

    /** One worker's side of it. */
    private static final class Session extends RemoteSession<XccConnection> implements StyleSession {

        private final XccPlace place;
        private XccStyle.Batch batch;

        Session(XccPlace place) throws DriverException {
            super(place.connections());
            this.place = place;
            try {
                hold();
            } catch (DriverException e) {
                throw e;
            } catch (Exception e) {
                throw new DriverException(e.getMessage(), e);
            }
        }

        @Override
        public void prepare(List<StyleDocument> documents) throws Exception {
            batch = XccStyle.Batch.of(place.place(), documents);
        }

        @Override
        public int call() throws Exception {
            return (int) (batch.size() - call(connection -> place.style().store(connection, batch)));
        }

        @Override
        public void reconnect() throws Exception {
            openAnew();
        }
    }
}
