package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.http.HttpApi;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Documents of the collection whose keys begin with the same: a collection of its own for each would take longer to
 * make.
 */
final class SolrStylePlace implements StylePlace {

    private static final byte[] NO_DOCUMENTS = "[]".getBytes(StandardCharsets.US_ASCII);

    private final SolrTarget target;
    private final CollectionNamespace namespace;
    private final ApiStyle style;
    private final String prefix;
    /** Keys of documents that were added, and whose commit failed or was never asked for. */
    private final Set<String> abandoned = new LinkedHashSet<>();

    SolrStylePlace(SolrTarget target, CollectionNamespace namespace, ApiStyle style, String name) {
        this.target = target;
        this.namespace = namespace;
        this.style = style;
        prefix = name + "/";
    }

    /** The key of a document. */
    String key(long id) {
        return prefix + id;
    }

    @Override
    public StyleSession session(int worker) throws DriverException {
        return style.protocol().equals(SolrStyles.SOLRJ) ? target.solrjSession(this, style)
                : SolrJsonSession.open(target, this, namespace, style);
    }

    /**
     * A commit is one of all that anybody has added, so that what was not committed by whoever added it may be stored
     * nevertheless, and must be removed again.
     */
    synchronized void abandon(List<String> keys) {
        abandoned.addAll(keys);
    }

    /** These were committed by whoever added them. */
    synchronized void keep(List<String> keys) {
        if (!abandoned.isEmpty()) {
            keys.forEach(abandoned::remove);
        }
    }

    private void update(Object command, String parameters) throws DriverException {
        target.asking(connection -> SolrApi.done(connection.send("POST", namespace.path("/update?wt=json" + parameters),
                HttpConnection.JSON, command == null ? NO_DOCUMENTS : HttpConnection.bytes(command), HttpApi.LONG)));
    }

    private synchronized void takeBack() throws DriverException {
        if (!abandoned.isEmpty()) {
            update(Map.of("delete", abandoned), "");
            abandoned.clear();
        }
    }

    /** Shows all to searches. */
    private void commit() throws DriverException {
        takeBack();
        update(null, "&commit=true&openSearcher=true&waitSearcher=true");
    }

    private JsonNode ask(Map<String, String> more) throws DriverException {
        Map<String, String> parameters = new LinkedHashMap<>(Map.of("wt", "json", "omitHeader", "true"));
        parameters.putAll(more);
        return target.asking(connection -> SolrApi.found(connection.send("POST", namespace.path("/select"),
                SolrApi.FORM,
                SolrApi.encoded(parameters).getBytes(StandardCharsets.US_ASCII))));
    }

    private String all() {
        return "{!prefix f=" + StyleSchema.KEY + "}" + prefix;
    }

    /** {@inheritDoc} Of them only objects have an id. */
    @Override
    public long count() throws DriverException {
        commit();
        return ask(Map.of("q", all(), "fq", StyleSchema.ID + ":*", "rows", "0")).path("numFound").asLong();
    }

    @Override
    public Optional<JsonNode> read(long id) throws DriverException {
        commit();
        JsonNode found = ask(Map.of("q", "{!term f=" + StyleSchema.KEY + "}" + key(id), "fl", "*,[child limit=-1]"))
                .path("docs");
        return found.isEmpty() ? Optional.empty() : Optional.of(object((ObjectNode) found.get(0)));
    }

    /** Without what Solr and this driver have added; an array of one element that was XML comes back as the element. */
    private static ObjectNode object(ObjectNode document) {
        JsonNode inner = document.path(StyleSchema.ARRAY);
        ArrayNode array = document.putArray(StyleSchema.ARRAY);
        if (inner.isArray()) {
            inner.forEach(element -> array.add(own((ObjectNode) element)));
        } else if (inner.isObject()) {
            array.add(own((ObjectNode) inner));
        }
        return own(document);
    }

    private static ObjectNode own(ObjectNode document) {
        document.remove(document.propertyNames().stream()
                .filter(name -> name.startsWith("_") || name.equals(StyleSchema.KEY)).toList());
        return document;
    }

    /** {@inheritDoc} Whoever counts commits that, too. */
    @Override
    public void close() throws DriverException {
        update(Map.of("delete", Map.of("query", all())), "");
    }
}
