package dev.tidemark.core.data.search;

/** What is near to a vector. Nearness is the greater, the nearer two vectors are. */
public enum VectorDistance {

    /**
     * The angle between two vectors, whatever their lengths; of vectors of length 1 the cosine is the inner product.
     */
    COSINE {
        @Override
        float nearness(float[] a, float[] b) {
            return INNER.nearness(a, b);
        }
    },
    /** The distance of two points: the Euclidean one, squared and negated. */
    L2 {
        @Override
        float nearness(float[] a, float[] b) {
            float sum = 0;
            for (int i = 0; i < a.length; i++) {
                float apart = a[i] - b[i];
                sum += apart * apart;
            }
            return -sum;
        }
    },
    /** The inner product: of two vectors at the same angle the longer one is nearer. */
    INNER {
        @Override
        float nearness(float[] a, float[] b) {
            float sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i] * b[i];
            }
            return sum;
        }
    };

    /** Of two vectors as many numbers long; by the cosine of two that {@link #prepared} has made. */
    abstract float nearness(float[] a, float[] b);

    /** A vector as engines get it, in place: its direction alone where no more counts. One of zeros stays. */
    public float[] prepared(float[] vector) {
        return this == COSINE ? VectorSource.normalised(vector) : vector;
    }
}
