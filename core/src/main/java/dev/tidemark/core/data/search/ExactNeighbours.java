package dev.tidemark.core.data.search;

import module java.base;

/**
 * The documents whose vectors are nearest to a query's, found by looking at all. Thread-safe.
 */
public final class ExactNeighbours {

    /**
     * Rounding of an engine's own arithmetic may turn round what lies closer together than this share of what is
     * rounded.
     */
    private static final float TIE = 1e-6f;

    private final VectorDistance distance;
    private final float[][] vectors;
    private final int[] buckets;
    /** The greatest square of a length. */
    private final float longest;

    private ExactNeighbours(VectorDistance distance, float[][] vectors, int[] buckets) {
        this.distance = distance;
        this.vectors = vectors;
        this.buckets = buckets;
        longest = (float) Arrays.stream(vectors).mapToDouble(v -> VectorDistance.INNER.nearness(v, v)).max().orElse(0);
    }

    /** By the angle between them. */
    public static ExactNeighbours of(SearchDocuments documents) throws IOException {
        return of(documents, VectorDistance.COSINE);
    }

    /** Holds the vectors of all documents in memory. */
    public static ExactNeighbours of(SearchDocuments documents, VectorDistance distance) throws IOException {
        int count = Math.toIntExact(documents.count());
        float[][] vectors = new float[count][];
        int[] buckets = new int[count];
        for (int n = 0; n < count; n++) {
            SearchDocument document = documents.document(n);
            vectors[n] = document.vector();
            buckets[n] = document.bucket();
        }
        return new ExactNeighbours(distance, vectors, buckets);
    }

    /**
     * The neighbours of a query.
     *
     * @param below first bucket that is left out
     * @param top   how many are wanted
     */
    public Nearest of(float[] query, int below, int top) {
        float[] best = new float[top];
        Arrays.fill(best, Float.NEGATIVE_INFINITY);
        int found = 0;
        for (int n = 0; n < vectors.length; n++) {
            if (buckets[n] < below) {
                float near = distance.nearness(query, vectors[n]);
                if (near > best[0]) {
                    best[0] = near;
                    sinkFirst(best);
                }
                found++;
            }
        }
        int count = Math.min(found, top);
        return new Nearest(this, query, below, count, count == 0 ? 0 : best[top - count]);
    }

    /** Puts the first of the numbers, of which the others ascend, in its place. */
    private static void sinkFirst(float[] ascending) {
        float first = ascending[0];
        int at = 0;
        while (at + 1 < ascending.length && ascending[at + 1] < first) {
            ascending[at] = ascending[at + 1];
            at++;
        }
        ascending[at] = first;
    }

    /**
     * The neighbours of one query.
     *
     * @param count how many there are, of those that were wanted
     * @param last  the nearness of the furthest one
     */
    public record Nearest(ExactNeighbours all, float[] query, int below, int count, float last) {

        /** How many of some documents are among them, at most {@link #count}; one as far away as the last is. */
        public int right(long[] found) {
            long right = Arrays.stream(found).distinct().filter(this::isNear).count();
            return (int) Math.min(count, right);
        }

        private boolean isNear(long n) {
            return n >= 0 && n < all.vectors.length && all.buckets[(int) n] < below
                    && all.distance.nearness(query, all.vectors[(int) n]) >= last
                    - TIE * (all.distance == VectorDistance.L2 ? -last : all.longest);
        }
    }
}
