package dev.tidemark.driver.lucene;

import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.driver.DriverException;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.IntField;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.RescoreTopNQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;

/** Queries in Lucene's classes. Not thread-safe. */
final class LuceneQueries {

    private final QueryParser parser = new QueryParser(LuceneFields.TEXT, new WhitespaceAnalyzer());
    private final boolean exactly;

    /** @param exactly whether neighbours that were found are ranked anew by the vectors as they were given */
    LuceneQueries(boolean exactly) {
        this.exactly = exactly;
    }

    /** Of the words, among the documents of the filter. @throws DriverException when its text cannot be understood */
    Query words(SearchQuery query) throws DriverException {
        if (query.raw() != null && !query.isFiltered()) {
            return parsed(query.raw());
        }
        if (query.clauses().size() == 1 && query.clauses().getFirst().occur() != SearchQuery.Occur.MUST_NOT
                && !query.isFiltered()) {
            return of(query.clauses().getFirst());
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        if (query.raw() != null) {
            all.add(parsed(query.raw()), BooleanClause.Occur.MUST);
        }
        for (Clause clause : query.clauses()) {
            all.add(of(clause), switch (clause.occur()) {
                case MUST -> BooleanClause.Occur.MUST;
                case SHOULD -> BooleanClause.Occur.SHOULD;
                case MUST_NOT -> BooleanClause.Occur.MUST_NOT;
            });
        }
        boolean optional = query.raw() == null && query.clauses().stream().noneMatch(
                c -> c.occur() == SearchQuery.Occur.MUST);
        if (query.isFiltered()) {
            all.add(filter(query), BooleanClause.Occur.FILTER);
            all.setMinimumNumberShouldMatch(optional ? 1 : 0); // beside a filter it would be none
        }
        return all.build();
    }

    /** The neighbours of the vector, among the documents of the filter. */
    Query near(SearchQuery query, int candidates) {
        Query near = new KnnFloatVectorQuery(LuceneFields.VECTOR, query.vector(), candidates,
                query.isFiltered() ? filter(query) : null);
        return exactly ? RescoreTopNQuery.createFullPrecisionRescorerQuery(near, query.vector(), LuceneFields.VECTOR,
                candidates) : near;
    }

    private static Query filter(SearchQuery query) {
        return IntField.newRangeQuery(LuceneFields.BUCKET, 0, query.below() - 1);
    }

    private Query parsed(String text) throws DriverException {
        return parsed(parser, text);
    }

    /** @throws DriverException when the text cannot be understood */
    static Query parsed(QueryParser parser, String text) throws DriverException {
        try {
            return parser.parse(text);
        } catch (ParseException | IllegalArgumentException | TooComplexToDeterminizeException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
            throw new DriverException("the query cannot be understood: " + reason, e);
        }
    }

    private static Query of(Clause clause) {
        List<String> words = clause.words();
        return words.size() == 1 ? new TermQuery(new Term(LuceneFields.TEXT, words.getFirst()))
                : new PhraseQuery(LuceneFields.TEXT, words.toArray(String[]::new));
    }
}
