package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.QueryCache;
import org.apache.lucene.util.IOUtils;

/** The shards of an index, open, and what searches all of them as one. Thread-safe. */
final class LuceneIndex {

    private final List<LuceneShard> shards;
    private final LuceneSearchers searchers;
    private final int dimension;
    private volatile IndexSearcher searcher;

    private LuceneIndex(List<LuceneShard> shards, Values values, int dimension, QueryCache cache) {
        this.shards = shards;
        this.dimension = dimension;
        searchers = new LuceneSearchers(values, cache);
    }

    /**
     * Opens an index, or makes one.
     *
     * @param folders   one for each shard
     * @param dimension of the vectors; 0 for none
     * @param written   counts what the shards write
     * @param cache     null for none
     */
    static LuceneIndex open(List<Path> folders, Values values, int dimension, WrittenSegments written, QueryCache cache)
            throws IOException {
        List<LuceneShard> shards = new ArrayList<>();
        LuceneIndex index = new LuceneIndex(shards, values, dimension, cache);
        try {
            for (Path folder : folders) {
                shards.add(LuceneShard.open(folder, values, written));
            }
            index.refresh();
            return index;
        } catch (IOException | RuntimeException e) {
            IOUtils.closeWhileHandlingException(() -> index.close(false));
            throw e;
        }
    }

    int dimension() {
        return dimension;
    }

    LuceneShard shard(int n) {
        return shards.get(n);
    }

    /** Of a document, by its number. */
    int shardOf(long document) {
        return (int) Math.floorMod(document, (long) shards.size());
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
        for (LuceneShard shard : shards) {
            shard.commit();
        }
        IndexReader[] readers = new IndexReader[shards.size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = shards.get(i).refresh();
        }
        IndexSearcher before = searcher;
        searcher = searchers.over(new MultiReader(readers, false));
        if (before != null) {
            release(before);
        }
    }

    void mergeAll() throws IOException {
        for (LuceneShard shard : shards) {
            shard.mergeAll();
        }
    }

    boolean isMerging() {
        return shards.stream().anyMatch(LuceneShard::isMerging);
    }

    /** What has closed the writer of a shard for good. */
    Optional<Throwable> failure() {
        return shards.stream().map(LuceneShard::failure).flatMap(Optional::stream).findFirst();
    }

    /** Files of all shards. */
    List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (LuceneShard shard : shards) {
            files.addAll(shard.files());
        }
        return files;
    }

    /** The settings as Lucene has them, where it can be asked. */
    Values effective(Values given) {
        return shards.getFirst().effective(given).with(SearchParams.SHARDS, (long) shards.size(),
                SettingOrigin.EFFECTIVE);
    }

    /** Ends without waiting for merges. @param keep whether what was added last is written before */
    void close(boolean keep) throws IOException {
        searchers.close();
        if (searcher != null) {
            release(searcher);
        }
        IOUtils.close(shards.stream().map(shard -> (Closeable) () -> shard.close(keep)).toList());
    }
}
