package dev.tidemark.driver.rocksdb;

import static dev.tidemark.core.driver.support.EngineMeasures.COMPACTION_WRITE;
import static dev.tidemark.core.driver.support.EngineMeasures.FLUSH_WRITE;
import static dev.tidemark.core.driver.support.EngineMeasures.IN_MEMORY_SIZE;
import static dev.tidemark.core.driver.support.EngineMeasures.JOURNAL_WRITE;
import static dev.tidemark.core.driver.support.EngineMeasures.ON_DISK_SIZE;
import static dev.tidemark.core.driver.support.EngineMeasures.SEGMENTS_WRITTEN;
import static dev.tidemark.core.driver.support.EngineMeasures.STALL_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class RocksDbCountersTest {

    @TempDir
    Path directory;

    @Test
    void everyReadingIsDeclared() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            MetricSnapshot metricSnapshot = f.target.read().getFirst();
            Set<String> read = new HashSet<>(metricSnapshot.counters().keySet());
            read.addAll(metricSnapshot.gauges().keySet());
            assertThat(read).isEqualTo(new HashSet<>(
                    RocksDbMeasures.ALL.all().stream().map(Measure::name).toList()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void bytesAddUpToTheFilesOnDisk(String blobFiles) throws Exception {
        int documents = 1000;
        int size = 10_000;
        long user = documents * (long) size;
        try (Fixture f = Fixture.created(directory, "shards", "2", "memtable", "64MB", "blob-files", blobFiles)) {
            f.fill(0, documents, size);
            assertThat(f.counter(FLUSH_WRITE)).isZero();
            assertThat(f.gauge(ON_DISK_SIZE)).isZero();
            assertThat(f.gauge(IN_MEMORY_SIZE)).isBetween((double) user, 1.2 * user);
            assertThat(f.counter(JOURNAL_WRITE)).isBetween((double) user, 1.02 * user);
            f.settle();
            long onDisk = bytesOnDisk(f);
            assertThat(f.counter(FLUSH_WRITE)).isCloseTo(onDisk, within(0.001 * onDisk));
            assertThat(f.gauge(ON_DISK_SIZE)).isCloseTo(onDisk, within(0.001 * onDisk));
            assertThat((double) onDisk).isBetween((double) user, 1.02 * user);
            assertThat(f.gauge(IN_MEMORY_SIZE)).isLessThan(0.1 * user);
            assertThat(f.counter(COMPACTION_WRITE)).isZero();
            assertThat(f.counter(SEGMENTS_WRITTEN)).isEqualTo(segmentsOnDisk(f).size())
                    .isEqualTo(blobFiles.equals("true") ? 4 : 2);
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(documents);
        }
    }

    /** With its deletions off, every segment that RocksDB ever made is still there to be counted. */
    @ParameterizedTest
    @ValueSource(strings = {"level", "universal", "blobs"})
    void segmentsWrittenAreTheFilesThatWereMade(String kind) throws Exception {
        String style = kind.equals("blobs") ? "level" : kind;
        try (Fixture f = Fixture.created(directory, "shards", "2", "memtable", "1MB", "compaction-style", style,
                "compaction-ratio", "4", "blob-files", "" + kind.equals("blobs"))) {
            for (RocksDbStore store : f.target.stores()) {
                store.database().disableFileDeletions();
            }
            for (int round = 0; round < 3; round++) {
                f.fill(0, 3000, 5000);
            }
            f.settle();
            double compacted = f.counter(COMPACTION_WRITE);
            assertThat(compacted).as("there were compactions").isPositive();
            List<Path> made = segmentsOnDisk(f);
            assertThat(f.counter(SEGMENTS_WRITTEN)).isEqualTo(made.size());
            assertThat(f.counter(FLUSH_WRITE) + compacted)
                    .isCloseTo(bytes(made), within(0.001 * bytes(made)));
            assertThat(f.counter(RocksDbMeasures.COMPACTION_READ)).isPositive();
            assertThat(f.gauge(ON_DISK_SIZE)).as("live segments only").isLessThan(bytes(made));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"level", "universal"})
    void settlingLeavesNothingToDo(String style) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "memtable", "1MB", "compaction-style", style,
                "compaction-ratio", "3")) {
            f.fill(0, 3000, 5000);
            List<Long> left = new ArrayList<>();
            f.target.settle((done, total) -> left.add(total - done));
            assertThat(left.getLast()).isZero();
            assertThat(left).allSatisfy(bytes -> assertThat(bytes).isNotNegative());
            for (String property : List.of("rocksdb.num-running-compactions", "rocksdb.num-running-flushes",
                    "rocksdb.num-immutable-mem-table")) {
                assertThat(sum(f, property)).as(property).isZero();
            }
            if (style.equals("level")) { // universal calls one needed even when it finds nothing to merge
                assertThat(sum(f, "rocksdb.compaction-pending")).isZero();
            }
            assertThat(f.gauge(RocksDbMeasures.PENDING_COMPACTION)).isZero();
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(3000);
            MetricSnapshot settled = f.target.read().getFirst();
            f.settle();
            assertThat(f.target.read().getFirst()).as("nothing happens afterwards").isEqualTo(settled);
        }
    }

    @Test
    void lookupsAreCountedWhereTheyWereAnswered() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.fill(0, 100, 1000);
            readAll(session, 100);
            assertThat(f.counter(RocksDbMeasures.MEMTABLE_HITS)).isEqualTo(100);
            f.settle();
            readAll(session, 100);
            assertThat(f.counter(RocksDbMeasures.LEVEL_0_HITS)).isEqualTo(100);
            double misses = f.counter(RocksDbMeasures.CACHE_MISSES);
            assertThat(misses).isPositive();
            double hits = f.counter(RocksDbMeasures.CACHE_HITS);
            readAll(session, 100);
            assertThat(f.counter(RocksDbMeasures.CACHE_HITS)).isGreaterThanOrEqualTo(hits + 100);
            assertThat(f.counter(RocksDbMeasures.CACHE_MISSES)).isEqualTo(misses);
            compact(f);
            readAll(session, 100);
            assertThat(f.counter(RocksDbMeasures.LEVEL_1_HITS) + f.counter(RocksDbMeasures.DEEPER_HITS)).isEqualTo(100);
        }
    }

    private static long sum(Fixture f, String property) {
        return f.target.stores().stream().mapToLong(store -> store.sum(property)).sum();
    }

    private static void compact(Fixture f) throws RocksDBException {
        for (RocksDbStore store : f.target.stores()) {
            store.database().compactRange();
        }
    }

    @Test
    void stallsAreCountedInSeconds() throws Exception {
        try (Fixture f = Fixture.created(directory, "memtable", "64KiB", "background-io-limit", "200kB/s")) {
            Clock clock = Clock.system();
            long start = clock.nanoTime();
            f.fill(0, 60, 5000);
            double elapsed = (clock.nanoTime() - start) / 1e9;
            // 300 kB pass at 200 kB/s behind two memtables of 64 KiB, in one worker, which waits most of the time.
            assertThat(f.counter(STALL_TIME)).isPositive().isLessThanOrEqualTo(elapsed);
        }
    }

    static List<Path> segmentsOnDisk(Fixture f) throws IOException {
        List<Path> segments = new ArrayList<>();
        for (RocksDbStore shard : f.target.stores()) {
            try (Stream<Path> files = Files.list(shard.folder())) {
                files.filter(p -> p.toString().matches(".*\\.(sst|blob)")).forEach(segments::add);
            }
        }
        return segments;
    }

    private static long bytesOnDisk(Fixture f) throws IOException {
        return bytes(segmentsOnDisk(f));
    }

    private static long bytes(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static void readAll(EmbeddedSession<?> session, int documents) throws Exception {
        for (int n = 0; n < documents; n++) {
            assertThat(Fixture.read(session, Fixture.uri(n))).isNotNull();
        }
    }
}
