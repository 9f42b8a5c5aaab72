package dev.tidemark.core.data.search;

/** Vectors of documents and of queries, each of length 1 where their directions alone count. Thread-safe. */
public interface VectorSource {

    int dimension();

    /** How many there are for documents; {@link Long#MAX_VALUE} when they never end. */
    long count();

    /** A document's. */
    float[] vector(long n);

    /** How many there are for queries; {@link Long#MAX_VALUE} when they never end. */
    default long queries() {
        return Long.MAX_VALUE;
    }

    /** A query's; beyond those that there are from the front again. */
    float[] query(long n);

    /** Scales a vector to length 1, in place; one of zeros stays. */
    static float[] normalised(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        float scale = sum == 0 ? 1 : (float) (1 / Math.sqrt(sum));
        for (int i = 0; i < vector.length; i++) {
            vector[i] *= scale;
        }
        return vector;
    }
}
