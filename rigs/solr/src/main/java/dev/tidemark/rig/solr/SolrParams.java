package dev.tidemark.rig.solr;

import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.RigParams;

/** What can be set of Solr's servers. Caches belong to an index, and are the driver's. */
final class SolrParams {

    static final Param<String> VERSION = RigParams.version("9.10.1");

    static final Param<Long> NODES = RigParams.nodes(8, "How many servers there are, each a process of its own; shards "
            + "are spread over them.");

    static final Param<Long> HEAP = RigParams.heap(512L << 20, 128 << 20,
            "Memory for the objects of each server's JVM, all of it from the start, its caches among them; the "
                    + "index itself is in the page cache, outside of it.");

    static final ParamSet ALL = RigParams.of(VERSION, NODES, HEAP);

    private SolrParams() {}
}
