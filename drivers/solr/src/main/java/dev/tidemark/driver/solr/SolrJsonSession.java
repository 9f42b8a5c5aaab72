package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;

/** The styles without SolrJ: a client of the JDK's of its own; bodies are put together and encoded inside the call. */
final class SolrJsonSession extends RemoteSession<HttpConnection> implements StyleSession {

    private final SolrStylePlace place;
    private final ApiStyle style;
    private final String update;
    private final List<String> texts = new ArrayList<>();
    private List<StyleDocument> documents = List.of();

    private SolrJsonSession(SolrTarget target, SolrStylePlace place, CollectionNamespace namespace, ApiStyle style) {
        super(target.separate());
        this.place = place;
        this.style = style;
        update = namespace.path("/update?wt=json");
    }

    /** @throws DriverException in one line, when there is no connection */
    static SolrJsonSession open(SolrTarget target, SolrStylePlace place, CollectionNamespace namespace, ApiStyle style)
            throws DriverException {
        SolrJsonSession session = new SolrJsonSession(target, place, namespace, style);
        session.requireConnection();
        return session;
    }

    @Override
    public void prepare(List<StyleDocument> next) {
        documents = next;
        texts.clear();
        if (!style.maps()) {
            next.forEach(document -> texts.add(keyed(document, document.text())));
        }
    }

    /** The text of a document with its key in it. */
    private String keyed(StyleDocument document, String text) {
        return "{\"" + StyleSchema.KEY + "\":\"" + place.key(document.id()) + "\"," + text.substring(1);
    }

    @Override
    public void map() {
        StyleDocument document = documents.getFirst();
        texts.add(keyed(document, ObjectJson.text(document.object())));
    }

    @Override
    public int call() throws Exception {
        hold();
        return call(style.noop() ? SolrJsonSession::ping : this::update);
    }

    private static int ping(HttpConnection connection) throws Exception {
        SolrApi.done(connection.get(SolrApi.PING));
        return 0;
    }

    /** As an array: by itself, at /update/json/docs, a document loses its children, whose members become its own. */
    private int update(HttpConnection connection) throws Exception {
        SolrApi.done(connection.send("POST", update, HttpConnection.JSON, ("[" + String.join(",", texts) + "]")
                .getBytes(StandardCharsets.UTF_8)));
        return 0;
    }

    @Override
    public void reconnect() throws Exception {
        openAnew();
    }
}
