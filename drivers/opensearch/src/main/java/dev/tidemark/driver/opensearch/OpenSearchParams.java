package dev.tidemark.driver.opensearch;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;

/** How a server is reached, and what its index is made like. */
final class OpenSearchParams {

    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:9200");

    static final Param<Boolean> REQUEST_CACHE = Param.flag("request-cache").byDefault(false).changing(REOPEN)
            .help("Whether whole answers of shards are taken from the server's cache of requests where the same was "
                    + "asked before; by the server's own default only answers without hits are.").asMain();

    static final Param<Boolean> QUERY_CACHE = Param.flag("query-cache").byDefault(true).changing(REBUILD)
            .help("Whether the index takes part in the server's cache of what filters match.");

    static final Param<Boolean> STORE_TEXT = Param.flag("store-text").byDefault(false).changing(REBUILD)
            .help("Whether documents are kept as they were sent, beside the index (_source), as servers do that show "
                    + "them; answers name documents only.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(SearchParams.SHARDS, REQUEST_CACHE, QUERY_CACHE, STORE_TEXT, SearchParams.DISTANCE,
            SearchParams.HNSW_M,
                    SearchParams.HNSW_EF_CONSTRUCTION));

    private OpenSearchParams() {}
}
