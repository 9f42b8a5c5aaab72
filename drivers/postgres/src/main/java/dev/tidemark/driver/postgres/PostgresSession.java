package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery.Clause;
import dev.tidemark.core.data.search.SearchQuery.Occur;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.driver.search.RankFusion;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.param.Printable;
import dev.tidemark.driver.postgres.SearchTable.Vectors;
import java.sql.Array;
import java.util.List;
import java.util.stream.Collectors;

/** One worker's side, which searches, too. */
final class PostgresSession extends JdbcSession implements SearchSession {

    private static final int LONGEST_EXPLANATION = 4000;

    private final SearchTable table;

    PostgresSession(PostgresTarget target, SearchTable table) {
        super(target);
        this.table = table;
    }

    /** A statement with texts as its parameters. */
    private record Question(String sql, List<String> parameters) {}

    /** {@inheritDoc} All or none here, in one statement. */
    @Override
    public void add(List<SearchDocument> documents) throws Exception {
        Map<Long, SearchDocument> last = new LinkedHashMap<>();
        documents.forEach(document -> last.put(document.number(), document));
        call(connection -> {
            store(connection, last.values());
            return null;
        });
        table.count(last.size());
    }

    private void store(JdbcConnection connection, Collection<SearchDocument> documents) throws SQLException {
        Optional<Vectors> vectors = table.vectors(connection);
        PreparedStatement statement = connection.prepared(insert(vectors));
        set(statement, 1, "int8", documents, SearchDocument::number);
        set(statement, 2, "int4", documents, SearchDocument::bucket);
        set(statement, 3, "text", documents, document -> TextVector.of(document.text()));
        if (vectors.isPresent()) {
            set(statement, 4, "text", documents,
                    document -> document.vector() == null ? null : VectorSettings.text(document.vector()));
        }
        statement.executeUpdate();
    }

    private String insert(Optional<Vectors> vectors) {
        String columns = "number, bucket, words" + (vectors.isPresent() ? ", near" : "");
        return "INSERT INTO " + table.name() + " (" + columns + ") SELECT number, bucket, words::tsvector"
                + vectors.map(v -> ", near::" + v.type()).orElse("") + " FROM unnest(?::int8[], ?::int4[], ?::text[]"
                + (vectors.isPresent() ? ", ?::text[]" : "") + ") AS added (" + columns + ") ON CONFLICT (number) DO "
                + "UPDATE SET bucket = EXCLUDED.bucket, words = EXCLUDED.words"
                + (vectors.isPresent() ? ", near = EXCLUDED.near" : "");
    }

    private static void set(PreparedStatement statement, int parameter, String type,
            Collection<SearchDocument> documents, Function<SearchDocument, Object> of) throws SQLException {
        Connection connection = statement.getConnection();
        Array array = connection.createArrayOf(type, documents.stream().map(of).toArray());
        statement.setArray(parameter, array);
    }

    @Override
    public void search(SearchRequest request, SearchAnswer into) throws Exception {
        SearchQuery query = request.query();
        if (query.vector() != null) {
            requireVectors(request);
        }
        into.clear();
        reading(connection -> {
            if (query.vector() == null) {
                words(connection, request, into);
            } else if (!query.hasWords()) {
                near(connection, request, request.top(), into);
                into.hits = into.size();
            } else {
                both(connection, request, into);
            }
            return null;
        });
    }

    private void requireVectors(SearchRequest request) throws Exception {
        if (reading(table::vectors).isEmpty()) {
            throw new DriverException("the index has no vectors");
        }
        if (table.settings().index() == PostgresParams.VectorIndex.HNSW) {
            VectorSettings.requireCandidates(request.candidates());
        }
    }

    private void words(JdbcConnection connection, SearchRequest request, SearchAnswer into) throws SQLException {
        try (ResultSet rows = execute(connection, words(request.query(), request.top(), request.countsAll()))) {
            while (rows.next()) {
                into.add(rows.getLong(1), rows.getFloat(2));
                if (request.countsAll()) {
                    into.hits = rows.getLong(3);
                }
            }
        }
        if (!request.countsAll()) {
            into.hits = into.size();
            into.exact = into.size() < request.top();
        }
    }

