package dev.tidemark.core.driver.search;

import module java.base;
import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;

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

    /** The name of the setting that says which index of others' is asked; a driver that can do so declares it. */
    public static final String INDEX = "index";

    /**
     * The word for a setting of an index, of one that others have made: what is read back of it is its value. A driver
     * gives it to those of its settings that say how its own index is, and yet need none built again.
     */
    public static final String AS_THE_INDEX_HAS_IT = "as the index has it";

    private SearchParams() {}

    /** Where the index is on a server. */
    public static Param<String> index() {
        return Param.text(INDEX).reaching(Reach.DATA).orElse("none").changing(ChangeCost.REOPEN)
                .help("an index that others have made and that is asked as it is: nothing is made, changed or emptied, "
                        + "and the right to read suffices; none: Tidemark makes its own.").asMain();
    }

    /** The folder of an index on this machine. */
    public static Param<Path> indexFolder() {
        return Param.path(INDEX).reaching(Reach.FILE).orElse("none").changing(ChangeCost.REOPEN)
                .help("the folder of an index that others have made and that is searched as it is: nothing in it is "
                        + "made, changed or deleted; none: Tidemark makes its own.").asMain();
    }

    /** A rule: an index of Tidemark's has nothing by itself. */
    public static Optional<String> isSetOfOurs(Values values) {
        return ownIndex(values).isPresent() ? Optional.empty() : values.params().all().stream()
                .filter(param -> AS_THE_INDEX_HAS_IT.equals(param.absent()) && values.find(param).isEmpty()).findFirst()
                .map(param -> param.name() + ": " + AS_THE_INDEX_HAS_IT + " needs " + INDEX
                        + ", an index that is there");
    }

    /** Whether it says how an index of Tidemark's is made, and where, which has no meaning for one of others'. */
    public static boolean isOfOurs(Param<?> param) {
        return param.change() == ChangeCost.REBUILD || AS_THE_INDEX_HAS_IT.equals(param.absent())
                || param.equals(ConnectionParams.NAMESPACE);
    }

    /** The settings of an index of others': without what says how one of ours is made, and where. */
    public static Values withoutOurs(Values values) {
        Values left = values;
        for (Param<?> param : values.params().all()) {
            left = isOfOurs(param) ? left.with(param, null, values.origin(param)) : left;
        }
        return left;
    }

    /** The index of others' that is asked; empty where Tidemark makes its own. */
    public static Optional<String> ownIndex(Values values) {
        return values.params().lookUp(INDEX).map(ParamSet.Found::param)
                .flatMap(param -> values.find(param).map(_ -> values.text(param)));
    }

    /** The same where it is a folder of this machine: it is searched by texts, where a server is sent requests. */
    public static Optional<Path> ownFolder(Values values) {
        return values.params().lookUp(INDEX).map(ParamSet.Found::param).filter(param -> param.type() == Types.PATH)
                .flatMap(values::find).map(Path.class::cast);
    }
}
