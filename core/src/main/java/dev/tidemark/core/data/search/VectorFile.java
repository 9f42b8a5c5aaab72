package dev.tidemark.core.data.search;

import dev.tidemark.core.param.InvalidInputException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Vectors of two files, those of the documents and those of the queries, in the format fvecs: each a whole number of
 * four bytes, the dimension, and as many floating-point numbers of four bytes, all little-endian ("Datasets for
 * approximate nearest neighbor search", corpus-texmex.irisa.fr). They are scaled to length 1.
 */
public final class VectorFile implements VectorSource {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Vectors documents;
    private final Vectors queries;

    private VectorFile(Vectors documents, Vectors queries) {
        this.documents = documents;
        this.queries = queries;
    }

    /** @throws InvalidInputException when one is no such file, or their dimensions differ */
    public static VectorFile open(Path documents, Path queries) {
        Vectors of = Vectors.map("vectors", documents);
        Vectors asked = Vectors.map("query-vectors", queries);
        if (of.dimension() != asked.dimension()) {
            throw new InvalidInputException("query-vectors: vectors of " + queries + " have " + asked.dimension()
                    + " numbers, and those of " + documents + " have " + of.dimension());
        }
        return new VectorFile(of, asked);
    }

    @Override
    public int dimension() {
        return documents.dimension();
    }

    @Override
    public long count() {
        return documents.count();
    }

    @Override
    public long queries() {
        return queries.count();
    }

    @Override
    public float[] vector(long n) {
        return documents.vector(n);
    }

    @Override
    public float[] query(long n) {
        return queries.vector(n % queries.count());
    }

    /** A file, mapped as long as the process lasts. */
    private record Vectors(MemorySegment bytes, int dimension) {

        static Vectors map(String setting, Path file) {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException(setting + ": there is no file " + file);
            }
            try (FileChannel channel = FileChannel.open(file)) {
                MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.global());
                int dimension = bytes.byteSize() < Integer.BYTES ? 0 : bytes.get(INT, 0);
                if (dimension < 1 || bytes.byteSize() % size(dimension) != 0) {
                    throw new InvalidInputException(setting + ": " + file + " is no file of vectors in the format fvecs");
                }
                return new Vectors(bytes, dimension);
            } catch (IOException e) {
                throw new InvalidInputException(setting + ": " + file + " cannot be read: " + e.getMessage());
            }
        }

        private static long size(int dimension) {
            return (1L + dimension) * Float.BYTES;
        }

        long count() {
            return bytes.byteSize() / size(dimension);
        }

        float[] vector(long n) {
            float[] vector = new float[dimension];
            MemorySegment.copy(bytes, FLOAT, n * size(dimension) + Integer.BYTES, vector, 0, dimension);
            return VectorSource.normalised(vector);
        }
    }
}
