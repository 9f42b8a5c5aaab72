package dev.tidemark.driver.sqlite;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/** The settings of an SQLite target. What is not a param is as SQLite has it, but for the write-ahead log. */
public final class SqliteParams {

    /** When the log and the file are forced to the disk (PRAGMA synchronous). */
    public enum Sync {
        OFF, NORMAL, FULL
    }

    /** How a keyspace's table is laid out. */
    public enum Table {
        ROWID, CLUSTERED
    }

    /** How writers wait for each other. */
    public enum Writers {
        QUEUE, BUSY
    }

    /** Of the database, in the directory. */
    private static final String FOLDER = "tidemark-sqlite";

    public static final Param<Path> DIRECTORY = EmbeddedDriver.directory("database", FOLDER);

    public static final Param<Path> FILE = Param.path("file").reaching(Reach.FILE).orElse("none")
            .help("A database file of your own: each iteration begins with a copy of it, whose tables statements find; "
                    + "the file itself is only read, and nobody may write to it meanwhile.").changing(REBUILD);

    /**
     * In the write-ahead log's mode normal forces the log at checkpoints only, so that a power loss may roll
     * transactions back, and full at each commit; a crash of the process loses nothing either way
     * (https://www.sqlite.org/pragma.html#pragma_synchronous).
     */
    public static final Param<Sync> SYNC = Param.oneOf("sync", Sync.class).byDefault(Sync.NORMAL)
            .help("off: nothing is forced to the disk; normal: the log when it is copied into the file, so that a "
                    + "power loss may lose transactions but damages nothing; full: the log at each transaction, too.")
            .states(Sync.OFF, Durability.OS_BUFFERED).states(Sync.NORMAL, Durability.OS_BUFFERED)
            .states(Sync.FULL, Durability.DURABLE).changing(REOPEN).asMain();

    public static final Param<Table> TABLE = Param.oneOf("table", Table.class).byDefault(Table.ROWID)
            .help("rowid: a B-tree of rows, and one that leads from keys to rows; clustered: one B-tree by key with "
                    + "the values in it (WITHOUT ROWID), which suits small values.")
            .changing(REBUILD);

    public static final Param<Writers> WRITERS = Param.oneOf("writers", Writers.class).byDefault(Writers.QUEUE)
            .help("How writers wait for their turn. queue: for a lock of this process; busy: as SQLite does by itself, "
                    + "which sleeps and tries again until busy-timeout, and favours nobody.")
            .changing(REOPEN);

    public static final Param<Duration> BUSY_TIMEOUT = Param.duration("busy-timeout").byDefault(Duration.ofSeconds(5))
            .atLeast(0).atMost(3600)
            .help("How long to try again while another writes; then the transaction is rejected as overloaded.")
            .changing(REOPEN);

    public static final Param<Long> PAGE_SIZE = Param.size("page-size").byDefault(4096L).atLeast(512).atMost(65536)
            .help("Size of the file's pages, a power of two; a file of your own keeps those that it has.")
            .changing(REBUILD);

    public static final Param<Long> CACHE = Param.size("cache-size").byDefault(2_048_000L).atLeast(0).atMost(1L << 40)
            .help("Memory for pages, of each session.").changing(REOPEN).asMain();

    public static final Param<Long> MAP_SIZE = Param.size("map-size").byDefault(0L).atLeast(0).atMost(1L << 40)
            .help("How much of the file is read through a memory map; the library may allow less.").changing(REOPEN);

    public static final Param<Long> CHECKPOINT_PAGES = Param.count("checkpoint-pages").byDefault(1000L).atLeast(1)
            .atMost(1_000_000_000)
            .help("Pages in the log at which the writer that comes to it copies the log into the file.")
            .changing(REOPEN);

    public static final ParamSet ALL = ParamSet.of(DIRECTORY, FILE, SYNC, TABLE, WRITERS,
            BUSY_TIMEOUT, PAGE_SIZE, CACHE, MAP_SIZE, CHECKPOINT_PAGES)
            .with(SqliteParams::pageIsPowerOfTwo, SqliteParams::fileLiesElsewhere, SqliteParams::fileKeepsItsPages);

    private SqliteParams() {}

    private static Optional<String> pageIsPowerOfTwo(Values values) {
        return Long.bitCount(values.get(PAGE_SIZE)) == 1 ? Optional.empty()
                : Optional.of("page-size: " + values.text(PAGE_SIZE) + " is not a power of two; write it as 8KiB");
    }

    /** What lies in the folder is deleted before anything is copied into it. */
    private static Optional<String> fileLiesElsewhere(Values values) {
        Optional<Path> folder = values.find(DIRECTORY).map(directory -> absolute(directory).resolve(FOLDER));
        return values.find(FILE).filter(file -> folder.isPresent() && absolute(file).startsWith(folder.get()))
                .map(file -> "file: " + file + " lies in the folder " + folder.get()
                        + ", which is emptied before the file is copied; name a copy of it elsewhere");
    }

    /** SQLite changes them by VACUUM only, and not where the journal is a write-ahead log. */
    private static Optional<String> fileKeepsItsPages(Values values) {
        return values.find(FILE).isPresent() && values.origin(PAGE_SIZE) != SettingOrigin.DECLARED
                ? Optional.of("page-size: a file of your own keeps the pages that it has; leave page-size out, of a stored "
                        + "target or default, too")
                : Optional.empty();
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
