package dev.tidemark.core.workload.query;

import module java.base;
import dev.tidemark.core.data.search.QueryMix;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.stat.SteadyState;
import dev.tidemark.core.workload.Arrivals;
import dev.tidemark.core.workload.Definitions;
import dev.tidemark.core.workload.Precondition;
import dev.tidemark.core.workload.script.language.PgbenchParser;

/** The settings of {@link QueryWorkload}. */
final class QueryParams {

    /** In what state the caches are when the measurement begins. */
    enum Cache {
        WARM, COLD
    }

    /** Whether the index stays in the segments in which it was built. */
    enum Segments {
        AS_BUILT, ONE
    }

    static final Param<Long> DOCUMENTS = Param.count("documents").ofData().byDefault(20_000L).atLeast(1)
            .atMost(2_000_000_000).changing(ChangeCost.REBUILD)
            .help("documents in the index; with texts or vectors no more than there are, and all where nothing is said "
                    + "and there are fewer")
            .asMain();
    static final Param<Long> DOCUMENT_WORDS = Param.count("document-words").ofTask().byDefault(200L).atLeast(1)
            .atMost(1_000_000).changing(ChangeCost.REBUILD).help("words of a document, on average");
    static final Param<Long> VOCABULARY = Param.count("vocabulary").ofTask().byDefault(100_000L).atLeast(100)
            .atMost(100_000_000)
            .changing(ChangeCost.REBUILD).help("different words that the documents are made of, some of them frequent "
                    + "and most of them rare, as in natural language (Zipf and Mandelbrot)");
    static final Param<Path> TEXTS = Param.path("texts").reaching(Reach.FILE)
            .orElse("none").changing(ChangeCost.REBUILD)
            .help("a folder of text files that are the documents, instead of generated ones");
    static final Param<Long> DIMENSION = Param.count("vector-dimension").orElse("none").atLeast(1).atMost(4096)
            .changing(ChangeCost.REBUILD).help("numbers of each document's vector; none: documents have no vectors");
    static final Param<Long> CLUSTERS = Param.count("vector-clusters").byDefault(200L).atLeast(1).atMost(1_000_000)
            .changing(ChangeCost.REBUILD).help("clusters that generated vectors lie in");
    static final Param<Long> INTRINSIC = Param.count("vector-intrinsic-dimension").byDefault(16L).atLeast(1)
            .atMost(4096)
            .changing(ChangeCost.REBUILD).help("dimension of the space within which each cluster's vectors vary: the "
                    + "higher, the harder are neighbours to find");
    static final Param<Path> VECTORS = Param.path("vectors").reaching(Reach.FILE)
            .orElse("none").changing(ChangeCost.REBUILD)
            .help("a file of vectors (fvecs or npy) for the documents, instead of generated ones");
    static final Param<Path> QUERY_VECTORS = Param.path("query-vectors").reaching(Reach.FILE).orElse("none")
            .help("a file of vectors (fvecs or npy) for the queries; with vectors, or with an index of one's own and "
                    + "vector-field");
    static final Param<String> VECTOR_FIELD = Param.text("vector-field").reaching(Reach.NOTHING).orElse("none")
            .help("with an index of one's own and query-vectors: the field of vectors whose nearest neighbours are "
                    + "asked for, by the similarity that the index has");
    static final Param<Segments> SEGMENTS = Param.oneOf("merged", Segments.class).pace().byDefault(Segments.AS_BUILT)
            .changing(ChangeCost.REBUILD).help("whether the index is measured in the segments in which it was built, "
                    + "or merged to one per shard beforehand");

