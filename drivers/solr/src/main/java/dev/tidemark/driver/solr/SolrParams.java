package dev.tidemark.driver.solr;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.data.search.VectorDistance;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import java.util.Optional;

/** How a server is reached, what its index is made like, and which caches it has; defaults of caches are Solr's own. */
final class SolrParams {

    private static final long MOST = 100_000_000;

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:8983");

    static final Param<String> COLLECTION = SearchParams.index().called("collection");

    static final Param<Long> RESULT_CACHE = cache("result-cache", 512,
            "Answers that each shard keeps as lists of documents (queryResultCache); 0: none.").asMain();

    static final Param<Long> DOCUMENT_CACHE = cache("document-cache", 512,
            "Documents whose stored fields each shard keeps (documentCache); 0: none.");

    static final Param<Long> FILTER_CACHE = cache("filter-cache", 512,
            "Filters of which each shard keeps what they match (filterCache); 0: none.");

    static final Param<Long> RESULT_WINDOW = Param.count("result-window").byDefault(20L).atLeast(1).atMost(1_000_000)
            .changing(REOPEN).orElse(SearchParams.AS_THE_INDEX_HAS_IT)
            .help("Hits that an answer in the cache has at least, so that a next page is found there, too "
                    + "(queryResultWindowSize).");

    static final Param<Boolean> STORE_TEXT = Param.flag("store-text").byDefault(false).changing(REBUILD)
            .help("Whether a document's text is kept beside the index, as servers do that show it; answers name "
                    + "documents only.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(COLLECTION, SearchParams.SHARDS, RESULT_CACHE, DOCUMENT_CACHE, FILTER_CACHE,
                    RESULT_WINDOW, STORE_TEXT, SearchParams.DISTANCE, SearchParams.HNSW_M, SearchParams.HNSW_EF_CONSTRUCTION))
            .with(SolrParams::distanceIsThere, SearchParams::isSetOfOurs);

    private SolrParams() {}

    /** Its products are those of vectors of length 1 alone: "Dense Vector Search" of its reference guide. */
    private static Optional<String> distanceIsThere(Values values) {
        return values.find(SearchParams.DISTANCE).filter(VectorDistance.INNER::equals).isPresent()
                ? Optional.of("distance: Solr has no inner product of vectors of any length; use cosine or l2")
                : Optional.empty();
    }

    private static Param<Long> cache(String name, long entries, String help) {
        return Param.count(name).byDefault(entries).atLeast(0).atMost(MOST).changing(REOPEN)
                .orElse(SearchParams.AS_THE_INDEX_HAS_IT).help(help);
    }
}
