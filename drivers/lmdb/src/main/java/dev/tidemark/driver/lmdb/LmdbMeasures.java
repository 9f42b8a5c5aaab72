package dev.tidemark.driver.lmdb;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/**
 * What LMDB counts. All are gauges: it counts no bytes that it writes, so that only the device's own counters can tell
 * them.
 */
public final class LmdbMeasures {

    /** Bytes. The name is the common one; the help says what it is here. */
    public static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB",
            LOWER, 0, "Bytes of all pages that the database has ever used, at the end; freed ones are used again and "
                    + "never given back.");
    /** Exact. */
    public static final Measure DOCUMENTS = EngineMeasures.DOCUMENTS;
    public static final Measure KEYS = EngineMeasures.KEYS;
    public static final Measure BRANCH_PAGES = new Measure("branch-pages", "Branch pages", "", LOWER, 0,
            "Inner pages of the trees of documents and keyspaces at the end.");
    public static final Measure LEAF_PAGES = new Measure("leaf-pages", "Leaf pages", "", LOWER, 0,
            "Leaf pages of the trees of documents and keyspaces at the end.");
    public static final Measure OVERFLOW_PAGES = new Measure("overflow-pages", "Overflow pages", "", LOWER, 0,
            "Pages at the end of values too large for a leaf, which are half a page and more.");
    public static final Measure DEPTH = new Measure("depth", "Tree depth", EngineMeasures.LEVELS, LOWER, 0,
            "Pages from the root to a leaf at the end, in the deepest tree.");
    public static final Measure READERS = new Measure("readers", "Reader slots", "", NEITHER, 0,
            "Slots of the table of readers that have been used since opening.");
    /** Bytes. */
    public static final Measure MAP = new Measure("map-bytes", "Map", "MB", NEITHER, 0,
            "Size to which the database can grow.");

    public static final MeasureSet ALL = MeasureSet.of(ON_DISK_SIZE, DOCUMENTS, KEYS, BRANCH_PAGES, LEAF_PAGES,
            OVERFLOW_PAGES, DEPTH, READERS, MAP);

    private LmdbMeasures() {}
}