    static final Param<QueryMix> MIX = Param.typed("query-mix", new QueryMix.Type()).reaching(Reach.NOTHING)
            .byDefault(QueryMix.USUAL)
            .help("kinds of generated queries and their weights, with ; between, as in term:4;phrase:1: term, "
                    + "frequent, rare, phrase, boolean, filtered, vector, filtered-vector, hybrid").asMain();
    static final Param<Path> LOG = Param.path("query-log").reaching(Reach.FILE).orElse("none")
            .help("a file of queries in the engine's own language, instead of generated ones: one per line, or a log "
                    + "of Solr's requests or of a web server").asMain();
    static final Param<Path> TEMPLATE = Param.path("query-template").reaching(Reach.FILE, QueryTemplate::files)
            .orElse("none")
            .help("with an index of one's own that has no log: a file of requests with values that are drawn before "
                    + "the run, by the generators of script, and terms of the index itself");
    static final Param<String> TEMPLATE_TEXT = Param.lines("query-template-text")
            .reaching(Reach.FILE, PgbenchParser::files).orElse("none")
            .help("the same requests themselves, in place of a file");
    static final Param<Definitions> REQUEST_PARAMETERS = Param.typed("request-parameters",
            new Definitions.Type("[A-Za-z_][A-Za-z0-9_.-]*", "&[A-Za-z_][A-Za-z0-9_.-]*="))
            .reaching(Reach.NOTHING).pace().orElse("as they are")
            .help("with an index of one's own: parameters, or members of the body, that all requests are sent with "
                    + "instead of their own, with ; between, as in rows=50;facet=; one without a value is left out");
    static final Param<Long> DISTINCT = Param.count("distinct-queries").byDefault(10_000L).atLeast(1).atMost(1_000_000)
            .help("different queries that are generated");
    static final Param<Double> REPEATS = Param.share("repeat-share").byDefault(0.3).atMost(99)
            .help("share of the queries that were asked before, as caches see them; the frequent ones repeat most");
    static final Param<Double> OVERLAP = Param.share("warm-up-overlap").byDefault(0.3)
            .help("share of the test queries that the warm-up asks, too");
    static final Param<Double> FILTERED_OUT = Param.share("filtered-out").byDefault(0.9).atMost(99.9)
            .help("share of the documents that the filter of a filtered query leaves out");
    static final Param<Long> QUERIES = Param.count("queries").amount().byDefault(1000L).orElse("unlimited").atLeast(1)
            .help("test queries after which to end; unlimited where a duration, steps or a trace are said more "
                    + "particularly").asMain();
    static final Param<Duration> DURATION = Param.duration("duration").amount().orElse("none").atLeast(1e-3)
            .help("how long to ask at most; none: until the queries, steps or a trace end").asMain();
    static final Param<Long> WARM_UP_QUERIES = Param.count("warm-up-queries").around().byDefault(10_000L).orElse("none")
            .atLeast(1).help("queries asked before the measurement, by as many workers, as fast as they can; with "
                    + "steady-within, at most");
    static final Param<Double> STEADY_WITHIN = Param.share("steady-within").around().orElse("none").atLeast(0.1)
            .atMost(100)
            .help("ends the warm-up once it is shown (95 %) that the response changes by less than this share over the "
                    + "measurement; none: all warm-up queries are asked");
    static final Param<Duration> WARM_UP_LIMIT = Param.duration("warm-up-limit").around()
            .byDefault(Duration.ofMinutes(2)).atLeast(1e-3).help("how long the warm-up lasts at most");
    static final Param<Long> WORKERS = Param.count("workers").pace().byDefault(1L).atLeast(1).atMost(1024)
            .help("users that ask, each one query at a time").alias("users").asMain();
    static final Param<Double> RATE = Param.rate("rate").ofTask().pace().orElse("unpaced").atLeast(1e-3).atMost(1e9)
            .help("queries offered per second by all workers together, whatever the target does; unpaced (or "
                    + "unthrottled): as fast as the workers can").asMain();
    static final Param<Long> IN_FLIGHT = Param.count("in-flight").pace().orElse("workers").atLeast(1).atMost(100_000)
            .help("with a rate: queries in progress at most, each by a thread of its own that costs little, so that a "
                    + "slow server does not keep new ones from being asked; workers: as many as there are workers");
    static final Param<Duration> THINK_TIME = Param.duration("think-time").ofTask().pace().byDefault(Duration.ZERO)
            .help("pause of each worker between queries; unthrottled only");
    static final Param<Long> TOP = Param.count("top").byDefault(10L).atLeast(1).atMost(10_000)
            .help("hits that are answered to a query at most");
    static final Param<Boolean> COUNT_ALL = Param.flag("count-all").byDefault(true)
            .help("whether the number of all hits is counted exactly; else the engine may stop when it has the best "
                    + "ones");
    static final Param<Long> CANDIDATES = Param.count("candidates").byDefault(100L).atLeast(1).atMost(10_000)
            .help("candidates that a search by vector looks at (ef of HNSW): the more, the better the recall and the "
                    + "longer it takes");
    static final Param<Cache> CACHE = Param.oneOf("cache", Cache.class).pace().byDefault(Cache.WARM)
            .help("cold: caches of the engine and, where that can be done, the page cache are emptied, and "
                    + "nothing is warmed up").asMain();
    static final Param<Boolean> COMPARE = Param.flag("compare-answers").around().byDefault(true)
            .help("whether the hits of a query are compared with those of its first answer; another number is a "
                    + "failure");
    static final Param<Long> CHECKED = Param.count("checked-queries").byDefault(200L).orElse("none").atLeast(1)
            .atMost(100_000).help("test queries that are asked again after the measurement, twice, with an exact count "
                    + "unless the requests are one's own, so that the answers of two sides can be compared");
    static final Param<Double> MUST_AGREE = Param.share("answers-must-agree").around().orElse("told").atMost(100)
            .help("share of the checked queries that two sides must answer alike, with the same first 10 hits and as "
                    + "many in all, for their speeds to be compared; told: of an index of one's own a difference is "
                    + "only told, and with documents of Tidemark's all must find as many");
    static final Param<Long> RECALL_SAMPLES = Param.count("recall-samples").around().byDefault(200L).atLeast(1)
            .atMost(100_000).help("answers to queries by vector that are compared with the exact neighbours");
    static final Param<Double> LEAST_RECALL = Param.share("least-recall").around().byDefault(0.95).orElse("none")
            .help("recall that queries by vector need on average for a point to be ranked by its speed; reports show "
                    + "the others below");
    static final Param<Long> SLOWEST = Param.count("slowest-queries").around().byDefault(5L).orElse("none").atLeast(1)
            .atMost(100)
            .help("slowest queries that are asked again after the measurement with the engine's own timing");

