package dev.tidemark.rig.mariadb;

import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.rig.RigParams;

/** What can be set of a MariaDB server; the defaults are MariaDB's own. */
final class MariaDbParams {

    static final Param<String> VERSION = RigParams.version("11.4.5");

    static final Param<Long> BUFFER_POOL_SIZE = Param.size("buffer-pool-size").byDefault(128L << 20)
            .atLeast(8 << 20).changing(ChangeCost.RESTART)
            .help("Memory for pages of the data (innodb_buffer_pool_size).");

    static final Param<Long> LOG_FILE_SIZE = Param.size("log-file-size").byDefault(96L << 20).atLeast(4 << 20)
            .changing(ChangeCost.RESTART)
            .help("Size of the write-ahead log, in whose rounds pages are written (innodb_log_file_size).");

    static final Param<Long> MAX_CONNECTIONS = Param.count("max-connections").byDefault(151L).atLeast(10)
            .atMost(10_000).changing(ChangeCost.RESTART)
            .help("How many connections the server allows at once.");

    static final Param<Long> FLUSH_LOG_AT_COMMIT = Param.count("flush-log-at-commit").byDefault(1L).atLeast(0)
            .atMost(2).changing(ChangeCost.RESTART)
            .help("When the write-ahead log is on the disk (innodb_flush_log_at_trx_commit). 1: before a commit is "
                    + "acknowledged; 2: it is written then, and forced to the disk once a second; 0: it is written "
                    + "once a second.")
            .states(1L, Durability.DURABLE).states(2L, Durability.LAST_INTERVAL).states(0L, Durability.LAST_INTERVAL);

    static final Param<Boolean> DOUBLEWRITE = Param.flag("doublewrite").byDefault(true).changing(ChangeCost.RESTART)
            .help("Whether pages are written twice, against writes that a crash tears (innodb_doublewrite).")
            .states(false, Durability.OS_BUFFERED);

    static final Param<Long> IO_CAPACITY = Param.count("io-capacity").byDefault(200L).atLeast(100).atMost(1_000_000)
            .changing(ChangeCost.RESTART)
            .help("Writes per second that the flushing of pages in the background counts on (innodb_io_capacity).");

    static final Param<Boolean> BINARY_LOG = Param.flag("binary-log").byDefault(false).changing(ChangeCost.RESTART)
            .help("Whether changes are written to the binary log, too, as replicas need it (log_bin).");

    static final Param<Long> SYNC_BINARY_LOG = Param.count("sync-binary-log").byDefault(0L).atLeast(0)
            .atMost(1_000_000).changing(ChangeCost.RESTART)
            .help("After how many commits the binary log is forced to the disk; 0 leaves that to the system "
                    + "(sync_binlog). Unless it is 1, a power failure may lose the last commits where there is a "
                    + "binary-log, also with flush-log-at-commit 1: their durability is last-interval.");

    static final ParamSet ALL = RigParams.of(VERSION, BUFFER_POOL_SIZE, LOG_FILE_SIZE, MAX_CONNECTIONS,
            FLUSH_LOG_AT_COMMIT, DOUBLEWRITE, IO_CAPACITY, BINARY_LOG, SYNC_BINARY_LOG);

    private MariaDbParams() {}
}
