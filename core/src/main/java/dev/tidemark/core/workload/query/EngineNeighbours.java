package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;

/**
 * The neighbours in an index that others have made, whose documents nobody here knows: the engine itself is asked for
 * them by a query that looks at all vectors, and for more than are wanted, so that those are known that lie as far away
 * as the last.
 *
 * @param exact the query for {@link #candidates} neighbours of a vector
 */
record EngineNeighbours(SearchSession session, Function<float[], SearchQuery> exact) implements Neighbours {

    /** What lies closer together than this share is as far away: engines round. */
    private static final float TIE = 1e-6f;

    /** Servers answer no more at a time, unless they are told. */
    private static final int MOST = 10_000;

    /** How many are asked for where so many are wanted. */
    static int candidates(int top) {
        return Math.max(top, Math.min(2 * top, MOST));
    }

    @Override
    public Found among(SearchQuery query, int top, long[] answered) throws Exception {
        int candidates = candidates(top);
        SearchAnswer answer = new SearchAnswer(candidates);
        session.search(new SearchRequest(exact.apply(query.vector()), candidates, false, candidates), answer);
        if (answer.missingShards > 0 || answer.partial != null) {
            throw new DriverException("not all shards returned the exact neighbours");
        }
        int found = answer.size();
        while (found > 0 && answer.score(found - 1) <= 0) {
            found--; // what has no vector has no score
        }
        int count = Math.min(top, found);
        Set<Long> near = new HashSet<>();
        for (int i = 0; i < found && (i < count || isTied(answer.score(i), answer.score(count - 1))); i++) {
            near.add(answer.number(i));
        }
        long right = Arrays.stream(answered).distinct().filter(near::contains).count();
        return new Found((int) Math.min(count, right), count);
    }

    private static boolean isTied(float score, float last) {
        return score >= last - TIE * Math.abs(last);
    }
}
