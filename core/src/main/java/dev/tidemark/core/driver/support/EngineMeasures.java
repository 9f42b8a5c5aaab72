package dev.tidemark.core.driver.support;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/**
 * The measures that most engines can tell in the same words. A driver puts those it can count into its
 * {@code Driver#measures()} and, under the same names and in base units, into its readings. "Counter" and "gauge" say
 * in which half of the {@link dev.tidemark.core.result.MetricSnapshot} it belongs.
 */
public final class EngineMeasures {

    /** Counter, bytes. */
    public static final Measure COMPACTION_WRITE = new Measure("compaction-write", "Compaction write", "MB", LOWER, 0,
            "Bytes that rewriting data files (SST and blob files, segments of an index) wrote during the iteration.");
    /** Counter, bytes. */
    public static final Measure FLUSH_WRITE = new Measure("flush-write", "Flush write", "MB", LOWER, 0,
            "Bytes that writing out what was gathered in memory (memtables, new segments of an index) wrote during the "
                    + "iteration.");
    /** Counter, bytes. */
    public static final Measure JOURNAL_WRITE = new Measure("journal-write", "WAL write", "MB", LOWER, 0,
            "Bytes appended to the write-ahead log during the iteration.");
    /** Gauge, bytes. */
    public static final Measure ON_DISK_SIZE = new Measure("on-disk-size", "On disk size", "MB", LOWER, 0,
            "Bytes of the data files that are live at the end (SST and blob files, segments of an index), without the "
                    + "write-ahead log.");
    /** Gauge, bytes. */
    public static final Measure IN_MEMORY_SIZE = new Measure("in-memory-size", "Memtable size", "MB", NEITHER, 0,
            "Bytes held in memtables at the last acknowledgement.");
    /** Gauge, documents. */
    public static final Measure DOCUMENTS = new Measure("documents", "Documents", "", NEITHER, 0,
            "Documents in the target at the end, as the engine counts them.");
    /** Gauge, keys. */
    public static final Measure KEYS = new Measure("keys", "Keys", "", NEITHER, 0,
            "Keys in all keyspaces at the end, as the engine counts them.");
    /** Gauge, keys: of engines that do not count them, under a name that says so. */
    public static final Measure KEYS_ESTIMATED = new Measure("keys-estimated", "Keys, estimated", "", NEITHER, 0,
            "Entries in all keyspaces at the end, as the engine estimates them: exact while no key was updated or "
                    + "deleted, else too high until compaction has met the older versions.");
    /** Counter, segments. */
    public static final Measure SEGMENTS_WRITTEN = new Measure("segments-written", "SST files written", "", LOWER, 0,
            "Immutable SST files made during the iteration, by flushes and by compactions.");
    /** Counter, seconds. */
    public static final Measure STALL_TIME = new Measure("stall-time", "Write stalls", "s", LOWER, 2,
            "Time for which the engine held writers back because background work was behind, summed over shards; writers that "
                    + "queue behind the one that is held back are not counted.");

    private static final String LOOKED = "looked at once a second, after a quarter of an hour every ten, while the load was "
            + "offered";

    /** Gauge, seconds. */
    public static final Measure REPLICA_LAG = new Measure("replica-lag", "Replica lag", "s", LOWER, 3,
            "Longest time that a standby of the server took from when something was in the primary's log until it had "
                    + "replayed it, so that it was found there: as standbys report it, " + LOOKED + ".");

    /** Gauge, bytes. */
    public static final Measure REPLICA_BEHIND = new Measure("replica-behind", "Replica behind", "MB", LOWER, 3,
            "Most of what was written that a replica of the server had not confirmed yet, " + LOOKED
                    + ", of replicas that had their first copy of the data. Replicas confirm once a second by themselves, so "
                    + "that up to a second of writes is no delay; what hangs or is cut off gets ever more.");

    /** Gauges of which an iteration is worth the largest reading, and not the last. */
    public static final MeasureSet LARGEST = MeasureSet.of(REPLICA_LAG, REPLICA_BEHIND);

    public static final MeasureSet ALL = MeasureSet.of(COMPACTION_WRITE, FLUSH_WRITE, JOURNAL_WRITE, ON_DISK_SIZE,
            IN_MEMORY_SIZE, DOCUMENTS, SEGMENTS_WRITTEN, STALL_TIME);

    /** Under the headings and in the words of MarkLogic and its IO Test, for those who know them. */
    public static final MeasureSet OF_MARKLOGIC = MeasureSet.of(
            COMPACTION_WRITE.titled("Merge write")
                    .explained("Bytes that merges of stands wrote during the iteration, in all forests."),
            FLUSH_WRITE.titled("Save write")
                    .explained("Bytes that saves of in-memory stands wrote during the iteration, in all forests."),
            JOURNAL_WRITE.titled("Journal write")
                    .explained("Bytes written to the journals of all forests during the iteration."),
            ON_DISK_SIZE.explained("Bytes of the stands on disk of all forests at the end, in whole MiB."),
            IN_MEMORY_SIZE.titled("In memory size").explained("Bytes that the stands of all forests took in memory at "
                    + "the last acknowledgement, those on disk included, in whole MiB."),
            DOCUMENTS,
            SEGMENTS_WRITTEN.titled("Stands written")
                    .explained("Stands made during the iteration, by saves and by merges, in all forests."));

    /** Unit of the depth of trees. */
    public static final String LEVELS = "levels";
    private static final String SHARE = "%";
    /** Units of what several nodes do not have more of than one. */
    private static final Set<String> NOT_ADDED = Set.of("s", "ms", LEVELS);

    private EngineMeasures() {}

    /**
     * A gauge of several nodes or instances together, at least one: of shares the mean, of times and depths the largest,
     * of all else the sum.
     */
    public static double together(String unit, Collection<Double> each) {
        DoubleSummaryStatistics all = each.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return unit.equals(SHARE) ? all.getAverage() : NOT_ADDED.contains(unit) ? all.getMax() : all.getSum();
    }
}
