package dev.tidemark.driver.rocksdb;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import module java.base;
import dev.tidemark.core.driver.embedded.EmbeddedDriver;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;

/** The settings of a RocksDB target. What is not a param is as RocksDB has it, but for what EngineOptions names. */
public final class RocksDbParams {

    public static final Param<Long> SHARDS = EmbeddedDriver.shards("RocksDB instances").alias("forest-count").asMain();

    public static final Param<Path> DIRECTORY = EmbeddedDriver.directory("database", "tidemark-rocksdb")
            .alias("forest-directory", "", Map.of("", "default"));

    public static final Param<Path> DATABASE = OwnDatabase.database("The folder of a RocksDB database");

    public static final Param<String> COLUMN_FAMILY = Param.text("column-family").reaching(Reach.NOTHING)
            .byDefault("default").help("Which of the column families of database is measured; all are opened.")
            .changing(REBUILD);

    public static final Param<Path> OPTIONS_FILE = Param.path("options-file").reaching(Reach.FILE).orElse("newest")
            .help("The OPTIONS file, as RocksDB writes it, by which database is opened; newest: the last one that is "
                    + "in it. Settings that are given here hold in place of what it says.").changing(REBUILD);

    public static final Param<Long> MEMTABLE = Param.size("memtable").byDefault(64_000_000L)
            .atLeast(1 << 16).atMost(1L << 40)
            .help("Size at which a memtable is written out; each shard holds up to two of them for documents and "
                    + "up to two for each keyspace.")
            .changing(REBUILD).alias("tree-size", "MB", Map.of()).asMain();

    public static final Param<CompactionStyle> COMPACTION_STYLE =
            Param.oneOf("compaction-style", CompactionStyle.class).byDefault(CompactionStyle.LEVEL)
                    .help("level: each level is some times larger than the one before; universal: like-sized sorted "
                            + "runs are merged some at a time, which writes less and reads more.")
                    .changing(REBUILD);

    public static final Param<Double> COMPACTION_RATIO = Param.number("compaction-ratio").byDefault(10.0)
            .atLeast(2).atMost(100)
            .help("Size ratio T of the tree. level: a level is T times the one before "
                    + "(max_bytes_for_level_multiplier); universal: merging begins when there are T sorted runs "
                    + "(level0_file_num_compaction_trigger), a whole number.")
            .changing(REBUILD).alias("merge-ratio");

    public static final Param<Long> BACKGROUND_IO_LIMIT = Param.byteRate("background-io-limit").orElse("unlimited")
            .atLeast(100_000)
            .help("Most that flushes and compactions of all shards together write.")
            .changing(REOPEN).alias("io-limit", "MB/s", Map.of("0", "unlimited"));

    /**
     * Without, what is in the memtable is lost when the process crashes
     * (https://github.com/facebook/rocksdb/wiki/Write-Ahead-Log-%28WAL%29).
     */
    public static final Param<Boolean> JOURNAL = Param.flag("journal").byDefault(true)
            .help("Whether a transaction is written to the write-ahead log before it is acknowledged.")
            .states(false, Durability.VOLATILE).changing(REOPEN);

    /**
     * Without, writes of the log stay in the system's buffers, which a crash of the machine loses
     * (https://github.com/facebook/rocksdb/wiki/Basic-Operations#synchronous-writes).
     */
    public static final Param<Boolean> SYNC = Param.flag("sync").byDefault(false)
            .help("Whether the write-ahead log is forced to the disk before a transaction is acknowledged; needs "
                    + "journal.")
            .states(true, Durability.DURABLE).states(false, Durability.OS_BUFFERED).changing(REOPEN).asMain();

    /** lz4 is what this version of RocksDB does by default, and the cheapest that still saves disk bandwidth. */
    public static final Param<Compression> COMPRESSION =
            Param.oneOf("compression", Compression.class).byDefault(Compression.LZ4)
                    .help("Compression of SST files, on every level, and of values kept apart.")
                    .changing(REBUILD);

    public static final Param<Long> BLOCK_CACHE = Param.size("block-cache").byDefault(128_000_000L)
            .atLeast(0).atMost(1L << 40)
            .help("Memory for uncompressed blocks of segments, shared by all shards.").changing(REOPEN);

    public static final Param<Boolean> DIRECT_IO = Param.flag("direct-io").byDefault(false)
            .help("Whether reads, flushes and compactions go past the operating system's page cache; "
                    + "the write-ahead log does not.")
            .changing(REOPEN);

    public static final Param<Boolean> BLOB_FILES = Param.flag("blob-files").byDefault(false)
            .help("Whether large values are kept apart from the keys, in files that compaction need not rewrite.")
            .changing(REBUILD);

    public static final Param<Long> BLOB_MIN_SIZE = Param.size("blob-min-size").byDefault(4_000L)
            .atLeast(0).atMost(1L << 31)
            .help("Smallest value that is kept apart when blob-files is on.").changing(REBUILD);

    public static final Param<Boolean> BLOB_GARBAGE_COLLECTION = Param.flag("blob-garbage-collection").byDefault(true)
            .help("Whether compactions move values that live out of the oldest blob files, so that these can be "
                    + "deleted (enable_blob_garbage_collection).")
            .changing(REOPEN);

