package dev.tidemark.driver.rocksdb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Reading;
import dev.tidemark.core.time.Clock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A real target in a folder, with helpers that speak in strings and arrays. */
final class Fixture implements AutoCloseable {

    final List<String> notes = new ArrayList<>();
    final RocksDbTarget target;

    /** @param settings name, value, name, value … */
    Fixture(Path directory, String... settings) throws DriverException {
        Values values = RocksDbParams.ALL.defaults().with("directory", directory.toString(), Origin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], Origin.SET);
        }
        RocksDbParams.ALL.check(values);
        target = (RocksDbTarget) new RocksDbDriver().open(values, context(directory));
    }

    private Context context(Path scratch) {
        return new Context(Clock.system(), scratch, "", notes::add, () -> false);
    }

    static Fixture created(Path directory, String... settings) throws DriverException {
        Fixture fixture = new Fixture(directory, settings);
        fixture.target.create();
        return fixture;
    }

    RocksDbSession session() throws DriverException {
        return (RocksDbSession) target.session(0);
    }

    /** Stores documents {@code from} up to {@code to} of so many incompressible bytes, in batches of ten. */
    void fill(int from, int to, int size) throws Exception {
        try (RocksDbSession session = session()) {
            for (int n = from; n < to; n++) {
                session.add(uri(n), direct(content(n, size)));
                if (n % 10 == 9 || n == to - 1) {
                    session.commit();
                }
            }
        }
    }

    static ByteBuffer uri(int n) {
        return direct("/doc/" + n + ".txt");
    }

    static byte[] content(int n, int size) {
        byte[] content = new byte[size];
        new Random(n).nextBytes(content);
        return content;
    }

    static ByteBuffer direct(String text) {
        return direct(text.getBytes(StandardCharsets.UTF_8));
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Null when absent. */
    static byte[] read(DocumentReader session, ByteBuffer uri) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(1 << 20);
        int size = session.read(uri, into);
        return size == DocumentReader.ABSENT ? null : bytes(into.limit(size));
    }

    /** URI to content of everything stored. */
    TreeMap<String, byte[]> all() throws Exception {
        TreeMap<String, byte[]> all = new TreeMap<>();
        try (RocksDbSession session = session()) {
            session.forEach((uri, content) -> {
                all.put(new String(bytes(uri), StandardCharsets.UTF_8), bytes(content));
                return true;
            });
        }
        return all;
    }

    void settle() throws DriverException {
        target.settle(Progress.none());
    }

    double counter(Measure measure) {
        return reading().counters().get(measure.name());
    }

    double gauge(Measure measure) {
        return reading().gauges().get(measure.name());
    }

    private Reading reading() {
        return target.read().getFirst();
    }

    @Override
    public void close() throws DriverException {
        target.close();
    }

    static void assertOneLine(ThrowingCallable action, String part) {
        assertThatThrownBy(action).isInstanceOf(DriverException.class).hasMessageContaining(part)
                .hasMessageNotContaining("\n");
    }
}
