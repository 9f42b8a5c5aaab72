package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
import dev.tidemark.core.driver.search.SearchTarget;
import dev.tidemark.core.driver.search.VectorField;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.workload.registry.Summary;

/** Vectors of documents that others have indexed as {@code v0}, {@code v1} …, and what is near to other vectors. */
public final class OwnVectors {

    public static final int DIMENSION = 8;
    public static final List<float[]> ALL = drawn(200, 1);
    private static final List<float[]> QUERIES = drawn(12, 2);
    private static final int TOP = 10;

    private OwnVectors() {}

    private static List<float[]> drawn(int count, long seed) {
        Random random = new Random(seed);
        return Stream.generate(() -> {
            float[] vector = new float[DIMENSION];
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] = (float) random.nextGaussian() * (i == 0 ? 1e-4f : 1);
            }
            return vector;
        }).limit(count).toList();
    }

    /** Those whose neighbours are asked for, as a file in the format fvecs. */
    public static Path file(Path folder) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(QUERIES.size() * (DIMENSION + 1) * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        QUERIES.forEach(vector -> {
            bytes.putInt(DIMENSION);
            for (float x : vector) {
                bytes.putFloat(x);
            }
        });
        return Files.write(folder.resolve("own.fvecs"), bytes.array());
    }

    /** By their cosine. @param other a field that has no vectors */
    public static void check(SearchTarget target, String name, String other) throws Exception {
        VectorField field = target.vectorField(name);
        assertThat(field.dimension()).isEqualTo(DIMENSION);
        assertThat(field.similarity()).startsWith("cosine");
        try (SearchSession session = target.session(0, SearchSession.class)) {
            for (float[] query : QUERIES) {
                List<Long> nearest = nearest(query);
                assertThat(numbers(session, field.exact(query, TOP))).isEqualTo(nearest);
                assertThat(numbers(session, field.near(query, TOP, ALL.size()))).isEqualTo(nearest);
            }
        }
        String misspelt = name.substring(0, name.length() - 1) + "x";
        assertThatThrownBy(() -> target.vectorField(misspelt)).isInstanceOf(DriverException.class)
                .hasMessageContaining(" has no field '" + misspelt + "' (did you mean '" + name + "'?)");
        assertThatThrownBy(() -> target.vectorField(other)).isInstanceOf(DriverException.class)
                .hasMessageStartingWith("field '" + other + "' ");
    }

    private static List<Long> numbers(SearchSession session, SearchQuery query) throws Exception {
        SearchAnswer answer = new SearchAnswer(TOP);
        session.search(new SearchRequest(query, TOP, false, ALL.size()), answer);
        return IntStream.range(0, answer.size()).mapToObj(answer::number).toList();
    }

    private static List<Long> nearest(float[] query) {
        SearchAnswer named = new SearchAnswer(TOP);
        IntStream.range(0, ALL.size()).boxed().sorted(Comparator.comparingDouble(n -> -cosine(query, ALL.get(n))))
                .limit(TOP).forEach(n -> named.add("v" + n, 1));
        return IntStream.range(0, TOP).mapToObj(named::number).toList();
    }

    private static double cosine(float[] a, float[] b) {
        return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    }

    private static double product(float[] a, float[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> (double) a[i] * b[i]).sum();
    }

    /** The recall of an iteration, in per cent; empty where it has none. */
    public static OptionalDouble recall(String driver, List<RunEvent> events) {
        return Summary.of(new RecordedRun(events).detail("query", List.of()), Drivers.named(driver).measures()).stream()
                .filter(v -> v.measure().equals("recall"))
                .mapToDouble(MeasuredValue::number).findFirst();
    }

    /** As JSON has it. */
    public static String json(float[] vector) {
        return Arrays.toString(vector);
    }
}
