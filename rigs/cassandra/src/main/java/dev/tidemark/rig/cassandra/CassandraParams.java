package dev.tidemark.rig.cassandra;

import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.RigParams;
import java.util.Optional;

/** What can be set of Cassandra's nodes; the defaults are Cassandra's own, but for memory. */
final class CassandraParams {

    /** When the commit log is forced to the disk. */
    enum CommitLogSync { PERIODIC, GROUP, BATCH }

    static final Param<String> VERSION = RigParams.version("5.0.9");

    static final Param<Long> NODES = RigParams.nodes(5, "How many nodes there are, each a process with a loopback "
            + "address of its own, 127.0.0.1 and up.");

    static final Param<Long> HEAP = RigParams.heap(512L << 20, 256 << 20,
            "Memory for the objects of each node's JVM, all of it from the start; half as much again is left to "
                    + "its buffers outside of it.");

    static final Param<CommitLogSync> COMMITLOG_SYNC = Param.oneOf("commitlog-sync", CommitLogSync.class)
            .byDefault(CommitLogSync.PERIODIC).changing(ChangeCost.RESTART)
            .help("When the commit log is forced to the disk (commitlog_sync): every ten seconds; before an answer, "
                    + "for writes of ten milliseconds together; or before an answer as soon as can be.")
            .states(CommitLogSync.PERIODIC, Durability.LAST_INTERVAL).states(CommitLogSync.GROUP, Durability.DURABLE)
            .states(CommitLogSync.BATCH, Durability.DURABLE);

    static final Param<Long> COMPACTION_THROUGHPUT = Param.size("compaction-throughput").byDefault(64L << 20)
            .changing(ChangeCost.RESTART)
            .help("Bytes a second that a node's compactions write at most, in whole MiB (compaction_throughput); 0 for "
                    + "as many as they can.");

    static final ParamSet ALL = RigParams.of(VERSION, NODES, HEAP, COMMITLOG_SYNC, COMPACTION_THROUGHPUT)
            .with(CassandraParams::wholeMebibytes);

    private CassandraParams() {}

    /** Less than one would be written as 0, which is no limit at all. */
    private static Optional<String> wholeMebibytes(Values values) {
        return values.get(COMPACTION_THROUGHPUT) % (1 << 20) == 0 ? Optional.empty()
                : Optional.of(COMPACTION_THROUGHPUT.name() + ": the server takes whole MiB; 0 is no limit");
    }
}
