package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession.Completions;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.os.IoUring;
import dev.tidemark.core.os.Posix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IoUringTest {

    private static final int DEPTH = 32;
    private static final long LONG = 30_000_000_000L;

    @TempDir
    Path directory;

    @BeforeEach
    void kernelHasIt() {
        Fixture.assumeIoUring();
    }

    /** Keeps as many operations in flight as there are slots, and remembers what ended. */
    private static final class Slots implements Completions {
        final FileAsyncSession session;
        final ByteBuffer[] buffers;
        final long[] keys;
        final Deque<Integer> free = new ArrayDeque<>();
        final List<Long> done = new ArrayList<>();
        final List<Exception> failures = new ArrayList<>();
        boolean reading;

        Slots(Fixture f) throws DriverException {
            session = f.asyncSession();
            buffers = new ByteBuffer[session.depth()];
            keys = new long[session.depth()];
            for (int slot = 0; slot < session.depth(); slot++) {
                buffers[slot] = f.buffer();
                free.add(slot);
            }
        }

        void write(long key, long n) throws Exception {
            write(0, key, n);
        }

        void write(int keyspace, long key, long n) throws Exception {
            int slot = take();
            keys[slot] = key;
            buffers[slot].clear().limit(session.blockSize);
            session.submitPut(slot, keyspace, NumberedKeys.of(key), Fixture.value(keyspace, key, n, buffers[slot]));
        }

        void read(long key) throws Exception {
            int slot = take();
            keys[slot] = key;
            buffers[slot].clear().limit(session.blockSize).put(0, (byte) ~buffers[slot].get(0));
            session.submitGet(slot, 0, NumberedKeys.of(key), buffers[slot]);
        }

        private int take() throws Exception {
            if (free.isEmpty()) {
                assertThat(session.await(1, LONG, this)).isPositive();
            }
            return free.remove();
        }

        void finish() throws Exception {
            int under = session.depth() - free.size();
            assertThat(session.await(under, LONG, this)).isEqualTo(under);
        }

        @Override
        public void done(int slot, int size) {
            assertThat(size).isEqualTo(session.blockSize);
            if (reading) {
                Fixture.update(0, keys[slot], buffers[slot]);
            }
            done.add(keys[slot]);
            free.add(slot);
        }

        @Override
        public void failed(int slot, Exception why) {
            failures.add(why);
            free.add(slot);
        }
    }

    @ParameterizedTest
    @CsvSource({"direct,8KiB,32", "buffered,8KiB,32", "direct,4KiB,2", "direct,64KiB,5", "buffered,512B,100"})
    void manyInFlightWriteAndReadEveryBlockOnce(String io, String blockSize, String depth) throws Exception {
        int blocks = 300;
        try (Fixture f = Fixture.created(directory, blocks, "io", io, "block-size", blockSize, "queue-depth", depth)) {
            Slots slots = new Slots(f);
            List<Long> order = new ArrayList<>(IntStream.range(0, blocks).mapToObj(i -> (long) i).toList());
            Collections.shuffle(order, new Random(3));
            for (long key : order) {
                slots.write(key, 1);
            }
            slots.finish();
            assertThat(slots.done).containsExactlyInAnyOrderElementsOf(order);
            assertThat(f.count(0)).isEqualTo(blocks);

            slots.done.clear();
            slots.reading = true;
            for (long key : order) {
                slots.read(key);
            }
            slots.finish();
            assertThat(slots.done).containsExactlyInAnyOrderElementsOf(order);
            assertThat(slots.failures).isEmpty();
            slots.session.close();
            try (FileSession plain = f.session()) {
                for (long key : order) {
                    assertThat(Fixture.update(plain, 0, key, f.buffer())).isEqualTo(1);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"none,1,0", "transaction,1,100", "every,8,12"})
    void fsyncsFollowTheWritesThatTheyCover(String policy, String every, int expected) throws Exception {
        String[] settings = policy.equals("every")
                ? new String[] {"fsync", policy, "fsync-every", every, "queue-depth", "16"}
                : new String[] {"fsync", policy, "queue-depth", "16"};
        try (Fixture f = Fixture.created(directory, 100, settings)) {
            Slots slots = new Slots(f);
            for (int key = 0; key < 100; key++) {
                slots.write(key, 0);
            }
            slots.finish();
            assertThat(slots.done).hasSize(100);
            assertThat(f.counter(FileMeasures.FSYNCS)).isEqualTo(expected);
            assertThat(f.counter(FileMeasures.FSYNC_TIME) > 0).isEqualTo(expected > 0);
            slots.session.close();
        }
    }

    /** As many as one after the other would have: each file that was written to since then, once. */
    @Test
    void allFilesThatWereWrittenToAreForced() throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "fsync", "every", "fsync-every", "2", "queue-depth", "2")) {
            f.target.makeKeyspace(1, 4, Fixture.BLOCK);
            double before = f.counter(FileMeasures.FSYNCS);
            Slots slots = new Slots(f);
            for (int keyspace : new int[] {0, 1, 1, 1}) {
                slots.write(keyspace, 0, 1);
                slots.finish();
            }
            assertThat(slots.done).hasSize(4);
            assertThat(f.counter(FileMeasures.FSYNCS) - before).as("of both, and then of one").isEqualTo(3);
            slots.session.close();
        }
    }

    @Test
    void aSessionIsAPlainOneTooAndOnlyThatWithoutAQueue() throws Exception {
        try (Fixture f = Fixture.created(directory, 10, "queue-depth", "4")) {
            f.fill(0, 0, 10);
            assertThat(f.session()).isInstanceOf(FileAsyncSession.class);
        }
        try (Fixture f = new Fixture(directory)) {
            assertThat(f.session()).isNotInstanceOf(FileAsyncSession.class);
        }
    }

    @Test
    void failuresReachTheirSlotAndTheOthersGoOn() throws Exception {
        Path file = Files.write(directory.resolve("short"), new byte[20 * Fixture.BLOCK]);
        try (Fixture f = new Fixture(directory, "file", file.toString(), "queue-depth", "8")) {
            Slots slots = new Slots(f);
            Files.write(file, new byte[10 * Fixture.BLOCK]);
            for (int key = 6; key < 14; key++) {
                slots.read(key);
            }
            slots.finish();
            assertThat(slots.done).containsExactlyInAnyOrder(6L, 7L, 8L, 9L);
            assertThat(slots.failures).hasSize(4).allMatch(e -> e.getMessage().contains("ends before block"));
            Fixture.assertOneLine(() -> slots.read(20), "has no block 20");
            Fixture.assertOneLine(() -> slots.write(2, 0), "is only read");
            slots.session.close();
        }
    }

    @Test
    void misalignedBuffersFailInOneLine() throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "queue-depth", "2")) {
            f.fill(0, 0, 4);
            Slots slots = new Slots(f);
            slots.buffers[0] = Fixture.buffer(2 * Fixture.BLOCK).position(7).slice().limit(Fixture.BLOCK);
            slots.read(1);
            slots.finish();
            assertThat(slots.failures).hasSize(1).first().asString().contains("multiples of 4096 bytes");
            slots.session.close();
        }
    }

    @Test
    void waitingEndsWhenNothingHasEnded() throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "queue-depth", "2")) {
            Slots slots = new Slots(f);
            assertThat(slots.session.await(1, LONG, slots)).as("nothing is in progress").isZero();
            slots.write(1, 0);
            slots.finish();
            slots.session.close();
        }
        try (IoUring ring = IoUring.open(2)) {
            assertThat(ring.enter(1, 1_000_000)).as("a timeout is no error").isZero();
            assertThat(ring.next()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closingWithOperationsInFlightWaitsForThem(boolean aborted) throws Exception {
        try (Fixture f = Fixture.created(directory, 1000, "queue-depth", "" + DEPTH)) {
            Slots slots = new Slots(f);
            for (int key = 0; key < DEPTH; key++) {
                slots.write(key, 0);
            }
            slots.session.await(0, 0, slots); // sends them off
            if (aborted) {
                f.target.abort();
                assertThatThrownBy(() -> {
                    for (int key = DEPTH; key < 2 * DEPTH; key++) {
                        slots.write(key, 0);
                    }
                }).isInstanceOf(DriverException.class).hasMessageContaining("the run was stopped");
            }
            slots.session.close();
            slots.session.close();
        }
        try (Fixture f = new Fixture(directory); FileSession session = f.session()) {
            for (int key = 0; key < DEPTH; key++) {
                assertThat(Fixture.update(session, 0, key, f.buffer())).isZero();
            }
        }
    }

    @Test
    void aSlotThatIsNotFreeIsNotTakenTwice() throws Exception {
        try (Fixture f = Fixture.created(directory, 4, "queue-depth", "2")) {
            FileAsyncSession session = f.asyncSession();
            session.submitGet(0, 0, NumberedKeys.of(1), f.buffer());
            assertThatThrownBy(() -> session.submitGet(0, 0, NumberedKeys.of(2), f.buffer()))
                    .isInstanceOf(IllegalStateException.class);
            session.close();
        }
    }

    @Test
    void refusalsCarryAdvice() {
        assertThat(FileFailures.ofIoUring(Posix.ENOSYS)).hasMessageStartingWith("queue-depth: this kernel has no io_uring")
                .hasMessageEndingWith("set queue-depth to 1");
        assertThat(FileFailures.ofIoUring(Posix.EPERM)).hasMessageContaining("kernel.io_uring_disabled")
                .hasMessageContaining("seccomp").hasMessageNotContaining("\n");
        assertThat(FileFailures.ofIoUring(Posix.ENOMEM)).hasMessageContaining("ulimit -l");
        assertThat(FileFailures.ofIoUring(24)).hasMessageContaining("too many open files");
    }

    @Test
    void steadyOperationAllocatesNothing() throws Exception {
        try (Fixture f = Fixture.created(directory, 64, "io", "buffered", "queue-depth", "8")) {
            FileAsyncSession session = f.asyncSession();
            ByteBuffer[] buffers = new ByteBuffer[8];
            for (int i = 0; i < 8; i++) {
                buffers[i] = f.buffer();
            }
            Completions counting = new Completions() {
                @Override
                public void done(int slot, int size) {}

                @Override
                public void failed(int slot, Exception why) {
                    throw new AssertionError(why);
                }
            };
            assertThat(Fixture.allocated(16_000, () -> rounds(session, buffers, counting, 2000)))
                    .as("of a call for eight").isLessThan(16);
            session.close();
        }
    }

    private static void rounds(FileAsyncSession session, ByteBuffer[] buffers, Completions completions, int count)
            throws Exception {
        ByteBuffer key = NumberedKeys.buffer();
        for (int i = 0; i < count; i++) {
            for (int slot = 0; slot < buffers.length; slot++) {
                session.submitGet(slot, 0, NumberedKeys.set(key, (i * 8 + slot) & 63), buffers[slot]);
            }
            session.await(buffers.length, LONG, completions);
        }
    }
}
