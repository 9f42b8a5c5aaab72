package dev.tidemark.core.driver.trial;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;

/** Tries an index of a few documents, whose answers are known. */
record SearchTrials(OpenTarget opened) {

    /** What finds every document in the languages of all search engines. */
    private static final String ALL = "*:*";
    private static final int DIMENSION = 4;
    private static final int TOP = 10;
    private static final int CANDIDATES = 50;
    private static final List<String> TEXTS = List.of("salt sea wind tide", "salt tide", "sea wind",
            "wind sea sea salt", "harbour");

    /** Words, phrases, words that must not occur, filters, and documents that are replaced. */
    void words() throws Exception {
        SearchTarget target = indexed(0);
        try (SearchSession session = target.session(0, SearchSession.class)) {
            require(session, SearchQuery.of(List.of(must("tide"))), Set.of(0L, 1L));
            require(session, SearchQuery.of(List.of(must("salt"), must("sea"))), Set.of(0L, 3L));
            require(session, SearchQuery.of(List.of(should("tide"), should("harbour"))), Set.of(0L, 1L, 4L));
            require(session, SearchQuery.of(List.of(must("sea", "wind"))), Set.of(0L, 2L));
            require(session, SearchQuery.of(List.of(must("salt"), not("wind"))), Set.of(1L));
            require(session, SearchQuery.of(List.of(must("sea"))).below(3), Set.of(0L, 2L));
            require(session, SearchQuery.of(List.of(must("nowhere"))), Set.of());
            session.add(List.of(new SearchDocument(4, "salt harbour", 4, null)));
            target.refresh();
            require(session, SearchQuery.of(List.of(must("salt"))), Set.of(0L, 1L, 3L, 4L));
            requireStatistics(target);
        }
    }

    private static void requireStatistics(SearchTarget target) throws Exception {
        long documents = target.statistics().documents();
        if (documents != TEXTS.size()) {
            throw new WrongAnswerException("of " + TEXTS.size() + " documents the target reports " + documents);
        }
    }

    /** Neighbours of a vector, among all documents and among those of a filter, and words beside a vector. */
    void vectors() throws Exception {
        SearchTarget target = indexed(DIMENSION);
        try (SearchSession session = target.session(0, SearchSession.class)) {
            requireFirst(session, SearchQuery.near(vector(3)), 3);
            requireFirst(session, SearchQuery.near(vector(3)).below(3), 2);
            requireFirst(session, new SearchQuery(List.of(must("harbour")), null, SearchDocument.BUCKETS, vector(4)),
                    4);
        }
    }

    /** Asks an index that others have made for all of it. @return what it holds */
    String existing() throws Exception {
        SearchTarget target = Trials.as(SearchTarget.class, opened);
        SearchQuery all = target.request(ALL, TOP).map(SearchQuery::sent).orElseGet(() -> SearchQuery.raw(ALL));
        try (SearchSession session = target.session(0, SearchSession.class)) {
            long hits = ask(session, all).hits;
            return (hits == SearchAnswer.UNKNOWN ? "" : ALL + " finds " + hits + "; ") + target.state();
        }
    }

    private SearchTarget indexed(int dimension) throws Exception {
        SearchTarget target = Trials.as(SearchTarget.class, opened);
        target.makeSearchIndex(dimension);
        try (SearchSession session = target.session(0, SearchSession.class)) {
            List<SearchDocument> all = new ArrayList<>();
            for (int n = 0; n < TEXTS.size(); n++) {
                all.add(new SearchDocument(n, TEXTS.get(n), n, dimension == 0 ? null : vector(n)));
            }
            session.add(all);
        }
        target.refresh();
        return target;
    }

    /** Of length 1, turned further from the first axis with each document, so that the next number is the nearest. */
    private static float[] vector(int n) {
        return new float[] {(float) Math.cos(0.3 * n), (float) Math.sin(0.3 * n), 0, 0};
    }

    private static Clause must(String... words) {
        return new Clause(Occur.MUST, List.of(words));
    }

    private static Clause should(String... words) {
        return new Clause(Occur.SHOULD, List.of(words));
    }

    private static Clause not(String... words) {
        return new Clause(Occur.MUST_NOT, List.of(words));
    }

    private static SearchAnswer ask(SearchSession session, SearchQuery query) throws Exception {
        SearchAnswer answer = new SearchAnswer(TOP);
        session.search(new SearchRequest(query, TOP, true, CANDIDATES), answer);
        return answer;
    }

    private static void require(SearchSession session, SearchQuery query, Set<Long> expected) throws Exception {
        SearchAnswer answer = ask(session, query);
        Set<Long> found = new TreeSet<>();
        for (int i = 0; i < answer.size(); i++) {
            found.add(answer.number(i));
        }
        if (!found.equals(expected) || answer.hits != expected.size() || !answer.exact) {
            throw new WrongAnswerException(query + " was answered with documents " + found + " of " + answer.hits
                    + ", though it should be " + new TreeSet<>(expected));
        }
    }

    private static void requireFirst(SearchSession session, SearchQuery query, long first) throws Exception {
        SearchAnswer answer = ask(session, query);
        if (answer.size() == 0 || answer.number(0) != first) {
            throw new WrongAnswerException(query + " was answered with "
                    + (answer.size() == 0 ? "nothing" : "document " + answer.number(0) + " first")
                    + ", though it should be document " + first);
        }
    }
}
