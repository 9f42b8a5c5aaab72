package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.Test;

class DiskProberTest {

    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void everyLimitIsMeasuredAndNothingIsLeftBehind() throws Exception {
        Path directory = Files.createTempDirectory(Path.of("target"), "probe");
        List<String> notes = new ArrayList<>();
        DiskProbe probe = DiskProber.probe(Clock.system(), directory, SHORT, notes::add);
        assertThat(probe.rates()).containsOnlyKeys(DiskLimit.values());
        assertThat(probe.rates().values()).allMatch(rate -> rate > 0);
        assertThat(probe.facts()).extracting(f -> f.name()).contains("file-system");
        assertThat(notes).hasSize(DiskLimit.values().length);
        assertThat(directory).isEmptyDirectory();
        Files.delete(directory);
    }

    @Test
    void whatIsNoDiskIsRefused() {
        assertThatThrownBy(() -> DiskProber.probe(Clock.system(), Path.of("target/missing"), SHORT, _ -> { }))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("is not there");
        Path memory = Path.of("/dev/shm");
        if (Files.isWritable(memory)) {
            assertThatThrownBy(() -> DiskProber.probe(Clock.system(), memory, SHORT, _ -> { }))
                    .isInstanceOf(InvalidInputException.class).hasMessageContaining("lies in memory");
        }
    }

    /** Else what the disk's own cache took would be counted, and be written at the cost of the reads and fsyncs. */
    @Test
    void whatWasWrittenIsForcedBeforeTheNextIsMeasured() throws Exception {
        Log file = new Log();
        new DiskProber(Clock.system(), Path.of("target"), SHORT, _ -> { }).rates(file, 8 << 20);
        assertThat(file.done).startsWith("write 1048576", "force", "write 4096", "force", "write 8192", "force",
                "read 4096", "read 8192", "write 4096", "force");
    }

    /** A file that holds nothing, and tells what was asked of it; what is repeated at once it tells once. */
    private static final class Log extends FileChannel {

        private final List<String> done = new ArrayList<>();

        private synchronized void add(String operation) {
            if (done.isEmpty() || !done.getLast().equals(operation)) {
                done.add(operation);
            }
        }

        private int move(String operation, ByteBuffer buffer) {
            int bytes = buffer.remaining();
            add(operation + " " + bytes);
            buffer.position(buffer.limit());
            return bytes;
        }

        @Override
        public int read(ByteBuffer buffer, long position) {
            return move("read", buffer);
        }

        @Override
        public int write(ByteBuffer buffer, long position) {
            return move("write", buffer);
        }

        @Override
        public void force(boolean metaData) {
            add("force");
        }

        @Override
        public int read(ByteBuffer buffer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] buffers, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer buffer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] buffers, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseChannel() {
            // there is nothing to close
        }
    }
}
