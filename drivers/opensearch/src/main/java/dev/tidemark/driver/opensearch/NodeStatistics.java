package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.GeneratorProcess;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** What each node tells of its shards of the index, and of its JVM. */
final class NodeStatistics {

    /** What is asked, in words for people. */
    static final String OF_INDEX = "statistics of the index";
    private static final String SHARDS = "/_stats/docs,store,merge,segments,query_cache,request_cache?level=shards"
            + copies("routing.node", "routing.primary", "docs.count", "store.size_in_bytes", "segments.count", "merges.total",
                    "merges.total_size_in_bytes", "*_cache.hit_count", "*_cache.miss_count", "*_cache.evictions");
    private static final String PLACES = "/_stats/docs?level=shards" + copies("routing.node");
    private static final String JVMS = "/_nodes/stats/jvm?filter_path=nodes.*.name,nodes.*.jvm.mem.heap_used_in_bytes,"
            + "nodes.*.jvm.gc.collectors.*.collection_time_in_millis";
    private static final double MILLIS = 1e-3;
    /** Where a node is and what it is called. */
    private static final Pattern OF_THE_NODE = Pattern.compile("(path|network|transport|discovery|plugins\\.security|"
            + "http\\.(port|host|type|bind_host|publish_host)|cluster\\.(name|initial_.*)|client\\.type|pidfile|"
            + "node\\.(name|attr)).*");

    private static final String NODES = "/_nodes/jvm,settings?flat_settings=true&filter_path=nodes.*.name,"
            + "nodes.*.jvm.mem.heap_max_in_bytes,nodes.*.settings";

    private final String index;
    private final ReadOnly user;
    /** Whether there were ever more than one: the last that is left of them keeps its name. */
    private volatile boolean several;

    /** @param index its path */
    NodeStatistics(String index, ReadOnly user) {
        this.index = index;
        this.user = user;
    }

    /** That nothing else is wanted of each copy of a shard: of large clusters all would be much, each second. */
    static String copies(String... names) {
        return Stream.of(names).collect(Collectors.joining(",indices.*.shards.*.", "&filter_path=indices.*.shards.*.",
                ""));
    }

    /** One node's sums. */
    private static final class Sums {
        private final Map<String, Double> counters = new HashMap<>();
        private final Map<String, Double> gauges = new HashMap<>();

        void count(Measure measure, JsonNode number) {
            counters.merge(measure.name(), number.asDouble(), Double::sum);
        }

        void gauge(Measure measure, JsonNode number) {
            gauges.merge(measure.name(), number.asDouble(), Double::sum);
        }

        /** @param shard of which there may be no more than this */
        void add(JsonNode shard) {
            gauges.merge(OpenSearchMeasures.DOCUMENTS.name(), shard.path("routing").path("primary").asBoolean()
                    ? shard.path("docs").path("count").asDouble() : 0, Double::sum); // once, whatever copies there are
            gauge(EngineMeasures.ON_DISK_SIZE, shard.path("store").path("size_in_bytes"));
            gauge(SearchMeasures.SEGMENTS, shard.path("segments").path("count"));
            count(SearchMeasures.MERGES, shard.path("merges").path("total"));
            count(OpenSearchMeasures.COMPACTION_READ, shard.path("merges").path("total_size_in_bytes"));
            for (String cache : List.of("query_cache", "request_cache")) {
                count(SearchMeasures.CACHE_HITS, shard.path(cache).path("hit_count"));
                count(SearchMeasures.CACHE_MISSES, shard.path(cache).path("miss_count"));
                count(SearchMeasures.CACHE_EVICTIONS, shard.path(cache).path("evictions"));
            }
        }
    }

    /** Now, one per node; the name of the only one is left out. @param there whether there is an index */
    List<MetricSnapshot> read(HttpConnection connection, boolean there) throws Exception {
        Map<String, Sums> nodes = new TreeMap<>();
        Map<String, String> names = new HashMap<>();
        for (Map.Entry<String, JsonNode> node : user.get(connection, "JVMs", JVMS).path("nodes").properties()) {
            Sums sums = new Sums();
            JsonNode jvm = node.getValue().path("jvm");
            sums.gauge(SearchMeasures.HEAP_USED, jvm.path("mem").path("heap_used_in_bytes"));
            double millis = 0;
            for (Map.Entry<String, JsonNode> collector : jvm.path("gc").path("collectors").properties()) {
                millis += GeneratorProcess.pauses(collector.getKey())
                        ? collector.getValue().path("collection_time_in_millis").asDouble() : 0;
            }
            sums.counters.put(SearchMeasures.GC_TIME.name(), millis * MILLIS);
            nodes.put(node.getKey(), sums);
            names.put(node.getKey(), node.getValue().path("name").asString(node.getKey()));
        }
        if (there) {
            eachShard(user.get(connection, OF_INDEX, index + SHARDS), (_, shard) -> {
                String node = shard.path("routing").path("node").asString("");
                if (!node.isEmpty()) {
                    nodes.computeIfAbsent(node, _ -> new Sums()).add(shard);
                }
            });
        }
        several |= nodes.size() > 1;
        return nodes.entrySet().stream().map(node -> new MetricSnapshot(!several ? ""
                : names.getOrDefault(node.getKey(), node.getKey()), node.getValue().counters, node.getValue().gauges))
                .toList();
    }

