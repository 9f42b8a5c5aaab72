package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.DigestedJson;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What a collection is that others have made, or an alias of some, as far as a user is told who only reads. */
final class OwnCollection {

    /** As Solr has them, several behind commas; what leads to another path is none. */
    private static final Pattern NAME = Pattern.compile("(?![.-])[A-Za-z0-9._-]+(?:,(?![.-])[A-Za-z0-9._-]+)*");
    /** Where the server does not say which it is. */
    private static final String USUAL_KEY = "id";
    private static final String SCHEMA = "schema";
    /** Without what the handler does by default; of each shard the leader is asked, for the others may lag behind. */
    private static final String LEADERS = "/select?q=*:*&defType=lucene&rows=0&facet=false&hl=false&wt=json"
            + "&omitHeader=false&shards.info=true&shards.preference=replica.leader:true";

    private final String name;
    private final ReadOnly user;

    /** @throws InvalidInputException when the setting is no name of one */
    OwnCollection(Values values, ReadOnly user) {
        name = SearchParams.ownIndex(values).orElseThrow();
        this.user = user;
        if (!NAME.matcher(name).matches()) {
            throw new InvalidInputException(SolrParams.COLLECTION.word() + ": '" + name + "' is no name of a "
                    + "collection; it has letters, digits, '.', '_' and '-' only");
        }
    }

    /** A path below the collection's. */
    String path(String below) {
        return "/solr/" + name + below;
    }

    /**
     * The field that tells documents apart.
     *
     * @throws DriverException where there is no such collection
     */
    String uniqueKey(HttpConnection connection) throws Exception {
        try {
            return SolrApi.done(connection.get(path("/admin/luke?show=schema&numTerms=0&wt=json"))).path("schema")
                    .path("uniqueKeyField").asString(USUAL_KEY);
        } catch (HttpRefusedException e) {
            if (e.status() == ReadOnly.NOT_FOUND) {
                throw new DriverException("there is no collection or alias '" + name + "'", e);
            }
            user.leaveOut("unique key", e);
            return USUAL_KEY;
        }
    }

    /** A field of vectors. @throws DriverException when there is none; the message names the nearest */
    DenseVectors vectors(HttpConnection connection, String field) throws Exception {
        String type = ShardTerms.known(ShardTerms.index(connection, shard(connection)), field).path("type")
                .asString("");
        JsonNode answer = user.get(connection, SCHEMA, path("/schema/fieldtypes/" + type + "?wt=json"))
                .orElse(MissingNode.getInstance());
        return DenseVectors.of(field, uniqueKey(connection), answer.path("fieldType"));
    }

    /** What the cluster tells; empty where it does not, to this user. */
    Optional<Cluster> cluster(HttpConnection connection) throws Exception {
        return user.get(connection, "shards and replicas", "/solr/admin/collections?action=CLUSTERSTATUS&wt=json"
                + "&collection=" + name).map(answer -> new Cluster(answer.path("cluster")));
    }

    /** @param state of these collections alone */
    record Cluster(JsonNode state) {

        /** Name to what is told of each. */
        Map<String, JsonNode> collections() {
            Map<String, JsonNode> all = new TreeMap<>();
            state.path("collections").properties().forEach(c -> all.put(c.getKey(), c.getValue()));
            return all;
        }

        long shards() {
            return collections().values().stream().mapToLong(c -> c.path("shards").size()).sum();
        }

        /** As in {@code shard1 on 10.0.0.1:8983 (nrt, leader) and 10.0.0.2:8983 (pull)}. */
        String words() {
            return collections().values().stream().flatMap(c -> c.path("shards").properties().stream())
                    .map(shard -> shard.getKey() + " on " + shard.getValue().path("replicas").valueStream()
                            .map(Cluster::replica).sorted().collect(Collectors.joining(" and ")))
                    .sorted().collect(Collectors.joining(", "));
        }

        private static String replica(JsonNode replica) {
            String state = replica.path("state").asString("");
            return NodeStatistics.node(replica.path("node_name").asString("?")) + " ("
                    + replica.path("type").asString("nrt").toLowerCase(Locale.ROOT)
                    + (replica.path("leader").asString("").equals("true") ? ", leader" : "")
                    + (state.equals("active") ? "" : ", " + state) + ")";
        }

