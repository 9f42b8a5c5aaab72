package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;

/** Finds documents by reading all of them. */
final class NaiveSearch {

    private final List<SearchDocument> documents = new ArrayList<>();
    private final List<List<String>> words = new ArrayList<>();

    NaiveSearch(SearchDocuments all) throws IOException {
        for (long n = 0; n < all.count(); n++) {
            SearchDocument document = all.document(n);
            documents.add(document);
            words.add(List.of(document.text().split(" ")));
        }
    }

    /** Numbers of the documents that match. */
    Set<Long> matches(SearchQuery query) {
        Set<Long> found = new TreeSet<>();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i).bucket() < query.below() && matches(query.clauses(), words.get(i))) {
                found.add(documents.get(i).number());
            }
        }
        return found;
    }

    private static boolean matches(List<Clause> clauses, List<String> text) {
        boolean anyMust = clauses.stream().anyMatch(c -> c.occur() == Occur.MUST);
        boolean must = clauses.stream().filter(c -> c.occur() == Occur.MUST).allMatch(c -> has(text, c));
        boolean not = clauses.stream().filter(c -> c.occur() == Occur.MUST_NOT).noneMatch(c -> has(text, c));
        boolean should = clauses.stream().filter(c -> c.occur() == Occur.SHOULD).anyMatch(c -> has(text, c));
        return must && not && (anyMust || should);
    }

    private static boolean has(List<String> text, Clause clause) {
        return Collections.indexOfSubList(text, clause.words()) >= 0;
    }
}
