package dev.tidemark.driver.lmdb;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import java.nio.file.Path;

/** The settings of an LMDB target. What is not a param is as LMDB has it, but for what Database names. */
public final class LmdbParams {

    public static final Param<Path> DIRECTORY = EmbeddedDriver.directory("database", "tidemark-lmdb");

    public static final Param<Long> SHARDS = EmbeddedDriver.shards("LMDB environments");

    public static final Param<Path> DATABASE = OwnDatabase.database("The folder of an LMDB environment, or its file,");

    public static final Param<String> NAMED_DATABASE = Param.text("named-database").reaching(Reach.NOTHING)
            .orElse("none").help("Which of the named databases in database is measured; none: it has no such.")
            .changing(REBUILD);

    public static final Param<Long> MAP_SIZE = Param.size("map-size").orElse("disk")
            .atLeast(1 << 20).atMost(1L << 46)
            .help("Size to which each shard can grow; disk: as large as the whole disk, of many shards as large as "
                    + "addresses suffice for. It costs addresses and no memory, so that nothing is gained by a small "
                    + "one.")
            .changing(REOPEN);

    /**
     * http://www.lmdb.tech/doc/group__mdb__env.html, MDB_NOSYNC: a crash of the system may undo transactions, or worse.
     */
    public static final Param<Boolean> SYNC = Param.flag("sync").byDefault(false)
            .help("Whether a transaction is forced to the disk before it is acknowledged. Without it (MDB_NOSYNC) the "
                    + "system writes pages when and in which order it likes: a power loss or a crash of the machine, "
                    + "not of the process, may lose transactions and may damage the database.")
            .states(true, Durability.DURABLE).states(false, Durability.OS_BUFFERED).changing(REOPEN).asMain();

    public static final Param<Boolean> WRITE_MAP = Param.flag("write-map").byDefault(false)
            .help("Whether changed pages are written through the memory map instead of by system calls "
                    + "(MDB_WRITEMAP). The file then has the size of the map, mostly as holes, and a disk that gets "
                    + "full ends the whole process instead of the transaction.")
            .changing(REOPEN).asMain();

    public static final Param<Boolean> READ_AHEAD = Param.flag("read-ahead").byDefault(true)
            .help("Whether the system may read on past the page that is needed; without it (MDB_NORDAHEAD) random "
                    + "reads of more data than memory are faster.")
            .changing(REOPEN);

    public static final ParamSet ALL = ParamSet.of(DIRECTORY, SHARDS, MAP_SIZE, SYNC, WRITE_MAP, READ_AHEAD,
            DATABASE, OwnDatabase.ACCESS, NAMED_DATABASE).with(OwnDatabase::complaint);

    private LmdbParams() {}
}
