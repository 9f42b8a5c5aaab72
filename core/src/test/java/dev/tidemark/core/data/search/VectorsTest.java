package dev.tidemark.core.data.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorsTest {

    @TempDir
    Path folder;

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (double) a[i] * b[i];
        }
        return sum;
    }

    private Path fvecs(String name, float[]... vectors) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(vectors.length * 4 * (1 + vectors[0].length))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (float[] vector : vectors) {
            bytes.putInt(vector.length);
            for (float x : vector) {
                bytes.putFloat(x);
            }
        }
        return Files.write(folder.resolve(name), bytes.array());
    }

    @Test
    void clusteredVectorsHaveLengthOneAndFollowFromTheSeed() {
        ClusteredVectors vectors = new ClusteredVectors(4, 32, 5, 10);
        ClusteredVectors again = new ClusteredVectors(4, 32, 5, 10);
        for (long n = 0; n < 200; n++) {
            assertThat(dot(vectors.vector(n), vectors.vector(n))).isCloseTo(1, within(1e-5));
            assertThat(vectors.vector(n)).isEqualTo(again.vector(n));
            assertThat(vectors.query(n)).isEqualTo(again.query(n)).isNotEqualTo(vectors.vector(n));
        }
        assertThat(new ClusteredVectors(5, 32, 5, 10).vector(0)).isNotEqualTo(vectors.vector(0));
    }

    /** Differences of vectors of one cluster lie in a space of the stated dimension, but for the noise. */
    @Test
    void aClusterHasTheStatedDimension() {
        int intrinsic = 3;
        ClusteredVectors vectors = new ClusteredVectors(4, 24, intrinsic, 1);
        // Scaling to length 1 adds the centre's direction; so the points lie in a space of one dimension more.
        double[][] left = LongStream.range(0, 60).mapToObj(vectors::vector).map(VectorsTest::doubles)
                .toArray(double[][]::new);
        double before = squares(left);
        for (int i = 0; i <= intrinsic; i++) {
            assertThat(squares(left) / before).as("left after %d directions", i).isGreaterThan(0.005);
            removeLongest(left);
        }
        assertThat(squares(left) / before).isLessThan(0.001);
    }

    private static double[] doubles(float[] vector) {
        double[] doubles = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            doubles[i] = vector[i];
        }
        return doubles;
    }

    private static double squares(double[][] rows) {
        double sum = 0;
        for (double[] row : rows) {
            for (double x : row) {
                sum += x * x;
            }
        }
        return sum;
    }

    /** Takes the direction of the longest row out of all, as Gram and Schmidt do. */
    private static void removeLongest(double[][] rows) {
        double[] longest = Arrays.stream(rows).max(Comparator.comparingDouble(r -> squares(new double[][] {r})))
                .orElseThrow().clone();
        double length = squares(new double[][] {longest});
        for (double[] row : rows) {
            double along = 0;
            for (int i = 0; i < row.length; i++) {
                along += row[i] * longest[i] / length;
            }
            for (int i = 0; i < row.length; i++) {
                row[i] -= along * longest[i];
            }
        }
    }

    @Test
    void aFileOfVectorsIsReadAndScaled() throws IOException {
        VectorFile file = VectorFile.open(fvecs("base.fvecs", new float[] {3, 4}, new float[] {0, 2},
                new float[] {0, 0}), fvecs("query.fvecs", new float[] {5, 0}));
        assertThat(file.dimension()).isEqualTo(2);
        assertThat(file.count()).isEqualTo(3);
        assertThat(file.queries()).isEqualTo(1);
        assertThat(file.vector(0)).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
        assertThat(file.vector(2)).containsExactly(0, 0);
        assertThat(file.query(0)).isEqualTo(file.query(7)).containsExactly(1, 0);
    }

    /** As they are, but for the cosine, by which only directions count. */
    @ParameterizedTest
    @CsvSource({"L2, 2 0", "INNER, 3 1", "COSINE, 0 3"})
    void vectorsAreNearByTheDistanceThatIsAskedFor(VectorDistance distance, String nearest) throws IOException {
        VectorFile file = VectorFile.open(fvecs("base.fvecs", new float[] {3, 0.3f}, new float[] {5, 5},
                new float[] {1, 0.5f},
                new float[] {9, -4}), fvecs("query.fvecs", new float[] {1.1f, 0}), distance);
        assertThat(file.vector(1)[0] == 5).isEqualTo(distance != VectorDistance.COSINE);
        ExactNeighbours exact = ExactNeighbours.of(new GeneratedDocuments(1, 4, 2, 100, file), distance);
        long[] found = Arrays.stream(nearest.split(" ")).mapToLong(Long::parseLong).toArray();
        assertThat(exact.of(file.query(0), SearchDocument.BUCKETS, 2).right(found)).isEqualTo(2);
        assertThat(exact.of(file.query(0), SearchDocument.BUCKETS, 1).right(new long[] {found[0]})).isEqualTo(1);
        assertThat(exact.of(file.query(0), SearchDocument.BUCKETS, 1).right(new long[] {found[1]})).isZero();
    }

    private Path npy(String name, String type, String order, String shape, ByteBuffer numbers) throws IOException {
        byte[] header = ("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (" + shape + "), }")
                .getBytes(
                StandardCharsets.ISO_8859_1);
        ByteBuffer bytes = ByteBuffer.allocate(10 + header.length + numbers.capacity()).order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.ISO_8859_1)).put((byte) 1).put((byte) 0)
                .putShort((short) header.length).put(header).put(numbers.array());
        return Files.write(folder.resolve(name), bytes.array());
    }

    @Test
    void arraysOfNumPyAreRead() throws IOException {
        ByteBuffer floats = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN).putFloat(1).putFloat(2).putFloat(3)
                .putFloat(4)
                .putFloat(5).putFloat(6);
        ByteBuffer doubles = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putDouble(7).putDouble(0.5);
        VectorFile file = VectorFile.open(npy("base.npy", "<f4", "False", "3, 2", floats), npy("query.npy", "<f8",
                "False", "1, 2",
                doubles), VectorDistance.L2);
        assertThat(file.count()).isEqualTo(3);
        assertThat(file.vector(2)).containsExactly(5, 6);
        assertThat(file.query(0)).containsExactly(7, 0.5f);
        Path good = folder.resolve("base.npy");
        assertThatThrownBy(() -> VectorFile.open(npy("a.npy", ">f4", "False", "3, 2", floats), good))
                .hasMessageContaining("a.npy holds numbers of type '>f4'");
        assertThatThrownBy(() -> VectorFile.open(npy("b.npy", "<i8", "False", "3, 2", floats), good))
                .hasMessageContaining("'<i8'");
        assertThatThrownBy(() -> VectorFile.open(npy("c.npy", "<f4", "True", "3, 2", floats), good))
                .hasMessageContaining("Fortran's order");
        assertThatThrownBy(() -> VectorFile.open(npy("d.npy", "<f4", "False", "6,", floats), good))
                .hasMessageContaining("shape (6,)");
        assertThatThrownBy(() -> VectorFile.open(npy("e.npy", "<f4", "False", "4, 2", floats), good))
                .hasMessageContaining("has not the bytes that its shape (4, 2) says");
    }

    @Test
    void whatIsToBeKnownOfAFilesVectorsIsTold() throws IOException {
        Path uneven = fvecs("uneven.fvecs", new float[] {3, 4}, new float[] {0, 0}, new float[] {1, 0});
        Path even = fvecs("even.fvecs", new float[] {0, 1});
        assertThat(VectorFile.open(uneven, even).remarks(10)).satisfiesExactly(
                one -> assertThat(one).contains("uneven.fvecs", "scaled to length 1"),
                other -> assertThat(other).contains("1 of 3 vectors of ",
                "uneven.fvecs are zero and have no direction"));
        assertThat(VectorFile.open(uneven, even).remarks(1)).hasSize(1);
        assertThat(VectorFile.open(uneven, even, VectorDistance.L2).remarks(10)).isEmpty();
        assertThat(VectorFile.open(even, even).remarks(10)).isEmpty();
        Path broken = fvecs("nan.fvecs", new float[] {1, 0}, new float[] {0, 1}, new float[] {Float.NaN, 1});
        assertThat(VectorFile.open(broken, even).remarks(2)).isEmpty();
        assertThatThrownBy(() -> VectorFile.open(broken, even).remarks(3)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("vectors: vector 2 of ")
                .hasMessageContaining("nan.fvecs (counted from 0) has a number");
        assertThatThrownBy(() -> VectorFile.open(even, broken).remarks(1))
                .hasMessageStartingWith("query-vectors: vector 2 of ");
        ByteBuffer mixed = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN).putInt(2).putFloat(1).putFloat(0)
                .putInt(1)
                .putFloat(1).putFloat(0);
        Path lengths = Files.write(folder.resolve("lengths.fvecs"), mixed.array());
        assertThatThrownBy(() -> VectorFile.open(lengths, even).remarks(2)).hasMessageContaining("vector 1 of ");
    }

    @Test
    void whatIsNoFileOfVectorsIsNamed() throws IOException {
        Path good = fvecs("good.fvecs", new float[] {1, 2});
        Path other = fvecs("other.fvecs", new float[] {1, 2, 3});
        Path cut = Files.write(folder.resolve("cut.fvecs"), new byte[] {2, 0, 0, 0, 1});
        Path empty = Files.createFile(folder.resolve("empty.fvecs"));
        assertThatThrownBy(() -> VectorFile.open(good, other)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("3 numbers").hasMessageContaining("have 2");
        assertThatThrownBy(() -> VectorFile.open(cut, good)).hasMessageStartingWith("vectors: ")
                .hasMessageContaining("cut");
        assertThatThrownBy(() -> VectorFile.open(good, empty)).hasMessageStartingWith("query-vectors: ");
        Path packed = folder.resolve("packed.fvecs");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(Files.readAllBytes(good));
        }
        assertThatThrownBy(() -> VectorFile.open(packed, good)).hasMessageEndingWith("is packed by gzip; unpack it, as "
                + "vectors are read in place");
        assertThatThrownBy(() -> VectorFile.open(folder.resolve("none"), good))
                .hasMessageContaining("there is no file");
    }

    /** Each vector of a file's queries is one query, of the test or of the warm-up. */
    @Test
    void queriesByVectorAreAtMostHalfOfAFile() throws IOException {
        float[][] many = LongStream.range(0, 11).mapToObj(n -> new ClusteredVectors(1, 4, 2, 2).query(n))
                .toArray(float[][]::new);
        VectorFile file = VectorFile.open(fvecs("base.fvecs", many), fvecs("query.fvecs", many));
        QueryMix mix = new QueryMix(Map.of(QueryMix.Shape.VECTOR, 1));
        SearchDocuments documents = new GeneratedDocuments(1, 11, 5, 100, file);
        List<float[]> asked = new ArrayList<>();
        for (boolean warmUp : new boolean[] {false, true}) {
            GeneratedQueries queries = new GeneratedQueries(new GeneratedQueries.Spec(1, mix, 1000, 0, 0.5, 0, warmUp,
                    100), documents, file);
            assertThat(queries.distinct()).isEqualTo(5);
            for (int id = 0; id < 5; id++) {
                asked.add(queries.query(id).vector());
            }
        }
        assertThat(asked.stream().map(Arrays::toString).distinct()).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({"1000,10", "300,7", "1000,500"})
    void neighboursAreThoseOfSortingAll(int below, int top) throws IOException {
        ClusteredVectors vectors = new ClusteredVectors(2, 12, 4, 6);
        SearchDocuments documents = new GeneratedDocuments(2, 400, 2, 100, vectors);
        ExactNeighbours exact = ExactNeighbours.of(documents);
        for (long q = 0; q < 20; q++) {
            float[] query = vectors.query(q);
            long[] sorted = LongStream.range(0, 400).filter(n -> GeneratedDocuments.bucket(2, n) < below).boxed()
                    .sorted(Comparator.comparingDouble(n -> -dot(query, vectors.vector(n))))
                    .mapToLong(n -> n).toArray();
            ExactNeighbours.Nearest nearest = exact.of(query, below, top);
            int count = Math.min(top, sorted.length);
            assertThat(nearest.count()).isEqualTo(count);
            assertThat(nearest.right(LongStream.of(sorted).limit(top).toArray())).isEqualTo(count);
            assertThat(nearest.right(LongStream.of(sorted).skip(count).limit(top).toArray())).isZero();
            long[] half = LongStream.concat(LongStream.of(sorted).limit(count / 2), LongStream.of(sorted).skip(count))
                    .limit(top).toArray();
            assertThat(nearest.right(half)).isEqualTo(count / 2);
            assertThat(nearest.right(new long[] {sorted[0], sorted[0], -1, 400})).isEqualTo(1);
        }
    }

    @Test
    void whatIsAsFarAsTheLastOneIsRight() throws IOException {
        float[] same = {1, 0};
        VectorFile file = VectorFile.open(fvecs("base.fvecs", same, same, same, new float[] {0, 1}),
                fvecs("query.fvecs", same));
        ExactNeighbours exact = ExactNeighbours.of(new GeneratedDocuments(1, 4, 2, 100, file));
        assertThat(exact.of(same, SearchDocument.BUCKETS, 2).right(new long[] {1, 2})).isEqualTo(2);
        assertThat(exact.of(same, SearchDocument.BUCKETS, 2).right(new long[] {2, 3})).isEqualTo(1);
    }
}
