package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.data.BinaryValues;
import dev.tidemark.core.data.BlockHeader;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A real target on a real disk. */
final class Fixture implements AutoCloseable {

    static final int BLOCK = 8192;
    private static final ThreadLocal<BinaryValues> CONTENT = ThreadLocal.withInitial(() -> new BinaryValues(7, 1));

    final List<String> notes = new ArrayList<>();
    final AtomicBoolean cancelled = new AtomicBoolean();
    final FileTarget target;

    /** @param settings name, value, name, value … */
    Fixture(Path directory, String... settings) throws DriverException {
        Values values = FileParams.ALL.defaults();
        if (!List.of(settings).contains("file")) {
            values = values.with("directory", directory.toString(), SettingOrigin.SET);
        }
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        FileParams.ALL.check(values);
        target = (FileTarget) new FileDriver().open(values,
                new Context(Clock.system(), directory, Secrets.ofThisProcess(), notes::add, cancelled::get));
    }

    /** With keyspace 0 of so many blocks, none of them written. */
    static Fixture created(Path directory, long blocks, String... settings) throws DriverException {
        Fixture f = new Fixture(directory, settings);
        try {
            f.target.create();
            f.target.makeKeyspace(0, blocks, f.target.settings().blockSize());
            return f;
        } catch (DriverException e) {
            f.close();
            throw e;
        }
    }

    FileSession session() throws DriverException {
        return (FileSession) target.session(0);
    }

    FileAsyncSession asyncSession() throws DriverException {
        return (FileAsyncSession) target.session(0);
    }

    ByteBuffer buffer() {
        return buffer(target.settings().blockSize());
    }

    static ByteBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size + 8192).alignedSlice(4096).limit(size);
    }

    /** Makes the value of a key as it is after its {@code n}-th update. */
    static ByteBuffer value(int keyspace, long key, long n, ByteBuffer into) {
        CONTENT.get().put(key, keyspace, n, into.remaining(), into);
        return into.flip();
    }

    void fill(int keyspace, long from, long to) throws Exception {
        ByteBuffer value = buffer();
        try (FileSession session = session()) {
            for (long key = from; key < to; key++) {
                session.put(keyspace, NumberedKeys.of(key), value(keyspace, key, 0, value.clear().limit(
                        target.settings().blockSize())));
                session.commit();
            }
        }
    }

    /** Which update of a key is there; fails where what is there is not a whole value of that key. */
    static long update(KeyValueSession session, int keyspace, long key, ByteBuffer buffer) throws Exception {
        int size = session.get(keyspace, NumberedKeys.of(key), buffer);
        assertThat(size).isEqualTo(buffer.remaining());
        return update(keyspace, key, buffer);
    }

    static long update(int keyspace, long key, ByteBuffer buffer) {
        BlockHeader.Valid says = (BlockHeader.Valid) BlockHeader.check(buffer);
        assertThat(says.key()).isEqualTo(key);
        assertThat(says.lane()).isEqualTo(keyspace);
        assertThat(says.seedId()).isEqualTo(CONTENT.get().seedId());
        return says.n();
    }

    long count(int keyspace) throws DriverException {
        return target.count(keyspace, Progress.none());
    }

    double counter(Measure measure) {
        return target.read().getFirst().counters().get(measure.name());
    }

    static void assertOneLine(ThrowingCallable call, String... parts) {
        assertThatThrownBy(call).isInstanceOf(DriverException.class).hasMessageContainingAll(parts)
                .hasMessageNotContaining("\n");
    }

    /**
     * Bytes per operation that a piece of work allocates, carried out once before for what it needs to be loaded. They
     * do not hang on what is compiled when: for a system call that tells its error Java's own linker makes up to 120,
     * which only its second compiler saves.
     */
    static double allocated(int operations, ThrowingCallable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int round = 0; round < 2; round++) {
            before = threads.getCurrentThreadAllocatedBytes();
            try {
                work.call();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        return (double) (threads.getCurrentThreadAllocatedBytes() - before) / operations;
    }

    /** Runs a command of the system; skips the test where it is missing or not allowed. */
    static String command(String... words) throws Exception {
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes()).strip();
            assumeTrue(process.waitFor() == 0, () -> String.join(" ", words) + ": " + said);
            return said;
        } catch (IOException e) {
            assumeTrue(false, e.getMessage());
            throw e;
        }
    }

    /** What lies in memory has no blocks that were never written. */
    static void assumeDisk(Path folder) throws IOException {
        assumeTrue(!Files.getFileStore(folder).type().equals("tmpfs"), "the temporary folder is in memory");
    }

    static void assumeIoUring() {
        try {
            FileFailures.openIoUring(4).close();
        } catch (DriverException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    @Override
    public void close() throws DriverException {
        target.close();
    }
}
