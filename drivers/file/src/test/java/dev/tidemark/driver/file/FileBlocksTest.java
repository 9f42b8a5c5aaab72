package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.os.Posix;
import dev.tidemark.core.param.SettingOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileBlocksTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"direct,8KiB", "direct,4KiB", "direct,512B", "direct,64KiB", "buffered,8KiB", "buffered,512B",
            "buffered,12KiB"})
    void everyBlockComesBackAsItWasWrittenLast(String io, String blockSize) throws Exception {
        try (Fixture f = Fixture.created(directory, 100, "io", io, "block-size", blockSize)) {
            f.target.makeKeyspace(3, 40, f.target.settings().blockSize());
            f.fill(0, 0, 100);
            f.fill(3, 0, 40);
            ByteBuffer buffer = f.buffer();
            long[] updates = new long[100];
            Random random = new Random(1);
            try (FileSession session = f.session()) {
                for (int n = 1; n <= 300; n++) {
                    int key = random.nextInt(100);
                    updates[key] = n;
                    session.put(0, NumberedKeys.of(key), Fixture.value(0, key, n, buffer.clear().limit(
                            f.target.settings().blockSize())));
                    session.commit();
                }
                for (int key = 0; key < 100; key++) {
                    assertThat(Fixture.update(session, 0, key, buffer)).isEqualTo(updates[key]);
                }
                for (int key = 0; key < 40; key++) {
                    assertThat(Fixture.update(session, 3, key, buffer)).isZero();
                }
            }
            assertThat(f.count(0)).isEqualTo(100);
            assertThat(f.count(3)).isEqualTo(40);
        }
    }

    @Test
    void blocksThatWereNeverWrittenAreToldApartAlthoughTheirSpaceIsSetAside() throws Exception {
        try (Fixture f = Fixture.created(directory, 1000)) {
            Path file = f.target.dataDirectory().resolve("keyspace-000.blocks");
            assertThat(Files.size(file)).isEqualTo(1000L * Fixture.BLOCK);
            assertThat(f.count(0)).isZero();
            f.fill(0, 0, 10);
            f.fill(0, 500, 777);
            assertThat(f.count(0)).isEqualTo(287);
            assertThat(f.count(1)).isZero();
            String allocated = Fixture.command("stat", "-c", "%b", file.toString());
            assertThat(Long.parseLong(allocated) * 512).isGreaterThanOrEqualTo(1000L * Fixture.BLOCK);
        }
    }

    @Test
    void aDamagedBlockIsNotCounted() throws Exception {
        try (Fixture f = Fixture.created(directory, 20, "io", "buffered")) {
            f.fill(0, 0, 20);
            Path file = f.target.dataDirectory().resolve("keyspace-000.blocks");
            byte[] bytes = Files.readAllBytes(file);
            bytes[5 * Fixture.BLOCK + 4711] ^= 1;
            Files.write(file, bytes);
            assertThat(f.count(0)).isEqualTo(19);
        }
    }

    @Test
    void aKeyspaceGrowsAndKeepsWhatItHasAndNeverShrinks() throws Exception {
        try (Fixture f = Fixture.created(directory, 10)) {
            f.fill(0, 0, 10);
            try (FileSession session = f.session()) {
                assertThat(session.get(0, NumberedKeys.of(10), f.buffer())).isEqualTo(KeyValueSession.ABSENT);
                f.target.makeKeyspace(0, 25, Fixture.BLOCK);
                f.target.makeKeyspace(0, 5, Fixture.BLOCK);
                assertThat(session.get(0, NumberedKeys.of(24), f.buffer())).as("seen by a session that was there before")
                        .isEqualTo(Fixture.BLOCK);
            }
            assertThat(f.count(0)).isEqualTo(10);
            f.fill(0, 10, 25);
            assertThat(f.count(0)).isEqualTo(25);
        }
    }

    @Test
    void keysAndKeyspacesThatAreNotThereAreAbsentToReadsAndRefusedToWrites() throws Exception {
        try (Fixture f = Fixture.created(directory, 10); FileSession session = f.session()) {
            ByteBuffer buffer = f.buffer();
            assertThat(session.get(0, NumberedKeys.of(10), buffer)).isEqualTo(KeyValueSession.ABSENT);
            assertThat(session.get(0, NumberedKeys.of(-1), buffer)).isEqualTo(KeyValueSession.ABSENT);
            assertThat(session.get(7, NumberedKeys.of(0), buffer)).isEqualTo(KeyValueSession.ABSENT);
            Fixture.assertOneLine(() -> session.put(0, NumberedKeys.of(10), buffer), "keyspace 0 has no block 10",
                    "room for 10");
            Fixture.assertOneLine(() -> session.put(7, NumberedKeys.of(0), buffer), "no keyspace 7");
            Fixture.assertOneLine(() -> session.put(0, NumberedKeys.of(0), Fixture.buffer(4096)),
                    "4096 bytes does not fill a block");
            assertThatThrownBy(() -> session.get(0, NumberedKeys.of(0), ByteBuffer.allocate(Fixture.BLOCK)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aReadFillsWhatFitsAndTellsTheWholeSize() throws Exception {
        try (Fixture f = Fixture.created(directory, 2); FileSession session = f.session()) {
            f.fill(0, 0, 2);
            ByteBuffer small = Fixture.buffer(4096);
            assertThat(session.get(0, NumberedKeys.of(1), small)).isEqualTo(Fixture.BLOCK);
            ByteBuffer whole = f.buffer();
            session.get(0, NumberedKeys.of(1), whole);
            assertThat(small).isEqualTo(whole.slice(0, 4096));
            assertThat(small.position()).isZero();
        }
    }

    @Test
    void aBufferIsReadAndFilledFromItsPosition() throws Exception {
        try (Fixture f = Fixture.created(directory, 4); FileSession session = f.session()) {
            ByteBuffer two = Fixture.buffer(2 * Fixture.BLOCK);
            Fixture.value(0, 1, 5, two.slice(Fixture.BLOCK, Fixture.BLOCK));
            session.put(0, NumberedKeys.of(1), two.position(Fixture.BLOCK));
            session.get(0, NumberedKeys.of(1), two.clear().limit(Fixture.BLOCK));
            assertThat(Fixture.update(0, 1, two)).isEqualTo(5);
        }
    }

    @Test
    void misalignedBuffersAreRefusedByDirectIoInOneLine() throws Exception {
        try (Fixture f = Fixture.created(directory, 4); FileSession session = f.session()) {
            assertThat(f.target.alignment()).isEqualTo(4096);
            assertThat(f.target.bypassesPageCache()).isTrue();
            f.fill(0, 0, 4); // what was never written has nothing on the disk to be read, however crooked
            ByteBuffer crooked = Fixture.buffer(2 * Fixture.BLOCK).position(7).limit(7 + Fixture.BLOCK);
            Fixture.assertOneLine(() -> session.get(0, NumberedKeys.of(0), crooked),
                    "keyspace-000.blocks cannot be read", "multiples of 4096 bytes");
        }
    }

    @Test
    void valuesOfAnotherSizeThanTheBlockAreRefused() throws Exception {
        try (Fixture f = new Fixture(directory)) {
            f.target.create();
            Fixture.assertOneLine(() -> f.target.makeKeyspace(0, 10, 45), "block-size: ", "values of 45B");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theWayOfIoIsReadBackFromTheKernel(IoMode io) throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "io", io.name().toLowerCase())) {
            assertThat(f.target.effective().origin(FileParams.IO)).isEqualTo(SettingOrigin.SET);
            f.fill(0, 0, 1);
            assertThat(f.target.effective().origin(FileParams.IO)).isEqualTo(SettingOrigin.EFFECTIVE);
            assertThat(f.target.effective().get(FileParams.IO)).isEqualTo(io);
        }
    }

    @ParameterizedTest
    @CsvSource({"none,1,0", "transaction,1,20", "every,7,2", "every,1,20", "every,20,1", "every,21,0"})
    void fsyncsAreAsManyAsThePolicySays(String policy, String every, int expected) throws Exception {
        String[] settings = policy.equals("every") ? new String[] {"fsync", policy, "fsync-every", every}
                : new String[] {"fsync", policy};
        try (Fixture f = Fixture.created(directory, 60, settings); FileSession session = f.session()) {
            ByteBuffer value = f.buffer();
            for (int transaction = 0; transaction < 20; transaction++) {
                for (int i = 0; i < 3; i++) {
                    session.put(0, NumberedKeys.of(transaction * 3 + i), value);
                }
                session.commit();
                session.commit(); // empty: nothing to force
            }
            assertThat(f.counter(FileMeasures.FSYNCS)).isEqualTo(expected);
            assertThat(f.counter(FileMeasures.FSYNC_TIME) > 0).isEqualTo(expected > 0);
        }
    }

    @Test
    void aTransactionForcesEveryFileThatItTouched() throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "fsync", "transaction"); FileSession session = f.session()) {
            f.target.makeKeyspace(1, 4, Fixture.BLOCK);
            session.put(0, NumberedKeys.of(0), f.buffer());
            session.put(1, NumberedKeys.of(0), f.buffer());
            session.commit();
            session.put(1, NumberedKeys.of(1), f.buffer());
            session.rollback();
            assertThat(f.counter(FileMeasures.FSYNCS)).isEqualTo(2);
            f.target.settle(Progress.none());
            assertThat(f.counter(FileMeasures.FSYNCS)).isEqualTo(4);
        }
    }

    @Test
    void coolingDownEmptiesThePageCacheAndSaysSo() throws Exception {
        try (Fixture f = Fixture.created(directory, 500, "io", "buffered")) {
            f.fill(0, 0, 500);
            BlockFile file = f.target.file(0);
            Posix posix = new Posix();
            int fd = f.target.open(file, posix);
            assertThat(posix.cachedPages(fd, 500L * Fixture.BLOCK)).isEqualTo(1000);
            assertThat(f.target.bypassesPageCache()).isFalse();
            assertThat(f.target.dropCaches()).isTrue();
            assertThat(posix.cachedPages(fd, 500L * Fixture.BLOCK)).isZero();
            posix.close(fd);
            assertThat(f.count(0)).isEqualTo(500);
        }
    }

    @Test
    void whatOneTargetMadeAnotherOpens() throws Exception {
        try (Fixture f = Fixture.created(directory, 30)) {
            f.target.makeKeyspace(12, 5, Fixture.BLOCK);
            f.fill(0, 0, 30);
            Files.writeString(f.target.dataDirectory().resolve("dataset.json"), "{}");
            Fixture second = new Fixture(directory);
            Fixture.assertOneLine(second::session, "in use by another run");
        }
        try (Fixture f = new Fixture(directory, "io", "buffered")) {
            assertThat(f.count(0)).isEqualTo(30);
            assertThat(f.target.file(12).blocks()).isEqualTo(5);
        }
        try (Fixture f = new Fixture(directory, "block-size", "4KiB")) {
            Fixture.assertOneLine(f::session, "blocks of 8192B, not of 4096B", "set block-size to 8192B");
        }
        try (Fixture f = new Fixture(directory)) {
            f.target.create();
            assertThat(f.count(0)).isZero();
            assertThat(f.target.dataDirectory().resolve("dataset.json")).doesNotExist();
        }
    }

    @Test
    void droppingRemovesOnlyItsOwn() throws Exception {
        Path place = directory.resolve("made/for/it");
        try (Fixture f = Fixture.created(place, 10)) {
            Path mine = Files.writeString(f.target.dataDirectory().resolve("keyspace-000.blocks.bak"), "mine");
            Files.createSymbolicLink(f.target.dataDirectory().resolve("keyspace-009.blocks"), mine);
            f.target.drop();
            assertThat(mine).hasContent("mine");
            assertThat(f.notes).hasSize(1).first().asString().contains("which Tidemark did not make");
            try (Stream<Path> left = Files.list(f.target.dataDirectory())) {
                assertThat(left).hasSize(2);
            }
            Fixture.assertOneLine(f.target::create, "holds files that Tidemark did not make");
        }
    }

    @Test
    void droppingLeavesNoTraceOfAFolderThatWasMade() throws Exception {
        Path place = directory.resolve("new");
        try (Fixture f = Fixture.created(place, 10)) {
            f.target.drop();
            assertThat(place).doesNotExist();
            Fixture.assertOneLine(f::session, "must be created first");
        }
    }

    @Test
    void aKeyspaceThatDoesNotFitIsRefusedBeforeAnythingIsWritten() throws Exception {
        try (Fixture f = Fixture.created(directory, 10)) {
            long free = f.target.freeBytes().orElseThrow();
            Fixture.assertOneLine(() -> f.target.makeKeyspace(1, 2 * free / Fixture.BLOCK, Fixture.BLOCK),
                    "keyspace 1 needs ", "are free in " + directory);
            assertThat(f.target.dataDirectory().resolve("keyspace-001.blocks")).doesNotExist();
        }
    }

    @Test
    void abortingEndsCountingAndClosingEndsEverything() throws Exception {
        try (Fixture f = Fixture.created(directory, 1000)) {
            List<Long> seen = new ArrayList<>();
            Fixture.assertOneLine(() -> f.target.count(0, (done, total) -> {
                seen.add(done);
                f.target.abort();
            }), "counting keyspace 0 was cancelled");
            assertThat(seen).containsExactly(128L);
            Fixture.assertOneLine(f::session, "was stopped");
            f.target.drop();
            f.close();
            f.close();
            Fixture.assertOneLine(f::session, "was closed");
        }
    }

    @Test
    void oneOperationAfterTheOtherAllocatesNothing() throws Exception {
        try (Fixture f = Fixture.created(directory, 64, "io", "buffered"); FileSession session = f.session()) {
            ByteBuffer buffer = f.buffer();
            assertThat(Fixture.allocated(20_000, () -> rounds(session, buffer, 10_000))).isLessThan(48);
        }
    }

    private static void rounds(FileSession session, ByteBuffer buffer, int count) throws DriverException {
        ByteBuffer key = NumberedKeys.buffer();
        for (int i = 0; i < count; i++) {
            session.put(0, NumberedKeys.set(key, i & 63), buffer);
            session.commit();
            session.get(0, key, buffer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "buffered"})
    void severalSessionsWriteTheSameFileWithoutDisturbingEachOther(String io) throws Exception {
        try (Fixture f = Fixture.created(directory, 400, "io", io)) {
            Thread[] threads = new Thread[4];
            for (int t = 0; t < threads.length; t++) {
                int part = t;
                threads[t] = Thread.ofPlatform().start(() -> {
                    try {
                        f.fill(0, part * 100, part * 100 + 100);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try (FileSession session = f.session()) {
                for (int key = 0; key < 400; key++) {
                    assertThat(Fixture.update(session, 0, key, f.buffer())).isZero();
                }
            }
        }
    }
}
