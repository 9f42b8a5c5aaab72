package dev.tidemark.driver.mariadb;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/** What the server's status tells, with everything that others do there. */
final class MariaDbMeasures {

    /** Counters, by the server's variable. */
    static final Map<Measure, String> COUNTERS = new LinkedHashMap<>();
    /** Gauges, by the server's variable. */
    static final Map<Measure, String> GAUGES = new LinkedHashMap<>();
    static final String ROW_LOCK_MILLIS = "innodb_row_lock_time";
    static final String PAGES_WRITTEN = "innodb_pages_written";
    static final String PAGE_SIZE = "innodb_page_size";

    /** Counter, bytes. */
    static final Measure JOURNAL_WRITE = counter("journal-write", EngineMeasures.JOURNAL_WRITE.title(), "MB",
            "innodb_os_log_written", "Bytes added to InnoDB's write-ahead log during the iteration, by everybody on "
                    + "the server.");
    /** Counter, bytes. */
    static final Measure FLUSH_WRITE = counter("flush-write", EngineMeasures.FLUSH_WRITE.title(), "MB",
            "innodb_data_written", "Bytes of data pages that InnoDB wrote during the iteration, those that it writes "
                    + "twice counted twice, of everybody on the server; of MySQL by whole pages, compressed ones too.");
    /** Counter, bytes. */
    static final Measure DATA_READ = counter("data-read", "Data read", "MB", "innodb_data_read",
            "Bytes of data pages that InnoDB read from files during the iteration.");
    /** Counter. */
    static final Measure DOUBLEWRITE_PAGES = counter("doublewrite-pages", "Pages written twice", "",
            "innodb_dblwr_pages_written", "Pages written to the doublewrite buffer during the iteration, too.");
    /** Counter. */
    static final Measure DATA_SYNCS = counter("data-syncs", "Data syncs", "", "innodb_data_fsyncs",
            "How often InnoDB forced files to the disk during the iteration, by fsync.");
    /** Counter. */
    static final Measure JOURNAL_WRITES = counter("journal-writes", "WAL writes", "", "innodb_log_writes",
            "How often InnoDB wrote to its write-ahead log during the iteration.");
    /** Counter. */
    static final Measure JOURNAL_WAITS = counter("journal-waits", "WAL waits", "", "innodb_log_waits",
            "How often the log's buffer was too small during the iteration, so that somebody waited.");
    /** Counter. */
    static final Measure BUFFER_REQUESTS = new Measure("buffer-requests", "Buffer requests", "", NEITHER, 0,
            "Pages that were wanted during the iteration, from the buffer pool or from files.");
    /** Counter. */
    static final Measure BUFFER_MISSES = counter("buffer-misses", "Buffer misses", "", "innodb_buffer_pool_reads",
            "Pages that were wanted during the iteration and were not in the buffer pool.");
    /** Counter. */
    static final Measure BUFFER_WAITS = counter("buffer-waits", "Buffer waits", "", "innodb_buffer_pool_wait_free",
            "How often somebody waited for a free page of the buffer pool during the iteration.");
    /** Counter. */
    static final Measure ROW_LOCK_WAITS = counter("row-lock-waits", "Row lock waits", "", "innodb_row_lock_waits",
            "How often somebody waited for the lock of a row during the iteration.");
    /** Counter, seconds. */
    static final Measure ROW_LOCK_TIME = new Measure("row-lock-time", "Row lock time", "s", LOWER, 2,
            "Time that was spent waiting for locks of rows during the iteration, summed over those who waited.");
    /** Counter. */
    static final Measure DEADLOCKS = counter("deadlocks", "Deadlocks", "", "innodb_deadlocks",
            "Deadlocks that the server found and broke during the iteration; MariaDB 10.6 and later.");
    /** Counter. */
    static final Measure COMMITS = new Measure("commits", "Commits", "", NEITHER, 0,
            "Commits within the server during the iteration, of statements that commit themselves, too.");
    /** Counter. */
    static final Measure ROLLBACKS = counter("rollbacks", "Rollbacks", "", "handler_rollback",
            "Transactions that were rolled back during the iteration.");
    /** Gauge, bytes. */
    static final Measure ON_DISK_SIZE = new Measure("on-disk-size", EngineMeasures.ON_DISK_SIZE.title(), "MB", LOWER, 0,
            "Size of the files of the namespace's tables at the end; without the write-ahead log. Told to users with "
                    + "the right PROCESS.");
    /** Gauge, bytes. */
    static final Measure TABLE_SIZE = new Measure("table-size", "Table size", "MB", LOWER, 0,
            "Size of the namespace's tables at the end, by their keys and with long values, as the server estimates "
                    + "it.");
    /** Gauge, bytes. */
    static final Measure INDEX_SIZE = new Measure("index-size", "Index size", "MB", LOWER, 0,
            "Size of the namespace's other indexes at the end, as the server estimates it.");
    /** Gauge, rows. */
    static final Measure ROWS_ESTIMATED = new Measure("rows-estimated", "Rows, estimated", "", NEITHER, 0,
            "Rows of the namespace at the end, as the server estimates them.");
    /** Gauge, bytes. */
    static final Measure DIRTY_SIZE = gauge("dirty-size", "Dirty pages", "MB", "innodb_buffer_pool_bytes_dirty",
            "Pages of the buffer pool that were changed and not written at the end.");
    /** Gauge. */
    static final Measure HISTORY_LENGTH = gauge("history-length", "History length", "", "innodb_history_list_length",
            "Transactions at the end whose old versions of rows were not removed yet.");
    /** Gauge, bytes. */
    static final Measure CHECKPOINT_AGE = gauge("checkpoint-age", "Checkpoint age", "MB", "innodb_checkpoint_age",
            "Write-ahead log since the last checkpoint at the end; MariaDB only.");

