package dev.tidemark.core.data.search;

import dev.tidemark.core.data.RandomNumbers;

/**
 * Vectors around the centres of clusters. Each cluster has directions of its own, as many as the intrinsic dimension
 * says, along which its vectors vary normally; across them they vary by a hundredth of that. Vectors without such a
 * structure have no near neighbours, and tell nothing about real ones (Beyer et al., "When is nearest neighbor
 * meaningful?", 1999).
 */
public final class ClusteredVectors implements VectorSource {

    private static final long CENTRE = 11;
    private static final long DIRECTION = 12;
    private static final long DOCUMENT = 13;
    private static final long QUERY = 14;
    /** Length of a vector's distance from its centre, beside that of the centre, which is 1. */
    private static final double SPREAD = 0.6;
    private static final double NOISE = 0.01;

    private final long seed;
    private final int dimension;
    private final int intrinsic;
    private final int clusters;
    private final float[][] centres;
    /** By cluster: one direction of length 1 after the other. */
    private final float[][] directions;

    public ClusteredVectors(long seed, int dimension, int intrinsic, int clusters) {
        this.seed = seed;
        this.dimension = dimension;
        this.intrinsic = intrinsic;
        this.clusters = clusters;
        centres = new float[clusters][];
        directions = new float[clusters][dimension * intrinsic];
        for (int c = 0; c < clusters; c++) {
            centres[c] = direction(CENTRE, c);
            for (int d = 0; d < intrinsic; d++) {
                System.arraycopy(direction(DIRECTION, (long) c * intrinsic + d), 0, directions[c], d * dimension,
                        dimension);
            }
        }
    }

    private float[] direction(long purpose, long n) {
        RandomNumbers random = new RandomNumbers(seed, purpose, n);
        float[] vector = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            vector[i] = (float) random.normal();
        }
        return VectorSource.normalised(vector);
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public long count() {
        return Long.MAX_VALUE;
    }

    @Override
    public float[] vector(long n) {
        return vector(new RandomNumbers(seed, DOCUMENT, n));
    }

    @Override
    public float[] query(long n) {
        return vector(new RandomNumbers(seed, QUERY, n));
    }

    private float[] vector(RandomNumbers random) {
        int cluster = random.below(clusters);
        float[] vector = centres[cluster].clone();
        for (int d = 0; d < intrinsic; d++) {
            float along = (float) (random.normal() * SPREAD / Math.sqrt(intrinsic));
            for (int i = 0; i < dimension; i++) {
                vector[i] += along * directions[cluster][d * dimension + i];
            }
        }
        for (int i = 0; i < dimension; i++) {
            vector[i] += (float) (random.normal() * SPREAD * NOISE / Math.sqrt(dimension));
        }
        return VectorSource.normalised(vector);
    }
}
