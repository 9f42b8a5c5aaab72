package dev.tidemark.core.data.search;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;

/**
 * Vectors of two files, those of the documents and those of the queries, each in one of two formats. fvecs: of each
 * vector a whole number of four bytes, the dimension, and as many floating-point numbers of four bytes, all
 * little-endian ("Datasets for approximate nearest neighbor search", corpus-texmex.irisa.fr). npy: what NumPy saves of
 * an array of two dimensions of little-endian numbers of four or eight bytes ({@code <f4}, {@code <f8}) in C's order
 * ("numpy.lib.format"); those of eight are rounded. They are as they are in the file, but that of those compared by
 * their cosine the length is made 1.
 */
public final class VectorFile implements VectorSource {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE =
            ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** The first two bytes of a packed file. */
    private static final short GZIP = (short) GZIPInputStream.GZIP_MAGIC;
    /** Squares of lengths of vectors of floats that were made 1 are no further from it. */
    private static final double ABOUT_ONE = 1e-4;

    private final Vectors documents;
    private final Vectors queries;
    private final VectorDistance distance;

    private VectorFile(Vectors documents, Vectors queries, VectorDistance distance) {
        this.documents = documents;
        this.queries = queries;
        this.distance = distance;
    }

    /** By their cosine. */
    public static VectorFile open(Path documents, Path queries) {
        return open(documents, queries, VectorDistance.COSINE);
    }

    /** @throws InvalidInputException when one is no such file, or their dimensions differ */
    public static VectorFile open(Path documents, Path queries, VectorDistance distance) {
        Vectors of = Vectors.map("vectors", documents);
        Vectors queryVectors = Vectors.map("query-vectors", queries);
        if (of.dimension() != queryVectors.dimension()) {
            throw new InvalidInputException("query-vectors: vectors of " + queries + " have " + queryVectors.dimension()
                    + " numbers, and those of " + documents + " have " + of.dimension());
        }
        return new VectorFile(of, queryVectors, distance);
    }

    /**
     * Those of queries alone, as they are.
     *
     * @throws InvalidInputException when it is no such file
     */
    public static VectorFile ofQueries(Path queries) {
        Vectors queryVectors = Vectors.map("query-vectors", queries);
        return new VectorFile(queryVectors, queryVectors, VectorDistance.L2);
    }

    /**
     * Reads all that are used, so that none is met with later.
     *
     * @param used vectors of documents, from the first
     * @return what is to be known of them, in whole sentences
     * @throws InvalidInputException when one is no vector, such as one with a NaN in it, by its file and number
     */
    public List<String> remarks(long used) {
        return Stream.of(documents.remarks(Math.min(used, documents.count()), distance),
                queries.remarks(queries.count(), distance)).flatMap(List::stream).toList();
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
        return distance.prepared(documents.vector(n));
    }

    @Override
    public float[] query(long n) {
        return distance.prepared(queries.vector(n % queries.count()));
    }

