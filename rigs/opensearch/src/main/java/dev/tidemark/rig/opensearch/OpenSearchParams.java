package dev.tidemark.rig.opensearch;

import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.RigParams;

/** What can be set of an OpenSearch server; the defaults are OpenSearch's own. */
final class OpenSearchParams {

    static final Param<String> VERSION = RigParams.version("3.6.0");

    static final Param<Long> HEAP = RigParams.heap(1L << 30, 256 << 20,
            "Memory for the objects of the server's JVM, all of it from the start; the index itself is in the "
                    + "page cache, outside of it.");

    static final Param<Long> REQUEST_CACHE = Param.size("request-cache-size").orElse("1 % of the heap")
            .changing(ChangeCost.RESTART)
            .help("Room in the heap for whole answers of shards (indices.requests.cache.size).");

    static final Param<Long> QUERY_CACHE = Param.size("query-cache-size").orElse("10 % of the heap")
            .changing(ChangeCost.RESTART)
            .help("Room in the heap for what filters match (indices.queries.cache.size).");

    static final Param<Long> INDEX_BUFFER = Param.size("index-buffer-size").orElse("10 % of the heap")
            .atLeast(1 << 20).changing(ChangeCost.RESTART)
            .help("Room in the heap for documents that are not in a segment yet (indices.memory.index_buffer_size).");

    static final ParamSet ALL = RigParams.of(VERSION, HEAP, REQUEST_CACHE, QUERY_CACHE, INDEX_BUFFER);

    private OpenSearchParams() {}
}
