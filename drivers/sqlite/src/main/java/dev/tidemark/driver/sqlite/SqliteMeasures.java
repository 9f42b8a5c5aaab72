package dev.tidemark.driver.sqlite;

import static dev.tidemark.core.result.Direction.LOWER;

import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What SQLite tells. All are gauges: it counts no bytes that it writes. */
public final class SqliteMeasures {

    /** Bytes. */
    public static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB",
            LOWER, 0, "Size of the file at the end, without the log but with the pages that are free.");
    /** Bytes. */
    public static final Measure LOG_SIZE = new Measure("log-size", "Log size", "MB", LOWER, 0,
            "Size of the write-ahead log at the end; it does not shrink when it is used again from its beginning.");
    /** Bytes. */
    public static final Measure FREE_PAGES = new Measure("free-size", "Free in the file", "MB", LOWER, 0,
            "Pages of the file at the end that hold nothing and will be used again.");

    public static final MeasureSet ALL = MeasureSet.of(ON_DISK_SIZE, LOG_SIZE, FREE_PAGES);

    private SqliteMeasures() {}
}
