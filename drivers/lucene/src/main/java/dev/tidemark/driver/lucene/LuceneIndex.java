package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.search.SearchTarget.Statistics;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;

/** The shards of an index, open, and what searches all of them as one. Thread-safe. */
final class LuceneIndex {

    /** As many as Lucene's own default. */
    private static final int CACHED_QUERIES = 1000;

    private final List<LuceneShard> shards;
    private final AtomicLong merges;
    private final AtomicLong mergedBytes;
    private final LRUQueryCache cache;
    private final ExecutorService threads;
    private final int dimension;
    private volatile IndexSearcher searcher;

    private LuceneIndex(List<LuceneShard> shards, Values values, int dimension, AtomicLong merges,
            AtomicLong mergedBytes) {
        this.shards = shards;
        this.dimension = dimension;
        this.merges = merges;
        this.mergedBytes = mergedBytes;
        long memory = values.get(LuceneParams.QUERY_CACHE);
        cache = memory == 0 ? null : new LRUQueryCache(CACHED_QUERIES, memory);
        int searching = Math.toIntExact(values.get(LuceneParams.SEARCH_THREADS));
        threads = searching == 1 ? null : Executors.newFixedThreadPool(searching,
                Thread.ofPlatform().daemon().name("lucene-search-", 0).factory());
    }

    /** @param folders one for each shard @param dimension of the vectors; 0 for none */
    static LuceneIndex open(List<Path> folders, Values values, int dimension) throws IOException {
        List<LuceneShard> shards = new ArrayList<>();
        AtomicLong merges = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        try {
            for (Path folder : folders) {
                shards.add(LuceneShard.open(folder, values, merges, bytes));
            }
            LuceneIndex index = new LuceneIndex(List.copyOf(shards), values, dimension, merges, bytes);
            index.refresh();
            return index;
        } catch (IOException | RuntimeException e) {
            for (LuceneShard shard : shards) {
                shard.rollBack();
            }
            throw e;
        }
    }

    int dimension() {
        return dimension;
    }

    LuceneShard shard(long number) {
        return shards.get((int) Math.floorMod(number, (long) shards.size()));
    }

    int size() {
        return shards.size();
    }

    /** A searcher whose reader stays open until it is {@linkplain #release given back}. */
    IndexSearcher acquire() {
        while (true) {
            IndexSearcher now = searcher;
            if (now.getIndexReader().tryIncRef()) {
                return now;
            }
        }
    }

    static void release(IndexSearcher used) throws IOException {
        used.getIndexReader().decRef();
    }

    /** Commits, and has everything found that was added. */
    synchronized void refresh() throws IOException {
        List<IndexReader> readers = new ArrayList<>();
        for (LuceneShard shard : shards) {
            shard.commit();
        }
        for (LuceneShard shard : shards) {
            readers.add(shard.reader());
        }
        IndexSearcher before = searcher;
        searcher = searcher(readers.size() == 1 ? readers.getFirst() : new MultiReader(readers.toArray(
                IndexReader[]::new)));
        if (before != null) {
            release(before);
        }
    }

    private IndexSearcher searcher(IndexReader reader) {
        IndexSearcher made = new IndexSearcher(reader, threads);
        made.setQueryCache(cache);
        made.setQueryCachingPolicy(new UsageTrackingQueryCachingPolicy());
        return made;
    }

    void mergeAll() throws IOException {
        for (LuceneShard shard : shards) {
            shard.mergeAll();
        }
    }

    boolean isMerging() {
        return shards.stream().anyMatch(LuceneShard::isMerging);
    }

    void clearCache() {
        if (cache != null) {
            cache.clear();
        }
    }

    Statistics statistics(long bytes) throws IOException {
        IndexSearcher used = acquire();
        try {
            return new Statistics(used.getIndexReader().numDocs(), OptionalLong.of(bytes),
                    OptionalLong.of(used.getIndexReader().leaves().size()));
        } finally {
            release(used);
        }
    }

    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (LuceneShard shard : shards) {
            files.addAll(shard.files());
        }
        return files;
    }

    long merges() {
        return merges.get();
    }

    long mergedBytes() {
        return mergedBytes.get();
    }

    /** Null where there is none. */
    LRUQueryCache cache() {
        return cache;
    }

    /** @param keep whether what was added last is written, and merges are waited for */
    void close(boolean keep) throws IOException {
        if (threads != null) {
            threads.shutdown();
        }
        if (searcher != null) {
            release(searcher);
        }
        for (LuceneShard shard : shards) {
            if (keep) {
                shard.close();
            } else {
                shard.rollBack();
            }
        }
    }
}
