package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The target of an engine that speaks in arrays of bytes.
 *
 * @param <D> the open database
 */
public abstract class ByteArrayTarget<D extends EmbeddedDatabase> extends EmbeddedTarget<D> {

    /** Of a walk that counts keys. */
    private static final int CHUNK = 1 << 16;

    /** @param folder as {@link EmbeddedTarget} has it */
    protected ByteArrayTarget(Values values, Context context, OwnedDataDirectory folder) {
        super(values, context, folder);
    }

    /** Opens the database in a folder that exists; makes it if there is none. */
    protected abstract D openDatabase(Path folder) throws DriverException;

    @Override
    protected final D openDatabase(boolean create) throws DriverException {
        return openDatabase(dataDirectory());
    }

    @Override
    protected final Session session(D open, Runnable ended) throws DriverException {
        return open.session(ended);
    }

    @Override
    protected final Values effective(D open, Values given) throws DriverException {
        return open.effective(given);
    }

    @Override
    protected final MetricSnapshot read(D open) throws DriverException {
        return new MetricSnapshot("", open.counters(), open.gauges());
    }

    @Override
    protected final void settle(D open, Progress progress) throws DriverException {
        open.settle();
    }

    @Override
    protected final Optional<DriverException> backgroundFailure(D open) throws DriverException {
        return open.backgroundFailure();
    }

    @Override
    protected final void stop(D open) {
        open.stop();
    }

    @Override
    protected final void closeDatabase(D open, boolean keep) throws DriverException {
        if (keep) {
            open.close();
        } else {
            open.discard();
        }
    }

    /** Makes everything committed so far outlast the process, even one that is killed. */
    @Override
    public final void makeDurable() throws DriverException {
        withDatabase(open -> {
            open.makeDurable();
            return null;
        });
    }

    @Override
    protected final void makeKeyspace(D open, int keyspace) throws DriverException {
        open.make(new KeyTable(keyspace, false));
    }

    /** {@inheritDoc} Of one that is there nobody knows without counting how many keys it has. */
    @Override
    protected final double bytesFor(D open, int keyspace, long keys, int valueSize) {
        return open.has(new KeyTable(keyspace, false)) ? 0 : (double) keys * (Long.BYTES + valueSize);
    }

    @Override
    public final void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            KeyTable keyTable = new KeyTable(keyspace, false);
            if (!open.has(keyTable)) {
                throw new DriverException(keyTable.missing(dataDirectory()));
            }
            open.make(new KeyTable(keyspace, true));
            return null;
        });
    }

    @Override
    public final long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> {
            try (FullScanner session = open.session(() -> { });
                    FullScanner.Walk walk = session.walk(keyspace, FullScanner.Depth.KEYS)) {
                long keys = 0;
                for (int more; (more = walk.next(CHUNK, (key, size, value) -> { })) > 0;) {
                    keys += more;
                    progress.report(keys, 0);
                    if (context().cancelled().getAsBoolean()) {
                        throw new DriverException("cancelled while counting keys");
                    }
                }
                return keys;
            } catch (DriverException e) {
                throw e;
            } catch (Exception e) {
                throw new DriverException("the keys of " + dataDirectory() + " cannot be counted: " + e.getMessage(),
                        e);
            }
        });
    }
}