    /**
     * A file, mapped as long as the process lasts.
     *
     * @param setting that names it
     * @param head    bytes before the first vector
     * @param before  bytes before the numbers of each vector
     * @param bytes   of a number
     */
    private record Vectors(String setting, Path file, MemorySegment content, long head, int before, int bytes,
            int dimension) {

        static Vectors map(String setting, Path file) {
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException(setting + ": there is no file " + file);
            }
            try (FileChannel channel = FileChannel.open(file)) {
                MemorySegment content = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.global());
                return NpyHeader.isOne(content) ? npy(setting, file, content) : fvecs(setting, file, content);
            } catch (IOException e) {
                throw new InvalidInputException(setting + ": " + file + " cannot be read: " + e.getMessage());
            }
        }

        private static Vectors fvecs(String setting, Path file, MemorySegment content) {
            int dimension = content.byteSize() < Integer.BYTES ? 0 : content.get(INT, 0);
            Vectors vectors = new Vectors(setting, file, content, 0, Integer.BYTES, Float.BYTES, dimension);
            if (dimension < 1 || content.byteSize() % vectors.size() != 0) {
                throw new InvalidInputException(setting + ": " + file + ((short) dimension == GZIP
                        ? " is packed by gzip; unpack it, as vectors are read in place"
                        : " is no file of vectors in the format fvecs, nor in npy"));
            }
            return vectors;
        }

        private static Vectors npy(String setting, Path file, MemorySegment content) {
            NpyHeader header = NpyHeader.read(setting, file, content);
            return new Vectors(setting, file, content, header.bytes(), 0, header.itemSize(), header.columns());
        }

        private long size() {
            return before + (long) dimension * bytes;
        }

        long count() {
            return (content.byteSize() - head) / size();
        }

        float[] vector(long n) {
            float[] vector = new float[dimension];
            long at = head + n * size() + before;
            if (bytes == Float.BYTES) {
                MemorySegment.copy(content, FLOAT, at, vector, 0, dimension);
            } else {
                for (int i = 0; i < dimension; i++) {
                    vector[i] = (float) content.get(DOUBLE, at + (long) i * Double.BYTES);
                }
            }
            return vector;
        }

        List<String> remarks(long used, VectorDistance distance) {
            long zeros = 0;
            boolean scaled = false;
            for (long n = 0; n < used; n++) {
                if (before > 0 && content.get(INT, head + n * size()) != dimension) {
                    throw new InvalidInputException(setting + ": vector " + n + " of " + file + " has not the "
                            + dimension + " numbers of the first; all must have as many");
                }
                double square = 0;
                for (float x : vector(n)) {
                    square += (double) x * x;
                }
                if (!Double.isFinite(square)) {
                    throw new InvalidInputException(setting + ": vector " + n + " of " + file
                            + " (counted from 0) has a number that is not finite (NaN or infinite)");
                }
                zeros += square == 0 ? 1 : 0;
                scaled |= square != 0 && Math.abs(square - 1) > ABOUT_ONE;
            }
            List<String> remarks = new ArrayList<>();
            if (scaled && distance == VectorDistance.COSINE) {
                remarks.add(setting + ": the vectors of " + file
                        + " are of several lengths and are scaled to length 1, as the "
                        + "distance is cosine; l2 and inner take them as they are.");
            }
            if (zeros > 0 && distance == VectorDistance.COSINE) {
                remarks.add(setting + ": " + zeros + " of " + used + " vectors of " + file
                        + " are zero and have no direction: by "
                        + "their cosine they are as near to one vector as to any other.");
            }
            return remarks;
        }
    }

    /**
     * The head of a file that NumPy has saved ("numpy.lib.format", versions 1 to 3): a mark, the version, the length
     * of a
     * dictionary in Python's words, and that.
     *
     * @param bytes    before the first number
     * @param itemSize bytes of a number
     * @param rows     vectors
     * @param columns  numbers of each
     */
    private record NpyHeader(long bytes, int itemSize, long rows, int columns) {

        private static final byte[] MARK = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
        private static final ValueLayout.OfShort SHORT =
                ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final int VERSION_AT = 6;
        private static final int LENGTH_AT = 8;
        private static final Pattern DTYPE = Pattern.compile("'descr': *'([^']*)'");
        private static final Pattern FORTRAN = Pattern.compile("'fortran_order': *(True|False)");
        private static final Pattern SHAPE = Pattern.compile("'shape': *\\(([^)]*)\\)");
        private static final Pattern TWO = Pattern.compile(" *([0-9]{1,18}) *, *([0-9]{1,9}) *,? *");

        static boolean isOne(MemorySegment content) {
            return content.byteSize() > LENGTH_AT + Integer.BYTES
                    && content.asSlice(0, MARK.length).mismatch(MemorySegment.ofArray(MARK)) == -1;
        }

        /** @throws InvalidInputException when it is none of vectors, naming what it has instead */
        static NpyHeader read(String setting, Path file, MemorySegment content) {
            boolean first = content.get(ValueLayout.JAVA_BYTE, VERSION_AT) == 1;
            long length = first ? content.get(SHORT, LENGTH_AT) & 0xffff : content.get(INT, LENGTH_AT) & 0xffffffffL;
            long start = LENGTH_AT + (first ? Short.BYTES : Integer.BYTES);
            if (start + length > content.byteSize()) {
                throw refusal(setting, file, "is cut off in its header");
            }
            String header = new String(content.asSlice(start, length).toArray(ValueLayout.JAVA_BYTE),
                    StandardCharsets.ISO_8859_1);
            String type = found(DTYPE, header).orElse("");
            if (!type.equals("<f4") && !type.equals("<f8")) {
                throw refusal(setting, file, "holds numbers of type '" + type + "'; save it as '<f4' or '<f8'");
            }
            if (!found(FORTRAN, header).orElse("").equals("False")) {
                throw refusal(setting, file,
                        "is in Fortran's order, column by column; save it in C's (numpy.ascontiguousarray)");
            }
            String shape = found(SHAPE, header).orElse("");
            Matcher two = TWO.matcher(shape);
            if (!two.matches()) {
                throw refusal(setting, file, "is an array of the shape (" + shape
                        + "); vectors are one of two dimensions");
            }
            NpyHeader read = new NpyHeader(start + length, type.equals("<f4") ? Float.BYTES : Double.BYTES,
                    Long.parseLong(two.group(1)), Integer.parseInt(two.group(2)));
            if (read.rows < 1 || read.columns < 1
                    || content.byteSize() - read.bytes != read.rows * read.columns * read.itemSize) {
                throw refusal(setting, file, "has not the bytes that its shape (" + shape + ") says");
            }
            return read;
        }

        private static Optional<String> found(Pattern pattern, String in) {
            Matcher matcher = pattern.matcher(in);
            return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
        }

        private static InvalidInputException refusal(String setting, Path file, String why) {
            return new InvalidInputException(setting + ": " + file + " " + why);
        }
    }
}
