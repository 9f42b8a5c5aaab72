package dev.tidemark.driver.leveldb;

import static dev.tidemark.core.result.Direction.LOWER;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What LevelDB counts: a table for people (its property leveldb.stats), in whole megabytes of 2²⁰ bytes. */
public final class LevelDbMeasures {

    /** Counter, bytes. */
    public static final Measure COMPACTION_WRITE = new Measure("compaction-write",
            EngineMeasures.COMPACTION_WRITE.title(), "MB", LOWER, 0,
            "Bytes that flushes and compactions together wrote during the iteration; LevelDB does not tell them apart, "
                    + "and rounds to MiB on each level.");
    /** Counter, bytes. */
    public static final Measure COMPACTION_READ = new Measure("compaction-read", "Compaction read", "MB", LOWER, 0,
            "Bytes that compactions read during the iteration, rounded to MiB on each level.");
    /** Counter, seconds. */
    public static final Measure COMPACTION_TIME = new Measure("compaction-time", "Compaction time", "s", LOWER, 0,
            "Time of flushes and compactions, in whole seconds on each level.");
    /** Gauge, bytes. */
    public static final Measure ON_DISK_SIZE = new Measure(EngineMeasures.ON_DISK_SIZE.name(),
            EngineMeasures.ON_DISK_SIZE.title(), "MB", LOWER, 0,
            "Bytes of the SST files and of the write-ahead log at the end: what LevelDB has not flushed yet is in "
                    + "the write-ahead log alone, even when it has settled.");
    /** Gauge. */
    public static final Measure SEGMENTS = new Measure("segments", "Segments", "", LOWER, 0,
            "Disk segments at the end, on all levels.");

    public static final MeasureSet ALL = MeasureSet.of(COMPACTION_WRITE, COMPACTION_READ, COMPACTION_TIME,
            ON_DISK_SIZE, SEGMENTS);

    private LevelDbMeasures() {}
}