    static final Param<Long> LOGGED = Param.count("logged-queries").around().byDefault(100_000L).orElse("none")
            .atLeast(1)
            .atMost(1_000_000).help("Queries of the measurement that are all logged one by one; of more, a uniform "
                    + "sample of at most about so many, beside the slowest and the first that failed.");

    static final ParamSet ALL = ParamSet.of(DOCUMENTS, DOCUMENT_WORDS, VOCABULARY, TEXTS, DIMENSION, CLUSTERS,
            INTRINSIC, VECTORS, QUERY_VECTORS, VECTOR_FIELD, SEGMENTS, MIX, LOG, TEMPLATE, TEMPLATE_TEXT,
            REQUEST_PARAMETERS, DISTINCT, REPEATS, OVERLAP,
            FILTERED_OUT, QUERIES, DURATION, WARM_UP_QUERIES, STEADY_WITHIN, WARM_UP_LIMIT, WORKERS, RATE, IN_FLIGHT)
            .plus(Arrivals.ALL).plus(ParamSet.of(THINK_TIME, QueryUpdates.RATE, QueryUpdates.KIND, QueryUpdates.WORKERS,
                    QueryUpdates.REQUESTS, QueryUpdates.ALLOWED, QueryUpdates.REFRESH_INTERVAL, TOP, COUNT_ALL, CANDIDATES,
                    CACHE, COMPARE, CHECKED, MUST_AGREE, RECALL_SAMPLES, LEAST_RECALL, SLOWEST, LOGGED))
            .with(QueryParams::somethingEndsIt, Arrivals.unpaced(RATE, THINK_TIME), QueryParams::inFlightIsPaced,
                    QueryParams::warmUpCanBeSteady, QueryParams::vectorsAreThere, QueryParams::candidatesSuffice,
                    QueryParams::filesOfVectorsAreTwo, QueryParams::agreementIsChecked, Arrivals.rule(RATE));

