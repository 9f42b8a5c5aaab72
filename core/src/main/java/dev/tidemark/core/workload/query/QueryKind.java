package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.load.OperationKinds;
import dev.tidemark.core.param.Types;

/** The kinds of queries that are distinguished; each has percentiles of its own. */
enum QueryKind {
    /** One word. */
    TERM,
    /** Words in a row. */
    PHRASE,
    /** Several clauses. */
    BOOLEAN,
    /** Words among some of the documents. */
    FILTERED,
    /** Neighbours of a vector. */
    VECTOR,
    /** Words and a vector. */
    HYBRID,
    /** In the engine's own language, as a log has it. */
    RECORDED;

    /** The step whose duration is what the engine says. */
    static final String ENGINE = "engine";

    private static final List<String> NAMES = Arrays.stream(values()).map(Types::word).toList();

    static final OperationKinds ALL = new OperationKinds(NAMES, List.of(ENGINE));

    static QueryKind of(SearchQuery query) {
        if (query.isOwn()) {
            return RECORDED;
        } else if (query.vector() != null) {
            return query.hasWords() ? HYBRID : VECTOR;
        } else if (query.isFiltered()) {
            return FILTERED;
        }
        boolean single = query.clauses().size() == 1;
        return !single ? BOOLEAN : query.clauses().getFirst().words().size() == 1 ? TERM : PHRASE;
    }
}
