package dev.tidemark.driver.riak;

import static dev.tidemark.core.driver.remote.ConnectionParams.AS_THE_SERVER_HAS_IT;
import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import java.lang.module.ModuleDescriptor.Version;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/** How Riak is reached, what its bucket is made like, and what each request says. */
final class RiakParams {

    /** By whom a put is forced to the disk before it is acknowledged. */
    enum SyncOnWrite { BACKEND, ONE, ALL }

    private static final String NAME = "[A-Za-z0-9_-][A-Za-z0-9_.-]*";

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:8098");

    static final Param<String> BUCKET_TYPE = Param.typed("bucket-type", Types.text(name -> name.matches(NAME)
                    ? Optional.empty() : Optional.of("it is no name of a bucket type")))
            .reaching(Reach.DATA, type -> List.of("bucket type " + type)).orElse("the default one").changing(REOPEN)
            .help("Bucket type of the bucket, which must be there and active (riak admin bucket-type).");

    static final Param<String> R = quorum("r", "How many replicas must agree on a read");
    static final Param<String> PR = quorum("pr", "How many primary replicas must take part in a read");
    static final Param<String> W = quorum("w", "How many replicas must have received a write");
    static final Param<String> DW = quorum("dw", "How many replicas must have handed a write to their backend");
    static final Param<String> PW = quorum("pw", "How many primary replicas must take part in a write");

    static final Param<Long> N_VAL = Param.count("n-val").orElse(AS_THE_SERVER_HAS_IT).atLeast(1).atMost(64)
            .changing(REBUILD).help("Replicas of each key (n_val), a property of the bucket.").asMain();

    static final Param<Boolean> ALLOW_MULT = Param.flag("allow-mult").orElse(AS_THE_SERVER_HAS_IT)
            .changing(REBUILD).help("Whether writes that did not know of each other are kept as siblings (allow_mult), "
                    + "a property of the bucket. A read that meets some takes that with the latest Last-Modified, of "
                    + "one second that with the greatest Etag, and passes over deleted ones; the next put of the "
                    + "same worker resolves them, with causal-context.");

    static final Param<Boolean> LAST_WRITE_WINS = Param.flag("last-write-wins")
            .orElse(AS_THE_SERVER_HAS_IT).changing(REBUILD)
            .help("Whether a write takes the place of what is there without looking (last_write_wins), a property of "
                    + "the bucket.");

    static final Param<String> BACKEND = Param.text("backend").reaching(Reach.NOTHING).orElse(AS_THE_SERVER_HAS_IT)
            .changing(REBUILD)
            .help("Which of several backends holds the bucket, by its name in the server's riak_kv_multi_backend.");

    static final Param<SyncOnWrite> SYNC_ON_WRITE = Param.oneOf("sync-on-write", SyncOnWrite.class)
            .orElse(AS_THE_SERVER_HAS_IT).changing(REBUILD)
            .help("Where a put is forced to the disk before it is acknowledged (sync_on_write), a property of the "
                    + "bucket from Riak 3.0.8 on: on all replicas, on the coordinating one, or as each backend is "
                    + "configured. Bitcask, eleveldb and leveled heed it; memory, a multi backend, buckets of a type "
                    + "that is write_once and earlier versions keep the property and heed it not.").asMain();

    /** Before it {@link #SYNC_ON_WRITE} has no effect. */
    private static final Version HEEDING_SYNC_ON_WRITE = Version.parse("3.0.8");
    /** Those that can force a put to the disk (flush_put); from any other one it is an ordinary put. */
    private static final Set<String> HEEDING_BACKENDS = Set.of("riak_kv_bitcask_backend", "riak_kv_eleveldb_backend",
            "riak_kv_leveled_backend");
    /** Told of {@link #SYNC_ON_WRITE} where puts are to be forced to the disk. */
    static final String HEEDED = "heeded";
    static final String NOT_HEEDED = "not heeded";

    static final Param<Boolean> CAUSAL_CONTEXT = Param.flag("causal-context").byDefault(true).changing(REOPEN)
            .help("Whether a put or delete of a key that the worker has read since its last commit says what it read "
                    + "(X-Riak-Vclock); without, every write is blind.");

    static final Param<Boolean> RETURN_BODY = Param.flag("return-body").byDefault(false).changing(REOPEN)
            .help("Whether a put is answered with the object as it is stored then (returnbody).");

