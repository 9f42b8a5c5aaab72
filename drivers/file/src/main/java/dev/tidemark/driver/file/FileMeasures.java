package dev.tidemark.driver.file;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What the driver counts of itself; there is no engine that would count. Both are counters. */
public final class FileMeasures {

    public static final Measure FSYNCS = new Measure("fsyncs", "Fsyncs", "", NEITHER, 0,
            "Calls of fsync during the iteration, with those that settling made.");
    /** Seconds. */
    public static final Measure FSYNC_TIME = new Measure("fsync-time", "Fsync time", "s", LOWER, 2,
            "Time spent in fsync during the iteration, summed over workers, with what settling took to force the files "
                    + "to the disk, which it does whatever fsync is set to.");

    public static final MeasureSet ALL = MeasureSet.of(FSYNCS, FSYNC_TIME);

    private FileMeasures() {}
}
