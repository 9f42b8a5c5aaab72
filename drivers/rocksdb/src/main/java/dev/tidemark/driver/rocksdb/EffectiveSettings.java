package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.rocksdb.RocksDB;

/** Reads the settings back from a running engine. */
final class EffectiveSettings {

    /** As RocksDB writes them down. */
    static final Map<CompactionStyle, String> STYLES = Map.of(CompactionStyle.LEVEL, "kCompactionStyleLevel",
            CompactionStyle.UNIVERSAL, "kCompactionStyleUniversal");
    static final Map<Compression, String> COMPRESSIONS = Map.of(Compression.NONE, "kNoCompression",
            Compression.SNAPPY, "kSnappyCompression", Compression.LZ4, "kLZ4Compression", Compression.ZSTD, "kZSTD");
    /** Of options for some levels: they are compressed as the rest is. */
    private static final Set<String> AS_THE_REST = Set.of("", "{}", "kDisableCompressionOption");

    private final EngineOptions engine;
    private final OptionsFile options;
    private final RocksDbStore store;
    private Values values;

    private EffectiveSettings(Values given, EngineOptions engine, RocksDbStore store) throws IOException {
        this.values = given;
        this.engine = engine;
        this.options = OptionsFile.of(store.optionsPlace(), store.family());
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
        CompactionStyle style = named(STYLES, "compaction_style");
        put(RocksDbParams.MEMTABLE, options.number("write_buffer_size"));
        if (style != null) {
            put(RocksDbParams.COMPACTION_STYLE, style);
            put(RocksDbParams.COMPACTION_RATIO, Double.valueOf(switch (style) {
                case LEVEL -> options.text("max_bytes_for_level_multiplier");
                case UNIVERSAL -> options.text("level0_file_num_compaction_trigger");
            }));
        }
        put(RocksDbParams.BACKGROUND_IO_LIMIT,
                engine.backgroundIoLimit().isPresent() ? engine.backgroundIoLimit().getAsLong() : null);
        put(RocksDbParams.JOURNAL, !engine.writeOptions().disableWAL());
        put(RocksDbParams.SYNC, engine.writeOptions().sync());
        Compression compression = named(COMPRESSIONS, "compression");
        if (compression != null) {
            put(RocksDbParams.COMPRESSION, compression);
        }
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

    /** Null for one that no setting has a name for, as only a database of the user's can have. */
    private <T> T named(Map<T, String> names, String option) {
        String text = options.text(option);
        return names.entrySet().stream().filter(name -> name.getValue().equals(text)).map(Map.Entry::getKey)
                .findFirst().orElse(null);
    }

    /** What a database has in place of a setting that names no such thing: option and value. */
    static List<String> nameless(Path place, String family) throws IOException {
        OptionsFile options = OptionsFile.of(place, family);
        return Stream.concat(Stream.of("compaction_style", "compression")
                .filter(option -> !STYLES.containsValue(options.text(option))
                        && !COMPRESSIONS.containsValue(options.text(option))),
                Stream.of("compression_per_level", "bottommost_compression")
                .filter(option -> options.find(option).filter(text -> !AS_THE_REST.contains(text)).isPresent()))
                .map(option -> option + " " + options.text(option)).toList();
    }
}
