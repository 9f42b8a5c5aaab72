package dev.tidemark.driver.rocksdb;

import static dev.tidemark.core.driver.support.EngineMeasures.COMPACTION_WRITE;
import static dev.tidemark.core.driver.support.EngineMeasures.FLUSH_WRITE;
import static dev.tidemark.core.driver.support.EngineMeasures.JOURNAL_WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.SettingOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.Env;
import org.rocksdb.Priority;
import org.rocksdb.TickerType;

/** Each setting, as the running engine has it. */
class RocksDbEffectiveTest {

    @TempDir
    Path directory;

    /** The option that a param sets, as each shard wrote it down; and what effective() makes of it. */
    @ParameterizedTest
    @CsvSource({
        "memtable, 16MB, write_buffer_size, 16000000",
        "memtable, 16MB, max_bytes_for_level_base, 64000000",
        "memtable, 16MB, target_file_size_base, 16000000",
        "compaction-style, universal, compaction_style, kCompactionStyleUniversal",
        "compaction-style, level, compaction_style, kCompactionStyleLevel",
        "compaction-ratio, 2.5, max_bytes_for_level_multiplier, 2.500000",
        "compression, none, compression, kNoCompression",
        "compression, snappy, compression, kSnappyCompression",
        "compression, lz4, compression, kLZ4Compression",
        "compression, zstd, compression, kZSTD",
        "direct-io, true, use_direct_reads, true",
        "direct-io, true, use_direct_io_for_flush_and_compaction, true",
        "direct-io, false, use_direct_reads, false",
        "blob-files, true, enable_blob_files, true",
        "blob-files, false, enable_blob_files, false",
        "background-threads, 6, max_background_jobs, 6",
    })
    void anOptionReachesEveryShard(String param, String value, String option, String engineValue) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "3", param, value)) {
            for (RocksDbStore shard : f.target.stores()) {
                assertThat(OptionsFile.of(shard.folder(), "default").text(option)).isEqualTo(engineValue);
            }
            assertEffective(f, param, value);
            assertEffective(f, "shards", "3");
        }
    }

    @Test
    void universalCompactionBeginsAtAsManyRunsAsTheRatioSays() throws Exception {
        try (Fixture f = Fixture.created(directory, "compaction-style", "universal", "compaction-ratio", "15")) {
            OptionsFile options = OptionsFile.of(f.target.stores().getFirst().folder(), "default");
            assertThat(options.number("level0_file_num_compaction_trigger")).isEqualTo(15);
            assertThat(options.number("level0_slowdown_writes_trigger")).isEqualTo(30);
            assertThat(options.number("level0_stop_writes_trigger")).isEqualTo(45);
            assertEffective(f, "compaction-ratio", "15");
        }
    }

    @Test
    void theBlockCacheIsOneForAllShards() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "block-cache", "10MB")) {
            f.fill(0, 1000, 5000);
            f.settle();
            try (EmbeddedSession<?> session = f.session()) {
                for (int n = 0; n < 1000; n++) {
                    Fixture.read(session, Fixture.uri(n));
                }
            }
            long usage = f.target.stores().get(0).property("rocksdb.block-cache-usage");
            assertThat(usage).isPositive().isEqualTo(
                    f.target.stores().get(1).property("rocksdb.block-cache-usage"));
            assertThat(usage).as("both shards' blocks").isBetween(5_000_000L, 10_000_000L);
            assertEffective(f, "block-cache", "10MB");
        }
    }

    @Test
    void theBackgroundIoLimitHoldsBackFlushesAndCompactions() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "memtable", "1MB",
                "background-io-limit", "20MB/s")) {
            f.fill(0, 2000, 5000);
            f.settle();
            assertEffective(f, "background-io-limit", "20MB/s");
            double written = f.counter(FLUSH_WRITE)
                    + f.counter(COMPACTION_WRITE);
            assertThat((double) f.target.engine().limitedBytes().orElseThrow())
                    .as("all of what was flushed and compacted went through the limiter")
                    .isCloseTo(written, within(0.05 * written));
        }
        try (Fixture f = Fixture.created(directory)) {
            assertEffective(f, "background-io-limit", "unlimited");
            assertThat(f.target.engine().limitedBytes()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void theJournalIsWrittenOrNot(String journal) throws Exception {
        try (Fixture f = Fixture.created(directory, "journal", journal)) {
            f.fill(0, 100, 1000);
            assertEffective(f, "journal", journal);
            if (journal.equals("true")) {
                assertThat(f.counter(JOURNAL_WRITE)).isGreaterThan(100_000);
            } else {
                assertThat(f.counter(JOURNAL_WRITE)).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void eachTransactionIsSyncedOrNone(String sync) throws Exception {
        try (Fixture f = Fixture.created(directory, "sync", sync)) {
            long before = f.target.engine().count(TickerType.WAL_FILE_SYNCED);
            f.fill(0, 100, 1000); // in batches of ten
            assertThat(f.target.engine().count(TickerType.WAL_FILE_SYNCED) - before)
                    .isEqualTo(sync.equals("true") ? 10 : 0);
            assertEffective(f, "sync", sync);
        }
    }

    @Test
    void valuesOfTheSmallestBlobSizeAndAboveGoToBlobFiles() throws Exception {
        try (Fixture f = Fixture.created(directory, "blob-files", "true", "blob-min-size", "2kB")) {
            f.fill(0, 10, 1999);
            f.settle();
            assertThat(blobFiles(f)).isEmpty();
            f.fill(10, 20, 2000);
            f.settle();
            assertThat(blobFiles(f)).hasSize(1);
            assertEffective(f, "blob-min-size", "2kB");
            assertThat(f.all()).hasSize(20);
        }
    }

    private static List<Path> blobFiles(Fixture f) throws Exception {
        return RocksDbCountersTest.segmentsOnDisk(f).stream().filter(p -> p.toString().endsWith(".blob")).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "blob-garbage-collection, false, enable_blob_garbage_collection, false",
        "blob-age-cutoff, 0.5, blob_garbage_collection_age_cutoff, 0.500000",
        "blob-force-threshold, 0.75, blob_garbage_collection_force_threshold, 0.750000",
    })
    void theCollectionOfGarbageReachesEveryShardAndIsAsItWasAfterCompacting(String param, String value, String option,
            String engineValue) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "blob-files", "true", param, value)) {
            f.fill(0, 100, 5000);
            f.target.compact(Progress.none());
            for (RocksDbStore shard : f.target.stores()) {
                assertThat(OptionsFile.of(shard.folder(), "default").text(option)).isEqualTo(engineValue);
            }
            assertEffective(f, param, value);
        }
    }

    /** Ten files of values that were all written over, but for one of ten. */
    @ParameterizedTest
    @CsvSource({"1, 0.0, 0.1", "0.5, 0.3, 0.7", "0, 0.98, 1.0"})
    void compactingCollectsAsMuchAsItsAgeCutoffSays(String cutoff, double least, double most) throws Exception {
        try (Fixture f = Fixture.created(directory, "blob-files", "true", "blob-garbage-collection", "false",
                "compact-age-cutoff", cutoff)) {
            for (int file = 0; file < 10; file++) {
                f.fill(100 * file, 100 * file + 100, 5000);
                f.settle();
            }
            for (int n = 0; n < 1000; n++) {
                if (n % 10 != 0) {
                    f.fill(n, n + 1, 4000);
                }
            }
            f.settle();
            f.target.compact(Progress.none());
            double dead = 900 * (5000 + 100); // at most, with what stands before each value in its file
            assertThat(f.gauge(RocksDbMeasures.BLOB_GARBAGE) / dead).isBetween(least, most);
            assertThat(f.all()).hasSize(1000);
            assertEffective(f, "compact-age-cutoff", cutoff);
        }
    }

    @Test
    void backgroundThreadsAreThoseOfTheLastTargetOpened() throws Exception {
        for (int threads : new int[] {8, 2}) {
            try (Fixture f = Fixture.created(directory, "shards", "4", "background-threads", "" + threads)) {
                assertThat(Env.getDefault().getBackgroundThreads(Priority.HIGH)).isEqualTo(Math.max(1, threads / 4));
                assertEffective(f, "background-threads", "" + threads);
            }
        }
    }

    @Test
    void beforeThereIsADatabaseSettingsAreAsGiven() throws Exception {
        try (Fixture f = new Fixture(directory, "memtable", "1MB")) {
            assertThat(f.target.effective().origin(RocksDbParams.MEMTABLE)).isEqualTo(SettingOrigin.SET);
            f.target.create();
            assertEffective(f, "memtable", "1MB");
        }
    }

    /** Every param is read back, but for places, which the engine is not asked for. */
    @Test
    void everyParamIsReadBack() throws Exception {
        try (Fixture f = Fixture.created(directory, "blob-files", "true")) {
            List<Param<?>> params = new ArrayList<>(RocksDbParams.ALL.all());
            params.removeAll(List.of(RocksDbParams.DIRECTORY, RocksDbParams.DATABASE, OwnDatabase.ACCESS,
                    RocksDbParams.COLUMN_FAMILY, RocksDbParams.OPTIONS_FILE));
            assertThat(params).allSatisfy(param ->
                    assertThat(f.target.effective().origin(param)).as(param.name()).isEqualTo(SettingOrigin.EFFECTIVE));
            assertThat(f.target.effective().texts()).isEqualTo(RocksDbParams.ALL.defaults()
                    .with("blob-files", "true", SettingOrigin.SET).with("directory", directory.toString(),
                    SettingOrigin.SET).texts());
        }
    }

    private static void assertEffective(Fixture f, String param, String value) {
        Param<?> declared = RocksDbParams.ALL.find(param).param();
        assertThat(f.target.effective().text(declared)).isEqualTo(value);
        assertThat(f.target.effective().origin(declared)).isEqualTo(SettingOrigin.EFFECTIVE);
    }
}
