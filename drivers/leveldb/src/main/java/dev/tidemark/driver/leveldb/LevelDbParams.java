package dev.tidemark.driver.leveldb;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import java.nio.file.Path;

/** The settings of a LevelDB target; their defaults are LevelDB's own. */
public final class LevelDbParams {

    /** How blocks of segments are compressed. */
    public enum Compression {
        NONE, SNAPPY
    }

    public static final Param<Path> DIRECTORY = EmbeddedDriver.directory("database", "tidemark-leveldb");

    public static final Param<Long> SHARDS = EmbeddedDriver.shards("LevelDB databases");

    public static final Param<Long> MEMTABLE = Param.size("memtable").byDefault(4L << 20)
            .atLeast(1 << 16).atMost(1L << 30)
            .help("Size at which the memtable is written out (write_buffer_size); each shard holds up to two.")
            .changing(REBUILD).asMain();

    /**
     * Without, a crash of the machine may lose the last writes, and one of the process none
     * (https://github.com/google/leveldb/blob/main/doc/index.md#synchronous-writes).
     */
    public static final Param<Boolean> SYNC = Param.flag("sync").byDefault(false)
            .help("Whether the write-ahead log is forced to the disk before a transaction is acknowledged.")
            .states(true, Durability.DURABLE).states(false, Durability.OS_BUFFERED).changing(REOPEN).asMain();

    public static final Param<Compression> COMPRESSION = Param.oneOf("compression", Compression.class)
            .byDefault(Compression.SNAPPY).help("Compression of SST files.").changing(REBUILD);

    public static final Param<Long> BLOCK_CACHE = Param.size("block-cache").byDefault(8L << 20)
            .atLeast(1 << 16).atMost(1L << 40)
            .help("Memory for uncompressed blocks of segments, of all shards together.").changing(REOPEN)
            .asMain();

    public static final Param<Long> BLOCK_SIZE = Param.size("segment-block-size").byDefault(4096L)
            .atLeast(1024).atMost(4 << 20).help("Size of the blocks of segments, before compression.")
            .changing(REBUILD);

    public static final Param<Long> OPEN_FILES = Param.count("open-files").byDefault(1000L)
            .atLeast(74).atMost(50_000)
            .help("Segments that each shard holds open; a segment is 2 MB, so that more data than 2 GB needs more to "
                    + "be read without opening files.")
            .changing(REOPEN);

    public static final ParamSet ALL = ParamSet.of(DIRECTORY, SHARDS, MEMTABLE, SYNC, COMPRESSION, BLOCK_CACHE,
            BLOCK_SIZE, OPEN_FILES);

    private LevelDbParams() {}
}
