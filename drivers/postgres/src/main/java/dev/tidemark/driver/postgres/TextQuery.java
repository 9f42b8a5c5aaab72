package dev.tidemark.driver.postgres;

import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A query as PostgreSQL's text search takes it.
 *
 * @param function that reads it, with a question mark in the place of the text
 * @param matching what documents must match
 * @param ranking  what they are ranked by: the words that they must or may have
 */
record TextQuery(String function, String matching, String ranking) {

    /** As it is, with no dictionary in between. */
    private static final String EXACT = "?::tsquery";
    /** In the form that search engines of the web have taught people. */
    private static final String RAW = "websearch_to_tsquery('simple', ?)";

    static TextQuery of(SearchQuery query) {
        return query.raw() == null ? of(query.clauses()) : new TextQuery(RAW, query.raw(), query.raw());
    }

    /** Words that may occur only matter to the ranking where others must. */
    private static TextQuery of(List<Clause> clauses) {
        String must = joined(clauses, Occur.MUST, " & ");
        String should = joined(clauses, Occur.SHOULD, " | ");
        String not = joined(clauses, Occur.MUST_NOT, " | ");
        String wanted = must.isEmpty() ? should : must;
        String ranking = must.isEmpty() || should.isEmpty() ? wanted
                : joined(clauses, Occur.MUST, " | ") + " | " + should;
        boolean lessSome = !wanted.isEmpty() && !not.isEmpty();
        return new TextQuery(EXACT, lessSome ? "(" + wanted + ") & !(" + not + ")" : wanted, ranking);
    }

    private static String joined(List<Clause> clauses, Occur occur, String operator) {
        return clauses.stream().filter(c -> c.occur() == occur).map(TextQuery::phrase)
                .collect(Collectors.joining(operator));
    }

    private static String phrase(Clause clause) {
        String words = clause.words().stream().map(TextVector::quoted).collect(Collectors.joining(" <-> "));
        return clause.words().size() == 1 ? words : "(" + words + ")";
    }
}
