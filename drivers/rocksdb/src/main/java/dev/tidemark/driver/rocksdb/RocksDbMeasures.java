package dev.tidemark.driver.rocksdb;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What RocksDB counts, over all shards. "Counter" and "gauge" as in {@link EngineMeasures}. */
public final class RocksDbMeasures {

    /** Gauge. The name is the common one; the help says how far RocksDB's count can be trusted. */
    public static final Measure DOCUMENTS = new Measure("documents", EngineMeasures.DOCUMENTS.title(), "", NEITHER, 0,
            "Entries in the target at the end as RocksDB counts them: exact while no URI was stored twice, "
                    + "else too high until compaction has met the older versions.");
    /** Gauge. */
    public static final Measure KEYS = EngineMeasures.KEYS_ESTIMATED;
    /** Counter, bytes. */
    public static final Measure COMPACTION_READ = new Measure("compaction-read", "Compaction read", "MB", LOWER, 0,
            "Bytes that rewriting SST files read during the iteration.");
    /** Counter. */
    public static final Measure CACHE_HITS = new Measure("cache-hits", "Cache hits", "", HIGHER, 0,
            "Blocks found in the block cache during the iteration.");
    /** Counter. */
    public static final Measure CACHE_MISSES = new Measure("cache-misses", "Cache misses", "", LOWER, 0,
            "Blocks looked for in the block cache and not found there during the iteration.");
    /** Counter. */
    public static final Measure MEMTABLE_HITS = new Measure("memtable-hits", "Memtable hits", "", NEITHER, 0,
            "Lookups answered from a memtable during the iteration.");
    /** Counter. */
    public static final Measure LEVEL_0_HITS = new Measure("level-0-hits", "Level 0 hits", "", NEITHER, 0,
            "Lookups answered from an SST file of level 0 during the iteration.");
    /** Counter. */
    public static final Measure LEVEL_1_HITS = new Measure("level-1-hits", "Level 1 hits", "", NEITHER, 0,
            "Lookups answered from an SST file of level 1 during the iteration.");
    /** Counter. */
    public static final Measure DEEPER_HITS = new Measure("deeper-hits", "Deeper hits", "", NEITHER, 0,
            "Lookups answered from an SST file of level 2 or deeper during the iteration.");
    /** Gauge, bytes. */
    public static final Measure PENDING_COMPACTION = new Measure("pending-compaction", "Pending compaction", "MB",
            LOWER, 0, "Bytes that compaction still had to rewrite at the end, as RocksDB estimates them.");

    /** Gauge, bytes. */
    public static final Measure BLOB_GARBAGE = new Measure("blob-garbage", "Blob garbage", "MB", LOWER, 0,
            "Bytes of values in blob files at the end that no key refers to any more, as far as compaction has met "
                    + "the keys.");

    public static final MeasureSet ALL = MeasureSet.of(EngineMeasures.COMPACTION_WRITE, EngineMeasures.FLUSH_WRITE,
            EngineMeasures.JOURNAL_WRITE, EngineMeasures.ON_DISK_SIZE, EngineMeasures.IN_MEMORY_SIZE, DOCUMENTS, KEYS,
            EngineMeasures.SEGMENTS_WRITTEN, EngineMeasures.STALL_TIME, COMPACTION_READ, PENDING_COMPACTION,
            BLOB_GARBAGE, CACHE_HITS, CACHE_MISSES, MEMTABLE_HITS, LEVEL_0_HITS, LEVEL_1_HITS, DEEPER_HITS);

    private RocksDbMeasures() {}
}