    static final Param<Long> INDEX_PAGE = Param.count("index-page").byDefault(1000L).atLeast(1).atMost(100_000)
            .changing(REOPEN).help("Entries of an index in one answer (max_results); a query goes on by continuation.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(BUCKET_TYPE, N_VAL, R, PR, W, DW, PW, ALLOW_MULT, LAST_WRITE_WINS, BACKEND, SYNC_ON_WRITE,
                    CAUSAL_CONTEXT, RETURN_BODY, INDEX_PAGE).with(RiakParams::fewerThanReplicas));

    /** The bucket's properties by their names on the server. */
    private static final Map<String, Param<?>> PROPERTIES = properties();

    private RiakParams() {}

    private static Map<String, Param<?>> properties() {
        SequencedMap<String, Param<?>> all = new LinkedHashMap<>();
        all.put("n_val", N_VAL);
        all.put("allow_mult", ALLOW_MULT);
        all.put("last_write_wins", LAST_WRITE_WINS);
        all.put("backend", BACKEND);
        all.put("sync_on_write", SYNC_ON_WRITE);
        return all;
    }

    private static Param<String> quorum(String name, String sentence) {
        return Param.typed(name, Types.text(text -> text.matches("one|quorum|all|[0-9]{1,2}") ? Optional.empty()
                        : Optional.of("write a number of replicas, or one, quorum or all")))
                .reaching(Reach.NOTHING).orElse(AS_THE_SERVER_HAS_IT).changing(REOPEN)
                .help(sentence + " before it is answered: a number up to n-val, one, quorum or all.");
    }

    private static Optional<String> fewerThanReplicas(Values values) {
        return values.find(N_VAL).flatMap(most -> Stream.of(R, PR, W, DW, PW).filter(quorum -> values.find(quorum)
                .filter(n -> Character.isDigit(n.charAt(0)) && Long.parseLong(n) > most).isPresent()).findFirst()
                .map(quorum -> quorum.name() + ": there are no more than n-val replicas, " + most));
    }

    /** What is set of the bucket, as its properties are written; empty for nothing. */
    static Map<String, Object> set(Values values) {
        Map<String, Object> set = new LinkedHashMap<>();
        PROPERTIES.forEach((name, param) -> values.find(param).ifPresent(value -> set.put(name,
                value instanceof SyncOnWrite ? values.text(param) : value)));
        return set;
    }

    /**
     * Whether puts are forced to the disk as a bucket asks for it; empty where it does not ask, or that is not known.
     *
     * @param properties of the bucket
     * @param nodes      the statistics of each
     */
    static Optional<Boolean> heedsSync(JsonNode properties, List<JsonNode> nodes) {
        if (!properties.path("sync_on_write").asString("").matches("one|all")) {
            return Optional.empty();
        }
        List<Optional<Boolean>> each = nodes.stream().map(RiakParams::forcesPuts).toList();
        if (properties.path("write_once").asBoolean(false) || each.contains(Optional.of(false))) {
            return Optional.of(false);
        }
        return each.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(true);
    }

    private static Optional<Boolean> forcesPuts(JsonNode node) {
        String version = node.path("riak_kv_version").asString("");
        String backend = node.path("storage_backend").asString("");
        return backend.isEmpty() || !version.matches("[0-9].*") ? Optional.empty() : Optional.of(
                HEEDING_BACKENDS.contains(backend) && Version.parse(version).compareTo(HEEDING_SYNC_ON_WRITE) >= 0);
    }

    /** By their names on the server. */
    static Map<String, Param<?>> readBack() {
        Map<String, Param<?>> all = new LinkedHashMap<>(PROPERTIES);
        List.of(R, PR, W, DW, PW).forEach(quorum -> all.put(quorum.name(), quorum));
        return all;
    }

    /** The query of requests with these quorums. */
    @SafeVarargs
    static String query(Values values, Param<String>... quorums) {
        return Stream.of(quorums).flatMap(q -> values.find(q).map(n -> q.name() + "=" + n).stream())
                .collect(Collectors.joining("&"));
    }

    /** The path of the bucket. @throws InvalidInputException when the namespace is no name for one */
    static String path(Values values) {
        String bucket = values.get(ConnectionParams.NAMESPACE);
        if (!bucket.matches(NAME)) {
            throw new InvalidInputException("namespace: '" + bucket + "' is no name of a bucket here; write it in "
                    + "letters, digits, hyphens, underscores and dots");
        }
        return values.find(BUCKET_TYPE).map(type -> "/types/" + type).orElse("") + "/buckets/" + bucket;
    }
}
