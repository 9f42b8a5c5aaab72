package dev.tidemark.rig.basex;

import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.RigParams;

/** What can be set of a BaseX server; the defaults are BaseX's own. */
final class BaseXParams {

    static final Param<String> VERSION = RigParams.version("11.8");

    static final Param<Long> HEAP = RigParams.heap(512L << 20, 64 << 20,
            "Memory for the objects of the server's JVM, all of it from the start; what is read of a database's "
                    + "files is in the page cache, outside of it.");

    static final Param<Long> READERS = Param.count("parallel-readers").byDefault(8L).atLeast(1).atMost(10_000)
            .changing(ChangeCost.RESTART)
            .help("How many reading queries go on at a time (PARALLEL); of those that update a database there is one.");

    static final Param<Boolean> LOG = Param.flag("request-log").byDefault(true).changing(ChangeCost.RESTART)
            .help("Whether the server writes each request to a file of its own (LOG), which is part of a request's "
                    + "time.");

    static final ParamSet ALL = RigParams.of(VERSION, HEAP, READERS, LOG);

    private BaseXParams() {}
}
