package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import org.apache.solr.common.SolrInputDocument;

/** The styles of SolrJ: a client of its own. */
final class SolrjSession extends RemoteSession<SolrjConnection> implements StyleSession {

    private final SolrStylePlace place;
    private final ApiStyle style;
    private final String collection;
    private final boolean soft;
    private final Request request;
    private final List<SolrjDocuments.Bean> beans = new ArrayList<>();
    private final List<SolrInputDocument> documents = new ArrayList<>();
    /** Keys of what was added and must be committed. */
    private final List<String> uncommitted = new ArrayList<>();

    @FunctionalInterface
    private interface Request {
        void on(SolrjConnection connection) throws Exception;
    }

    private SolrjSession(Connections<SolrjConnection> connections, SolrStylePlace place, ApiStyle style,
            String collection) {
        super(connections);
        this.place = place;
        this.style = style;
        this.collection = collection;
        soft = style.name().equals(SolrStyles.ADD_BATCH_SOFT_COMMIT);
        request = switch (style.name()) {
            case SolrStyles.PING -> SolrjConnection::ping;
            case SolrStyles.CONCURRENT -> connection -> connection.queue(collection, documents);
            case SolrStyles.ADD, SolrStyles.ADD_BATCH, SolrStyles.BEAN, SolrStyles.BEAN_BATCH, SolrStyles.XML,
                    SolrStyles.ADD_BATCH_COMMIT, SolrStyles.ADD_BATCH_SOFT_COMMIT ->
                    connection -> connection.add(collection, documents);
            default -> throw new IllegalArgumentException(style.name());
        };
    }

    /** @throws DriverException in one line, when there is no connection */
    static SolrjSession open(Connections<SolrjConnection> connections, SolrStylePlace place, ApiStyle style,
            String collection) throws DriverException {
        SolrjSession session = new SolrjSession(connections, place, style, collection);
        session.requireConnection();
        return session;
    }

    @Override
    public void prepare(List<StyleDocument> next) {
        abandon();
        beans.clear();
        documents.clear();
        for (StyleDocument document : next) {
            String key = place.key(document.id());
            if (style.maps()) {
                beans.add(new SolrjDocuments.Bean(key, document.object()));
            } else {
                documents.add(SolrjDocuments.document(key, document.object()));
            }
            if (style.commits()) {
                uncommitted.add(key);
            }
        }
    }

    private void abandon() {
        if (!uncommitted.isEmpty()) {
            place.abandon(uncommitted);
            uncommitted.clear();
        }
    }

    @Override
    public void map() {
        for (SolrjDocuments.Bean bean : beans) {
            documents.add(SolrjDocuments.document(bean));
        }
    }

    @Override
    public int call() throws Exception {
        hold();
        return call(connection -> {
            request.on(connection);
            return 0;
        });
    }

    @Override
    public void commit() throws Exception {
        hold();
        call(connection -> {
            connection.commit(collection, soft);
            return null;
        });
        place.keep(uncommitted);
        uncommitted.clear();
    }

    @Override
    public void reconnect() throws Exception {
        openAnew();
    }

    @Override
    public void close() throws DriverException {
        abandon();
        super.close();
    }
}
