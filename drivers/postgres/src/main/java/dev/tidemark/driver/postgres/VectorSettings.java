package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.postgres.PostgresParams.IterativeScan;
import dev.tidemark.driver.postgres.PostgresParams.VectorIndex;
import dev.tidemark.driver.postgres.PostgresParams.VectorType;
import java.sql.SQLException;

/**
 * How vectors are stored and searched by pgvector; its limits are those of its version 0.8.
 *
 * @param m              links of each vector in an HNSW graph
 * @param efConstruction candidates for these links
 */
record VectorSettings(VectorType type, VectorIndex index, VectorDistance distance, long m, long efConstruction,
        IterativeScan iterative) {

    private static final int MOST_STORED = 16_000;
    private static final int MOST_INDEXED = 2000;
    private static final int MOST_HALF_INDEXED = 4000;
    private static final int MOST_CANDIDATES = 1000;
    private static final int MOST_LINKS = 100;
    private static final int MOST_EF = 1000;
    private static final int MOST_LISTS = 32_768;

    static VectorSettings of(Values values) {
        return new VectorSettings(values.get(PostgresParams.VECTOR_TYPE), values.get(PostgresParams.VECTOR_INDEX),
                values.get(SearchParams.DISTANCE),
                values.get(SearchParams.HNSW_M), values.get(SearchParams.HNSW_EF_CONSTRUCTION),
                values.get(PostgresParams.ITERATIVE_SCAN));
    }

    /** What pgvector would refuse of these. */
    static Optional<String> complaint(Values values) {
        VectorSettings all = of(values);
        return switch (all.index) {
            case NONE -> Optional.empty();
            case IVFFLAT -> all.iterative == IterativeScan.STRICT
                    ? Optional.of("iterative-scan: strict is there with vector-index: hnsw alone") : Optional.empty();
            case HNSW -> all.complaintOfGraph();
        };
    }

    private Optional<String> complaintOfGraph() {
        if (m > MOST_LINKS) {
            return Optional.of("hnsw-m: pgvector takes at most " + MOST_LINKS + ", not " + m);
        }
        if (efConstruction > MOST_EF) {
            return Optional.of("hnsw-ef-construction: pgvector takes at most " + MOST_EF + ", not " + efConstruction);
        }
        return efConstruction < 2 * m
                ? Optional.of("hnsw-ef-construction: pgvector takes no less than twice hnsw-m, which is " + m)
                : Optional.empty();
    }

    /** @throws DriverException when vectors of this dimension can't be stored, or not be indexed */
    void require(int dimension) throws DriverException {
        int most = index == VectorIndex.NONE ? MOST_STORED
                : type == VectorType.HALFVEC ? MOST_HALF_INDEXED : MOST_INDEXED;
        if (dimension > most) {
            throw new DriverException("vector-type: pgvector takes at most " + most + " dimensions as "
                    + word() + (index == VectorIndex.NONE ? "" : " with an index") + ", not " + dimension);
        }
    }

    /** The type of a column, without its schema. */
    String word() {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** What pgvector's classes of operators are called by. */
    private String operators() {
        return switch (distance) {
            case COSINE -> "cosine";
            case L2 -> "l2";
            case INNER -> "ip";
        };
    }

    /** The operator that tells how far two vectors are apart; of inner products it tells the negated one. */
    String operator() {
        return switch (distance) {
            case COSINE -> "<=>";
            case L2 -> "<->";
            case INNER -> "<#>";
        };
    }

    /** How well a vector matches at a {@code distance}, the greater the better. */
    String score() {
        return distance == VectorDistance.COSINE ? "1 - distance" : "-distance";
    }

    /**
     * The method of an index and what it is made with. Of IVFFlat, as many lists as one of them then has documents on
     * average.
     *
     * @param schema    of pgvector
     * @param documents of each shard, about
     * @return empty where there is none
     */
    Optional<String> method(String schema, long documents) {
        String column = "(near " + schema + "." + word() + "_" + operators() + "_ops)";
        return switch (index) {
            case NONE -> Optional.empty();
            case HNSW -> Optional.of("hnsw " + column + " WITH (m = " + m + ", ef_construction = " + efConstruction
                    + ")");
            case IVFFLAT -> Optional.of("ivfflat " + column + " WITH (lists = "
                    + Math.clamp(Math.round(Math.sqrt(documents)), 1, MOST_LISTS) + ")");
        };
    }

    /**
     * Makes the searches that follow on a connection look at so many candidates.
     *
     * @param lists of an IVFFlat index
     * @throws DriverException when there may not be so many
     */
    void check(JdbcConnection connection, int candidates, long lists) throws SQLException, DriverException {
        switch (index) {
            case NONE -> { }
            case HNSW -> {
                requireCandidates(candidates);
                connection.set("hnsw.ef_search", String.valueOf(candidates));
                iterate(connection, "hnsw");
            }
            case IVFFLAT -> {
                connection.set("ivfflat.probes", String.valueOf(Math.clamp(Math.ceilDiv(candidates, lists), 1, lists)));
                iterate(connection, "ivfflat");
            }
        }
    }

    static void requireCandidates(int candidates) throws DriverException {
        if (candidates > MOST_CANDIDATES) {
            throw new DriverException("candidates: pgvector looks at no more than " + MOST_CANDIDATES
                    + " of a graph, not at " + candidates);
        }
    }

    private void iterate(JdbcConnection connection, String method) throws SQLException {
        if (iterative != IterativeScan.OFF) {
            connection.set(method + ".iterative_scan", iterative.name().toLowerCase(Locale.ROOT) + "_order");
        }
    }

    /** A vector as it is written. */
    static String text(float[] vector) {
        StringBuilder text = new StringBuilder(12 * vector.length).append('[');
        for (int i = 0; i < vector.length; i++) {
            text.append(i == 0 ? "" : ",").append(vector[i]);
        }
        return text.append(']').toString();
    }
}
