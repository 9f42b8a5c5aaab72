package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.SplitMix64;
import dev.tidemark.core.data.search.ClusteredVectors;
import dev.tidemark.core.data.search.DirectoryTexts;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.data.search.GeneratedQueries;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.RecordedQueries;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.data.search.VectorFile;
import dev.tidemark.core.data.search.VectorQueries;
import dev.tidemark.core.data.search.VectorSource;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.script.language.Dictionary;

/**
 * What is searched and what is asked at a point.
 *
 * @param documents those of the index; null for one that others have made
 * @param vectors   the documents' and the queries'; null where there are none
 * @param warmUp    queries before the measurement
 * @param test      queries of the measurement
 * @param distance  what is near
 * @param field     whose vectors are asked for in an index that others have made; null where none are
 * @param remarks   what is to be known of the files that it comes from, in whole sentences
 * @param facts     what the results are to tell of it
 * @param warnings  what spoils the measurement of what was asked, in whole sentences
 */
record QueryContent(SearchDocuments documents, VectorSource vectors, VectorDistance distance, VectorField field,
        Queries warmUp, Queries test, List<String> remarks, List<Setting> facts, List<String> warnings) {

    /** The fact that tells requests apart which were drawn. */
    private static final String DRAWN = "requests-digest";
    /** The fact that tells what is near to a vector in an index that others have made. */
    private static final String SIMILARITY = "vector-similarity";

    /** What the index holds depends on these alone, and on the seed. */
    private static final List<Param<?>> OF_INDEX = List.of(QueryParams.DOCUMENTS, QueryParams.DOCUMENT_WORDS,
            QueryParams.VOCABULARY, QueryParams.TEXTS, QueryParams.DIMENSION, QueryParams.CLUSTERS,
            QueryParams.INTRINSIC, QueryParams.VECTORS, QueryParams.SEGMENTS);

    private QueryContent(SearchDocuments documents, VectorSource vectors, VectorDistance distance, Queries warmUp,
            Queries test, List<String> remarks) {
        this(documents, vectors, distance, null, warmUp, test, remarks, List.of(), List.of());
    }

    /** Of an index that others have made. */
    private QueryContent(VectorField field, Queries warmUp, Queries test, List<String> remarks, List<Setting> facts) {
        this(null, null, null, field, warmUp, test, remarks, facts, List.of());
    }

    /** What tells one index from another. */
    static String identity(Values values) {
        return OF_INDEX.stream().map(param -> param.name() + "=" + text(values, param))
                .collect(Collectors.joining(" "));
    }

    private static <T> String text(Values values, Param<T> param) {
        return values.find(param).isPresent() ? values.text(param) : "-";
    }

    /** Bytes of the documents' texts and vectors, about; 0 where texts come from files. */
    static long bytes(Values values) {
        double vector = values.find(QueryParams.DIMENSION).map(dimension -> (double) dimension * Float.BYTES)
                .orElse(0.0);
        return values.find(QueryParams.TEXTS).isPresent() ? 0 : Math.round(values.get(QueryParams.DOCUMENTS) * (vector
                + GeneratedDocuments.meanBytes(values.get(QueryParams.DOCUMENT_WORDS),
                Math.toIntExact(values.get(QueryParams.VOCABULARY)))));
    }

    /** @throws InvalidInputException when a file or folder can't be used, or holds less than is asked for */
    static void checkFiles(Values values) {
        if (OwnIndex.isOf(values)) {
            OwnIndex.check(values);
            return;
        }
        OwnIndex.checkAbsent(values);
        values.find(QueryParams.LOG).ifPresent(QueryLog::read);
        there(values).filter(there -> isWanted(values) && there.count() < values.get(QueryParams.DOCUMENTS))
                .ifPresent(there -> {
                    throw new InvalidInputException("documents: " + values.text(QueryParams.DOCUMENTS)
                            + " are asked for, and there are " + there.count() + " " + there.what()
                            + "; ask for no more");
                });
    }

    /** What there is at most of documents, and what that is. */
    private record There(long count, String what) {}

    private static Optional<There> there(Values values) {
        Optional<There> vectors = values.find(QueryParams.VECTORS)
                .flatMap(file -> values.find(QueryParams.QUERY_VECTORS)
                .map(queries -> new There(VectorFile.open(file, queries).count(), "vectors in " + file)));
        Optional<There> texts = values.find(QueryParams.TEXTS).map(folder -> new There(DirectoryTexts.of(folder,
                values.get(QueryParams.DOCUMENTS), null).count(), "files in " + folder));
        return Stream.concat(vectors.stream(), texts.stream()).min(Comparator.comparingLong(There::count));
    }

    /** Whether somebody has said how many documents there are to be. */
    private static boolean isWanted(Values values) {
        return values.origin(QueryParams.DOCUMENTS).isExplicit();
    }

    /** Where nobody says how many documents there are to be, those are told that there are. */
    static Values effective(Values values) {
        if (OwnIndex.isOf(values)) {
            return OwnIndex.effective(values);
        }
        try {
            return there(values).filter(there -> !isWanted(values) && there.count() < values.get(QueryParams.DOCUMENTS))
                    .map(there -> values.with(QueryParams.DOCUMENTS, there.count(),
                            values.origin(QueryParams.DOCUMENTS)))
                    .orElse(values);
        } catch (InvalidInputException e) {
            return values; // whoever looks at the files says so
        }
    }

    /** What is asked of an index that others have made. @param seed of what is drawn */
    static QueryContent ofOwn(Values values, SearchTarget target, long seed) {
        Optional<QueryTemplate> template = OwnIndex.template(values);
        if (template.isPresent()) {
            return drawn(values, template.get(), new IndexTerms(target, seed), seed);
        }
        if (values.find(QueryParams.VECTOR_FIELD).isPresent()) {
            return neighbours(values, OwnIndex.field(values, target));
        }
        QueryLog log = OwnIndex.log(values);
        RecordedQueries requests = OwnIndex.requests(values, log, target);
        return new QueryContent(null, null, null, null, warmUp(values, requests), requests, remarks(log), List.of(),
                otherwiseTimed(values, log));
    }

    /** That more was asked than there is, and so from the front again, which caches know by then. */
    Optional<String> askedAgain(Values values, long asked) {
        if (asked <= test.count()) {
            return Optional.empty();
        }
        boolean ofFile = OwnIndex.isOf(values) || values.find(QueryParams.LOG).isPresent();
        return Optional.of(ofFile ? ofFile(test.count(), asked) : generated(values, test.distinct(), asked));
    }

    /**
     * That the warm-up asked queries of a file that were measured then, which caches know.
     *
     * @param asked  by the measurement
     * @param warmed asked by the warm-up, which may have ended before it had asked all
     */
    Optional<String> askedBefore(Values values, long asked, long warmed) {
        long there = test.count();
        long measured = Math.min(asked, there);
        long first = Math.max(0, there - values.find(QueryParams.WARM_UP_QUERIES).orElse(0L));
        long end = first + Math.min(warmed, there);
        long again = Math.max(0, Math.min(measured, end) - first) + Math.clamp(end - there, 0, measured);
        boolean ofFile = field != null || values.find(QueryParams.LOG).isPresent();
        return !ofFile || again == 0 ? Optional.empty() : Optional.of("The warm-up asked " + (end - first) + " of the "
                + there + (there == 1 ? " query" : " queries") + " there are, and about " + again + " of the "
                + measured + " that were measured are among them, where caches may know the answer; "
                + QueryParams.WARM_UP_QUERIES.name() + ": none leaves the warm-up out.");
    }

    private static String ofFile(long there, long asked) {
        return String.format(Locale.ROOT, "There %s, and %d were asked: each about %.1f times, the later ones where "
                + "caches may know the answer.", there == 1 ? "is 1 query" : "are " + there + " queries", asked,
                (double) asked / there);
    }

    private static String generated(Values values, int distinct, long asked) {
        String known = String.format(Locale.ROOT, ", and %d were asked: about %.0f %% of them were asked before, where "
                + "caches may know the answer", asked, 100.0 * (asked - distinct) / asked);
        String there = "There " + (distinct == 1 ? "is 1 query" : "are " + distinct + " different queries");
        if (distinct < values.get(QueryParams.DISTINCT)) {
            return there + " (half of the query vectors; the others are the warm-up's)" + known + ".";
        }
        return there + " (" + QueryParams.DISTINCT.name() + ")" + known + String.format(Locale.ROOT,
                "; repeat-share: %s takes %.0f different ones.", values.text(QueryParams.REPEATS),
                Math.ceil(asked * (1 - values.get(QueryParams.REPEATS))));
    }

    private static QueryContent neighbours(Values values, VectorField field) {
        VectorFile file = VectorFile.ofQueries(values.get(QueryParams.QUERY_VECTORS));
        int top = Math.toIntExact(values.get(QueryParams.TOP));
        int candidates = Math.toIntExact(values.get(QueryParams.CANDIDATES));
        VectorQueries queries = new VectorQueries(file, vector -> OwnIndex.changed(values, field.near(vector, top,
                candidates)));
        return new QueryContent(field, queries.last(values.find(QueryParams.WARM_UP_QUERIES).orElse(0L)), queries,
                file.remarks(0), field.similarity().isEmpty() ? List.of() : List.of(Setting.detected(SIMILARITY,
                field.similarity())));
    }

    static QueryContent drawn(Values values, QueryTemplate template, Dictionary terms, long seed) {
        QueryTemplate.Requests test = template.draw(terms, SplitMix64.mix(seed + SplitMix64.STEP), 0,
                values.find(QueryParams.QUERIES).orElse(Long.MAX_VALUE));
        List<SearchQuery> warmUp = template.draw(terms, SplitMix64.mix(seed - SplitMix64.STEP), test.end(),
                values.find(QueryParams.WARM_UP_QUERIES).orElse(1L)).queries();
        Queries queries = OwnIndex.requests(values, test.queries());
        String digest = "#" + Sha256.brief(test.queries().stream().map(SearchQuery::toString)
                .collect(Collectors.joining("\n")));
        return new QueryContent(null, OwnIndex.requests(values, warmUp), queries, List.of(template.setting()
                .name() + ": " + queries.count() + " requests were drawn, " + queries.distinct()
                + " of them different."),
                List.of(Setting.detected(DRAWN, digest)));
    }

    /**
     * The last of a log, as what is measured begins with its first: so caches know of that what they know of users'
     * queries, as long as the log has enough for both.
     */
    private static Queries warmUp(Values values, RecordedQueries log) {
        return log.last(values.find(QueryParams.WARM_UP_QUERIES).orElse(0L));
    }

    /** What of a log is not asked as it stands there; a request that is sent as a whole leaves nothing out. */
    static List<String> remarks(QueryLog log) {
        long queries = log.parameterised();
        Optional<String> leftOut = queries == 0 ? Optional.empty() : Optional.of(queries + (queries == 1 ? " query"
                : " queries") + " had filters or other parameters, which are left out");
        return Stream.of(log.complaint(), leftOut).flatMap(Optional::stream).map(what -> "query-log: " + what + ".")
                .toList();
    }

    /** That a trace is not that of the log's queries, where the log tells when they were asked. */
    private static List<String> otherwiseTimed(Values values, QueryLog log) {
        int queries = log.ids().length;
        return Arrivals.traced(values).filter(arrivals -> log.millis().isPresent() && arrivals != queries)
                .map(arrivals -> "The trace has " + arrivals + " arrivals, and the log " + queries + " queries as they "
                        + "are asked here: they are not asked when they were.").stream().toList();
    }

    static QueryContent of(Values values, long seed) {
        VectorDistance distance = values.params().lookUp(SearchParams.DISTANCE.name()).isPresent()
                ? values.get(SearchParams.DISTANCE) : VectorDistance.COSINE;
        List<String> remarks = new ArrayList<>();
        VectorSource vectors = vectors(values, distance, seed, remarks);
        SearchDocuments documents = documents(values, seed, vectors);
        Optional<QueryLog> log = values.find(QueryParams.LOG).map(QueryLog::read);
        if (log.isPresent()) {
            remarks.addAll(remarks(log.get()));
            RecordedQueries recorded = new RecordedQueries(log.get());
            return new QueryContent(documents, vectors, distance, null, warmUp(values, recorded), recorded, remarks,
                    List.of(), otherwiseTimed(values, log.get()));
        }
        return new QueryContent(documents, vectors, distance, generated(values, seed, documents, vectors, true),
                generated(values, seed, documents, vectors, false), remarks);
    }

    private static VectorSource vectors(Values values, VectorDistance distance, long seed, List<String> remarks) {
        if (values.find(QueryParams.VECTORS).isPresent()) {
            VectorFile file = VectorFile.open(values.get(QueryParams.VECTORS), values.get(QueryParams.QUERY_VECTORS),
                    distance);
            remarks.addAll(file.remarks(values.get(QueryParams.DOCUMENTS)));
            return file;
        }
        return values.find(QueryParams.DIMENSION).map(dimension -> new ClusteredVectors(seed,
                Math.toIntExact(dimension), Math.toIntExact(Math.min(dimension, values.get(QueryParams.INTRINSIC))),
                Math.toIntExact(values.get(QueryParams.CLUSTERS)))).orElse(null);
    }

    private static SearchDocuments documents(Values values, long seed, VectorSource vectors) {
        long count = values.get(QueryParams.DOCUMENTS);
        Optional<SearchDocuments> texts = values.find(QueryParams.TEXTS).map(folder -> DirectoryTexts.of(folder, count,
                vectors));
        return texts.orElseGet(() -> new GeneratedDocuments(seed, count,
                Math.toIntExact(values.get(QueryParams.DOCUMENT_WORDS)),
                Math.toIntExact(values.get(QueryParams.VOCABULARY)), vectors));
    }

    private static Queries generated(Values values, long seed, SearchDocuments documents, VectorSource vectors,
            boolean warmUp) {
        return new GeneratedQueries(new GeneratedQueries.Spec(seed, values.get(QueryParams.MIX),
                Math.toIntExact(values.get(QueryParams.DISTINCT)), values.get(QueryParams.REPEATS),
                values.get(QueryParams.FILTERED_OUT), values.get(QueryParams.OVERLAP), warmUp,
                values.find(QueryParams.TEXTS).isPresent() ? 0 : Math.toIntExact(values.get(QueryParams.VOCABULARY))),
                documents, vectors);
    }
}
