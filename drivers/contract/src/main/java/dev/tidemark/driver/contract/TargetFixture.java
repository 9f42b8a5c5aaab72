package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A real target of documents, and perhaps of keyspaces, in a folder if it is on this machine, with helpers that speak
 * in strings and arrays.
 *
 * @param <T> the target
 * @param <S> its sessions
 */
public abstract class TargetFixture<T extends OpenTarget, S extends DocumentSession>
        implements AutoCloseable {

    public final List<String> notes = new ArrayList<>();
    public final T target;
    public volatile boolean cancelled;

    /** @param settings name, value, name, value … */
    @SuppressWarnings("unchecked") // what a driver opens is its own
    protected TargetFixture(Driver driver, Path directory, String... settings) throws DriverException {
        Values values = driver.params().defaults();
        if (driver.params().lookUp(Driver.DIRECTORY).isPresent()) {
            values = values.with(Driver.DIRECTORY, directory.toString(), SettingOrigin.SET);
        }
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        driver.params().check(values);
        target = (T) driver.open(values, new Context(Clock.system(), directory, Secrets.ofThisProcess(), notes::add,
                () -> cancelled));
    }

    @SuppressWarnings("unchecked") // so are its sessions
    public S session() throws DriverException {
        return (S) target.session(0);
    }

    /** Stores documents {@code from} up to {@code to} of so many incompressible bytes, in batches of ten. */
    public void fill(int from, int to, int size) throws Exception {
        try (S session = session()) {
            for (int n = from; n < to; n++) {
                session.add(uri(n), direct(content(n, size)));
                if (n % 10 == 9 || n == to - 1) {
                    session.commit();
                }
            }
        }
    }

    /** Stores keys {@code from} up to {@code to} of a keyspace, with values of so many bytes, in one transaction. */
    public void fillKeys(int keyspace, int from, int to, int size) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int key = from; key < to; key++) {
                session.put(keyspace, NumberedKeys.of(key), direct(content(key, size)));
            }
            session.commit();
        }
    }

    public static ByteBuffer uri(int n) {
        return direct("/doc/" + n + ".txt");
    }

    public static byte[] content(int n, int size) {
        byte[] content = new byte[size];
        new Random(n).nextBytes(content);
        return content;
    }

    public static ByteBuffer direct(String text) {
        return direct(text.getBytes(StandardCharsets.UTF_8));
    }

    public static ByteBuffer direct(byte[] bytes) {
        return Bytes.direct(bytes);
    }

    /** Null when absent. */
    public static byte[] read(DocumentSession session, ByteBuffer uri) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(1 << 20);
        int size = session.read(uri, into);
        return size == DocumentSession.ABSENT ? null : Buffers.bytes(into.limit(size));
    }

    /** Null when absent. */
    public static byte[] get(KeyValueSession session, int keyspace, long key) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(1 << 16);
        int size = session.get(keyspace, NumberedKeys.of(key), into);
        return size == KeyValueSession.ABSENT ? null : Buffers.bytes(into.limit(size));
    }

    /** URI to content of everything stored. */
    public TreeMap<String, byte[]> all() throws Exception {
        TreeMap<String, byte[]> all = new TreeMap<>();
        try (S session = session()) {
            session.forEach((uri, content) -> {
                all.put(new String(Buffers.bytes(uri), StandardCharsets.UTF_8), Buffers.bytes(content));
                return true;
            });
        }
        return all;
    }

    public long count(int keyspace) throws DriverException {
        return ((KeyspaceTarget) target).count(keyspace, Progress.none());
    }

    public void settle() throws DriverException {
        target.settle(Progress.none());
    }

    public double counter(Measure measure) {
        return value(MetricSnapshot::counters, measure);
    }

    public double gauge(Measure measure) {
        return value(MetricSnapshot::gauges, measure);
    }

    /** Asked for again where it is missing, since a server that is too busy to tell within a second goes without. */
    private double value(Function<MetricSnapshot, Map<String, Double>> of, Measure measure) {
        for (int i = 0; i < 10; i++) {
            Double value = of.apply(target.read().getFirst()).get(measure.name());
            if (value != null) {
                return value;
            }
        }
        throw new AssertionError("the target does not tell its " + measure.name());
    }

    @Override
    public void close() throws DriverException {
        target.close();
    }

    public static void assertOneLine(ThrowingCallable action, String part) {
        TargetContract.assertOneLine(action, part);
    }
}