    /** Counts in the same statement, so that what is counted is what is ranked. */
    private Question words(SearchQuery query, int top, boolean countsAll) {
        TextQuery text = TextQuery.of(query);
        String matching = "SELECT number, ts_rank(words, " + text.function() + ") AS score FROM " + table.name()
                + " WHERE words @@ " + text.function() + (query.isFiltered() ? " AND bucket < " + query.below() : "");
        String best = " ORDER BY score DESC, number LIMIT " + top;
        return new Question(countsAll
                ? "WITH hits AS MATERIALIZED (" + matching
                + ") SELECT number, score, (SELECT count(*) FROM hits) FROM hits"
                + best : matching + best, List.of(text.ranking(), text.matching()));
    }

    private void near(JdbcConnection connection, SearchRequest request, int top, SearchAnswer into)
            throws SQLException, DriverException {
        Vectors vectors = table.vectors(connection).orElseThrow();
        table.settings().check(connection, request.candidates(), vectors.lists());
        try (ResultSet rows = execute(connection, near(vectors, request.query(), top))) {
            while (rows.next()) {
                into.add(rows.getLong(1), rows.getFloat(2));
            }
        }
    }

    /** A relaxed scan finds them in about their order, while the planner takes it for exact: hence the sum. */
    private Question near(Vectors vectors, SearchQuery query, int top) {
        return new Question("SELECT number, " + table.settings().score() + " FROM (SELECT number, near OPERATOR("
                + vectors.schema() + "." + table.settings().operator() + ") ?::" + vectors.type()
                + " AS distance FROM " + table.name()
                + (query.isFiltered() ? " WHERE bucket < " + query.below() : "") + " ORDER BY distance LIMIT " + top
                + ") AS nearest ORDER BY distance + 0, number", List.of(VectorSettings.text(query.vector())));
    }

    private void both(JdbcConnection connection, SearchRequest request, SearchAnswer into)
            throws SQLException, DriverException {
        int candidates = request.candidates();
        SearchAnswer near = new SearchAnswer(candidates);
        near(connection, request, candidates, near);
        SearchAnswer words = new SearchAnswer(candidates);
        words(connection, new SearchRequest(request.query(), candidates, false, candidates), words);
        RankFusion.join(words, near, request.top(), into);
    }

    private static ResultSet execute(JdbcConnection connection, Question question) throws SQLException {
        PreparedStatement statement = connection.prepared(question.sql());
        for (int i = 0; i < question.parameters().size(); i++) {
            statement.setString(i + 1, question.parameters().get(i));
        }
        return statement.executeQuery();
    }

    /** {@inheritDoc} PostgreSQL's {@code EXPLAIN (ANALYZE, BUFFERS)}. */
    @Override
    public String explain(SearchRequest request) throws Exception {
        SearchQuery query = request.query();
        if (query.vector() != null) {
            requireVectors(request);
        }
        return reading(connection -> {
            List<String> plans = new ArrayList<>();
            int limit = query.vector() != null && query.hasWords() ? request.candidates() : request.top();
            if (query.hasWords()) {
                plans.addAll(explained(connection,
                        words(query, limit, request.countsAll() && query.vector() == null)));
            }
            if (query.vector() != null) {
                Vectors vectors = table.vectors(connection).orElseThrow();
                table.settings().check(connection, request.candidates(), vectors.lists());
                plans.addAll(explained(connection, near(vectors, query, limit)));
            }
            String all = String.join("\n", plans).replaceAll("'\\[[^']*\\]'", "'[…]'");
            return Printable.shortened(all, LONGEST_EXPLANATION);
        });
    }

    private static List<String> explained(JdbcConnection connection, Question question) throws SQLException {
        return connection.texts("EXPLAIN (ANALYZE, BUFFERS) " + question.sql(),
                question.parameters().toArray(String[]::new));
    }

    /**
     * A query as PostgreSQL's text search takes it.
     *
     * @param function that reads it, with a question mark in the place of the text
     * @param matching what documents must match
     * @param ranking  what they are ranked by: the words that they must or may have
     */
    private record TextQuery(String function, String matching, String ranking) {

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
            String included = must.isEmpty() ? should : must;
            String ranking = must.isEmpty() || should.isEmpty() ? included
                    : joined(clauses, Occur.MUST, " | ") + " | " + should;
            boolean lessSome = !included.isEmpty() && !not.isEmpty();
            return new TextQuery(EXACT, lessSome ? "(" + included + ") & !(" + not + ")" : included, ranking);
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
}
