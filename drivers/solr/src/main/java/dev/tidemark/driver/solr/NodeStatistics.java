package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.host.GeneratorProcess;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import tools.jackson.databind.JsonNode;

/** What each node tells of its shards of the collection, and of its JVM. See "Metrics reporting" of Solr. */
final class NodeStatistics {

    private static final String METRICS = "/solr/admin/metrics?nodes=all&wt=json&indent=false&group=jvm";
    private static final String JVM = "solr.jvm";
    private static final List<String> CACHES = List.of("filterCache", "queryResultCache", "documentCache");
    private static final String OF_CORES = "&prefix=INDEX.sizeInBytes,INDEX.segments,INDEX.merge,"
            + CACHES.stream().map(cache -> "CACHE.searcher." + cache + ",").collect(Collectors.joining())
            + "SEARCHER.searcher.numDocs,memory.heap,gc.";
    private static final String OF_MERGES = "&prefix=INDEX.merge";
    private static final String OF_MEMORY = "&prefix=memory.heap.max";
    /** How servers from Solr 10 on say that they know no such metrics. */
    private static final String OTHER_FORMATS = "Only Prometheus and OpenMetrics metric formats supported";
    private static final double MILLIS = 1e-3;

    /** How the names of their cores' metrics begin. */
    private final List<String> collections;
    /** Whether there were ever more than one: the last that is left of them keeps its name. */
    private volatile boolean several;

    /** @param collections whose shards are counted; the cores of others on their nodes are not even asked for */
    NodeStatistics(List<String> collections) {
        this.collections = collections.stream().map(collection -> "solr.core." + collection + ".").toList();
    }

    /** One node's sums. */
    private static final class Sums {
        private final Map<String, Double> counters = new HashMap<>();
        private final Map<String, Double> gauges = new HashMap<>();

        /** What is not told is not 0: a collection of the user's need not count merges, nor have each of the caches. */
        void count(Measure measure, JsonNode number, double scale) {
            if (number.isNumber()) {
                counters.merge(measure.name(), number.asDouble() * scale, Double::sum);
            }
        }

        void gauge(Measure measure, JsonNode number) {
            if (number.isNumber()) {
                gauges.merge(measure.name(), number.asDouble(), Double::sum);
            }
        }

        void addCore(JsonNode core) {
            gauge(EngineMeasures.ON_DISK_SIZE, core.path("INDEX.sizeInBytes"));
            gauge(SearchMeasures.SEGMENTS, core.path("INDEX.segments"));
            count(SearchMeasures.MERGES, core.path("INDEX.merge.minor").path("count"), 1);
            count(SearchMeasures.MERGES, core.path("INDEX.merge.major").path("count"), 1);
            for (String name : CACHES) { // cumulated over searchers, as a commit begins with empty caches
                JsonNode cache = core.path("CACHE.searcher." + name);
                count(SearchMeasures.CACHE_HITS, cache.path("cumulative_hits"), 1);
                count(SearchMeasures.CACHE_MISSES, cache.path("cumulative_lookups"), 1);
                count(SearchMeasures.CACHE_MISSES, cache.path("cumulative_hits"), -1);
                count(SearchMeasures.CACHE_EVICTIONS, cache.path("cumulative_evictions"), 1);
            }
        }

        void addJvm(JsonNode jvm) {
            gauge(SearchMeasures.HEAP_USED, jvm.path("memory.heap.used"));
            jvm.properties().stream().filter(m -> m.getKey().startsWith("gc.") && m.getKey().endsWith(".time")
                    && GeneratorProcess.pauses(m.getKey().replaceFirst("\\.time$", "")))
                    .forEach(m -> count(SearchMeasures.GC_TIME, m.getValue(), MILLIS));
        }
    }

    /** One of the copies of a shard, whose documents are counted once. */
    private record Copy(Sums node, double documents) {
        Copy fuller(Copy other) {
            return other.documents > documents ? other : this;
        }
    }

    /** Takes what a node tells. */
    private interface NodeUse {
        void of(String node, String registry, JsonNode metrics);
    }

