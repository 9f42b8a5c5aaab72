package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.DigestedJson;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an index is that others have made, an alias or a data stream, as far as a user is told who only reads. */
final class OwnIndex {

    /** What leads to another path is none; several stand behind commas, and other clusters' behind their names. */
    private static final Pattern NAME = Pattern.compile("(?:_all|[A-Za-z0-9.*][A-Za-z0-9._:*~@+-]*)"
            + "(?:,-?[A-Za-z0-9.*][A-Za-z0-9._:*~@+-]*)*");
    /** Where each shard is, and what it holds; beside what is asked for stand its operations. */
    private static final String SHARDS = "/_stats/docs,store,segments?level=shards"
            + NodeStatistics.copies("routing", "seq_no.max_seq_no") + ",indices.*.uuid,indices.*.primaries.docs,"
            + "indices.*.primaries.store.size_in_bytes,indices.*.primaries.segments.count";
    private static final int NOT_FOUND = 404;
    /** What two indexes differ in that were made alike. */
    private static final List<String> OF_THIS_ONE = List.of("index.uuid", "index.creation_date", "index.provided_name",
            "index.version.created", "index.version.upgraded");
    /** Of settings, the strongest first. */
    private static final List<String> LEVELS = List.of("transient", "persistent", "defaults");

    private final String name;
    private final ReadOnly user;

