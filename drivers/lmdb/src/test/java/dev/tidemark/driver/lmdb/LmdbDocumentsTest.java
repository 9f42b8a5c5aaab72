package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.DocumentReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LmdbDocumentsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void documentsOfAnyUriAndContentComeBackAndOutliveClosing(String sync, String writeMap) throws Exception {
        String[] settings = {"sync", sync, "write-map", writeMap, "map-size", "16MB"};
        Map<String, byte[]> documents = new TreeMap<>();
        for (String uri : List.of("/a b.txt", "/ä/ß/日本/😀", "\0\n\t\\", "x".repeat(511), "https://x/?q=1&r=%20")) {
            documents.put(uri, Fixture.content(uri.length(), 5000));
        }
        documents.put("/empty", new byte[0]);
        documents.put("/large", Fixture.content(7, 900_000));
        try (Fixture f = Fixture.created(directory, settings)) {
            try (LmdbSession session = f.session()) {
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
            f.target.settle((done, total) -> { });
        }
        try (Fixture f = new Fixture(directory, settings)) {
            same(f.all(), documents);
            assertThat(f.gauge(LmdbMeasures.DOCUMENTS)).isEqualTo(documents.size());
        }
    }

    @Test
    void buffersAreReadFromPositionToLimitAndLeftAsTheyWere() throws Exception {
        try (Fixture f = Fixture.created(directory); LmdbSession session = f.session()) {
            ByteBuffer uri = Fixture.direct("<</uri>>").limit(6).position(2);
            ByteBuffer content = Fixture.direct("..content..").limit(9).position(2);
            session.add(uri, content);
            session.commit();
            assertThat(uri).isEqualTo(Fixture.direct("/uri"));
            assertThat(content).isEqualTo(Fixture.direct("content"));
            ByteBuffer into = ByteBuffer.allocateDirect(7).limit(6).position(1);
            assertThat(session.read(uri, into)).as("size of the whole, though 5 bytes fit").isEqualTo(7);
            assertThat(uri).isEqualTo(Fixture.direct("/uri"));
            assertThat(into).isEqualTo(Fixture.direct("conte"));
        }
    }

    @Test
    void urisThatLmdbCannotHoldAreToldInOneLineAndTheTransactionGoesOn() throws Exception {
        try (Fixture f = Fixture.created(directory); LmdbSession session = f.session()) {
            session.add(Fixture.uri(1), Fixture.direct("one"));
            Fixture.assertOneLine(() -> session.add(Fixture.direct("/a\nb/" + "x".repeat(600)),
                    Fixture.direct("two")), "a URI of 605 bytes, only of up to 511: /a?b/xxx");
            Fixture.assertOneLine(() -> session.add(Fixture.direct(""), Fixture.direct("two")), "an empty URI");
            assertThat(session.commit()).isZero();
            assertThat(f.all()).containsOnlyKeys("/doc/1.txt");
        }
    }

    @Test
    void existingDocumentsAreFound() throws Exception {
        try (Fixture f = Fixture.created(directory); LmdbSession session = f.session()) {
            f.fill(0, 50, 100);
            for (int n = 40; n < 60; n++) {
                session.add(Fixture.uri(n), Fixture.direct("new"));
            }
            assertThat(session.findExisting()).isEqualTo(10);
            session.add(Fixture.uri(0), Fixture.direct("new"));
            assertThat(session.findExisting()).as("after one more was added").isEqualTo(11);
            session.rollback();
            assertThat(session.findExisting()).isZero();
        }
    }

    @Test
    void whatIsRolledBackIsNotStored() throws Exception {
        try (Fixture f = Fixture.created(directory); LmdbSession session = f.session()) {
            session.add(Fixture.uri(1), Fixture.direct("one"));
            session.rollback();
            session.add(Fixture.uri(2), Fixture.direct("two"));
            assertThat(session.commit()).isZero();
            assertThat(session.commit()).as("an empty transaction").isZero();
            assertThat(f.all()).containsOnlyKeys("/doc/2.txt");
        }
    }

    @Test
    void aWalkIsInOrderAndEndsWhenTheVisitorSaysSo() throws Exception {
        try (Fixture f = Fixture.created(directory); LmdbSession session = f.session()) {
            f.fill(0, 10, 10);
            List<String> seen = new ArrayList<>();
            session.forEach((uri, content) -> {
                seen.add(new String(Fixture.bytes(uri)));
                return seen.size() < 3;
            });
            assertThat(seen).containsExactly("/doc/0.txt", "/doc/1.txt", "/doc/2.txt");
        }
    }

    @Test
    void createStartsWithNothing() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.fill(0, 50, 1000);
            f.target.create();
            assertThat(f.all()).isEmpty();
            assertThat(f.gauge(LmdbMeasures.DOCUMENTS)).isZero();
        }
    }

    @Test
    void severalSessionsWriteAtOnce() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            List<Throwable> failures = new ArrayList<>();
            List<Thread> workers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                int from = w * 250;
                workers.add(Thread.ofPlatform().start(() -> {
                    try {
                        f.fill(from, from + 250, 500);
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
            assertThat(f.all()).hasSize(1000).containsKeys("/doc/0.txt", "/doc/999.txt");
        }
    }

    @Test
    void sessionsBeforeCreatingAreRefusedInOneLine() throws Exception {
        try (Fixture f = new Fixture(directory)) {
            Fixture.assertOneLine(f::session, "must be created first");
            assertThat(f.target.read().getFirst().gauges()).isEmpty();
        }
    }

    private static void same(Map<String, byte[]> actual, Map<String, byte[]> wanted) {
        assertThat(actual.keySet()).isEqualTo(wanted.keySet());
        wanted.forEach((uri, content) -> assertThat(actual.get(uri)).as(uri).isEqualTo(content));
    }
}
