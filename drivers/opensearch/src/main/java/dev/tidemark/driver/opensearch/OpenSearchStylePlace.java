package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Documents of the index that have a field in common: an index of its own for each would take longer to make. */
final class OpenSearchStylePlace implements StylePlace {

    private static final int NOT_FOUND = 404;
    private static final int PAGE = 5_000;
    private static final byte[] NOTHING = new byte[0];

    private final OpenSearchTarget target;
    private final IndexNamespace namespace;
    private final ApiStyle style;
    private final String name;
    private final Map<String, Object> query;

    OpenSearchStylePlace(OpenSearchTarget target, IndexNamespace namespace, ApiStyle style, String name) {
        this.target = target;
        this.namespace = namespace;
        this.style = style;
        this.name = name;
        query = Map.of("term", Map.of(StyleFields.PLACE, name));
    }

    /** A document's id in the index. */
    String key(long id) {
        return name + ":" + id;
    }

    /** The text of a document with the place in it. */
    String placed(String text) {
        return "{\"" + StyleFields.PLACE + "\":\"" + name + "\"," + text.substring(1);
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return OpenSearchStyleSession.open(target, this, namespace, style);
    }

    @Override
    public long count() throws DriverException {
        return target.asking(connection -> {
            refresh(connection);
            return connection.send("POST", namespace.path("/_count"), HttpConnection.JSON,
                    HttpConnection.bytes(Map.of("query", query)))
                    .path("count").asLong();
        });
    }

    private void refresh(HttpConnection connection) throws Exception {
        connection.send("POST", namespace.path("/_refresh"), HttpConnection.JSON, NOTHING);
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        return target.asking(connection -> {
            try {
                ObjectNode source = (ObjectNode) connection.get(namespace.path("/_source/" + key(id)));
                source.remove(StyleFields.PLACE);
                return Optional.of(source);
            } catch (HttpRefusedException e) {
                if (e.status() == NOT_FOUND) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /**
     * {@inheritDoc} Page by page, since deleting by a query is a module that a server may lack. What was not refreshed
     * would not be found.
     */
    @Override
    public void close() throws DriverException {
        target.asking(connection -> {
            refresh(connection);
            for (JsonNode page = page(connection); !page.isEmpty(); page = page(connection)) {
                StringBuilder lines = new StringBuilder();
                page.forEach(hit -> lines.append("{\"delete\":").append(HttpConnection.write(hit)).append("}\n"));
                connection.send("POST", namespace.path("/_bulk?filter_path=errors&refresh=true"),
                        OpenSearchSession.LINES, lines.toString().getBytes(StandardCharsets.UTF_8));
            }
            return null;
        });
    }

    /** The ids of some that are there. */
    private JsonNode page(HttpConnection connection) throws Exception {
        return connection.send("POST", namespace.path("/_search?filter_path=hits.hits._id"), HttpConnection.JSON,
                HttpConnection.bytes(Map.of("query", query, "size", PAGE, "_source", false))).path("hits").path("hits");
    }
}
