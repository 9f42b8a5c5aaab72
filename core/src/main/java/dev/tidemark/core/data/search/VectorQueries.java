package dev.tidemark.core.data.search;

import java.util.function.Function;

/** Queries for the neighbours of the vectors of a file, in its order. They are made when they are asked. */
public final class VectorQueries implements Queries {

    private final VectorSource vectors;
    private final Function<float[], SearchQuery> written;
    /** Place of the vector that comes first. */
    private final int first;

    /** @param written what is asked for a vector */
    public VectorQueries(VectorSource vectors, Function<float[], SearchQuery> written) {
        this(vectors, written, 0);
    }

    private VectorQueries(VectorSource vectors, Function<float[], SearchQuery> written, int first) {
        this.vectors = vectors;
        this.written = written;
        this.first = first;
    }

    /** So many at its end, after which it begins again; of a shorter file all. */
    public VectorQueries last(long most) {
        return new VectorQueries(vectors, written, (int) Math.max(0, count() - most));
    }

    @Override
    public int distinct() {
        return (int) count();
    }

    @Override
    public long count() {
        return Math.min(vectors.queries(), Integer.MAX_VALUE);
    }

    @Override
    public int at(long n) {
        return (int) ((first + n) % count());
    }

    @Override
    public SearchQuery query(int id) {
        return written.apply(vectors.query(id));
    }
}
