package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.ExistingIndexTarget;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.time.Clock;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/** One worker's side of an index that others have made. */
final class ExistingSession implements SearchSession {

    private final ExistingTarget target;
    private final ExistingQueries queries;
    private final ExistingQueryParser parser;
    private final DocumentIds ids;
    private final Clock clock;

    /** @param ids null where documents are told by Lucene's numbers */
    ExistingSession(ExistingTarget target, ExistingQueries queries, DocumentIds ids, Clock clock) {
        this.target = target;
        this.queries = queries;
        this.parser = queries.parser();
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public void add(List<SearchDocument> documents) throws DriverException {
        throw ExistingIndexTarget.readOnly();
    }

    @Override
    public void search(SearchRequest request, SearchAnswer into) throws DriverException {
        target.search(searcher -> {
            into.clear();
            long start = clock.nanoTime();
            TopDocs found = found(searcher, request);
            into.engineNanos = clock.nanoTime() - start;
            into.hits = request.query().in() == null ? found.totalHits.value() : found.scoreDocs.length;
            into.exact = found.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
            into.internal = ids == null;
            for (ScoreDoc hit : found.scoreDocs) {
                if (ids == null) {
                    into.add(hit.doc, hit.score);
                } else {
                    into.add(ids.of(searcher, hit.doc), hit.score);
                }
            }
            return null;
        });
    }

    private TopDocs found(IndexSearcher searcher, SearchRequest request) throws IOException, DriverException {
        SearchQuery query = request.query();
        return LuceneSession.found(searcher, query.in() == null ? LuceneQueries.parsed(parser, query.raw())
                : ExistingVectors.query(queries.fields(), query, request.candidates()), request, request.top());
    }

    /** {@inheritDoc} That of Lucene's profiler, without the cache of queries. */
    @Override
    public String explain(SearchRequest request) throws DriverException {
        return target.search(searcher -> new LuceneProfile(searcher.getIndexReader(), clock)
                .of(profiler -> found(profiler, request)));
    }

    @Override
    public void close() {
        // There is nothing of its own to give back.
    }
}
