package dev.tidemark.driver.lucene;

import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.VectorDistance;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;

/** A document's fields. */
final class LuceneFields {

    static final String ID = "id";
    static final String NUMBER = "number";
    static final String TEXT = "text";
    static final String BUCKET = "bucket";
    static final String VECTOR = "vector";

    private static final FieldType INDEXED = new FieldType();

    static {
        INDEXED.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
        INDEXED.freeze();
    }

    private LuceneFields() {}

    static Term id(long number) {
        return new Term(ID, Long.toString(number));
    }

    /** Vectors of length 1, as those are that are compared by their cosine, have it as their product. */
    static VectorSimilarityFunction similarity(VectorDistance distance) {
        return switch (distance) {
            case COSINE -> VectorSimilarityFunction.DOT_PRODUCT;
            case L2 -> VectorSimilarityFunction.EUCLIDEAN;
            case INNER -> VectorSimilarityFunction.MAXIMUM_INNER_PRODUCT;
        };
    }

    static Document of(SearchDocument document, VectorSimilarityFunction similarity) {
        Document fields = new Document();
        fields.add(new StringField(ID, Long.toString(document.number()), Field.Store.NO));
        fields.add(new NumericDocValuesField(NUMBER, document.number()));
        fields.add(new Field(TEXT, document.text(), INDEXED));
        fields.add(new IntField(BUCKET, document.bucket(), Field.Store.NO));
        if (document.vector() != null) {
            fields.add(new KnnFloatVectorField(VECTOR, document.vector(), similarity));
        }
        return fields;
    }
}
