package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.In;
import dev.tidemark.core.data.search.SentRequest;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.VectorField;
import tools.jackson.databind.JsonNode;

/**
 * A field of vectors in a collection that others have made.
 *
 * @param uniqueKey  the field that tells documents apart
 * @param dimension  0 where the user may not know it
 * @param similarity empty where the user may not know it; queries need not say it
 */
record DenseVectors(String name, String uniqueKey, int dimension, String similarity) implements VectorField {

    private static final String CLASS = "DenseVectorField";

    /** @param type as the schema has it; missing where the user may not know it */
    static DenseVectors of(String field, String uniqueKey, JsonNode type) throws DriverException {
        String kind = type.path("class").asString(CLASS);
        boolean bytes = type.path("vectorEncoding").asString("FLOAT32").equals("BYTE");
        if (!kind.endsWith(CLASS) || bytes) {
            throw new DriverException("field '" + field + "' holds " + (bytes ? "vectors of bytes" : "what is of class "
                    + kind) + ", and no vectors of floating-point numbers");
        }
        return new DenseVectors(field, uniqueKey, type.path("vectorDimension").asInt(0), type.isMissingNode() ? ""
                : type.path("similarityFunction").asString("euclidean"));
    }

    /** {@inheritDoc} Of each shard as many as there are candidates. */
    @Override
    public SearchQuery near(float[] vector, int top, int candidates) {
        return query(vector, false, top, "{!knn f=" + name + " topK=" + candidates + "}" + written(vector));
    }

    @Override
    public SearchQuery exact(float[] vector, int top) {
        return query(vector, true, top, "{!func}vectorSimilarity(" + name + "," + written(vector) + ")");
    }

    private static String written(float[] vector) {
        return Arrays.toString(vector).replace(" ", "");
    }

    private SearchQuery query(float[] vector, boolean exactly, int top, String text) {
        Map<String, String> others = new LinkedHashMap<>(Map.of("defType", "lucene", "wt", "json"));
        others.put("fl", uniqueKey + ",score");
        others.put("rows", String.valueOf(top));
        return SearchQuery.near(vector, new In(name, exactly), SentRequest.of("/select", "q", text).with(others));
    }
}
