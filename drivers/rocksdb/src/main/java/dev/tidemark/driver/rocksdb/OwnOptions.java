package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;

/**
 * An {@code OPTIONS-<number>} file of the user's, with the settings that were given in place of what it says. It is
 * handed to RocksDB as a text, since the Java interface can change single options of what it has loaded only in part.
 *
 * @param lines as RocksDB shall read them
 */
record OwnOptions(List<String> lines) {

    /** Among the files of a target's own. */
    static final String NAME = "OPTIONS.used";

    private static final int LARGEST = 16 << 20;
    private static final Pattern SECTION = Pattern.compile("\\[(\\w+)(?:/\\w+)?(?: +\"(.*)\")?]");
    private static final Pattern NAMED = Pattern.compile("\\{?(?:id=)?([^;}]*).*");
    /** Those that this library has; of others it leaves the second out, and complains of the first in other words. */
    private static final Map<String, Set<String>> KNOWN = Map.of(
            "comparator", Set.of("leveldb.BytewiseComparator", "rocksdb.ReverseBytewiseComparator"),
            "merge_operator", Set.of("nullptr", "", "PutOperator", "UInt64AddOperator", "StringAppendOperator",
                    "StringAppendTESTOperator", "MaxOperator", "BytesXOR", "MergeSortOperator"));

    /**
     * @param file     of the user's
     * @param database that will be opened with it
     * @throws DriverException when it cannot be used
     */
    static OwnOptions read(Path file, Path database, Values settings) throws IOException, DriverException {
        List<String> text = text(file);
        Map<String, Map<String, String>> given = given(settings);
        List<String> lines = new ArrayList<>();
        String kind = "";
        String name = "";
        for (String line : text) {
            String stripped = line.strip();
            Matcher section = SECTION.matcher(stripped);
            int equals = stripped.indexOf('=');
            if (section.matches()) {
                kind = section.group(1);
                name = section.group(2);
                lines.add(line);
                given.getOrDefault(kind, Map.of()).forEach((option, value) -> lines.add("  " + option + "=" + value));
            } else if (equals < 0 || stripped.startsWith("#")) {
                lines.add(line);
            } else {
                String option = stripped.substring(0, equals);
                String value = stripped.substring(equals + 1);
                refuse(file, database, name, option, value);
                if (!given.getOrDefault(kind, Map.of()).containsKey(option)) {
                    lines.add(line);
                }
            }
        }
        return new OwnOptions(List.copyOf(lines));
    }

    private static List<String> text(Path file) throws IOException, DriverException {
        if (Files.size(file) > LARGEST) {
            throw new DriverException("options-file: " + file + " is no OPTIONS file of RocksDB");
        }
        try {
            List<String> text = Files.readAllLines(file);
            if (text.stream().noneMatch(line -> line.strip().equals("[DBOptions]"))) {
                throw new DriverException("options-file: " + file + " is no OPTIONS file of RocksDB");
            }
            return text;
        } catch (MalformedInputException e) {
            throw new DriverException("options-file: " + file + " is no OPTIONS file of RocksDB", e);
        }
    }

    private static void refuse(Path file, Path database, String family, String option, String value)
            throws DriverException {
        Matcher named = NAMED.matcher(value);
        if (KNOWN.containsKey(option) && named.matches() && !KNOWN.get(option).contains(named.group(1))) {
            throw new DriverException("options-file: column family " + family + " of " + file + " has the "
                    + option.replace('_', ' ') + " " + named.group(1) + ", which only the user's program knows");
        }
        boolean elsewhere = option.equals("wal_dir") && !value.isEmpty()
                && !Path.of(value).toAbsolutePath().normalize().equals(database)
                || (option.equals("db_paths") || option.equals("cf_paths")) && !value.isEmpty() && !value.equals("{}");
        if (elsewhere) {
            throw new DriverException("options-file: " + file + " keeps files outside of the database's folder ("
                    + option + "), which are not copied; name a backup that has all in one folder");
        }
    }

    /**
     * The options that settings stand for, by the kind of their section; where nobody gave them, the file's hold. A log
     * that the user's program flushed by hand is written by RocksDB itself, as the settings state.
     */
    private static Map<String, Map<String, String>> given(Values settings) {
        Map<String, String> whole = new LinkedHashMap<>(Map.of("create_if_missing", "false", "error_if_exists", "false",
                "wal_dir", "", "stats_dump_period_sec", "0", "stats_persist_period_sec", "0",
                "avoid_flush_during_shutdown", "true", "manual_wal_flush", "false"));
        Map<String, String> family = new LinkedHashMap<>();
        Map<String, String> tables = new LinkedHashMap<>();
        put(settings, RocksDbParams.MEMTABLE, family, "write_buffer_size");
        put(settings, RocksDbParams.DIRECT_IO, whole, "use_direct_reads", "use_direct_io_for_flush_and_compaction");
        put(settings, RocksDbParams.BACKGROUND_THREADS, whole, "max_background_jobs");
        put(settings, RocksDbParams.BLOCK_CACHE, tables, "block_cache");
        put(settings, RocksDbParams.BLOB_FILES, family, "enable_blob_files");
        put(settings, RocksDbParams.BLOB_MIN_SIZE, family, "min_blob_size");
        put(settings, RocksDbParams.BLOB_GARBAGE_COLLECTION, family, "enable_blob_garbage_collection");
        put(settings, RocksDbParams.BLOB_AGE_CUTOFF, family, "blob_garbage_collection_age_cutoff");
        put(settings, RocksDbParams.BLOB_FORCE_THRESHOLD, family, "blob_garbage_collection_force_threshold");
        CompactionStyle style = settings.get(RocksDbParams.COMPACTION_STYLE);
        if (RocksDbParams.isGiven(settings, RocksDbParams.COMPACTION_STYLE)) {
            family.put("compaction_style", EffectiveSettings.STYLES.get(style));
        }
        if (RocksDbParams.isGiven(settings, RocksDbParams.COMPACTION_RATIO)) {
            double ratio = settings.get(RocksDbParams.COMPACTION_RATIO);
            if (style == CompactionStyle.LEVEL) {
                family.put("max_bytes_for_level_multiplier", Double.toString(ratio));
            } else {
                family.put("level0_file_num_compaction_trigger", Long.toString((long) ratio));
            }
        }
        if (RocksDbParams.isGiven(settings, RocksDbParams.COMPRESSION)) {
            String compression = EffectiveSettings.COMPRESSIONS.get(settings.get(RocksDbParams.COMPRESSION));
            family.put("compression", compression);
            family.put("compression_per_level", "");
            family.put("bottommost_compression", "kDisableCompressionOption");
            family.put("blob_compression_type", compression);
        }
        return Map.of("DBOptions", whole, "CFOptions", family, "TableOptions", tables);
    }

    private static void put(Values settings, Param<?> param, Map<String, String> into, String... options) {
        if (RocksDbParams.isGiven(settings, param)) {
            for (String option : options) {
                into.put(option, String.valueOf(settings.get(param)));
            }
        }
    }

    /** The settings that were given in place of options of a file. */
    static List<String> overriding(Values settings) {
        return RocksDbParams.OF_OPTIONS_FILE.stream().filter(param -> RocksDbParams.isGiven(settings, param))
                .map(Param::name).toList();
    }
}
