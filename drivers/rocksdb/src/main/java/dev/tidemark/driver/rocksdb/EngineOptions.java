package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.param.Values;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.HistogramType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RateLimiter;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;
import org.rocksdb.WriteOptions;

/**
 * The native objects that settings turn into. One of these serves all shards of a target: they share its counters,
 * block cache, rate limiter and background threads. Close it after the databases that use it.
 *
 * <p>Beside the params, these differ from what RocksDB does by itself:
 * <ul>
 * <li>every segment has a Bloom filter of 10 bits per key, so that asking for a URI that is not there costs no read;
 * <li>levels and segments grow with {@code memtable}: the first level holds 4 memtables, as many bytes as the four
 *     segments that start its compaction, and a segment is as large as a memtable within 1 to 64 MiB. This is the
 *     advice of RocksDB's tuning guide, and with a memtable of 64 MB it is what RocksDB does by itself;
 * <li>no periodic dump of statistics, and no histograms, which would read the clock around every operation.
 * </ul>
 */
public final class EngineOptions implements AutoCloseable {

    private static final long SMALLEST_SEGMENT = 1L << 20;
    private static final long LARGEST_SEGMENT = 64L << 20;
    /** RocksDB's own: this many segments of level 0 start a compaction, slow writers down, stop them. */
    private static final int START = 4;
    private static final int SLOW_DOWN = 20;
    private static final int STOP = 36;

    private final Values settings;
    private final Statistics statistics = new Statistics(EnumSet.allOf(HistogramType.class));
    private Cache blockCache;
    private final BloomFilter filter = new BloomFilter(10);
    private final RateLimiter limiter;
    private final WriteOptions writeOptions;

    public EngineOptions(Values settings) {
        this.settings = settings;
        this.blockCache = new LRUCache(settings.get(RocksDbParams.BLOCK_CACHE));
        this.limiter = settings.find(RocksDbParams.BACKGROUND_IO_LIMIT).map(RateLimiter::new).orElse(null);
        this.writeOptions = new WriteOptions().setSync(settings.get(RocksDbParams.SYNC)).setDisableWAL(!hasJournal());
        setBackgroundThreads(threads(settings));
    }

    private static int threads(Values settings) {
        return Math.toIntExact(settings.get(RocksDbParams.BACKGROUND_THREADS));
    }

    /**
     * The engine's pools belong to the process, and opening a database only ever makes them larger: an earlier
     * iteration's threads must be taken away again. The split is RocksDB's own (DBImpl::GetBGJobLimits).
     */
    private static void setBackgroundThreads(int threads) {
        int flushing = Math.max(1, threads / 4);
        Env.getDefault().setBackgroundThreads(flushing, Priority.HIGH);
        Env.getDefault().setBackgroundThreads(threads - flushing, Priority.LOW);
    }

    static int backgroundThreads() {
        return Env.getDefault().getBackgroundThreads(Priority.HIGH)
                + Env.getDefault().getBackgroundThreads(Priority.LOW);
    }

    /** Flushes and compactions that wait for a thread, of all databases of this process. */
    static int backgroundJobsQueued() {
        return Env.getDefault().getThreadPoolQueueLen(Priority.HIGH)
                + Env.getDefault().getThreadPoolQueueLen(Priority.LOW);
    }

