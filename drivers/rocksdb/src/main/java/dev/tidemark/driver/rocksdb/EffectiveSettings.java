package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import org.rocksdb.RocksDB;

/** Reads the settings back from a running engine. */
final class EffectiveSettings {

    private final EngineOptions engine;
    private final OptionsFile options;
    private final RocksDbStore store;
    private Values values;

    private EffectiveSettings(Values given, EngineOptions engine, RocksDbStore store) throws IOException {
        this.values = given;
        this.engine = engine;
        this.options = OptionsFile.newest(store.folder());
        this.store = store;
    }

    /**
     * The settings as a shard has them; all shards are opened with the same options. The directory stays as
     * it was given: by default it is another one in each iteration, and that is no setting.
     */
    static Values of(Values given, EngineOptions engine, RocksDbStore store) throws IOException {
        return new EffectiveSettings(given, engine, store).read();
    }

    private Values read() {
        CompactionStyle style = style();
        put(RocksDbParams.MEMTABLE, options.number("write_buffer_size"));
        put(RocksDbParams.COMPACTION_STYLE, style);
        put(RocksDbParams.COMPACTION_RATIO, Double.valueOf(switch (style) {
            case LEVEL -> options.text("max_bytes_for_level_multiplier");
            case UNIVERSAL -> options.text("level0_file_num_compaction_trigger");
        }));
        put(RocksDbParams.BACKGROUND_IO_LIMIT,
                engine.backgroundIoLimit().isPresent() ? engine.backgroundIoLimit().getAsLong() : null);
        put(RocksDbParams.JOURNAL, !engine.writeOptions().disableWAL());
        put(RocksDbParams.SYNC, engine.writeOptions().sync());
        put(RocksDbParams.COMPRESSION, compression());
        put(RocksDbParams.BLOCK_CACHE, store.property("rocksdb.block-cache-capacity"));
        put(RocksDbParams.DIRECT_IO,
                options.flag("use_direct_reads") && options.flag("use_direct_io_for_flush_and_compaction"));
        put(RocksDbParams.BLOB_FILES, options.flag("enable_blob_files"));
        if (options.flag("enable_blob_files")) {
            put(RocksDbParams.BLOB_MIN_SIZE, options.number("min_blob_size"));
            put(RocksDbParams.BLOB_GARBAGE_COLLECTION, options.flag("enable_blob_garbage_collection"));
            put(RocksDbParams.BLOB_AGE_CUTOFF, options.fraction("blob_garbage_collection_age_cutoff"));
            put(RocksDbParams.BLOB_FORCE_THRESHOLD, options.fraction("blob_garbage_collection_force_threshold"));
            put(RocksDbParams.COMPACT_AGE_CUTOFF, engine.blobCollection().onRequest());
        }
        put(RocksDbParams.BACKGROUND_THREADS, (long) EngineOptions.backgroundThreads());
        put(RocksDbParams.HEADS_APART, store.keepsHeadsApart());
        return values;
    }

    private <T> void put(Param<T> param, T value) {
        values = values.with(param, value, SettingOrigin.EFFECTIVE);
    }

    private CompactionStyle style() {
        return switch (options.text("compaction_style")) {
            case "kCompactionStyleLevel" -> CompactionStyle.LEVEL;
            case "kCompactionStyleUniversal" -> CompactionStyle.UNIVERSAL;
            case String other -> throw new IllegalStateException("RocksDB runs with the compaction style " + other);
        };
    }

    private Compression compression() {
        return switch (options.text("compression")) {
            case "kNoCompression" -> Compression.NONE;
            case "kSnappyCompression" -> Compression.SNAPPY;
            case "kLZ4Compression" -> Compression.LZ4;
            case "kZSTD" -> Compression.ZSTD;
            case String other -> throw new IllegalStateException("RocksDB runs with the compression " + other);
        };
    }
}
