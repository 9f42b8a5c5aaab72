package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.EngineMeasures;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.TickerType;

class RocksDbKeyspacesTest {

    @TempDir
    Path directory;

    /** Stores keys {@code from} up to {@code to} of a keyspace, with values of so many bytes, in one transaction. */
    private static void fill(Fixture f, int keyspace, int from, int to, int size) throws Exception {
        try (EmbeddedSession<?> session = f.session()) {
            for (int key = from; key < to; key++) {
                session.put(keyspace, NumberedKeys.of(key), Fixture.direct(Fixture.content(key, size)));
            }
            assertThat(session.commit()).isZero();
        }
    }

    /** Null when absent. */
    private static byte[] get(EmbeddedSession<?> session, int keyspace, long key) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(1 << 16);
        int size = session.get(keyspace, NumberedKeys.of(key), into);
        return size == KeyValueSession.ABSENT ? null : Buffers.bytes(into.limit(size));
    }

    private static long count(Fixture f, int keyspace) throws DriverException {
        return f.target.count(keyspace, Progress.none());
    }

    @ParameterizedTest
    @CsvSource({"1, false", "3, false", "3, true"})
    void valuesOfAnySizeComeBackFromTheirOwnKeyspaceAndOutliveClosing(String shards, String blobFiles)
            throws Exception {
        int[] sizes = {1, 45, 4000, 8192, 60_000};
        String[] settings = {"shards", shards, "blob-files", blobFiles};
        try (Fixture f = Fixture.created(directory, settings); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 45);
            f.target.makeKeyspace(7, 10, 45);
            for (int i = 0; i < sizes.length; i++) {
                session.put(0, NumberedKeys.of(i), Fixture.direct(Fixture.content(i, sizes[i])));
                session.put(7, NumberedKeys.of(Long.MAX_VALUE - i), Fixture.direct(Fixture.content(-i - 1, sizes[i])));
            }
            assertThat(session.commit()).isZero();
            assertThat(session.get(7, NumberedKeys.of(0), ByteBuffer.allocateDirect(8))).isEqualTo(KeyValueSession.ABSENT);
            assertThat(f.all()).as("documents").isEmpty();
        }
        try (Fixture f = new Fixture(directory, settings); EmbeddedSession<?> session = f.session()) {
            for (int i = 0; i < sizes.length; i++) {
                assertThat(get(session, 0, i)).isEqualTo(Fixture.content(i, sizes[i]));
                assertThat(get(session, 7, Long.MAX_VALUE - i)).isEqualTo(Fixture.content(-i - 1, sizes[i]));
            }
            assertThat(count(f, 0)).isEqualTo(sizes.length);
        }
    }

    @Test
    void valuesOutliveClosingWithoutAJournal() throws Exception {
        try (Fixture f = Fixture.created(directory, "journal", "false", "shards", "2")) {
            f.target.makeKeyspace(3, 50, 100);
            fill(f, 3, 0, 50, 100);
        }
        try (Fixture f = new Fixture(directory, "journal", "false", "shards", "2")) {
            assertThat(count(f, 3)).isEqualTo(50);
        }
    }

    @Test
    void buffersAreUsedFromTheirPositionAndLeftAsTheyWere() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2"); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 1, 7);
            ByteBuffer value = Fixture.direct("..content..").limit(9).position(2);
            session.put(0, NumberedKeys.of(5), value);
            assertThat(value).isEqualTo(Fixture.direct("content"));
            value.put(2, (byte) 'X'); // it is not kept after the call
            session.commit();
            ByteBuffer into = Fixture.direct("abcdefgh").limit(6).position(1);
            assertThat(session.get(0, NumberedKeys.of(5), into)).as("size of the whole, though 5 bytes fit").isEqualTo(7);
            assertThat(into).isEqualTo(Fixture.direct("conte"));
            assertThat(Buffers.bytes(into.clear())).isEqualTo("acontegh".getBytes());
        }
    }

    @Test
    void transactionsAreSeenOnceCommittedAndNeverBefore() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> writer = f.session();
                EmbeddedSession<?> reader = f.session()) {
            f.target.makeKeyspace(0, 10, 3);
            f.target.makeKeyspace(1, 10, 3);
            writer.put(0, NumberedKeys.of(1), Fixture.direct("old"));
            writer.put(1, NumberedKeys.of(1), Fixture.direct("old"));
            writer.add(Fixture.uri(1), Fixture.direct("old"));
            assertThat(get(reader, 0, 1)).isNull();
            assertThat(get(writer, 0, 1)).as("of its own transaction, too").isNull();
            assertThat(writer.commit()).isZero();
            assertThat(get(reader, 0, 1)).isEqualTo("old".getBytes());
            assertThat(get(reader, 1, 1)).isEqualTo("old".getBytes());
            assertThat(Fixture.read(reader, Fixture.uri(1))).isEqualTo("old".getBytes());
            writer.put(0, NumberedKeys.of(1), Fixture.direct("new"));
            writer.rollback();
            writer.put(0, NumberedKeys.of(2), Fixture.direct("two"));
            writer.commit();
            assertThat(get(reader, 0, 1)).as("what was rolled back is not stored").isEqualTo("old".getBytes());
            assertThat(count(f, 0)).isEqualTo(2);
        }
    }

    /** One write of the journal for what a transaction changes in several keyspaces of a shard: it is one batch. */
    @Test
    void aTransactionIsOneBatchInEachShard() throws Exception {
        try (Fixture f = Fixture.created(directory, "sync", "true"); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 3);
            f.target.makeKeyspace(1, 10, 3);
            long before = f.target.engine().count(TickerType.WAL_FILE_SYNCED);
            for (int key = 0; key < 10; key++) {
                session.put(key % 2, NumberedKeys.of(key), Fixture.direct("new"));
            }
            session.commit();
            assertThat(f.target.engine().count(TickerType.WAL_FILE_SYNCED) - before).isEqualTo(1);
        }
    }

    @Test
    void everyShardHasItsShareOfAKeyspace() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "4")) {
            f.target.makeKeyspace(0, 1000, 10);
            fill(f, 0, 0, 1000, 10);
            for (RocksDbStore store : f.target.stores()) {
                assertThat(store.keys(store.tables().get(TableName.of(Kind.KEYSPACE, 0))).orElseThrow())
                        .isBetween(190L, 310L);
            }
            assertThat(f.gauge(RocksDbMeasures.KEYS)).isEqualTo(1000);
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isZero();
            f.fill(0, 20, 10);
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(20);
        }
    }

    @Test
    void keyspacesGrow() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.target.makeKeyspace(2, 100, 45);
            fill(f, 2, 0, 100, 45);
        }
        try (Fixture f = new Fixture(directory, "shards", "2")) {
            f.target.makeKeyspace(2, 250, 45);
            assertThat(count(f, 2)).as("growing adds no keys and loses none").isEqualTo(100);
            fill(f, 2, 100, 250, 45);
            f.target.makeKeyspace(2, 10, 45);
            f.target.makeKeyspace(5, 10, 45);
            assertThat(count(f, 2)).isEqualTo(250);
            assertThat(count(f, 5)).isZero();
            f.target.create();
            Fixture.assertOneLine(() -> count(f, 2), "has no keyspace 2");
        }
    }

    @Test
    void flushesAndSizesCoverEveryKeyspace() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.target.makeKeyspace(0, 100, 5000);
            f.target.makeKeyspace(1, 100, 5000);
            fill(f, 0, 0, 100, 5000);
            fill(f, 1, 0, 100, 5000);
            f.fill(0, 100, 5000);
            assertThat(f.gauge(EngineMeasures.IN_MEMORY_SIZE)).isGreaterThan(1_500_000);
            f.settle();
            assertThat(f.gauge(EngineMeasures.IN_MEMORY_SIZE)).isLessThan(100_000);
            assertThat(f.gauge(EngineMeasures.ON_DISK_SIZE)).isBetween(1_500_000.0, 1_600_000.0);
            assertThat(f.counter(EngineMeasures.FLUSH_WRITE)).isBetween(1_500_000.0, 1_600_000.0);
            assertThat(f.counter(EngineMeasures.SEGMENTS_WRITTEN)).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memtable=1MB", "compression=zstd", "compaction-style=universal", "blob-files=true"})
    void keyspacesAreKeptAsTheSettingsSay(String setting) throws Exception {
        String[] parts = setting.split("=");
        try (Fixture f = Fixture.created(directory, parts)) {
            f.target.makeKeyspace(0, 100, 5000);
            List<String> lines = Files.readAllLines(newestOptions(f));
            for (String section : List.of("default", "keyspace-0")) {
                int start = lines.indexOf("[CFOptions \"" + section + "\"]");
                assertThat(start).as(section).isPositive();
                assertThat(lines.subList(start, lines.size()).stream().takeWhile(l -> !l.startsWith("[TableOptions")))
                        .as(section).anyMatch(line -> line.strip().equals(switch (parts[0]) {
                            case "memtable" -> "write_buffer_size=1000000";
                            case "compression" -> "compression=kZSTD";
                            case "blob-files" -> "enable_blob_files=true";
                            default -> "compaction_style=kCompactionStyleUniversal";
                        }));
            }
        }
    }

    private static Path newestOptions(Fixture f) throws Exception {
        try (var files = Files.list(f.target.stores().getFirst().folder())) {
            return files.filter(p -> p.getFileName().toString().startsWith("OPTIONS-")).sorted()
                    .reduce((older, newer) -> newer).orElseThrow();
        }
    }

    @Test
    void whatCannotBeIsToldInOneLine() throws Exception {
        try (Fixture f = Fixture.created(directory, "compression", "none"); EmbeddedSession<?> session = f.session()) {
            Fixture.assertOneLine(() -> session.get(0, NumberedKeys.of(0), ByteBuffer.allocateDirect(1)),
                    "has no keyspace 0");
            Fixture.assertOneLine(() -> session.put(40, NumberedKeys.of(0), ByteBuffer.allocateDirect(1)),
                    "has no keyspace 40");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(RocksDbStore.MOST_KEYSPACES, 1, 1),
                    "keyspaces 0 to 999, not 1000");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 1L << 40, 8192), "keyspace 0 needs ");
        }
    }

    @Test
    void coolingDownEmptiesAllCachesAndLosesNothing() throws Exception {
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type()), "in memory");
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.target.makeKeyspace(0, 100, 8192);
            fill(f, 0, 0, 100, 8192);
            try (EmbeddedSession<?> session = f.session()) {
                Fixture.assertOneLine(f.target::dropCaches, "while 1 sessions use it");
                assertThat(get(session, 0, 99)).as("after a refusal").isNotNull();
            }
            f.settle();
            readAll(f);
            readAll(f);
            double misses = f.counter(RocksDbMeasures.CACHE_MISSES);
            readAll(f);
            assertThat(f.counter(RocksDbMeasures.CACHE_MISSES)).as("all is cached").isEqualTo(misses);
            assertThat(f.target.dropCaches()).isTrue();
            readAll(f);
            assertThat(f.counter(RocksDbMeasures.CACHE_MISSES) - misses).as("nothing was").isGreaterThan(95);
            assertThat(count(f, 0)).isEqualTo(100);
        }
        Fixture closed = new Fixture(directory, "shards", "2");
        closed.close();
        assertThatThrownBy(closed.target::dropCaches).isInstanceOf(DriverException.class).hasMessageContaining("closed");
    }

    private static void readAll(Fixture f) throws Exception {
        try (EmbeddedSession<?> session = f.session()) {
            for (int key = 0; key < 100; key++) {
                assertThat(get(session, 0, key)).isEqualTo(Fixture.content(key, 8192));
            }
        }
    }

    @Test
    void countingTellsHowFarItIs() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.target.makeKeyspace(0, 70_000, 1);
            fill(f, 0, 0, 70_000, 1);
            fill(f, 0, 0, 10_000, 1); // updates are not counted again
            List<Long> counts = new ArrayList<>();
            assertThat(f.target.count(0, (done, total) -> counts.add(done))).isEqualTo(70_000);
            assertThat(counts).containsExactly(65_536L, 70_000L);
        }
    }

    @Test
    void dropRemovesKeyspacesToo() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2")) {
            f.target.makeKeyspace(0, 10, 10);
            fill(f, 0, 0, 10, 10);
            assertThat(f.target.dataDirectory()).isEqualTo(directory.resolve(RocksDbTarget.FILES.folder()));
            f.target.drop();
            assertThat(directory).isEmptyDirectory();
            assertThat(f.notes).isEmpty();
        }
    }

    @Test
    void readingAndWritingMakeNoGarbage() throws Exception {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Fixture f = Fixture.created(directory, "shards", "2"); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 100, 45);
            fill(f, 0, 0, 100, 45);
            ByteBuffer value = ByteBuffer.allocateDirect(45);
            ByteBuffer numbered = NumberedKeys.buffer();
            pairs(session, numbered, value, 10); // loads what it needs
            long before = threads.getCurrentThreadAllocatedBytes();
            pairs(session, numbered, value, 10_000);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated / 10_000.0).as("bytes per pair; a value is 45").isLessThan(20);
        }
    }

    private static void pairs(EmbeddedSession<?> session, ByteBuffer numbered, ByteBuffer value, int count)
            throws Exception {
        for (int i = 0; i < count; i++) {
            session.get(0, NumberedKeys.set(numbered, i % 100), value);
            session.put(0, NumberedKeys.set(numbered, i % 100), value);
            if (i % 10 == 9) {
                session.commit();
            }
        }
    }
}
