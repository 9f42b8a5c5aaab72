package dev.tidemark.core.data.search;

/** The queries of a log, in its order, in the engine's own language. */
public final class RecordedQueries implements Queries {

    private final int[] ids;
    private final SearchQuery[] queries;

    public RecordedQueries(QueryLog log) {
        ids = log.ids();
        queries = log.distinct().stream().map(SearchQuery::raw).toArray(SearchQuery[]::new);
    }

    @Override
    public int distinct() {
        return queries.length;
    }

    @Override
    public long count() {
        return ids.length;
    }

    @Override
    public int at(long n) {
        return ids[(int) (n % ids.length)];
    }

    @Override
    public SearchQuery query(int id) {
        return queries[id];
    }
}
