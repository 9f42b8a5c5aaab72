package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import java.util.Locale;

/** One of the slowest queries in a sentence: what it asked, what it took, and how the engine explains that. */
final class SlowQueryNote {

    private static final int LONGEST_QUERY = 200;
    private static final int LONGEST_TIMING = 600;

    private SlowQueryNote() {}

    /** @param rank from 1, the slowest */
    static String of(int rank, SlowestQueries.Slow slow, Queries queries, QueryActor.AnswerOptions options,
            SearchSession session) throws Exception {
        SearchQuery query = queries.query(slow.query());
        SearchRequest request = options.of(query);
        SearchAnswer answer = new SearchAnswer(options.top());
        session.search(request, answer);
        String timing = session.explain(request).strip().replaceAll("\\s+", " ");
        return String.format(Locale.ROOT, "Slow query %d: %s took %.3f ms and %s%s.", rank,
                cut(query.toString(), LONGEST_QUERY), slow.nanos() / 1e6, hits(answer),
                timing.isEmpty() ? "" : "; asked again, the engine says: " + cut(timing, LONGEST_TIMING));
    }

    private static String hits(SearchAnswer answer) {
        return answer.hits == SearchAnswer.UNKNOWN ? "does not tell its hits" : "has " + (answer.exact ? "" : "at least ")
                + answer.hits + (answer.hits == 1 ? " hit" : " hits");
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
