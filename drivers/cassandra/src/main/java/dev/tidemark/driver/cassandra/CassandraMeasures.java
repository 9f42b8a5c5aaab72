package dev.tidemark.driver.cassandra;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What {@link NodeFigures} reads of each node. */
final class CassandraMeasures {

    /** Counter, bytes. */
    static final Measure COMPACTION_WRITE = new Measure("compaction-write", "Compaction write", "MB", LOWER, 0,
            "Bytes of SSTables that compactions of the keyspace's tables wrote during the iteration.");
    /** Counter. */
    static final Measure COMPACTIONS = new Measure("compactions", "Compactions", "", NEITHER, 0,
            "Compactions of the keyspace's tables that ended during the iteration.");
    /** Counter. */
    static final Measure LOCAL_READS = new Measure("local-reads", "Local reads", "", NEITHER, 0,
            "Reads of the keyspace's tables by replicas during the iteration.");
    /** Counter. */
    static final Measure LOCAL_WRITES = new Measure("local-writes", "Local writes", "", NEITHER, 0,
            "Writes into the keyspace's tables by replicas during the iteration.");
    /** Counter. */
    static final Measure CACHE_REQUESTS = new Measure("cache-requests", "Cache requests", "", NEITHER, 0,
            "Lookups in the node's caches of chunks, keys and rows during the iteration.");
    /** Counter. */
    static final Measure CACHE_HITS = new Measure("cache-hits", "Cache hits", "", HIGHER, 0,
            "Those of them that found what they looked for.");
    /** Gauge, bytes. */
    static final Measure CACHE_SIZE = new Measure("cache-size", "Cache size", "MB", NEITHER, 0,
            "Bytes in the node's caches at the end.");
    /** Gauge. */
    static final Measure COMPACTIONS_RUNNING = new Measure("compactions-running", "Compactions running", "", LOWER, 0,
            "Compactions, flushes and builds of indexes that were in progress at the end.");
    /** Gauge. */
    static final Measure COMPACTIONS_WAITING = new Measure("compactions-waiting", "Compactions waiting", "", LOWER, 0,
            "Tasks that waited for a thread of compaction at the end.");
    /** Gauge. */
    static final Measure WRITES_WAITING = new Measure("writes-waiting", "Writes waiting", "", LOWER, 0,
            "Writes of this replica that waited for a thread at the end.");
    /** Gauge. */
    static final Measure READS_WAITING = new Measure("reads-waiting", "Reads waiting", "", LOWER, 0,
            "Reads of this replica that waited for a thread at the end.");
    /** Gauge. */
    static final Measure HINT_FILES = new Measure("hint-files", "Hint files", "", LOWER, 0,
            "Files of hints that the node kept at the end for others that did not answer.");
    /** Gauge, bytes. */
    static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB", LOWER,
            0, "Bytes of the SSTables of the keyspace at the end, in whole MiB of each table but that of the mark.");

    static final MeasureSet OF_NAMESPACE = MeasureSet.of(COMPACTION_WRITE, COMPACTIONS, COMPACTIONS_RUNNING, LOCAL_READS,
            LOCAL_WRITES, ON_DISK_SIZE);
    static final MeasureSet ALL = MeasureSet.of(RemoteTarget.RECONNECTS, COMPACTION_WRITE, COMPACTIONS, LOCAL_READS,
            LOCAL_WRITES, CACHE_REQUESTS, CACHE_HITS, CACHE_SIZE, COMPACTIONS_RUNNING, COMPACTIONS_WAITING,
            WRITES_WAITING, READS_WAITING, HINT_FILES, ON_DISK_SIZE);

    private CassandraMeasures() {}
}
