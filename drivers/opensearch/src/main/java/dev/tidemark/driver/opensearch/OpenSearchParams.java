package dev.tidemark.driver.opensearch;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.search.SearchParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SecretRef;
import dev.tidemark.core.param.Values;

/** How a server is reached, and what its index is made like. */
final class OpenSearchParams {

    static final Param<String> ADDRESS = ConnectionParams.addresses("127.0.0.1:9200");

    private static final Param<String> INDEX = SearchParams.index().alias("alias");

    static final Param<SecretRef> API_KEY = Param.secret("api-key").orElse("none").changing(REOPEN)
            .help("Where an API key of Elasticsearch's is, in the place of user and password, encoded as the server "
                    + "has told it; the key itself is written down nowhere.");

    static final Param<Boolean> REQUEST_CACHE = Param.flag("request-cache").byDefault(false).changing(REOPEN)
            .orElse(SearchParams.AS_THE_INDEX_HAS_IT)
            .help("Whether whole answers of shards are taken from the server's cache of requests where the same was "
                    + "asked before; by the server's own default only answers without hits are.").asMain();

    static final Param<Boolean> QUERY_CACHE = Param.flag("query-cache").byDefault(true).changing(REBUILD)
            .help("Whether the index takes part in the server's cache of what filters match.");

    static final Param<Boolean> STORE_TEXT = Param.flag("store-text").byDefault(false).changing(REBUILD)
            .help("Whether documents are kept as they were sent, beside the index (_source), as servers do that show "
                    + "them; answers name documents only.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ConnectionParams.tls())
            .plus(ParamSet.of(API_KEY, INDEX, SearchParams.SHARDS, REQUEST_CACHE, QUERY_CACHE, STORE_TEXT,
                    SearchParams.DISTANCE, SearchParams.HNSW_M, SearchParams.HNSW_EF_CONSTRUCTION))
            .with(OpenSearchParams::oneLogin, SearchParams::isSetOfOurs);

    private OpenSearchParams() {}

    private static Optional<String> oneLogin(Values values) {
        return values.find(API_KEY).isPresent() && values.find(ConnectionParams.USER).isPresent()
                ? Optional.of("api-key: user and password are another login; leave one of them out") : Optional.empty();
    }

    /** Each node's, with the secret in them that no message may have. */
    static List<ConnectionSettings> nodes(Values values, Context context) {
        Optional<String> key = values.find(API_KEY).map(context.secrets()::reveal);
        return ConnectionSettings.ofEach(values, ADDRESS, context).stream()
                .map(node -> key.map(node::with).orElse(node)).toList();
    }
}