    static final MeasureSet OF_NAMESPACE = MeasureSet.of(ON_DISK_SIZE, TABLE_SIZE, INDEX_SIZE, ROWS_ESTIMATED);
    static final MeasureSet ALL = MeasureSet.of(RemoteTarget.RECONNECTS, JOURNAL_WRITE, FLUSH_WRITE, DATA_READ,
            DOUBLEWRITE_PAGES, DATA_SYNCS, JOURNAL_WRITES, JOURNAL_WAITS, BUFFER_REQUESTS, BUFFER_MISSES, BUFFER_WAITS,
            ROW_LOCK_WAITS, ROW_LOCK_TIME, DEADLOCKS, COMMITS, ROLLBACKS, ON_DISK_SIZE, TABLE_SIZE, INDEX_SIZE,
            ROWS_ESTIMATED, DIRTY_SIZE, HISTORY_LENGTH, CHECKPOINT_AGE);

    static {
        COUNTERS.put(BUFFER_REQUESTS, "innodb_buffer_pool_read_requests");
        COUNTERS.put(COMMITS, "handler_commit");
    }

    /** All that is asked for. */
    static final Set<String> VARIABLES = new TreeSet<>(COUNTERS.values());

    static {
        VARIABLES.addAll(GAUGES.values());
        VARIABLES.addAll(List.of(ROW_LOCK_MILLIS, PAGES_WRITTEN, PAGE_SIZE));
    }

    private MariaDbMeasures() {}

    /** One of which less is better. */
    private static Measure counter(String name, String title, String unit, String variable, String help) {
        Measure measure = new Measure(name, title, unit, LOWER, 0, help);
        COUNTERS.put(measure, variable);
        return measure;
    }

    private static Measure gauge(String name, String title, String unit, String variable, String help) {
        Measure measure = new Measure(name, title, unit, NEITHER, 0, help);
        GAUGES.put(measure, variable);
        return measure;
    }
}
