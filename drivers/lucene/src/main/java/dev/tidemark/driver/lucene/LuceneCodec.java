package dev.tidemark.driver.lucene;

import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.SegmentInfoFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104HnswScalarQuantizedVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.quantization.QuantizedByteVectorValues.ScalarEncoding;

/**
 * Lucene's codec with the graph of vectors as the settings want it, which counts the segments that are written. They
 * name Lucene's own codec and formats, which read them.
 */
final class LuceneCodec extends FilterCodec {

    /** As much as Lucene's own benchmarks allow, and Solr; 1024 is but what the formats declare. */
    static final int MOST_DIMENSIONS = 4096;

    private final SegmentInfoFormat segments;

    private LuceneCodec(Codec codec, WrittenSegments written) {
        super(codec.getName(), codec);
        segments = new CountedSegments(codec.segmentInfoFormat(), written);
    }

    static LuceneCodec of(Values values, WrittenSegments written) {
        KnnVectorsFormat vectors = new Vectors(vectors(values));
        return new LuceneCodec(new Lucene104Codec() {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return vectors;
            }
        }, written);
    }

    private static KnnVectorsFormat vectors(Values values) {
        int links = Math.toIntExact(values.get(SearchParams.HNSW_M));
        int candidates = Math.toIntExact(values.get(SearchParams.HNSW_EF_CONSTRUCTION));
        return switch (values.get(LuceneParams.VECTOR_TYPE)) {
            case FLOAT32 -> new Lucene99HnswVectorsFormat(links, candidates);
            case INT8 -> new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.UNSIGNED_BYTE, links, candidates);
            case INT4 -> new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.PACKED_NIBBLE, links, candidates);
            case BIT -> new Lucene104HnswScalarQuantizedVectorsFormat(ScalarEncoding.SINGLE_BIT_QUERY_NIBBLE, links,
                    candidates);
        };
    }

    @Override
    public SegmentInfoFormat segmentInfoFormat() {
        return segments;
    }

    /** Lucene's format for longer vectors. */
    private static final class Vectors extends KnnVectorsFormat {
        private final KnnVectorsFormat format;

        Vectors(KnnVectorsFormat format) {
            super(format.getName());
            this.format = format;
        }

        @Override
        public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
            return format.fieldsWriter(state);
        }

        @Override
        public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
            return format.fieldsReader(state);
        }

        @Override
        public int getMaxDimensions(String field) {
            return MOST_DIMENSIONS;
        }

        @Override
        public String toString() {
            return format.toString();
        }
    }

    /** What is written last of a segment, when its other files are there. */
    private static final class CountedSegments extends SegmentInfoFormat {
        private final SegmentInfoFormat format;
        private final WrittenSegments written;

        CountedSegments(SegmentInfoFormat format, WrittenSegments written) {
            this.format = format;
            this.written = written;
        }

        @Override
        public SegmentInfo read(Directory directory, String segment, byte[] id, IOContext context) throws IOException {
            return format.read(directory, segment, id, context);
        }

        @Override
        public void write(Directory directory, SegmentInfo info, IOContext context) throws IOException {
            format.write(directory, info, context);
            long bytes = 0;
            for (String file : info.files()) {
                bytes += directory.fileLength(file);
            }
            written.add(context.context() == IOContext.Context.MERGE, bytes);
        }
    }
}
