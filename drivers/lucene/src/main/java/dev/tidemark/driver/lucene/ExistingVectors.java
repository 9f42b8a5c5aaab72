package dev.tidemark.driver.lucene;

import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.SearchQuery.In;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.param.Types;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.FullPrecisionFloatVectorSimilarityValuesSource;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;

/** A field of vectors of an index that others have made. */
record ExistingVectors(FieldInfo info) implements VectorField {

    /** @throws DriverException when it holds none, or none of floating-point numbers */
    static ExistingVectors of(FieldInfo info, String kind) throws DriverException {
        if (info.getVectorDimension() == 0 || info.getVectorEncoding() != VectorEncoding.FLOAT32) {
            throw new DriverException("field '" + info.name + "' holds " + (info.getVectorDimension() == 0 ? kind
                    : "vectors of bytes") + ", and no vectors of floating-point numbers");
        }
        return new ExistingVectors(info);
    }

    @Override
    public String name() {
        return info.name;
    }

    @Override
    public int dimension() {
        return info.getVectorDimension();
    }

    @Override
    public String similarity() {
        return Types.word(info.getVectorSimilarityFunction());
    }

    @Override
    public SearchQuery near(float[] vector, int top, int candidates) {
        return SearchQuery.near(vector, new In(info.name, false), null);
    }

    @Override
    public SearchQuery exact(float[] vector, int top) {
        return SearchQuery.near(vector, new In(info.name, true), null);
    }

    /** In Lucene's classes: by the graph, or by the vectors as they were given, which stand beside shorter ones. */
    static Query query(FieldInfos fields, SearchQuery query, int candidates) {
        String field = query.in().field();
        if (!query.in().exactly()) {
            return new KnnFloatVectorQuery(field, query.vector(), candidates);
        }
        VectorSimilarityFunction similarity = fields.fieldInfo(field).getVectorSimilarityFunction();
        return new FunctionScoreQuery(new FieldExistsQuery(field), new FullPrecisionFloatVectorSimilarityValuesSource(
                query.vector(), field, similarity));
    }
}