    /** @throws InvalidInputException when the setting is no name of one */
    OwnIndex(Values values, ReadOnly user) {
        name = SearchParams.ownIndex(values).orElseThrow();
        this.user = user;
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(SearchParams.INDEX + ": '" + name + "' is no name of an index or an alias; "
                    + "it has letters, digits, '.', '_' and '-', and several have commas between");
        }
    }

    /** A path below the index's. */
    String path(String below) {
        return "/" + name + below;
    }

    /**
     * What the primary shards of an index hold.
     *
     * @param id         by which another index of the same name is distinguished
     * @param documents  with nested ones, each as one more
     * @param deleted    of them, which still take room
     * @param bytes      on disk
     * @param operations of writing since it was made, whatever they have changed
     */
    record IndexState(String index, String id, long documents, long deleted, long segments, long bytes,
            long operations) {

        private static IndexState of(String index, JsonNode stats) {
            long operations = stats.path("shards").valueStream().flatMap(JsonNode::valueStream)
                    .filter(IndexState::isPrimary)
                    .mapToLong(shard -> shard.path("seq_no").path("max_seq_no").asLong(-1) + 1).sum();
            JsonNode sums = stats.path("primaries");
            return new IndexState(index, stats.path("uuid").asString(""), sums.path("docs").path("count").asLong(),
                    sums.path("docs").path("deleted").asLong(), sums.path("segments").path("count").asLong(),
                    sums.path("store").path("size_in_bytes").asLong(), operations);
        }

        private static boolean isPrimary(JsonNode shard) {
            return shard.path("routing").path("primary").asBoolean(false);
        }

        @Override
        public String toString() {
            return index + " (" + id + "): " + documents + " documents, " + deleted + " deleted, " + segments
                    + " segments, " + operations + " operations";
        }
    }

    /** Of each index that is meant, in the order of their names; none where the user may not know it. */
    List<IndexState> states(HttpConnection connection) throws Exception {
        return states(statistics(connection));
    }

    /** Of all shards; missing where the user may not know them. */
    JsonNode statistics(HttpConnection connection) throws Exception {
        try {
            return user.get(connection, NodeStatistics.OF_INDEX, path(SHARDS));
        } catch (HttpRefusedException e) {
            throw e.status() == NOT_FOUND ? missing(connection, e) : e;
        }
    }

    private static List<IndexState> states(JsonNode shards) {
        List<IndexState> all = new ArrayList<>();
        shards.path("indices").properties().forEach(index -> all.add(IndexState.of(index.getKey(), index.getValue())));
        all.sort(Comparator.comparing(IndexState::index));
        return all;
    }

    private JsonNode settings(HttpConnection connection) throws Exception {
        return user.get(connection, "settings of the index", path("/_settings?flat_settings=true"));
    }

    /** Primary shards of all indexes that are meant; 0 where the user may not know it. */
    long shardCount(HttpConnection connection) throws Exception {
        return settings(connection).valueStream().mapToLong(index -> index.path("settings")
                .path("index.number_of_shards").asLong(0)).sum();
    }

    /** What all indexes have under a name, once each; nothing where that is not reported. */
    private static List<Setting> made(String name, JsonNode indexes, String member) {
        Set<String> all = new TreeSet<>();
        for (JsonNode index : indexes) {
            JsonNode definition = index.path(member);
            if (definition instanceof ObjectNode object) {
                object.remove(OF_THIS_ONE);
            }
            all.add(DigestedJson.text(definition));
        }
        return all.isEmpty() ? List.of() : DigestedJson.withText(name, String.join("\n", all));
    }

    /** What the server's own caches may hold. */
    private String caches(HttpConnection connection) throws Exception {
        JsonNode settings = user.get(connection, "caches", "/_cluster/settings?include_defaults=true&filter_path="
                + "*.indices.requests.cache.size,*.indices.queries.cache.size");
        return Stream.of("requests", "queries").flatMap(cache -> LEVELS.stream().map(level -> settings.path(level)
                .path("indices").path(cache).path("cache").path("size").asString("")).filter(size -> !size.isEmpty())
                .limit(1).map(size -> cache + " " + size)).collect(Collectors.joining(", "));
    }

    private static String sum(LongStream numbers) {
        return String.valueOf(numbers.sum());
    }

    private DriverException missing(HttpConnection connection, HttpRefusedException cause) throws Exception {
        List<String> names = new ArrayList<>();
        try {
            user.get(connection, "names of indexes", "/_resolve/index/*").valueStream().flatMap(JsonNode::valueStream)
                    .forEach(one -> names.add(one.path("name").asString("")));
        } catch (HttpRefusedException e) {
            names.clear(); // versions before 7.9 have no such list
        }
        return new DriverException("there is no index or alias '" + name + "'" + Suggestions.hint(name, names), cause);
    }

    /** Of which types a field is. @throws DriverException when there is none; the message names the nearest */
    Set<String> types(HttpConnection connection, String field) throws Exception {
        JsonNode fields = connection.get(path("/_field_caps?fields=*&filter_path=fields")).path("fields");
        if (!fields.has(field)) {
            throw new DriverException("the index has no field '" + field + "'" + Suggestions.hint(field,
                    List.copyOf(fields.propertyNames())));
        }
        return Set.copyOf(fields.path(field).propertyNames());
    }

    /** How many documents can be found, by what every reader may ask. */
    long count(HttpConnection connection) throws Exception {
        JsonNode answer = connection.get(path("/_count"));
        return HttpConnection.documented(answer, answer.path("count").isNumber(), "it counts nothing").path("count")
                .asLong();
    }

    /** What it is, but for the nodes. @param statistics of its shards */
    List<Setting> facts(HttpConnection connection, JsonNode statistics) throws Exception {
        List<IndexState> held = states(statistics);
        Map<String, String> facts = new LinkedHashMap<>();
        if (!held.isEmpty()) {
            facts.put("index", held.stream().map(IndexState::index).collect(Collectors.joining(", ")));
            facts.put("documents", String.valueOf(count(connection)));
            facts.put("deleted-documents", sum(held.stream().mapToLong(IndexState::deleted)));
            facts.put("segments", sum(held.stream().mapToLong(IndexState::segments)));
            facts.put("index-size", sum(held.stream().mapToLong(IndexState::bytes)) + " B");
        }
        JsonNode mappings = user.get(connection, "mappings", path("/_mapping"));
        JsonNode settings = settings(connection);
        facts.put("replicas", settings.valueStream().map(index -> index.path("settings")
                .path("index.number_of_replicas").asString("")).distinct().sorted().collect(Collectors.joining(", ")));
        facts.put("caches", caches(connection));
        return Stream.of(facts.entrySet().stream().filter(fact -> !fact.getValue().isEmpty())
                .map(fact -> Setting.detected(NonDefaultSettings.LEAD + fact.getKey(), fact.getValue())),
                made("mappings", mappings, "mappings").stream(), made("index-settings", settings, "settings").stream())
                .flatMap(all -> all).toList();
    }
}
