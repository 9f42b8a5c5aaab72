package dev.tidemark.driver.mvstore;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What MVStore counts. It counts no bytes that it writes; only the device's own counters can tell them. */
public final class MvStoreMeasures {

    /** Gauge, bytes. */
    public static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB",
            LOWER, 0, "Size of the file at the end, with the space in it that can be used again.");
    /** Gauge. */
    public static final Measure KEYS = EngineMeasures.KEYS;
    /** Gauge, percent. */
    public static final Measure FILL_RATE = new Measure("store-fill-rate", "Fill rate", "%", HIGHER, 0,
            "Share of the file's chunks that is in use, at the end.");
    /** Gauge, bytes. */
    public static final Measure UNSAVED = new Measure("unsaved", "Unsaved", "MB", NEITHER, 1,
            "What had changed and was not written yet, at the end.");
    /** Counter. */
    public static final Measure WRITES = new Measure("file-writes", "File writes", "", LOWER, 0,
            "Calls by which the engine wrote to its file.");
    /** Counter. */
    public static final Measure READS = new Measure("file-reads", "File reads", "", LOWER, 0,
            "Calls by which the engine read from its file.");
    /** Counter, bytes. */
    public static final Measure READ_BYTES = new Measure("file-read", "File read", "MB", LOWER, 0,
            "Bytes that the engine read from its file.");

    public static final MeasureSet ALL = MeasureSet.of(ON_DISK_SIZE, KEYS, FILL_RATE, UNSAVED, WRITES, READS,
            READ_BYTES);

    private MvStoreMeasures() {}
}
