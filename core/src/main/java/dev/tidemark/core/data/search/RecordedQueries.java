package dev.tidemark.core.data.search;

import module java.base;

/** The queries of a log, in its order, in the engine's own language or as they were sent. */
public final class RecordedQueries implements Queries {

    private final int[] ids;
    private final SearchQuery[] queries;
    /** Place of the question that comes first. */
    private final int first;

    public RecordedQueries(QueryLog log) {
        this(log, SearchQuery::raw, UnaryOperator.identity());
    }

    /**
     * @param written what is asked where only a text is known
     * @param changed of each request that is known as it was sent, what is sent
     */
    public RecordedQueries(QueryLog log, Function<String, SearchQuery> written, UnaryOperator<SentRequest> changed) {
        ids = log.ids();
        queries = IntStream.range(0, log.distinct().size()).mapToObj(i -> log.requests().isEmpty()
                || log.requests().get(i) == null ? written.apply(log.distinct().get(i))
                : SearchQuery.sent(changed.apply(log.requests().get(i)))).toArray(SearchQuery[]::new);
        first = 0;
    }

    private RecordedQueries(int[] ids, SearchQuery[] queries, int first) {
        this.ids = ids;
        this.queries = queries;
        this.first = first;
    }

    /** So many at its end, after which it begins again; of a shorter log all. */
    public RecordedQueries last(long most) {
        return new RecordedQueries(ids, queries, (int) Math.max(0, ids.length - most));
    }

    /**
     * Of queries in the order in which they are asked.
     *
     * @param changed of each different one, what is asked
     */
    public RecordedQueries(List<SearchQuery> recorded, UnaryOperator<SearchQuery> changed) {
        Map<SearchQuery, Integer> known = new LinkedHashMap<>();
        ids = recorded.stream().mapToInt(query -> known.computeIfAbsent(query, _ -> known.size())).toArray();
        queries = known.keySet().stream().map(changed).toArray(SearchQuery[]::new);
        first = 0;
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
        return ids[(int) ((first + n) % ids.length)];
    }

    @Override
    public SearchQuery query(int id) {
        return queries[id];
    }
}
