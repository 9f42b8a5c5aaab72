package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DriverException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocksDbDocumentsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void documentsOfAnyUriAndContentComeBack(int shards) throws Exception {
        Map<String, byte[]> documents = new TreeMap<>();
        for (String uri : List.of("/a b.txt", "/ä/ß/日本/😀", "\0\n\t\\", "x".repeat(3000), "https://x/?q=1&r=%20")) {
            documents.put(uri, Fixture.content(uri.length(), 5000));
        }
        documents.put("/empty", new byte[0]);
        documents.put("/large", Fixture.content(7, 900_000));
        try (Fixture f = Fixture.created(directory, "shards", "" + shards)) {
            try (RocksDbSession session = f.session()) {
                for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                    session.add(Fixture.direct(document.getKey()), Fixture.direct(document.getValue()));
                }
                assertThat(session.commit()).isZero();
                for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                    assertThat(Fixture.read(session, Fixture.direct(document.getKey()))).isEqualTo(document.getValue());
                }
                assertThat(session.read(Fixture.direct("/other"), ByteBuffer.allocateDirect(10)))
                        .isEqualTo(DocumentReader.ABSENT);
            }
            same(f.all(), documents);
        }
    }

    @Test
    void buffersAreReadFromPositionToLimitAndLeftAsTheyWere() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2"); RocksDbSession session = f.session()) {
            ByteBuffer uri = Fixture.direct("<</uri>>").limit(6).position(2);
            ByteBuffer content = Fixture.direct("..content..").limit(9).position(2);
            session.add(uri, content);
            assertThat(uri).isEqualTo(Fixture.direct("/uri"));
            assertThat(content).isEqualTo(Fixture.direct("content"));
            content.put(2, (byte) 'X'); // The writer keeps a copy: the caller may use the buffer again at once.
            session.commit();
            ByteBuffer into = ByteBuffer.allocateDirect(7).limit(6).position(1);
            assertThat(session.read(uri, into)).as("size of the whole, though 5 bytes fit").isEqualTo(7);
            assertThat(uri).isEqualTo(Fixture.direct("/uri"));
            assertThat(into).isEqualTo(Fixture.direct("conte"));
        }
    }

    @Test
    void transactionsOfManyDocumentsReachEveryShard() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "4"); RocksDbSession session = f.session()) {
            for (int n = 0; n < 1000; n++) {
                session.add(Fixture.uri(n), Fixture.direct(Fixture.content(n, 100)));
            }
            assertThat(session.commit()).isZero();
            assertThat(f.all()).hasSize(1000);
            assertThat(f.target.shards().databases())
                    .allSatisfy(db -> assertThat(db.getLongProperty("rocksdb.estimate-num-keys")).isBetween(150L, 350L));
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void existingDocumentsAreFoundWhereverTheyAre(String blobFiles) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "blob-files", blobFiles);
                RocksDbSession session = f.session()) {
            f.fill(0, 100, 5000);
            f.settle(); // 0–99 are in segments, 100–149 in memtables
            f.fill(100, 150, 5000);
            for (int n = 90; n < 160; n++) {
                session.add(Fixture.uri(n), Fixture.direct("new"));
            }
            assertThat(session.findExisting()).isEqualTo(60);
            session.add(Fixture.uri(0), Fixture.direct("new"));
            assertThat(session.findExisting()).as("after more were added").isEqualTo(61);
            session.rollback();
            assertThat(session.findExisting()).isZero();
            for (int n = 1000; n < 5000; n++) { // at 10 bits per key the filter is wrong about 1 % of these
                session.add(Fixture.uri(n), Fixture.direct("new"));
            }
            assertThat(session.findExisting()).isZero();
        }
    }

    @Test
    void whatIsRolledBackIsNotStored() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2"); RocksDbSession session = f.session()) {
            session.add(Fixture.uri(1), Fixture.direct("one"));
            session.rollback();
            session.add(Fixture.uri(2), Fixture.direct("two"));
            assertThat(session.commit()).isZero();
            assertThat(session.commit()).as("an empty transaction").isZero();
            assertThat(f.all()).containsOnlyKeys("/doc/2.txt");
        }
    }

    @Test
    void aWalkEndsWhenTheVisitorSaysSo() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "3"); RocksDbSession session = f.session()) {
            f.fill(0, 100, 10);
            List<byte[]> seen = new ArrayList<>();
            session.forEach((uri, content) -> {
                seen.add(Fixture.bytes(uri));
                return seen.size() < 70;
            });
            assertThat(seen).hasSize(70);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void documentsOutliveClosing(String journal) throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "journal", journal)) {
            f.fill(0, 50, 1000);
        }
        try (Fixture f = new Fixture(directory, "shards", "2", "journal", journal)) {
            Map<String, byte[]> wanted = new TreeMap<>();
            for (int n = 0; n < 50; n++) {
                wanted.put("/doc/" + n + ".txt", Fixture.content(n, 1000));
            }
            same(f.all(), wanted);
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isEqualTo(50);
        }
    }

    @Test
    void createStartsWithNothing() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.fill(0, 50, 1000);
            f.target.create();
            assertThat(f.all()).isEmpty();
            assertThat(f.gauge(RocksDbMeasures.DOCUMENTS)).isZero();
        }
    }

    @Test
    void severalSessionsWriteAtOnce() throws Exception {
        try (Fixture f = Fixture.created(directory, "shards", "2", "memtable", "1MB")) {
            List<Throwable> failures = new ArrayList<>();
            List<Thread> workers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                int from = w * 500;
                workers.add(Thread.ofPlatform().start(() -> {
                    try {
                        f.fill(from, from + 500, 2000);
                    } catch (Throwable e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                }));
            }
            for (Thread worker : workers) {
                worker.join();
            }
            assertThat(failures).isEmpty();
            Set<String> wanted = new HashSet<>();
            for (int n = 0; n < 2000; n++) {
                wanted.add("/doc/" + n + ".txt");
            }
            assertThat(f.all().keySet()).isEqualTo(wanted);
        }
    }

    @Test
    void sessionsBeforeCreatingAreRefusedInOneLine() throws Exception {
        try (Fixture f = new Fixture(directory)) {
            assertThatThrownBy(f::session).isInstanceOf(DriverException.class)
                    .hasMessageContaining("must be created first").hasMessageNotContaining("\n");
            assertThat(f.target.read().getFirst().gauges()).isEmpty();
        }
    }

    private static void same(Map<String, byte[]> actual, Map<String, byte[]> wanted) {
        assertThat(actual.keySet()).isEqualTo(wanted.keySet());
        wanted.forEach((uri, content) -> assertThat(actual.get(uri)).as(uri).isEqualTo(content));
    }
}