    /** Takes one copy of a shard. */
    private interface ShardUse {
        void of(String number, JsonNode shard);
    }

    private static void eachShard(JsonNode statistics, ShardUse use) {
        JsonNode indexes = statistics.path("indices");
        for (Map.Entry<String, JsonNode> one : indexes.properties()) {
            for (Map.Entry<String, JsonNode> copies : one.getValue().path("shards").properties()) {
                String shard = indexes.size() == 1 ? copies.getKey() : one.getKey() + "[" + copies.getKey() + "]";
                copies.getValue().forEach(copy -> use.of(shard, copy));
            }
        }
    }

    /** Statistics that tell where each copy of a shard is. */
    JsonNode places(HttpConnection connection) throws Exception {
        return user.get(connection, OF_INDEX, index + PLACES);
    }

    /** Which shard is on which nodes; none where there is no index, or nobody tells. */
    private static List<Setting> shards(JsonNode statistics, JsonNode nodes) {
        Map<String, String> shards = new TreeMap<>();
        eachShard(statistics, (number, shard) -> {
            String node = shard.path("routing").path("node").asString("?");
            shards.merge(number, nodes.path(node).path("name").asString(node), (one, other) -> one + " and " + other);
        });
        return shards.isEmpty() ? List.of() : List.of(Setting.detected(NonDefaultSettings.LEAD + "shards",
                shards.entrySet().stream().map(shard -> shard.getKey() + " on " + shard.getValue())
                        .collect(Collectors.joining(", "))));
    }

    /**
     * What the nodes were started with, memory and all that is set in their files, or of the whole cluster, and which
     * of them has which shards.
     *
     * @param places statistics that tell where each copy of a shard is; may be missing
     */
    List<Setting> facts(HttpConnection connection, JsonNode places) throws Exception {
        JsonNode answer = user.get(connection, "nodes", NODES);
        List<Setting> facts = new ArrayList<>(answer.isMissingNode() ? List.of()
                : ofNodes(connection, answer.path("nodes")));
        facts.addAll(shards(places, answer.path("nodes")));
        return facts;
    }

    private List<Setting> ofNodes(HttpConnection connection, JsonNode nodes) throws Exception {
        List<Setting> facts = new ArrayList<>();
        facts.add(Setting.detected("server-nodes", String.valueOf(nodes.size())));
        if (!nodes.isEmpty()) {
            facts.add(NonDefaultSettings.heap(nodes.valueStream().map(node -> node.path("jvm").path("mem")
                    .path("heap_max_in_bytes").asLong())));
        }
        Map<String, String> set = NonDefaultSettings.together(nodes.valueStream().map(node -> {
            Map<String, String> ofFile = new TreeMap<>();
            put(ofFile, node.path("settings"));
            return ofFile;
        }).toList(), Optional.of("default"));
        boolean complete = addOfCluster(connection, set);
        facts.addAll(NonDefaultSettings.facts(set));
        if (complete) {
            facts.add(NonDefaultSettings.COMPLETE);
        }
        return facts;
    }

    /** Whether this user may see what was set of the whole cluster. */
    private boolean addOfCluster(HttpConnection connection, Map<String, String> set) throws Exception {
        JsonNode cluster = user.get(connection, "settings of the cluster", "/_cluster/settings?flat_settings=true");
        put(set, cluster.path("persistent"));
        put(set, cluster.path("transient"));
        return !cluster.isMissingNode();
    }

    private static void put(Map<String, String> set, JsonNode settings) {
        settings.properties().stream().filter(s -> !OF_THE_NODE.matcher(s.getKey()).matches()).forEach(s -> set.put(
                s.getKey().replace('.', '-'), s.getValue().isValueNode() ? s.getValue().asString("")
                        : s.getValue().toString()));
    }
}
