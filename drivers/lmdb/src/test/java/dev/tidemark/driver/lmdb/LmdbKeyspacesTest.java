package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.embedded.EmbeddedSession;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.Buffers;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LmdbKeyspacesTest {

    @TempDir
    Path directory;

    @Test
    void valuesOfAnySizeComeBackFromTheirOwnKeyspace() throws Exception {
        int[] sizes = {1, 45, 2020, 2021, 8192, 60_000};
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 45);
            f.target.makeKeyspace(7, 10, 45);
            for (int i = 0; i < sizes.length; i++) {
                session.put(0, NumberedKeys.of(i), Fixture.direct(Fixture.content(i, sizes[i])));
                session.put(7, NumberedKeys.of(Long.MAX_VALUE - i), Fixture.direct(Fixture.content(-i - 1, sizes[i])));
            }
            assertThat(session.commit()).isZero();
            for (int i = 0; i < sizes.length; i++) {
                assertThat(Fixture.get(session, 0, i)).isEqualTo(Fixture.content(i, sizes[i]));
                assertThat(Fixture.get(session, 7, Long.MAX_VALUE - i)).isEqualTo(Fixture.content(-i - 1, sizes[i]));
                assertThat(session.get(7, NumberedKeys.of(i), ByteBuffer.allocateDirect(8)))
                        .isEqualTo(KeyValueSession.ABSENT);
            }
        }
    }

    @Test
    void keysLieInTheOrderOfTheirNumbers() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.target.makeKeyspace(0, 1000, 8);
            f.fillKeys(0, 0, 1000, 8);
            LmdbStore open = reopened(f);
            try (var walk = open.env().txnRead();
                    var at = open.tables().get(TableName.of(Kind.KEYSPACE, 0)).openCursor(walk)) {
                List<Long> keys = new ArrayList<>();
                for (boolean more = at.first(); more; more = at.next()) {
                    keys.add(at.key().getLong(0));
                }
                assertThat(keys).hasSize(1000).isSorted();
            } finally {
                open.close(true);
            }
        }
    }

    private LmdbStore reopened(Fixture f) throws DriverException {
        f.close();
        return LmdbStore.open(directory.resolve(LmdbTarget.FILES.folder()), LmdbParams.ALL.defaults());
    }

    @Test
    void buffersAreUsedFromTheirPositionAndLeftAsTheyWere() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
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
    void transactionsAreSeenWholeOnceCommittedAndNeverBefore() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> writer = f.session();
                EmbeddedSession<?> reader = f.session()) {
            f.target.makeKeyspace(0, 10, 3);
            f.target.makeKeyspace(1, 10, 3);
            assertThat(Fixture.get(reader, 0, 1)).isNull();
            writer.put(0, NumberedKeys.of(1), Fixture.direct("old"));
            writer.put(1, NumberedKeys.of(1), Fixture.direct("old"));
            writer.add(Fixture.uri(1), Fixture.direct("old"));
            assertThat(Fixture.get(reader, 0, 1)).isNull();
            assertThat(Fixture.get(writer, 0, 1)).as("of its own transaction, too").isNull();
            writer.commit();
            assertThat(Fixture.get(reader, 0, 1)).isEqualTo("old".getBytes());
            assertThat(Fixture.get(reader, 1, 1)).isEqualTo("old".getBytes());
            assertThat(Fixture.read(reader, Fixture.uri(1))).isEqualTo("old".getBytes());
            writer.put(0, NumberedKeys.of(1), Fixture.direct("new"));
            writer.put(0, NumberedKeys.of(1), Fixture.direct("neu"));
            assertThat(Fixture.get(reader, 0, 1)).isEqualTo("old".getBytes());
            writer.commit();
            assertThat(Fixture.get(reader, 0, 1)).as("the last of two updates").isEqualTo("neu".getBytes());
        }
    }

    @Test
    void whatIsRolledBackIsNotStored() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 3);
            session.put(0, NumberedKeys.of(1), Fixture.direct("one"));
            session.rollback();
            session.put(0, NumberedKeys.of(2), Fixture.direct("two"));
            session.commit();
            assertThat(Fixture.get(session, 0, 1)).isNull();
            assertThat(f.count(0)).isEqualTo(1);
        }
    }

    /** The second of two updates does not fit, so the first must not be there either. */
    @Test
    void aTransactionThatFailsLeavesNothing() throws Exception {
        try (Fixture f = Fixture.created(directory, "map-size", "2MB"); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 10);
            session.put(0, NumberedKeys.of(1), Fixture.direct("small"));
            session.put(0, NumberedKeys.of(2), Fixture.direct(new byte[4 << 20]));
            Fixture.assertOneLine(session::commit, "is full; set map-size larger");
            assertThat(f.count(0)).isZero();
            session.put(0, NumberedKeys.of(1), Fixture.direct("small"));
            assertThat(session.commit()).as("the session goes on").isZero();
            assertThat(f.count(0)).isEqualTo(1);
        }
    }

    @Test
    void keyspacesOutliveClosingAndGrow() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.target.makeKeyspace(2, 100, 45);
            f.fillKeys(2, 0, 100, 45);
        }
        try (Fixture f = new Fixture(directory)) {
            assertThat(f.count(2)).isEqualTo(100);
            f.target.makeKeyspace(2, 250, 45);
            assertThat(f.count(2)).as("growing adds no keys and loses none").isEqualTo(100);
            f.fillKeys(2, 100, 250, 45);
            assertThat(f.count(2)).isEqualTo(250);
            f.target.makeKeyspace(2, 10, 45);
            assertThat(f.count(2)).as("nothing shrinks").isEqualTo(250);
            assertThat(f.gauge(LmdbMeasures.KEYS)).isEqualTo(250);
            try (EmbeddedSession<?> session = f.session()) {
                assertThat(Fixture.get(session, 2, 249)).isEqualTo(Fixture.content(249, 45));
            }
        }
    }

    @Test
    void missingKeyspacesAreReportedInOneLine() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(1, 10, 10);
            for (int missing : new int[] {0, 2}) {
                Fixture.assertOneLine(() -> session.get(missing, NumberedKeys.of(0), ByteBuffer.allocateDirect(1)),
                        "has no keyspace " + missing);
                Fixture.assertOneLine(() -> session.put(missing, NumberedKeys.of(0), ByteBuffer.allocateDirect(1)),
                        "has no keyspace " + missing);
                Fixture.assertOneLine(() -> f.count(missing), "has no keyspace " + missing);
            }
            Fixture.assertOneLine(() -> f.target.makeKeyspace(LmdbStore.MOST_KEYSPACES, 1, 1),
                    "keyspaces 0 to 999, not 1000");
        }
    }

    @Test
    void asManyKeyspacesAsAreOfferedCanBeMade() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            for (int keyspace = 0; keyspace < LmdbStore.MOST_KEYSPACES; keyspace++) {
                f.target.makeKeyspace(keyspace, 1, 1);
            }
            f.fillKeys(LmdbStore.MOST_KEYSPACES - 1, 0, 1, 1);
        }
        try (Fixture f = new Fixture(directory)) {
            assertThat(f.count(LmdbStore.MOST_KEYSPACES - 1)).isEqualTo(1);
            assertThat(f.count(0)).isZero();
        }
    }

    @Test
    void aKeyspaceForWhichThereIsNoRoomIsRefused() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 1L << 40, 8192), "keyspace 0 needs ");
        }
        try (Fixture f = Fixture.created(directory, "map-size", "10MB")) {
            assertThat(f.target.freeBytes().orElseThrow()).isBetween(9_900_000L, 10_100_000L);
            f.target.makeKeyspace(0, 700, 8192); // three pages each
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 900, 8192), "can still be written");
            f.target.makeKeyspace(0, 900, 8000); // two pages each
        }
    }

    /** What values take, at least, by the arithmetic of makeKeyspace against what they took. */
    @Test
    void theRoomThatValuesNeedIsNotOverestimated() throws Exception {
        for (int size : new int[] {45, 2012, 2021, 8192}) {
            try (Fixture f = Fixture.created(directory)) {
                f.target.makeKeyspace(0, 400, size);
                double before = f.gauge(LmdbMeasures.ON_DISK_SIZE);
                LmdbStore open = reopened(f);
                double estimated = 400 * open.bytesOf(size);
                open.close(true);
                try (Fixture again = new Fixture(directory)) {
                    again.fillKeys(0, 0, 400, size);
                    assertThat(again.gauge(LmdbMeasures.ON_DISK_SIZE) - before).as("values of %d bytes", size)
                            .isBetween(estimated, 2.2 * estimated + 40_000);
                    again.target.drop();
                }
            }
        }
    }

    @Test
    void coolingDownEmptiesThePageCacheAndLosesNothing() throws Exception {
        assumeTrue(!List.of("tmpfs", "ramfs").contains(Files.getFileStore(directory).type()), "in memory");
        for (String writeMap : List.of("false", "true")) {
            try (Fixture f = Fixture.created(directory, "write-map", writeMap, "map-size", "16MB")) {
                f.target.makeKeyspace(0, 100, 8192);
                f.fillKeys(0, 0, 100, 8192);
                try (EmbeddedSession<?> session = f.session()) {
                    Fixture.assertOneLine(f.target::dropCaches, "while 1 sessions use it");
                    assertThat(Fixture.get(session, 0, 99)).as("after a refusal").isNotNull();
                }
                assertThat(f.target.dropCaches()).isTrue();
                assertThat(f.count(0)).isEqualTo(100);
                try (EmbeddedSession<?> session = f.session()) {
                    assertThat(Fixture.get(session, 0, 99)).isEqualTo(Fixture.content(99, 8192));
                }
                f.target.drop();
            }
        }
    }

    @Test
    void countingTellsHowFarItIsAndEndsWhenCancelled() throws Exception {
        try (Fixture f = Fixture.created(directory)) {
            f.target.makeKeyspace(0, 70_000, 1);
            f.fillKeys(0, 0, 70_000, 1);
            List<Long> counts = new ArrayList<>();
            assertThat(f.target.count(0, (done, total) -> {
                counts.add(done);
                assertThat(total).isEqualTo(70_000);
            })).isEqualTo(70_000);
            assertThat(counts).containsExactly(65_536L, 70_000L);
            f.cancelled = true;
            Fixture.assertOneLine(() -> f.count(0), "cancelled");
        }
    }

    @Test
    void writersAfterAnAbortEndAndReadersGoOn() throws Exception {
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 10, 3);
            f.fillKeys(0, 0, 10, 3);
            f.target.abort();
            session.put(0, NumberedKeys.of(1), Fixture.direct("new"));
            Fixture.assertOneLine(session::commit, "LMDB was stopped before it could store a transaction");
            assertThat(Fixture.get(session, 0, 1)).isEqualTo(Fixture.content(1, 3));
        }
    }

    @Test
    void sessionsThatOutliveTheirTargetFailInOneLine() throws Exception {
        Fixture f = Fixture.created(directory);
        f.target.makeKeyspace(0, 10, 3);
        EmbeddedSession<?> session = f.session();
        Fixture.get(session, 0, 1);
        f.close();
        f.close();
        f.target.abort();
        session.put(0, NumberedKeys.of(1), Fixture.direct("new"));
        Fixture.assertOneLine(session::commit, "the target was closed");
        Fixture.assertOneLine(() -> Fixture.get(session, 0, 1), "the target was closed");
        session.close();
        session.close();
        assertThatThrownBy(f::session).isInstanceOf(DriverException.class).hasMessageContaining("closed");
        assertThatThrownBy(f.target::create).isInstanceOf(DriverException.class).hasMessageContaining("closed");
        assertThatThrownBy(f.target::dropCaches).isInstanceOf(DriverException.class).hasMessageContaining("closed");
    }

    /** LmdbJava itself boxes nothing on the way of a read; a buffer or transaction each would be 50 bytes and more. */
    @Test
    void readingMakesNoGarbage() throws Exception {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Fixture f = Fixture.created(directory); EmbeddedSession<?> session = f.session()) {
            f.target.makeKeyspace(0, 100, 45);
            f.fillKeys(0, 0, 100, 45);
            ByteBuffer into = ByteBuffer.allocateDirect(45);
            ByteBuffer numbered = NumberedKeys.buffer();
            session.get(0, NumberedKeys.set(numbered, 0), into); // loads what it needs
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                session.get(0, NumberedKeys.set(numbered, i % 100), into);
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated / 20_000.0).as("bytes per read").isLessThan(20);
        }
    }
}