    /**
     * Options for one shard; to be closed by the caller, after its database.
     *
     * <p>They are those of each of its column families, too.
     *
     * @param create    whether the shard must not be there yet, or must
     * @param listeners told of background events
     */
    public Options forShard(boolean create, AbstractEventListener... listeners) {
        Options options = new Options()
                .setCreateIfMissing(create).setErrorIfExists(create)
                .setStatistics(statistics).setStatsDumpPeriodSec(0).setStatsPersistPeriodSec(0)
                .setListeners(List.of(listeners))
                .setWriteBufferSize(settings.get(RocksDbParams.MEMTABLE))
                .setMaxBytesForLevelBase(START * settings.get(RocksDbParams.MEMTABLE))
                .setTargetFileSizeBase(Math.clamp(settings.get(RocksDbParams.MEMTABLE), SMALLEST_SEGMENT,
                        LARGEST_SEGMENT))
                .setCompressionType(compressionType(settings.get(RocksDbParams.COMPRESSION)))
                .setMaxBackgroundJobs(threads(settings))
                .setUseDirectReads(settings.get(RocksDbParams.DIRECT_IO))
                .setUseDirectIoForFlushAndCompaction(settings.get(RocksDbParams.DIRECT_IO))
                // A stop must not wait for a flush; what has to survive is flushed before.
                .setAvoidFlushDuringShutdown(true)
                .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(blockCache).setFilterPolicy(filter));
        if (limiter != null) {
            options.setRateLimiter(limiter);
        }
        if (settings.get(RocksDbParams.BLOB_FILES)) {
            options.setEnableBlobFiles(true).setMinBlobSize(settings.get(RocksDbParams.BLOB_MIN_SIZE))
                    .setBlobCompressionType(compressionType(settings.get(RocksDbParams.COMPRESSION)))
                    .setEnableBlobGarbageCollection(blobCollection().byItself())
                    .setBlobGarbageCollectionAgeCutoff(blobCollection().ageCutoff())
                    .setBlobGarbageCollectionForceThreshold(blobCollection().forceThreshold());
        }
        return compacting(options);
    }

    /** Has a database of the user's counted and limited as others are. */
    void share(DBOptions options, AbstractEventListener listener) {
        options.setStatistics(statistics).setListeners(List.of(listener));
        if (limiter != null) {
            options.setRateLimiter(limiter);
        }
    }

    private Options compacting(Options options) {
        switch (settings.get(RocksDbParams.COMPACTION_STYLE)) {
            case LEVEL -> options.setCompactionStyle(org.rocksdb.CompactionStyle.LEVEL)
                    .setMaxBytesForLevelMultiplier(settings.get(RocksDbParams.COMPACTION_RATIO));
            case UNIVERSAL -> {
                // Not min_merge_width too: a merge that must be so wide is often not found, and runs pile up.
                int runs = settings.get(RocksDbParams.COMPACTION_RATIO).intValue();
                options.setCompactionStyle(org.rocksdb.CompactionStyle.UNIVERSAL)
                        .setLevel0FileNumCompactionTrigger(runs)
                        .setLevel0SlowdownWritesTrigger(Math.max(SLOW_DOWN, 2 * runs))
                        .setLevel0StopWritesTrigger(Math.max(STOP, 3 * runs));
            }
        }
        return options;
    }

    private static CompressionType compressionType(Compression compression) {
        return switch (compression) {
            case NONE -> CompressionType.NO_COMPRESSION;
            case SNAPPY -> CompressionType.SNAPPY_COMPRESSION;
            case LZ4 -> CompressionType.LZ4_COMPRESSION;
            case ZSTD -> CompressionType.ZSTD_COMPRESSION;
        };
    }

    boolean hasJournal() {
        return settings.get(RocksDbParams.JOURNAL);
    }

    /** Whether new keyspaces keep the heads of their values apart. */
    boolean headsApart() {
        return settings.get(RocksDbParams.HEADS_APART);
    }

    BlobCollection blobCollection() {
        return BlobCollection.of(settings);
    }

    /** Forgets all cached blocks; they outlive their database. No database may be open. */
    void emptyBlockCache() {
        blockCache.close();
        blockCache = new LRUCache(settings.get(RocksDbParams.BLOCK_CACHE));
    }

    /** How transactions are to be written: with or without journal and sync. */
    public WriteOptions writeOptions() {
        return writeOptions;
    }

    long count(TickerType ticker) {
        return statistics.getTickerCount(ticker);
    }

    /** The limit of flush and compaction writes that is in force, in bytes per second. */
    OptionalLong backgroundIoLimit() {
        return limiter == null ? OptionalLong.empty() : OptionalLong.of(limiter.getBytesPerSecond());
    }

    /** Bytes that have passed the rate limiter; empty without one. */
    OptionalLong limitedBytes() {
        return limiter == null ? OptionalLong.empty() : OptionalLong.of(limiter.getTotalBytesThrough());
    }

    /** Lets background work that waits for the rate limiter end soon. */
    void liftLimit() {
        if (limiter != null) {
            limiter.setBytesPerSecond(1L << 40);
        }
    }

    @Override
    public void close() {
        writeOptions.close();
        if (limiter != null) {
            limiter.close();
        }
        filter.close();
        blockCache.close();
        statistics.close();
    }
}
