package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.rig.RigParams;

/** What can be set of a PostgreSQL server; the defaults are PostgreSQL's own. */
final class PostgresParams {

    /** Whether there is a standby, and whether commits wait for it. */
    enum Standby {
        NONE, ASYNCHRONOUS, SYNCHRONOUS
    }

    static final Param<String> VERSION = RigParams.version("18.6.0");

    static final Param<Long> SHARED_BUFFERS = Param.size("shared-buffers").byDefault(128L << 20).atLeast(128 << 10)
            .changing(ChangeCost.RESTART)
            .help("Memory for pages of the data, beside the page cache of the system.");

    static final Param<Long> MAX_CONNECTIONS = Param.count("max-connections").byDefault(100L).atLeast(4).atMost(10_000)
            .changing(ChangeCost.RESTART)
            .help("How many connections the server allows at once.");

    static final Param<Long> MAX_WAL_SIZE = Param.size("max-wal-size").byDefault(1L << 30).atLeast(32 << 20)
            .changing(ChangeCost.RESTART)
            .help("How much write-ahead log there may be between two checkpoints.");

    static final Param<Duration> CHECKPOINT_TIMEOUT = Param.duration("checkpoint-timeout")
            .byDefault(Duration.ofMinutes(5)).atLeast(30).atMost(86400).changing(ChangeCost.RESTART)
            .help("The longest time between two checkpoints.");

    static final Param<Boolean> WAL_COMPRESSION = Param.flag("wal-compression").byDefault(false)
            .changing(ChangeCost.RESTART)
            .help("Whether whole pages in the write-ahead log are compressed.");

    static final Param<Boolean> SYNCHRONOUS_COMMIT = Param.flag("synchronous-commit").byDefault(true)
            .changing(ChangeCost.RESTART)
            .help("Whether a commit waits until it is on the disk.")
            .states(true, Durability.DURABLE).states(false, Durability.LAST_INTERVAL);

    static final Param<Boolean> FULL_PAGE_WRITES = Param.flag("full-page-writes").byDefault(true)
            .changing(ChangeCost.RESTART)
            .help("Whether pages are logged whole after a checkpoint, against writes that a crash tears.")
            .states(false, Durability.OS_BUFFERED);

    static final Param<Boolean> FSYNC = Param.flag("fsync").byDefault(true).changing(ChangeCost.RESTART)
            .help("Whether the server makes sure that anything is on the disk; without it, a crash of the machine may "
                    + "destroy the database.").states(false, Durability.OS_BUFFERED);

    static final Param<Path> EXTENSIONS = Param.path("extensions").reaching(Reach.JAR)
            .orElse("none").changing(ChangeCost.RESTART)
            .help("A folder of extensions beside PostgreSQL's own, built for the server's version: libraries in its "
                    + "folder lib and what describes them in share/extension, or in lib/postgresql and "
                    + "share/postgresql/extension; PostgreSQL 18 and later.");

    static final Param<Standby> STANDBY = Param.oneOf(RigParams.STANDBY, Standby.class).byDefault(Standby.NONE)
            .changing(ChangeCost.REBUILD)
            .help("Whether a second server beside the first follows it by streaming replication, and can be promoted. "
                    + "asynchronous: commits do not wait for it; synchronous: they wait until it has them on its "
                    + "disk, unless synchronous-commit or fsync is false.");

    static final ParamSet ALL = RigParams.of(VERSION, SHARED_BUFFERS, MAX_CONNECTIONS, MAX_WAL_SIZE,
            CHECKPOINT_TIMEOUT, WAL_COMPRESSION, SYNCHRONOUS_COMMIT, FULL_PAGE_WRITES, FSYNC, EXTENSIONS, STANDBY);

    private PostgresParams() {}
}
