package dev.tidemark.driver.postgres;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/**
 * What the server's statistics tell, with everything that others do there. Sessions report theirs after a transaction,
 * at most once a second, so that the last second may be missing.
 */
final class PostgresMeasures {

    /** Counter, bytes. */
    static final Measure JOURNAL_WRITE = new Measure("journal-write", EngineMeasures.JOURNAL_WRITE.title(), "MB",
            LOWER, 0, "Bytes added to the write-ahead log during the iteration, by everybody on the server.");
    /** Counter, bytes. */
    static final Measure FLUSH_WRITE = new Measure("flush-write", EngineMeasures.FLUSH_WRITE.title(), "MB", LOWER, 0,
            "Bytes of data pages that checkpoints, the background writer and sessions wrote during the iteration, of "
                    + "everybody on the server.");
    /** Counter, bytes. */
    static final Measure DATA_READ = new Measure("data-read", "Data read", "MB", LOWER, 0,
            "Bytes of data pages that were not in the server's buffers and were read during the iteration, from the "
                    + "system's page cache or the disk; PostgreSQL 16 and later.");
    /** Counter. */
    static final Measure JOURNAL_RECORDS = new Measure("journal-records", "WAL records", "", NEITHER, 0,
            "Records added to the write-ahead log during the iteration; PostgreSQL 14 and later.");
    /** Counter. */
    static final Measure FULL_PAGE_IMAGES = new Measure("full-page-images", "Full page images", "", LOWER, 0,
            "Whole pages put into the write-ahead log during the iteration, as the first change after a checkpoint "
                    + "does; PostgreSQL 14 and later.");
    /** Counter. */
    static final Measure JOURNAL_SYNCS = new Measure("journal-syncs", "WAL syncs", "", NEITHER, 0,
            "How often the write-ahead log was forced to the disk during the iteration; PostgreSQL 14 and later.");
    /** Counter. */
    static final Measure CHECKPOINTS_TIMED = new Measure("checkpoints-timed", "Checkpoints by time", "", NEITHER, 0,
            "Checkpoints that fell due during the iteration because checkpoint_timeout was over; one with nothing to "
                    + "write is skipped, but counted.");
    /** Counter. */
    static final Measure CHECKPOINTS_REQUESTED = new Measure("checkpoints-requested", "Checkpoints on request", "",
            LOWER, 0, "Checkpoints during the iteration because the log had grown to max_wal_size, or somebody asked.");
    /** Counter, seconds. */
    static final Measure CHECKPOINT_WRITE_TIME = new Measure("checkpoint-write-time", "Checkpoint write time", "s",
            NEITHER, 2,
            "Time that checkpoints spent writing during the iteration, pauses included; told at their ends.");
    /** Counter, seconds. */
    static final Measure CHECKPOINT_SYNC_TIME = new Measure("checkpoint-sync-time", "Checkpoint sync time", "s", LOWER,
            2, "Time that checkpoints spent forcing files to the disk during the iteration; told at their ends.");
    /** Counter. */
    static final Measure COMMITS = new Measure("commits", "Commits", "", NEITHER, 0,
            "Transactions of the database that were committed during the iteration, the reading ones included.");
    /** Counter. */
    static final Measure ROLLBACKS = new Measure("rollbacks", "Rollbacks", "", LOWER, 0,
            "Transactions of the database that were rolled back during the iteration.");
    /** Counter. */
    static final Measure DEADLOCKS = new Measure("deadlocks", "Deadlocks", "", LOWER, 0,
            "Deadlocks in the database that the server found and broke during the iteration.");
    /** Counter. */
    static final Measure BUFFER_HITS = new Measure("buffer-hits", "Buffer hits", "", HIGHER, 0,
            "Pages of the database that were wanted during the iteration and were in the server's buffers.");
    /** Counter. */
    static final Measure BUFFER_MISSES = new Measure("buffer-misses", "Buffer misses", "", LOWER, 0,
            "Pages of the database that were wanted during the iteration and were not in the server's buffers.");
    /** Counter. */
    static final Measure ROWS_INSERTED = new Measure("rows-inserted", "Rows inserted", "", NEITHER, 0,
            "Rows inserted into tables of the database during the iteration, with parts of long values.");
    /** Counter. */
    static final Measure ROWS_UPDATED = new Measure("rows-updated", "Rows updated", "", NEITHER, 0,
            "Rows of the database updated during the iteration.");
    /** Counter. */
    static final Measure ROWS_DELETED = new Measure("rows-deleted", "Rows deleted", "", NEITHER, 0,
            "Rows deleted from tables of the database during the iteration, with parts of long values.");
    /** Counter, bytes. */
    static final Measure TEMPORARY_WRITE = new Measure("temporary-write", "Temporary write", "MB", LOWER, 0,
            "Bytes that statements on the database wrote to temporary files during the iteration.");
    /** Gauge, bytes. */
    static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB", LOWER,
            0, "Size of the namespace's tables and their indexes at the end, dead rows included; without the "
                    + "write-ahead log.");
    /** Gauge, bytes. */
    static final Measure TABLE_SIZE = new Measure("table-size", "Table size", "MB", LOWER, 0,
            "Size of the namespace's tables at the end, with long values and dead rows, without indexes.");
    /** Gauge, bytes. */
    static final Measure INDEX_SIZE = new Measure("index-size", "Index size", "MB", LOWER, 0,
            "Size of the namespace's indexes at the end, those by key included.");
    /** Gauge, rows. */
    static final Measure LIVE_ROWS = new Measure("live-rows", "Live rows", "", NEITHER, 0,
            "Rows of the namespace at the end, as the server estimates them.");
    /** Gauge, rows. */
    static final Measure DEAD_ROWS = new Measure("dead-rows", "Dead rows", "", LOWER, 0,
            "Rows of the namespace that nobody sees any more and that were not vacuumed at the end, as the server "
                    + "estimates them.");

    static final MeasureSet OF_NAMESPACE = MeasureSet.of(ON_DISK_SIZE, TABLE_SIZE, INDEX_SIZE, LIVE_ROWS, DEAD_ROWS);
    static final MeasureSet ALL = MeasureSet.of(RemoteTarget.RECONNECTS, JOURNAL_WRITE, FLUSH_WRITE, DATA_READ,
            JOURNAL_RECORDS, FULL_PAGE_IMAGES, JOURNAL_SYNCS, CHECKPOINTS_TIMED, CHECKPOINTS_REQUESTED,
            CHECKPOINT_WRITE_TIME, CHECKPOINT_SYNC_TIME, COMMITS, ROLLBACKS, DEADLOCKS, BUFFER_HITS, BUFFER_MISSES,
            ROWS_INSERTED, ROWS_UPDATED, ROWS_DELETED, TEMPORARY_WRITE, ON_DISK_SIZE, TABLE_SIZE, INDEX_SIZE, LIVE_ROWS,
            DEAD_ROWS, EngineMeasures.REPLICA_LAG).plus(WaitProfile.MEASURES);

    private PostgresMeasures() {}
}
