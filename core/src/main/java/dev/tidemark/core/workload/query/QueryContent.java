package dev.tidemark.core.workload.query;

import dev.tidemark.core.data.search.ClusteredVectors;
import dev.tidemark.core.data.search.DirectoryTexts;
import dev.tidemark.core.data.search.GeneratedDocuments;
import dev.tidemark.core.data.search.GeneratedQueries;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.QueryLog;
import dev.tidemark.core.data.search.RecordedQueries;
import dev.tidemark.core.data.search.SearchDocuments;
import dev.tidemark.core.data.search.VectorFile;
import dev.tidemark.core.data.search.VectorSource;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is searched and what is asked at a point.
 *
 * @param documents those of the index
 * @param vectors   the documents' and the queries'; null where there are none
 * @param warmUp    queries before the measurement
 * @param test      queries of the measurement
 * @param complaint what of a query log could not be read; empty where all was
 */
record QueryContent(SearchDocuments documents, VectorSource vectors, Queries warmUp, Queries test,
        Optional<String> complaint) {

    /** What the index holds depends on these alone, and on the seed. */
    private static final List<Param<?>> OF_INDEX = List.of(QueryParams.DOCUMENTS, QueryParams.DOCUMENT_WORDS,
            QueryParams.VOCABULARY, QueryParams.TEXTS, QueryParams.DIMENSION, QueryParams.CLUSTERS,
            QueryParams.INTRINSIC, QueryParams.VECTORS, QueryParams.SEGMENTS);

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
        double vector = values.find(QueryParams.DIMENSION).map(dimension -> (double) dimension * Float.BYTES).orElse(0.0);
        return values.find(QueryParams.TEXTS).isPresent() ? 0 : Math.round(values.get(QueryParams.DOCUMENTS) * (vector
                + GeneratedDocuments.meanBytes(values.get(QueryParams.DOCUMENT_WORDS),
                Math.toIntExact(values.get(QueryParams.VOCABULARY)))));
    }

    /** @throws dev.tidemark.core.param.InvalidInputException when a file or folder can't be used */
    static void checkFiles(Values values) {
        values.find(QueryParams.LOG).ifPresent(QueryLog::read);
        values.find(QueryParams.TEXTS).ifPresent(folder -> DirectoryTexts.of(folder, 1, null));
        values.find(QueryParams.VECTORS).ifPresent(file -> VectorFile.open(file, values.get(
                QueryParams.QUERY_VECTORS)));
    }

    static QueryContent of(Values values, long seed) {
        VectorSource vectors = vectors(values, seed);
        SearchDocuments documents = documents(values, seed, vectors);
        Optional<QueryLog> log = values.find(QueryParams.LOG).map(QueryLog::read);
        if (log.isPresent()) {
            Queries recorded = new RecordedQueries(log.get());
            return new QueryContent(documents, vectors, recorded, recorded, log.get().complaint());
        }
        return new QueryContent(documents, vectors, generated(values, seed, documents, vectors, true),
                generated(values, seed, documents, vectors, false), Optional.empty());
    }

    private static VectorSource vectors(Values values, long seed) {
        if (values.find(QueryParams.VECTORS).isPresent()) {
            return VectorFile.open(values.get(QueryParams.VECTORS), values.get(QueryParams.QUERY_VECTORS));
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
