package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/**
 * A collection with a configuration of its own, whose name is the mark: {@code NAME.made-by-Tidemark}. A collection
 * comes into being with its configuration, and nobody else has one of that name.
 */
final class CollectionNamespace implements Namespace.FixedText<HttpConnection> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}");
    private static final String BINARY = "application/octet-stream";
    private static final byte[] NOTHING = new byte[0];
    /** To make or drop a collection its nodes have to agree. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String collection;
    private final Values values;
    private final ConfigSet configuration;

    CollectionNamespace(Values values) {
        collection = values.get(ConnectionParams.NAMESPACE);
        this.values = values;
        configuration = new ConfigSet(values);
        if (!NAME.matcher(collection).matches()) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + collection + "' is no name of "
                    + "a collection; it begins with a letter or a digit, and has these, '.', '_' and '-' only");
        }
    }

    String collection() {
        return collection;
    }

    private String configuration(String mark) {
        return collection + "." + mark;
    }

    private static String mark(String name, String text) {
        return name + "-" + text;
    }

    /** A path below the collection's. */
    String path(String below) {
        return "/solr/" + collection + below;
    }

    private JsonNode ask(HttpConnection connection, String action, Map<String, String> more) throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>(Map.of("action", action, "wt", "json"));
        parameters.putAll(more);
        return SolrApi.done(connection.send("GET", "/solr/admin/collections?" + SolrApi.encoded(parameters),
                SolrApi.FORM,
                NOTHING, PATIENCE));
    }

    @Override
    public boolean exists(HttpConnection connection) throws Exception {
        for (JsonNode name : ask(connection, "LIST", Map.of()).path("collections")) {
            if (name.asString("").equals(collection)) {
                return true;
            }
        }
        return false;
    }

    /** What the cluster tells of the collection, which is there. */
    JsonNode status(HttpConnection connection) throws Exception {
        return ask(connection, "CLUSTERSTATUS", Map.of("collection", collection)).path("cluster").path("collections")
                .path(collection);
    }

    @Override
    public void make(HttpConnection connection, String name, String text) throws Exception {
        make(connection, mark(name, text), configuration.forSearches(0));
    }

    /**
     * Gives the collection, which is ours, the fields of documents that are searched.
     *
     * @param dimension of the vectors; 0 for none
     * @param isEmpty   whether it may stay
     */
    void makeForSearches(HttpConnection connection, int dimension, boolean isEmpty) throws Exception {
        change(connection, configuration.forSearches(dimension), isEmpty);
    }

    /** Gives the collection, which is ours, the fields of the documents that styles store. */
    void makeForStyles(HttpConnection connection, boolean isEmpty) throws Exception {
        change(connection, configuration.forStyles(), isEmpty);
    }

    /**
     * An empty one is sooner given other fields than made anew. One that is made anew is given them afterwards, too: a
     * node takes files for those that it knows where they have the same name and version, as the first ones of a set
     * have that was dropped meanwhile.
     */
    private void change(HttpConnection connection, byte[] files, boolean isEmpty) throws Exception {
        if (!isEmpty) {
            drop(connection);
            make(connection, NamespaceTarget.MARK, NamespaceTarget.OURS);
        }
        upload(connection, ours(), files);
        reload(connection);
    }

    /** Whether it is a collection of the documents that styles store. */
    boolean isForStyles(HttpConnection connection) throws Exception {
        return connection.get(path("/schema/uniquekey?wt=json")).path("uniqueKey").asString("").equals(StyleSchema.KEY);
    }

    private static String ours() {
        return mark(NamespaceTarget.MARK, NamespaceTarget.OURS);
    }

    private void make(HttpConnection connection, String mark, byte[] files) throws Exception {
        upload(connection, mark, files);
        ask(connection, "CREATE", Map.of("name", collection, "numShards", values.text(SearchParams.SHARDS),
                "nrtReplicas", "1", "collection.configName", configuration(mark), "waitForFinalState", "true"));
    }

    private void upload(HttpConnection connection, String mark, byte[] files) throws Exception {
        put(connection, Map.of("name", configuration(mark), "cleanup", "true"), files);
    }

    private static void put(HttpConnection connection, Map<String, String> what, byte[] file) throws Exception {
        Map<String, String> parameters = new LinkedHashMap<>(Map.of("action", "UPLOAD", "overwrite", "true", "wt",
                "json"));
        parameters.putAll(what);
        SolrApi.done(connection.send("POST", "/solr/admin/configs?" + SolrApi.encoded(parameters), BINARY, file,
                PATIENCE));
    }

    /** Gives a collection of ours its caches. */
    void changeCaches(HttpConnection connection) throws Exception {
        put(connection, Map.of("name", configuration(ours()), "filePath", ConfigSet.CONFIGURATION),
                configuration.configuration());
        reload(connection);
    }

    /** Empties its caches. */
    void reload(HttpConnection connection) throws Exception {
        ask(connection, "RELOAD", Map.of("name", collection));
    }

    @Override
    public void drop(HttpConnection connection) throws Exception {
        ask(connection, "DELETE", Map.of("name", collection));
        connection.send("GET", "/solr/admin/configs?" + SolrApi.encoded(Map.of("action", "DELETE", "name",
                configuration(ours()), "wt", "json")), SolrApi.FORM, NOTHING, PATIENCE);
    }

    @Override
    public Optional<String> text(HttpConnection connection, String name) throws Exception {
        String prefix = configuration(mark(name, ""));
        return Optional.of(status(connection).path("configName").asString("")).filter(c -> c.startsWith(prefix))
                .map(c -> c.substring(prefix.length()));
    }
}