    /** @throws HttpRefusedException as of what is not there, where nodes count nothing, or tell it in no such format */
    private static void eachRegistry(HttpConnection connection, String selection, NodeUse use) throws Exception {
        for (Map.Entry<String, JsonNode> node : metrics(connection, selection).properties()) {
            for (Map.Entry<String, JsonNode> registry : node.getValue().path("metrics").properties()) {
                use.of(node(node.getKey()), registry.getKey(), registry.getValue());
            }
        }
    }

    private static JsonNode metrics(HttpConnection connection, String selection) throws Exception {
        JsonNode answer;
        try {
            answer = connection.get(METRICS + selection);
        } catch (HttpRefusedException e) {
            throw e.getMessage().contains(OTHER_FORMATS) ? none(e.getMessage()) : e;
        }
        if (answer.valueStream().noneMatch(node -> node.has("metrics"))) {
            throw none(answer.findPath("error").asString("it has no metrics"));
        }
        return answer;
    }

    private static HttpRefusedException none(String why) {
        return new HttpRefusedException(ReadOnly.NOT_FOUND, why);
    }

    /** Behind the collection's name are the shard's and the replica's; another collection's may go on with a dot. */
    private boolean isCounted(String registry) {
        return collections.stream().anyMatch(name -> registry.startsWith(name)
                && registry.substring(name.length()).split("\\.", -1).length == 2);
    }

    private String ofCounted() {
        return collections.isEmpty() ? "" : "&registry=" + String.join(",", collections);
    }

    /** Where a node is, of its name. */
    static String node(String name) {
        return name.replaceFirst("_solr$", "");
    }

    /** Now, one per node; the name of the only one is left out. */
    List<MetricSnapshot> read(HttpConnection connection) throws Exception {
        Map<String, Sums> nodes = new TreeMap<>();
        Map<String, Copy> shards = new HashMap<>();
        eachRegistry(connection, ofCounted() + OF_CORES, (node, registry, metrics) -> {
            Sums sums = nodes.computeIfAbsent(node, _ -> new Sums());
            if (registry.equals(JVM)) {
                sums.addJvm(metrics);
            } else if (isCounted(registry)) {
                sums.addCore(metrics);
                sums.gauges.putIfAbsent(EngineMeasures.DOCUMENTS.name(), 0.0);
                shards.merge(registry.substring(0, registry.lastIndexOf('.')),
                        new Copy(sums, metrics.path("SEARCHER.searcher.numDocs").asDouble()), Copy::fuller);
            }
        });
        shards.values().forEach(copy -> copy.node.gauges.merge(EngineMeasures.DOCUMENTS.name(), copy.documents,
                Double::sum));
        several |= nodes.size() > 1;
        return nodes.entrySet().stream().map(node -> new MetricSnapshot(several ? node.getKey() : "",
                node.getValue().counters, node.getValue().gauges)).toList();
    }

    /** Sums over all nodes. @param gauge its name */
    static double sum(List<MetricSnapshot> nodes, Measure gauge) {
        return nodes.stream().mapToDouble(node -> node.gauges().getOrDefault(gauge.name(), 0.0)).sum();
    }

    /** Merges that are being done. */
    long merging(HttpConnection connection) throws Exception {
        long[] running = {0};
        eachRegistry(connection, ofCounted() + OF_MERGES, (_, registry, metrics) -> {
            if (isCounted(registry)) {
                running[0] += metrics.path("INDEX.merge.minor.running").asLong()
                        + metrics.path("INDEX.merge.major.running").asLong();
            }
        });
        return running[0];
    }

    /** How many nodes there are, and what memory each has; nothing where none tells. */
    List<Setting> facts(HttpConnection connection) throws Exception {
        Map<String, Long> heaps = new TreeMap<>();
        eachRegistry(connection, OF_MEMORY, (node, registry, metrics) -> {
            if (registry.equals(JVM)) {
                heaps.put(node, metrics.path("memory.heap.max").asLong());
            }
        });
        return heaps.isEmpty() ? List.of() : List.of(Setting.detected("server-nodes", String.valueOf(heaps.size())),
                NonDefaultSettings.heap(heaps.values().stream()));
    }
}
