package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.param.Values;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The values of {@link RocksDbParams}, typed. Sizes are in bytes, the limit in bytes per second.
 *
 * @param directory         empty for the iteration's own folder
 * @param backgroundIoLimit empty for no limit
 */
public record RocksDbSettings(int shards, Optional<Path> directory, long memtable, CompactionStyle compactionStyle,
        double compactionRatio, OptionalLong backgroundIoLimit, boolean journal, boolean sync, Compression compression,
        long blockCache, boolean directIo, boolean blobFiles, long blobMinSize, BlobCollection blobCollection,
        int backgroundThreads, boolean headsApart) {

    public static RocksDbSettings of(Values v) {
        return new RocksDbSettings(Math.toIntExact(v.get(RocksDbParams.SHARDS)), v.find(RocksDbParams.DIRECTORY),
                v.get(RocksDbParams.MEMTABLE), v.get(RocksDbParams.COMPACTION_STYLE),
                v.get(RocksDbParams.COMPACTION_RATIO),
                v.find(RocksDbParams.BACKGROUND_IO_LIMIT).map(OptionalLong::of).orElse(OptionalLong.empty()),
                v.get(RocksDbParams.JOURNAL), v.get(RocksDbParams.SYNC), v.get(RocksDbParams.COMPRESSION),
                v.get(RocksDbParams.BLOCK_CACHE), v.get(RocksDbParams.DIRECT_IO), v.get(RocksDbParams.BLOB_FILES),
                v.get(RocksDbParams.BLOB_MIN_SIZE), BlobCollection.of(v),
                Math.toIntExact(v.get(RocksDbParams.BACKGROUND_THREADS)), v.get(RocksDbParams.HEADS_APART));
    }
}
