package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.RecordedQueries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.data.search.VectorFile;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Definitions;

/** An index that others have made, which is asked as it is: nothing on its server is made, changed or dropped. */
record OwnIndex(SearchTarget target, State before) {

    /** What an index is, or why that is not known. */
    private record State(String text, boolean known) {}

    /** What is said of generated documents and queries beside what an index is built by. */
    private static final List<Param<?>> GENERATED = List.of(QueryParams.MIX, QueryParams.DISTINCT, QueryParams.REPEATS,
            QueryParams.OVERLAP, QueryParams.FILTERED_OUT, QueryUpdates.KIND, QueryUpdates.REFRESH_INTERVAL);
    /** What is said of queries by vector, which need a field. */
    private static final List<Param<?>> OF_VECTORS = List.of(QueryParams.QUERY_VECTORS, QueryParams.CANDIDATES,
            QueryParams.RECALL_SAMPLES, QueryParams.LEAST_RECALL);
    /** What says what is asked of it. */
    private static final List<Param<?>> QUERY_PARAMS = List.of(QueryParams.LOG, QueryParams.TEMPLATE,
            QueryParams.TEMPLATE_TEXT, QueryParams.QUERY_VECTORS);
    /** What is said of requests, which only servers are sent. */
    private static final List<Param<?>> OF_REQUESTS = List.of(QueryParams.REQUEST_PARAMETERS, QueryUpdates.RATE,
            QueryUpdates.REQUESTS);

    /** What is mostly asked of OpenSearch, behind {@code /_}. */
    private static final List<String> SEARCHES = List.of("search", "msearch", "count");

    static boolean isOf(Values values) {
        return SearchParams.ownIndex(values).isPresent();
    }

    /** Whether it is searched by texts, in a folder of this machine; else a server is sent requests. */
    private static boolean isFolder(Values values) {
        return SearchParams.ownFolder(values).isPresent();
    }

    /** What is asked; of requests that is all of each where they are sent, and the query where there are none. */
    static QueryLog log(Values values) {
        return QueryLog.read(values.get(QueryParams.LOG), !isFolder(values));
    }

    /** By what its requests are drawn; empty where a log has them. */
    static Optional<QueryTemplate> template(Values values) {
        return QueryTemplate.of(values, isFolder(values));
    }

    /** Without what has no effect then. */
    static Values effective(Values values) {
        Values left = values;
        for (Param<?> param : withoutEffect(values).toList()) {
            left = values.origin(param).isExplicit() ? left : left.with(param, null, values.origin(param));
        }
        // Its owner may change it meanwhile, which is told, and makes no answer wrong; an open folder stays as it was.
        return isFolder(values) || left.origin(QueryParams.COMPARE).isExplicit() ? left
                : left.with(QueryParams.COMPARE, false, left.origin(QueryParams.COMPARE));
    }

    private static Stream<Param<?>> withoutEffect(Values values) {
        List<Param<?>> ofOthers = isFolder(values) ? OF_REQUESTS : List.of(QueryParams.COUNT_ALL);
        return values.params().all().stream().filter(param -> SearchParams.isOfOurs(param)
                || GENERATED.contains(param) || ofOthers.contains(param)
                || values.find(QueryParams.VECTOR_FIELD).isEmpty() && OF_VECTORS.contains(param));
    }

    /** @throws InvalidInputException when something is said that has no meaning then, or nothing is to be asked */
    static void check(Values values) {
        withoutEffect(values).filter(param -> values.origin(param).isExplicit() && values.find(param).isPresent())
                .findFirst().ifPresent(param -> {
                    throw new InvalidInputException(param.name() + " has no meaning with " + SearchParams.INDEX
                            + ": the index is there, and is asked as it is; leave one of them out");
                });
        if (!QueryUpdates.ofOwn(values) && values.find(QueryUpdates.RATE).isPresent()) {
            throw new InvalidInputException(QueryUpdates.RATE.name() + ": with " + SearchParams.INDEX + " what changes "
                    + "it is said by " + QueryUpdates.REQUESTS.name() + ", a file of requests");
        }
        if (QUERY_PARAMS.stream().filter(param -> values.find(param).isPresent()).count() != 1) {
            throw new InvalidInputException(SearchParams.INDEX + ": what is to be asked of it is said by query-log, a "
                    + "file of requests or of queries, or by query-template or query-template-text, by which they are "
                    + "drawn, or by query-vectors with vector-field; by one of them");
        }
        SearchParams.ownFolder(values).filter(folder -> !Files.isDirectory(folder)).ifPresent(folder -> {
            throw new InvalidInputException(SearchParams.INDEX + ": " + folder + (Files.exists(folder)
                    ? " is no folder" : " does not exist"));
        });
        if (values.get(QueryParams.CACHE) == QueryParams.Cache.COLD && !isFolder(values)) {
            throw new InvalidInputException("cache: cold has no meaning with " + SearchParams.INDEX
                    + ", of which nothing is emptied");
        }
        template(values).ifPresent(QueryTemplate::check);
        values.find(QueryParams.LOG).ifPresent(_ -> requireReading(log(values)));
        values.find(QueryParams.QUERY_VECTORS).ifPresent(VectorFile::ofQueries);
    }