    static final List<Precondition> PRECONDITIONS = Stream.of(
            needing("queries by vector, as in query-mix: vector", QueryParams::asksByVector, CANDIDATES),
            needing("filtered queries, as in query-mix: filtered",
                    v -> v.find(LOG).isEmpty() && v.get(MIX).hasFilters(), FILTERED_OUT),
            needing("generated queries, as there is a query-log", v -> v.find(LOG).isEmpty(), MIX, DISTINCT, REPEATS, OVERLAP),
            needing("generated texts, as there is a folder of texts", v -> v.find(TEXTS).isEmpty(), DOCUMENT_WORDS, VOCABULARY),
            needing(DIMENSION.name(), v -> v.find(DIMENSION).isPresent(), CLUSTERS, INTRINSIC),
            needing(QueryUpdates.RATE.name(), v -> v.find(QueryUpdates.RATE).isPresent(),
                    QueryUpdates.KIND, QueryUpdates.WORKERS, QueryUpdates.REFRESH_INTERVAL)).flatMap(each -> each).toList();

    private QueryParams() {}

    /** What an index of one's own leaves without an effect is told of it by itself. */
    private static Stream<Precondition> needing(String what, Predicate<Values> isThere, Param<?>... settings) {
        return Stream.of(settings)
                .map(p -> Precondition.needing(p, what, v -> OwnIndex.isOf(v) || isThere.test(v)));
    }

    private static Optional<String> somethingEndsIt(Values v) {
        return v.find(DURATION).isPresent() || v.find(QUERIES).isPresent() || Arrivals.scheduled(v)
                ? Optional.empty()
                : Optional.of("queries: unlimited needs a duration, or arrivals: steps or trace, which end");
    }

    private static Optional<String> inFlightIsPaced(Values v) {
        return v.find(IN_FLIGHT).isPresent() && !Arrivals.paced(v, RATE)
                ? Optional.of("in-flight has no meaning without a rate: without one, workers says how many ask")
                : Optional.empty();
    }

    private static Optional<String> warmUpCanBeSteady(Values v) {
        if (v.find(STEADY_WITHIN).isEmpty()) {
            return Optional.empty();
        }
        if (v.get(CACHE) == Cache.COLD) {
            return Optional.of("steady-within has no meaning with cache: cold, which leaves the warm-up out");
        }
        return v.find(WARM_UP_QUERIES).orElse(0L) >= SteadyState.LEAST ? Optional.empty()
                : Optional.of("steady-within needs warm-up-queries of " + SteadyState.LEAST + " at least, to tell");
    }

    private static Optional<String> vectorsAreThere(Values v) {
        return asksByVector(v) && !hasVectors(v)
                ? Optional.of("query-mix: queries by vector need vector-dimension, or a file of vectors")
                : Optional.empty();
    }

    /** Whether queries that are generated ask for neighbours of a vector. */
    private static boolean asksByVector(Values v) {
        return v.find(LOG).isEmpty() && v.find(MIX).stream().anyMatch(QueryMix::hasVectors);
    }

    private static Optional<String> candidatesSuffice(Values v) {
        return (hasVectors(v) || v.find(VECTOR_FIELD).isPresent()) && v.get(CANDIDATES) < v.get(TOP)
                ? Optional.of("candidates: " + v.text(CANDIDATES) + " are fewer than the top " + v.text(TOP))
                : Optional.empty();
    }

    private static Optional<String> filesOfVectorsAreTwo(Values v) {
        if (v.find(VECTOR_FIELD).isPresent()) {
            return v.find(QUERY_VECTORS).isPresent() ? Optional.empty() : Optional.of("vector-field needs "
                    + "query-vectors, a file of the vectors whose neighbours are asked for");
        }
        List<Boolean> given = List.of(v.find(VECTORS).isPresent(), v.find(QUERY_VECTORS).isPresent());
        if (given.getFirst() != given.getLast()) {
            return Optional.of("vectors and query-vectors go together: those of the documents and those of the "
                    + "queries; of an index of your own, vector-field says which its documents' are");
        }
        return given.getFirst() && v.find(DIMENSION).isPresent()
                ? Optional.of("vector-dimension has no meaning with a file of vectors, which says it")
                : Optional.empty();
    }

    private static Optional<String> agreementIsChecked(Values v) {
        return v.find(MUST_AGREE).isPresent() && v.find(CHECKED).isEmpty()
                ? Optional.of("answers-must-agree needs checked-queries, which it is told by") : Optional.empty();
    }

    static boolean hasVectors(Values v) {
        return v.find(DIMENSION).isPresent() || v.find(VECTORS).isPresent();
    }
}
