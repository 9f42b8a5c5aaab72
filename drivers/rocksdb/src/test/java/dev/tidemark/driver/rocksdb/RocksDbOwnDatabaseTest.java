package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.OwnDatabaseContract;
import org.junit.jupiter.api.Test;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;

/** Three column families of the user's, each with options of its own. */
class RocksDbOwnDatabaseTest extends OwnDatabaseContract {

    RocksDbOwnDatabaseTest() {
        super(new RocksDbDriver(), "column-family", "LOCK", "is no RocksDB database");
    }

    /** Half of the keys in a file, half in the log. */
    @Override
    protected Path make(Path folder) throws Exception {
        RocksDbStore.loadEngine();
        try (DBOptions whole = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true)
                .setMaxBackgroundJobs(3);
                ColumnFamilyOptions plain = new ColumnFamilyOptions();
                BloomFilter filter = new BloomFilter(12);
                ColumnFamilyOptions users = new ColumnFamilyOptions().setWriteBufferSize(3 << 20)
                        .setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR)
                        .setTableFormatConfig(new BlockBasedTableConfig().setBlockSize(16 << 10)
                                .setFilterPolicy(filter));
                ColumnFamilyOptions counts = new ColumnFamilyOptions().setMergeOperatorName("uint64add")
                        .setCompressionType(CompressionType.ZLIB_COMPRESSION)) {
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            try (RocksDB database = RocksDB.open(whole, folder.toString(), List.of(family("default", plain),
                    family("users", users), family("counts", counts)), handles);
                    FlushOptions wait = new FlushOptions()) {
                for (int n = 0; n < KEYS; n++) {
                    database.put(handles.get(1), bytes(key(n)), bytes(value(n)));
                    if (n == KEYS / 2) {
                        database.flush(wait, handles);
                    }
                }
                for (int n = 0; n < KEYS; n++) {
                    database.merge(handles.get(2), bytes("count" + n), new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
                }
            }
        }
        return folder;
    }

    private static ColumnFamilyDescriptor family(String name, ColumnFamilyOptions options) {
        return new ColumnFamilyDescriptor(bytes(name), options);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Path options() throws Exception {
        return OptionsFile.findNewest(theirs).orElseThrow();
    }

    /** What is given counts, and else what the file says of the column family that is measured. */
    @Test
    void settingsThatAreGivenHoldInPlaceOfTheOptionsFile() throws Exception {
        for (String access : List.of("copy", "read-only")) {
            try (KeyspaceTarget target = on(theirs, "database-access", access, "block-cache", "5MB",
                    "compression", "none")) {
                target.create();
                Values effective = target.effective();
                assertThat(effective.text(RocksDbParams.BLOCK_CACHE)).isEqualTo("5MB");
                assertThat(effective.get(RocksDbParams.COMPRESSION)).isEqualTo(Compression.NONE);
                assertThat(effective.get(RocksDbParams.MEMTABLE)).isEqualTo(3 << 20);
                target.drop();
            }
            assertThat(notes).hasSize(1).first().asString().endsWith("compression, block-cache.");
            notes.clear();
        }
        try (KeyspaceTarget target = on(theirs, "column-family", "counts")) {
            target.create();
            assertThat(notes).hasSize(1).first().asString().endsWith(
                    "has the compression kZlibCompression, for which no setting has a name.");
            assertThat(target.found(KEYS, Progress.none()).orElseThrow().largestValue()).isEqualTo(8);
        }
    }

    @Test
    void compressionThatIsAnotherOnSomeLevelsIsTold() throws Exception {
        Path file = Files.writeString(directory.resolve("OPTIONS-edited"), Files.readString(options())
                .replaceAll("bottommost_compression=.*", "bottommost_compression=kZSTD\n"
                        + "  compression_per_level=kNoCompression:kLZ4Compression"));
        try (KeyspaceTarget target = on(theirs, "options-file", file.toString())) {
            target.create();
            assertThat(notes).containsExactly(theirs + " has the compression_per_level kNoCompression:kLZ4Compression, "
                    + "for which no setting has a name.",
                    theirs + " has the bottommost_compression kZSTD, for which no setting has a name.");
            target.drop();
        }
        notes.clear();
        try (KeyspaceTarget target = on(theirs, "options-file", file.toString(), "compression", "lz4")) {
            target.create();
            assertThat(notes).as("what is given holds on all levels").hasSize(1).first().asString()
                    .endsWith("compression.");
            target.drop();
        }
    }

    /** As the settings state what a transaction survives. */
    @Test
    void aLogThatTheirProgramFlushedByHandIsWrittenByRocksDb() throws Exception {
        String text = Files.readString(options()).replace("manual_wal_flush=false", "manual_wal_flush=true");
        assertThat(text).contains("manual_wal_flush=true");
        Path file = Files.writeString(directory.resolve("OPTIONS-edited"), text);
        try (KeyspaceTarget target = on(theirs, "options-file", file.toString())) {
            target.create();
            RocksDbStore store = ((RocksDbTarget) target).stores().getFirst();
            assertThat(OptionsFile.of(store.optionsPlace(), store.family()).flag("manual_wal_flush")).isFalse();
            target.drop();
        }
    }

    /** RocksDB writes at least six digits. */
    @Test
    void theNewestOptionsFileIsTheOneWithTheLargestNumber() throws Exception {
        Files.createFile(directory.resolve("OPTIONS-999999"));
        Path newest = Files.createFile(directory.resolve("OPTIONS-1000000"));
        assertThat(OptionsFile.findNewest(directory)).contains(newest);
    }

    /** A compaction on request collects garbage, for as long as it takes. */
    @Test
    void howItCollectsGarbageIsAsItWasAfterACompaction() throws Exception {
        String text = Files.readString(options()).replace("enable_blob_files=false", "enable_blob_files=true")
                .replace("blob_garbage_collection_age_cutoff=0.25", "blob_garbage_collection_age_cutoff=0.75");
        assertThat(text).contains("enable_blob_garbage_collection=false").contains("age_cutoff=0.75");
        Path file = Files.writeString(directory.resolve("OPTIONS-edited"), text);
        try (KeyspaceTarget target = on(theirs, "options-file", file.toString())) {
            target.create();
            target.compact(Progress.none());
            Values effective = target.effective();
            assertThat(effective.get(RocksDbParams.BLOB_FILES)).isTrue();
            assertThat(effective.get(RocksDbParams.BLOB_GARBAGE_COLLECTION)).isFalse();
            assertThat(effective.get(RocksDbParams.BLOB_AGE_CUTOFF)).isEqualTo(0.75);
            target.drop();
        }
    }

    @Test
    void anOptionsFileThatCannotBeUsedIsNamedWithItsReason() throws Exception {
        String text = Files.readString(options());
        String line = "  write_buffer_size=3145728";
        edited(text.replace(line, "  wonderful=1\n" + line), "Extra option not recognized: wonderful");
        edited(text.replace("rocksdb.ReverseBytewiseComparator", "their.Order"),
                "column family users of " + directory.resolve("OPTIONS-edited")
                        + " has the comparator their.Order, which only the user's program knows");
        edited(text.replace("UInt64AddOperator", "TheirSum"), "has the merge operator TheirSum, which only");
        edited(text.replaceAll("(?s)\\[CFOptions \"counts\"].*", ""), "has no column family counts, which " + theirs);
        edited(text.replace("[DBOptions]\n", "[DBOptions]\n  wal_dir=/elsewhere\n"),
                "keeps files outside of the database's folder");
        edited(text.replace("rocksdb.ReverseBytewiseComparator", "leveldb.BytewiseComparator"),
                "does not match existing comparator");
        edited("nothing", "is no OPTIONS file of RocksDB");
        refused("options-file: there is no file " + directory.resolve("none"), theirs, "options-file",
                directory.resolve("none").toString());
        try (KeyspaceTarget target = on(theirs, "options-file", options().toString())) {
            target.requireFound(KEYS);
        }
    }

    /** Then nothing tells in which order a column family is. */
    @Test
    void withoutAnOptionsFileOneMustBeNamed() throws Exception {
        Path older = Files.createDirectories(directory.resolve("older"));
        try (Stream<Path> files = Files.list(theirs)) {
            for (Path file : files.filter(f -> !f.getFileName().toString().startsWith("OPTIONS")).toList()) {
                Files.copy(file, older.resolve(file.getFileName()));
            }
        }
        refused("does not match existing comparator rocksdb.ReverseBytewiseComparator; name the OPTIONS file that it "
                + "was written with by options-file", older);
        for (String access : List.of("copy", "read-only")) {
            try (KeyspaceTarget target = on(older, "options-file", options().toString(), "database-access", access)) {
                target.create();
                assertThat(target.found(KEYS, Progress.none()).orElseThrow().count()).isEqualTo(KEYS);
                target.drop();
            }
        }
    }

    private void edited(String text, String why) throws Exception {
        Path file = Files.writeString(directory.resolve("OPTIONS-edited"), text);
        refused(why, theirs, "options-file", file.toString());
    }
}
