package dev.tidemark.driver.contract;

import static dev.tidemark.driver.contract.TargetFixture.assertOneLine;
import static dev.tidemark.driver.contract.TargetFixture.content;
import static dev.tidemark.driver.contract.TargetFixture.direct;
import static dev.tidemark.driver.contract.TargetFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a target that stores documents. Each test runs with every variant of the settings, in a folder of its own. */
public abstract class DocumentsContract {

    @TempDir
    protected Path directory;

    /** Opens a target, which is not created yet. */
    protected abstract TargetFixture<?, ?> open(Path folder, String... settings) throws DriverException;

    /** Settings to test with: name, value, name, value … */
    protected abstract List<String[]> variants();

    /** The gauge of how many documents there are. */
    protected Measure documents() {
        return EngineMeasures.DOCUMENTS;
    }

    /** How many documents there are, as the target counts them; of one that does not, as they are walked over. */
    protected double documentsIn(TargetFixture<?, ?> f) throws Exception {
        return f.gauge(documents());
    }

    /** Characters of the longest URI that is to work. */
    protected abstract int longestUri();

    private interface Body {
        void run(TargetFixture<?, ?> created, Path folder, String... settings) throws Exception;
    }

    private void withEach(Body body) throws Exception {
        int number = 0;
        for (String[] settings : variants()) {
            Path folder = directory.resolve("variant-" + number++);
            try (TargetFixture<?, ?> f = open(folder, settings)) {
                f.target.create();
                body.run(f, folder, settings);
            }
        }
    }

    @Test
    void documentsOfAnyUriAndContentComeBackAndOutliveClosing() throws Exception {
        Map<String, byte[]> documents = new TreeMap<>();
        for (String uri : List.of("/a b.txt", "/ä/ß/日本/😀", "\0\n\t\\", "x".repeat(longestUri()),
                "https://x/?q=1&r=%20")) {
            documents.put(uri, content(uri.length(), 5000));
        }
        documents.put("/empty", new byte[0]);
        documents.put("/large", content(7, 900_000));
        withEach((f, folder, settings) -> {
            try (var session = f.session()) {
                for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                    session.add(direct(document.getKey()), direct(document.getValue()));
                }
                assertThat(session.commit()).isZero();
                for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                    assertThat(TargetFixture.read(session, direct(document.getKey()))).isEqualTo(document.getValue());
                }
                assertThat(session.read(direct("/other"), ByteBuffer.allocateDirect(10)))
                        .isEqualTo(DocumentSession.ABSENT);
            }
            same(f.all(), documents);
            f.close();
            try (TargetFixture<?, ?> again = open(folder, settings)) {
                same(again.all(), documents);
                assertThat(documentsIn(again)).isEqualTo(documents.size());
            }
        });
    }

    @Test
    void buffersAreReadFromPositionToLimitAndLeftAsTheyWere() throws Exception {
        withEach((f, folder, settings) -> {
            try (var session = f.session()) {
                ByteBuffer uri = direct("<</uri>>").limit(6).position(2);
                ByteBuffer content = direct("..content..").limit(9).position(2);
                session.add(uri, content);
                assertThat(uri).isEqualTo(direct("/uri"));
                assertThat(content).isEqualTo(direct("content"));
                content.put(2, (byte) 'X'); // The writer keeps a copy: the caller may use the buffer again at once.
                session.commit();
                ByteBuffer into = ByteBuffer.allocateDirect(7).limit(6).position(1);
                assertThat(session.read(uri, into)).as("size of the whole, though 5 bytes fit").isEqualTo(7);
                assertThat(uri).isEqualTo(direct("/uri"));
                assertThat(into).isEqualTo(direct("conte"));
            }
        });
    }

    @Test
    void existingDocumentsAreFound() throws Exception {
        withEach((f, folder, settings) -> {
            try (var session = f.session()) {
                f.fill(0, 50, 100);
                for (int n = 40; n < 60; n++) {
                    session.add(uri(n), direct("new"));
                }
                assertThat(session.findExisting()).isEqualTo(10);
                session.add(uri(0), direct("new"));
                assertThat(session.findExisting()).as("after one more was added").isEqualTo(11);
                session.rollback();
                assertThat(session.findExisting()).isZero();
            }
        });
    }

    @Test
    void whatIsRolledBackIsNotStored() throws Exception {
        withEach((f, folder, settings) -> {
            try (var session = f.session()) {
                session.add(uri(1), direct("one"));
                session.rollback();
                session.add(uri(2), direct("two"));
                assertThat(session.commit()).isZero();
                assertThat(session.commit()).as("an empty transaction").isZero();
                assertThat(f.all()).containsOnlyKeys("/doc/2.txt");
            }
        });
    }

    @Test
    void aWalkEndsWhenTheVisitorSaysSo() throws Exception {
        withEach((f, folder, settings) -> {
            try (var session = f.session()) {
                f.fill(0, 100, 10);
                List<byte[]> seen = new ArrayList<>();
                session.forEach((uri, content) -> {
                    seen.add(Buffers.bytes(uri));
                    return seen.size() < 70;
                });
                assertThat(seen).hasSize(70).doesNotHaveDuplicates();
            }
        });
    }

    @Test
    void createStartsWithNothing() throws Exception {
        withEach((f, folder, settings) -> {
            f.fill(0, 50, 1000);
            f.target.create();
            assertThat(f.all()).isEmpty();
            assertThat(documentsIn(f)).isZero();
        });
    }

    @Test
    void severalSessionsWriteAtOnce() throws Exception {
        withEach((f, folder, settings) -> {
            List<Throwable> failures = new ArrayList<>();
            List<Thread> workers = new ArrayList<>();
            for (int w = 0; w < 4; w++) {
                int from = w * 250;
                workers.add(Thread.ofPlatform().start(() -> {
                    try {
                        f.fill(from, from + 250, 2000);
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
            assertThat(f.all()).containsOnlyKeys(IntStream.range(0, 1000).mapToObj(n -> "/doc/" + n + ".txt").toList());
        });
    }

    @Test
    void sessionsBeforeCreatingAreRefusedInOneLine() throws Exception {
        try (TargetFixture<?, ?> f = open(directory)) {
            assertOneLine(f::session, "must be created first");
            assertThat(f.target.read().getFirst().gauges()).doesNotContainKey(documents().name());
        }
    }

    private static void same(Map<String, byte[]> actual, Map<String, byte[]> expected) {
        assertThat(actual.keySet()).isEqualTo(expected.keySet());
        expected.forEach((uri, content) -> assertThat(actual.get(uri)).as(uri).isEqualTo(content));
    }
}