    /** The fields that what is asked names; empty where requests are a log's, which name what they like. */
    static Optional<String> named(Values values) {
        Set<String> fields = template(values).map(QueryTemplate::fields).orElse(Set.of());
        return fields.isEmpty() ? values.find(QueryParams.VECTOR_FIELD) : Optional.of(String.join(" ", fields));
    }

    /** @throws InvalidInputException when it has not what {@link #named} says, or not so that it can be asked */
    static void requireNamed(Values values, SearchTarget target) {
        template(values).ifPresent(template -> template.draw(new IndexTerms(target, 0), 0, 0, 0));
        if (values.find(QueryParams.VECTOR_FIELD).isPresent()) {
            field(values, target);
        }
    }

    /** @throws InvalidInputException when there is none that vectors of the file can be compared with */
    static VectorField field(Values values, SearchTarget target) {
        String setting = QueryParams.VECTOR_FIELD.name() + ": ";
        try {
            VectorField field = target.vectorField(values.get(QueryParams.VECTOR_FIELD));
            int dimension = VectorFile.ofQueries(values.get(QueryParams.QUERY_VECTORS)).dimension();
            if (field.dimension() > 0 && field.dimension() != dimension) {
                throw new InvalidInputException(setting + "the vectors of '" + field.name() + "' have "
                        + field.dimension() + " numbers, and those of " + values.get(QueryParams.QUERY_VECTORS) + " "
                        + dimension);
            }
            return field;
        } catch (DriverException e) {
            throw new InvalidInputException(setting + e.getMessage());
        }
    }

    /** @throws InvalidInputException when something is said that has no meaning without such an index */
    static void checkAbsent(Values values) {
        List.of(QueryParams.TEMPLATE, QueryParams.TEMPLATE_TEXT, QueryParams.VECTOR_FIELD,
                        QueryParams.REQUEST_PARAMETERS, QueryUpdates.REQUESTS, QueryUpdates.ALLOWED).stream()
                .filter(param -> values.origin(param).isExplicit() && values.find(param).isPresent()
                        && !values.text(param).equals("false")).findFirst().ifPresent(param -> {
                            throw new InvalidInputException(param.name() + " has no meaning without "
                                    + SearchParams.INDEX + ", an index of your own: all else is made by the driver");
                        });
    }

    /** @throws InvalidInputException when one of the requests is not known to change nothing */
    private static void requireReading(QueryLog log) {
        log.requests().stream().filter(request -> request != null && !request.onlyReads()).findFirst()
                .ifPresent(request -> {
                    throw new InvalidInputException(QueryParams.LOG.name() + ": " + refusalOf(request));
                });
    }

    /** That a request may do more than ask, by what is known of paths: a slip in one makes it another. */
    static String refusalOf(SentRequest request) {
        Optional<String> index = !request.path().startsWith("/_") || request.path().indexOf('/', 1) > 0
                ? Optional.empty() : Suggestions.of(request.path().substring(2), SEARCHES);
        return request.address() + index.map(name -> " is not known to ask only (did you mean '/_" + name + "'?)")
                .orElse(" does more than ask") + "; what changes an index is sent as " + QueryUpdates.REQUESTS.name();
    }

    /** The requests of a log, as they were sent but for the parameters that are said to be others. */
    static RecordedQueries requests(Values values, QueryLog log, SearchTarget target) {
        UnaryOperator<SentRequest> changed = changed(values);
        int top = Math.toIntExact(values.get(QueryParams.TOP));
        return new RecordedQueries(log, text -> target.request(text, top).map(request -> SearchQuery.sent(
                changed.apply(request))).orElseGet(() -> SearchQuery.raw(text)), changed);
    }

    /** Drawn requests, with the parameters that are said to be others. */
    static Queries requests(Values values, List<SearchQuery> drawn) {
        UnaryOperator<SentRequest> changed = changed(values);
        return new RecordedQueries(drawn, query -> query.sent() == null ? query
                : SearchQuery.sent(changed.apply(query.sent())));
    }

    /** Of a query that is a request, the one with the parameters that are said to be others. */
    static SearchQuery changed(Values values, SearchQuery query) {
        return query.sent() == null ? query : SearchQuery.near(query.vector(), query.in(),
                changed(values).apply(query.sent()));
    }

    private static UnaryOperator<SentRequest> changed(Values values) {
        Map<String, String> others = values.find(QueryParams.REQUEST_PARAMETERS).map(Definitions::values)
                .orElse(Map.of());
        return request -> request.with(others);
    }

    /** What it is before anything is asked. */
    static OwnIndex of(SearchTarget target) {
        return new OwnIndex(target, stateOf(target));
    }

    private static State stateOf(SearchTarget target) {
        try {
            return new State(target.state(), true);
        } catch (DriverException e) {
            return new State("it could not be asked: " + e.getMessage(), false);
        }
    }

    /** That it has become another one meanwhile, or that nobody knows, as a sentence. */
    Optional<String> change() {
        State after = stateOf(target);
        boolean known = before.known() && after.known();
        return known && after.equals(before) ? Optional.empty() : Optional.of((known
                ? "The index has changed while it was measured. "
                : "Whether the index has changed while it was measured is not known. ")
                + "Before: " + before.text() + ". After: " + after.text() + ".");
    }
}
