package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.style.StyleDocument;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;

/** A client of the JDK's of its own; bodies are put together and encoded inside the call. */
final class OpenSearchStyleSession extends RemoteSession<HttpConnection> implements StyleSession {

    private static final byte[] NOTHING = new byte[0];
    private static final Set<String> STORED = Set.of("created", "updated");

    private final OpenSearchStylePlace place;
    private final IndexNamespace namespace;
    private final Request request;
    private final boolean maps;
    private final String parameters;
    private final String bulk;
    private final List<String> keys = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private List<StyleDocument> documents = List.of();

    /** Sends what was prepared, and reads what is answered. */
    @FunctionalInterface
    private interface Request {
        /** @return how many documents were refused beside others that were not */
        int on(HttpConnection connection) throws Exception;
    }

    private OpenSearchStyleSession(OpenSearchTarget target, OpenSearchStylePlace place, IndexNamespace namespace,
            ApiStyle style) {
        super(target.separate());
        this.place = place;
        this.namespace = namespace;
        maps = style.maps();
        boolean refreshes = Set.of(OpenSearchStyles.INDEX_REFRESH, OpenSearchStyles.BULK_REFRESH)
                .contains(style.name());
        parameters = refreshes ? "?refresh=true" : "";
        bulk = namespace.path("/_bulk?" + OpenSearchSession.BULK_ANSWER + (refreshes ? "&refresh=true" : ""));
        request = style.noop() ? this::ping : style.batches() ? this::bulk : this::put;
    }

    /** @throws DriverException in one line, when there is no connection */
    static OpenSearchStyleSession open(OpenSearchTarget target, OpenSearchStylePlace place, IndexNamespace namespace,
            ApiStyle style) throws DriverException {
        OpenSearchStyleSession session = new OpenSearchStyleSession(target, place, namespace, style);
        session.requireConnection();
        return session;
    }

    @Override
    public void prepare(List<StyleDocument> next) {
        documents = next;
        keys.clear();
        texts.clear();
        for (StyleDocument document : next) {
            keys.add(place.key(document.id()));
            if (!maps) {
                texts.add(place.placed(document.text()));
            }
        }
    }

    @Override
    public void map() {
        texts.add(place.placed(ObjectJson.text(documents.getFirst().object())));
    }

    @Override
    public int call() throws Exception {
        hold();
        return call(request::on);
    }

    private int ping(HttpConnection connection) throws Exception {
        connection.exchange("HEAD", "/", HttpConnection.JSON, NOTHING);
        return 0;
    }

    private int put(HttpConnection connection) throws Exception {
        JsonNode answer = connection.send("PUT", namespace.path("/_doc/" + keys.getFirst() + parameters),
                HttpConnection.JSON,
                texts.getFirst().getBytes(StandardCharsets.UTF_8));
        HttpConnection.documented(answer, STORED.contains(answer.path("result").asString("")), "it has no result");
        return 0;
    }

    /** Each is refused for itself; where all are, the first says why. */
    private int bulk(HttpConnection connection) throws Exception {
        JsonNode answer = connection.send("POST", bulk, OpenSearchSession.LINES,
                lines().getBytes(StandardCharsets.UTF_8));
        JsonNode items = OpenSearchSession.items(answer, keys.size());
        int refused = OpenSearchSession.refused(items);
        if (refused == keys.size()) {
            throw OpenSearchSession.refusal(items);
        }
        return refused;
    }

    private String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            lines.append("{\"index\":{\"_id\":\"").append(keys.get(i)).append("\"}}\n");
            lines.append(texts.get(i)).append('\n');
        }
        return lines.toString();
    }

    @Override
    public void reconnect() throws Exception {
        openAnew();
    }
}
