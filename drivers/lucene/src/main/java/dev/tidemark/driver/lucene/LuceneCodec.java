package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Values;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/** Lucene's codec with the graph of vectors as the settings want it. */
final class LuceneCodec extends Lucene104Codec {

    private final KnnVectorsFormat vectors;

    LuceneCodec(Values values) {
        int links = Math.toIntExact(values.get(SearchParams.HNSW_M));
        int candidates = Math.toIntExact(values.get(SearchParams.HNSW_EF_CONSTRUCTION));
        vectors = switch (values.get(LuceneParams.VECTOR_TYPE)) {
            case FLOAT32 -> new Lucene99HnswVectorsFormat(links, candidates);
            case INT8 -> new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.SEVEN_BIT, links, candidates);
            case INT4 -> new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.PACKED_NIBBLE, links, candidates);
        };
    }

    @Override
    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return vectors;
    }
}