    /** As RocksDB has it. */
    public static final Param<Double> BLOB_AGE_CUTOFF = Param.number("blob-age-cutoff").byDefault(0.25)
            .atLeast(0).atMost(1)
            .help("Share of the blob files, oldest first, out of which the engine's own compactions move what lives, "
                    + "of the keys that they rewrite (blob_garbage_collection_age_cutoff).")
            .changing(REOPEN);

    /** As RocksDB has it. */
    public static final Param<Double> BLOB_FORCE_THRESHOLD = Param.number("blob-force-threshold").byDefault(1.0)
            .atLeast(0).atMost(1)
            .help("Share of dead bytes in the oldest blob files from which on the engine compacts the segments that "
                    + "refer to them by itself; with 1 it never does (blob_garbage_collection_force_threshold).")
            .changing(REOPEN);

    public static final Param<Double> COMPACT_AGE_CUTOFF = Param.number("compact-age-cutoff").byDefault(1.0)
            .atLeast(0).atMost(1)
            .help("The blob-age-cutoff while the background task compact runs, which then rewrites all segments: 1 "
                    + "collects the garbage of every blob file, 0 of none. Where it differs from blob-age-cutoff, the "
                    + "engine compacts nothing by itself meanwhile.")
            .changing(REOPEN);

    public static final Param<Long> BACKGROUND_THREADS = Param.count("background-threads").byDefault(2L)
            .atLeast(2).atMost(256)
            .help("Threads for flushes and compactions of all shards together; a quarter of them, at least one, "
                    + "only flush.")
            .changing(REOPEN);

    public static final Param<Boolean> HEADS_APART = Param.flag("heads-apart").byDefault(false)
            .help("Whether each put into a keyspace also stores the value's size under the key in a column family of "
                    + "its own, so that heads, and walks over keys or heads, read no values: as a store does that "
                    + "keeps keys and metadata apart from values.")
            .changing(REBUILD);

    public static final ParamSet ALL = ParamSet.of(SHARDS, DIRECTORY, MEMTABLE, COMPACTION_STYLE, COMPACTION_RATIO,
            BACKGROUND_IO_LIMIT, JOURNAL, SYNC, COMPRESSION, BLOCK_CACHE, DIRECT_IO, BLOB_FILES, BLOB_MIN_SIZE,
            BLOB_GARBAGE_COLLECTION, BLOB_AGE_CUTOFF, BLOB_FORCE_THRESHOLD, COMPACT_AGE_CUTOFF, BACKGROUND_THREADS,
            HEADS_APART, DATABASE, OwnDatabase.ACCESS, COLUMN_FAMILY, OPTIONS_FILE)
            .with(RocksDbParams::syncNeedsJournal, RocksDbParams::universalCountsRuns, OwnDatabase::complaint,
                    RocksDbParams::optionsAreOfADatabase, RocksDbParams::ratioIsOfAStyle);

    /** What an options file says of a database of the user's, where nobody gives it here. */
    static final List<Param<?>> OF_OPTIONS_FILE = List.of(MEMTABLE, COMPACTION_STYLE, COMPACTION_RATIO, COMPRESSION,
            BLOCK_CACHE, DIRECT_IO, BLOB_FILES, BLOB_MIN_SIZE, BLOB_GARBAGE_COLLECTION, BLOB_AGE_CUTOFF,
            BLOB_FORCE_THRESHOLD, BACKGROUND_THREADS);

    private RocksDbParams() {}

    /** Whether somebody says what a setting is. */
    static boolean isGiven(Values settings, Param<?> param) {
        return settings.origin(param) != SettingOrigin.DECLARED && settings.find(param).isPresent();
    }

    private static Optional<String> syncNeedsJournal(Values values) {
        return values.get(SYNC) && !values.get(JOURNAL)
                ? Optional.of("sync: there is nothing to sync without a write-ahead log; set journal to true or sync "
                        + "to false")
                : Optional.empty();
    }

    private static Optional<String> optionsAreOfADatabase(Values values) {
        if (!OwnDatabase.isOf(values)) {
            return values.find(OPTIONS_FILE).isPresent() ? Optional.of("options-file: it goes with database, the "
                    + "folder of a database of your own") : Optional.empty();
        }
        return values.get(HEADS_APART) ? Optional.of("heads-apart: a database of your own is as it is; leave it out")
                : Optional.empty();
    }

    /** Which option it stands for depends on the style, and that of a database of the user's is in its file only. */
    private static Optional<String> ratioIsOfAStyle(Values values) {
        return OwnDatabase.isOf(values) && isGiven(values, COMPACTION_RATIO) && !isGiven(values, COMPACTION_STYLE)
                ? Optional.of("compaction-ratio: what it means depends on how a database of your own is compacted; "
                        + "give compaction-style, too")
                : Optional.empty();
    }

    private static Optional<String> universalCountsRuns(Values values) {
        double ratio = values.get(COMPACTION_RATIO);
        return values.get(COMPACTION_STYLE) == CompactionStyle.UNIVERSAL && ratio != Math.rint(ratio)
                ? Optional.of("compaction-ratio: with compaction-style universal it counts sorted runs; "
                        + "write a whole number instead of " + values.text(COMPACTION_RATIO))
                : Optional.empty();
    }
}
