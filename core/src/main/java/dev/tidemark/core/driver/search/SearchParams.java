package dev.tidemark.core.driver.search;

import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;

/** Settings that several search engines have, by one name. A driver declares those that its engine has. */
public final class SearchParams {

    public static final Param<Long> SHARDS = Param.count("shards").byDefault(1L).atLeast(1).atMost(1024)
            .changing(ChangeCost.REBUILD).help("parts that the index is split into, each searched for itself.")
            .asMain();
    /** For the oracle of recall as for the engine. */
    public static final Param<VectorDistance> DISTANCE = Param.oneOf("distance", VectorDistance.class).ofTask()
            .byDefault(VectorDistance.COSINE).changing(ChangeCost.REBUILD)
            .help("what is near to a vector, for the engine as for the exact neighbours that recall is told against: "
                    + "cosine, the angle between two, for which vectors of files are scaled to length 1; l2, the "
                    + "distance of two points; inner, the inner product.");
    public static final Param<Long> HNSW_M = Param.count("hnsw-m").byDefault(16L).atLeast(2).atMost(512)
            .changing(ChangeCost.REBUILD)
            .help("neighbours that each vector is linked to in the graph of vectors (HNSW).");
    public static final Param<Long> HNSW_EF_CONSTRUCTION = Param.count("hnsw-ef-construction").byDefault(100L)
            .atLeast(4).atMost(3200).changing(ChangeCost.REBUILD)
            .help("candidates looked at for the links of each vector while the graph of vectors (HNSW) is built.");

    private SearchParams() {}
}