        String configurations() {
            return collections().values().stream().map(c -> c.path("configName").asString("")).filter(c -> !c.isEmpty())
                    .distinct().collect(Collectors.joining(", "));
        }
    }

    /**
     * What the leader of a shard holds.
     *
     * @param deleted documents that still take room
     * @param version of its index, another after each change that searches see
     */
    record IndexState(String core, long documents, long deleted, long segments, long version) {

        @Override
        public String toString() {
            return core + ": " + documents + " documents, " + deleted + " deleted, version " + version;
        }
    }

    /** Of each shard, in the order of their cores' names. */
    List<IndexState> states(HttpConnection connection) throws Exception {
        List<IndexState> all = new ArrayList<>();
        for (String core : leaders(connection)) {
            JsonNode index = SolrApi.done(connection.get("/solr/" + core + "/admin/luke?show=index&numTerms=0&wt=json"))
                    .path("index");
            all.add(new IndexState(core, index.path("numDocs").asLong(), index.path("deletedDocs").asLong(),
                    index.path("segmentCount").asLong(), index.path("version").asLong()));
        }
        return all;
    }

    private List<String> leaders(HttpConnection connection) throws Exception {
        JsonNode answer = SolrApi.done(connection.get(path(LEADERS)));
        return answer.path("shards.info").valueStream().map(shard -> shard.path("shardAddress").asString(""))
                .filter(address -> !address.isEmpty()).map(address -> address.replaceAll("/$", ""))
                .map(address -> address.substring(address.lastIndexOf('/') + 1)).sorted().distinct().toList();
    }

    /** The path of a shard that can be asked alone: of the first leader; the collection's where there are none. */
    String shard(HttpConnection connection) throws Exception {
        return leaders(connection).stream().findFirst().map(core -> "/solr/" + core).orElse(path(""));
    }

    /** What is configured; empty where the user may not know it. */
    Optional<JsonNode> configuration(HttpConnection connection) throws Exception {
        return user.get(connection, "configuration", path("/config?wt=json")).map(answer -> answer.path("config"));
    }

    /** What it is, but for the nodes. */
    List<Setting> facts(HttpConnection connection) throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        cluster(connection).ifPresent(cluster -> {
            facts.put("collection", String.join(", ", cluster.collections().keySet()));
            facts.put("shards", cluster.words());
            facts.put("config-set", cluster.configurations());
        });
        List<IndexState> held = user.ask("documents", () -> states(connection)).orElse(List.of());
        if (!held.isEmpty()) {
            addStates(connection, held, facts);
        }
        List<Setting> made = new ArrayList<>();
        user.get(connection, SCHEMA, path("/schema?wt=json"))
                .ifPresent(answer -> made.addAll(DigestedJson.withText(SCHEMA,
                DigestedJson.text(answer.path("schema")))));
        configuration(connection).ifPresent(config -> {
            // without its text, as parameters of its handlers may be secret
            made.add(DigestedJson.digest("solrconfig", DigestedJson.text(config)));
            facts.put("lucene-match-version", config.path("luceneMatchVersion").asString(""));
            facts.put("caches", Caches.words(config.path("query")));
        });
        return Stream.concat(facts.entrySet().stream().filter(fact -> !fact.getValue().isEmpty())
                .map(fact -> Setting.detected(NonDefaultSettings.LEAD + fact.getKey(), fact.getValue())),
                made.stream()).toList();
    }

    private void addStates(HttpConnection connection, List<IndexState> held, Map<String, String> facts)
            throws Exception {
        facts.put("documents", String.valueOf(held.stream().mapToLong(IndexState::documents).sum()));
        facts.put("deleted-documents", String.valueOf(held.stream().mapToLong(IndexState::deleted).sum()));
        facts.put("segments", String.valueOf(held.stream().mapToLong(IndexState::segments).sum()));
        facts.put("index-size", sizes(connection, held));
    }

    /** Of each leader's index, in the server's own words. */
    private String sizes(HttpConnection connection, List<IndexState> held) throws Exception {
        List<String> sizes = new ArrayList<>();
        for (IndexState shard : held) {
            user.get(connection, "sizes of indexes", "/solr/" + shard.core() + "/replication?command=details&wt=json")
                    .ifPresent(answer -> sizes.add(answer.path("details").path("indexSize").asString("?")));
        }
        return String.join(" + ", sizes);
    }
}
