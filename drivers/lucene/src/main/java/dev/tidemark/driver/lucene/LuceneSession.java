package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.RankFusion;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.time.Clock;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;

/** One worker's side of the index. */
final class LuceneSession implements SearchSession {

    /** Hits up to which Lucene counts where an exact number is not wanted: its own default. */
    private static final int COUNTED = 1000;

    private final LuceneTarget target;
    private final Clock clock;
    private final LuceneQueries queries;

    LuceneSession(LuceneTarget target, LuceneQueries queries, Clock clock) {
        this.target = target;
        this.queries = queries;
        this.clock = clock;
    }

    @Override
    public void add(List<SearchDocument> documents) throws DriverException {
        target.withIndex(index -> {
            if (index.size() == 1) {
                index.shard(0).add(documents);
            } else {
                List<List<SearchDocument>> byShard = new ArrayList<>();
                for (int i = 0; i < index.size(); i++) {
                    byShard.add(new ArrayList<>());
                }
                documents.forEach(d -> byShard.get(index.shardOf(d.number())).add(d));
                for (int i = 0; i < index.size(); i++) {
                    index.shard(i).add(byShard.get(i));
                }
            }
            return null;
        });
    }

    @Override
    public void search(SearchRequest request, SearchAnswer into) throws DriverException {
        target.withIndex(index -> {
            IndexSearcher searcher = index.acquire();
            try {
                into.clear();
                search(searcher, request, into);
                return null;
            } finally {
                LuceneIndex.release(searcher);
            }
        });
    }

    private void search(IndexSearcher searcher, SearchRequest request, SearchAnswer into)
            throws IOException, DriverException {
        SearchQuery query = request.query();
        long start = clock.nanoTime();
        if (query.vector() == null) {
            TopDocs found = words(searcher, request, request.top());
            into.hits = found.totalHits.value();
            into.exact = found.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
            into.engineNanos = clock.nanoTime() - start;
            addTo(searcher, found, into, request.top());
        } else if (!query.hasWords()) {
            TopDocs found = near(searcher, request);
            into.engineNanos = clock.nanoTime() - start;
            addTo(searcher, found, into, request.top());
            into.hits = into.size();
        } else {
            TopDocs near = near(searcher, request);
            TopDocs found = words(searcher, request, request.candidates());
            into.engineNanos = clock.nanoTime() - start;
            RankFusion.join(numbers(searcher, found), numbers(searcher, near), request.top(), into);
            into.hits = into.size();
        }
    }

    private TopDocs words(IndexSearcher searcher, SearchRequest request, int top) throws IOException, DriverException {
        return found(searcher, queries.words(request.query()), request, top);
    }

    /** The best of what a query finds, counted as the request wants it. */
    static TopDocs found(IndexSearcher searcher, Query query, SearchRequest request, int top) throws IOException {
        return searcher.search(query, new TopScoreDocCollectorManager(top, null,
                request.countsAll() ? Integer.MAX_VALUE : COUNTED));
    }

    private TopDocs near(IndexSearcher searcher, SearchRequest request) throws IOException {
        Query near = queries.near(request.query(), request.candidates());
        return searcher.search(near, new TopScoreDocCollectorManager(request.candidates(), null, Integer.MAX_VALUE));
    }

    private static void addTo(IndexSearcher searcher, TopDocs found, SearchAnswer into, int top) throws IOException {
        for (int i = 0; i < Math.min(top, found.scoreDocs.length); i++) {
            into.add(number(searcher, found.scoreDocs[i].doc), found.scoreDocs[i].score);
        }
    }

    private static long[] numbers(IndexSearcher searcher, TopDocs found) throws IOException {
        long[] numbers = new long[found.scoreDocs.length];
        for (int i = 0; i < numbers.length; i++) {
            ScoreDoc hit = found.scoreDocs[i];
            numbers[i] = number(searcher, hit.doc);
        }
        return numbers;
    }

    private static long number(IndexSearcher searcher, int document) throws IOException {
        List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(document, leaves));
        NumericDocValues numbers = leaf.reader().getNumericDocValues(LuceneFields.NUMBER);
        if (numbers == null || !numbers.advanceExact(document - leaf.docBase)) {
            throw new IOException("document " + document + " of the index has no number");
        }
        return numbers.longValue();
    }

    /** {@inheritDoc} That of Lucene's profiler, without the cache of queries. */
    @Override
    public String explain(SearchRequest request) throws DriverException {
        return target.withIndex(index -> {
            IndexSearcher used = index.acquire();
            try {
                return new LuceneProfile(used.getIndexReader(), clock).of(profiler -> {
                    if (request.query().hasWords()) {
                        words(profiler, request, request.top());
                    }
                    if (request.query().vector() != null) {
                        near(profiler, request);
                    }
                });
            } finally {
                LuceneIndex.release(used);
            }
        });
    }

    @Override
    public void close() {
        // There is nothing of its own to give back.
    }
}
