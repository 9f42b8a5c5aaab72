package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.search.SearchMeasures;
import dev.tidemark.core.measure.host.GeneratorProcess;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import java.lang.management.ManagementFactory;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.QueryCache;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;

/** Makes the searchers of an index, one for each state of it, with threads and a cache that outlast them. */
final class LuceneSearchers {

    /** As many as Lucene's own default. */
    private static final int CACHED_QUERIES = 1000;

    private final QueryCache cache;
    /** Remembers which queries come again. */
    private final QueryCachingPolicy caching = new UsageTrackingQueryCachingPolicy();
    private final ExecutorService threads;

    /** @param cache null for none */
    LuceneSearchers(Values values, QueryCache cache) {
        this.cache = cache;
        int searching = Math.toIntExact(values.get(LuceneParams.SEARCH_THREADS));
        threads = searching == 1 ? null : Executors.newFixedThreadPool(searching - 1,
                Thread.ofPlatform().daemon().name("lucene-search-", 0).factory());
    }

    /** The cache of queries that the settings want; null for none. */
    static LRUQueryCache cache(Values values) {
        long memory = values.get(LuceneParams.QUERY_CACHE);
        return memory == 0 ? null : new LRUQueryCache(CACHED_QUERIES, memory);
    }

    IndexSearcher over(IndexReader reader) {
        IndexSearcher made = new IndexSearcher(reader, threads);
        made.setQueryCache(cache);
        made.setQueryCachingPolicy(caching);
        return made;
    }

    void close() {
        if (threads != null) {
            threads.shutdown();
        }
    }

    /** What is so of every search in this process. */
    static List<Setting> facts() {
        return List.of(Setting.detected("engine-process", "the generator's own"),
                Setting.detected("vector-instructions", ModuleLayer.boot().findModule("jdk.incubator.vector")
                        .isPresent() ? "yes" : "no"));
    }

    /** Adds what a cache, null for none, and this process have counted. */
    static void count(LRUQueryCache cache, Map<String, Double> counters, Map<String, Double> gauges) {
        gauges.put(SearchMeasures.HEAP_USED.name(), (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage()
                .getUsed());
        counters.put(SearchMeasures.CACHE_HITS.name(), cache == null ? 0.0 : cache.getHitCount());
        counters.put(SearchMeasures.CACHE_MISSES.name(), cache == null ? 0.0 : cache.getMissCount());
        counters.put(SearchMeasures.CACHE_EVICTIONS.name(), cache == null ? 0.0 : cache.getEvictionCount());
        counters.put(SearchMeasures.GC_TIME.name(), ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(gc -> GeneratorProcess.pauses(gc.getName())).mapToLong(gc -> Math.max(0, gc.getCollectionTime())).sum() / 1e3);
    }
}
