package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexTarget;
import dev.tidemark.core.driver.KeyWalker;
import dev.tidemark.core.driver.MadeFolder;
import dev.tidemark.core.driver.PageCache;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;

/**
 * A database of an embedded engine in a folder of its own, in this process. Opening the target touches no disk;
 * {@link #create} makes the database, and the first use of a target whose database is there already opens that.
 *
 * @param <D> the open database
 */
public abstract class EmbeddedTarget<D extends EmbeddedDatabase> implements IndexTarget {

    /** Of a walk that counts keys. */
    private static final int CHUNK = 1 << 16;

    private final Values values;
    private final Context context;
    private final MadeFolder folder;
    private final AtomicInteger sessions = new AtomicInteger();
    /** Held for reading by whatever uses {@link #database}, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while no database is open. */
    private D database;
    private boolean closed;

    /** @param folder where the database is kept; its engine's files and {@code snapshot} are its own */
    protected EmbeddedTarget(Values values, Context context, MadeFolder folder) {
        this.values = values;
        this.context = context;
        this.folder = folder;
    }

    /** Opens the database in a folder that exists; makes it if there is none. */
    protected abstract D openDatabase(Path folder) throws DriverException;

    protected final Context context() {
        return context;
    }

    protected final MadeFolder folder() {
        return folder;
    }

    @Override
    public final void create() throws DriverException {
        lock.writeLock().lock();
        try {
            refuseClosed();
            closeDatabase();
            folder.make(Map.of());
            database = opened();
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public final void drop() throws DriverException {
        lock.writeLock().lock();
        try {
            closeDatabase();
            List<Path> left = folder.remove();
            if (!left.isEmpty()) {
                context.note().accept("Kept " + left.getFirst() + (left.size() > 1 ? " and others" : "")
                        + ", which Tidemark did not make.");
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public final Session session(int worker) throws DriverException {
        return withDatabase(open -> {
            sessions.incrementAndGet();
            try {
                return open.session(sessions::decrementAndGet);
            } catch (DriverException e) {
                sessions.decrementAndGet();
                throw e;
            }
        });
    }

    @Override
    public final Path home() {
        return folder.path();
    }

    @Override
    public final int alignment() {
        return 1;
    }

    /** {@inheritDoc} Whether there is room is a matter of keys and values alone. */
    @Override
    public final void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        withDatabase(open -> {
            Space space = new Space(keyspace, false);
            OptionalLong free = freeBytes();
            boolean fits = open.has(space) || free.isEmpty() || keys < free.getAsLong() / (Long.BYTES + valueSize);
            if (!fits) {
                throw new DriverException("keyspace " + keyspace + " of " + keys + " values of " + valueSize
                        + " bytes has no room in " + home() + ", where " + free.getAsLong()
                        + " bytes can still be written");
            }
            open.make(space);
            return null;
        });
    }

    @Override
    public final void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            Space space = new Space(keyspace, false);
            if (!open.has(space)) {
                throw new DriverException(space.missing(home()));
            }
            open.make(new Space(keyspace, true));
            return null;
        });
    }

    @Override
    public final long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> {
            try (KeyWalker session = open.session(() -> { });
                    KeyWalker.Walk walk = session.walk(keyspace, KeyWalker.Depth.KEYS)) {
                long keys = 0;
                for (int more; (more = walk.next(CHUNK, (key, size, value) -> { })) > 0;) {
                    keys += more;
                    progress.report(keys, 0);
                    if (context.cancelled().getAsBoolean()) {
                        throw new DriverException("cancelled while counting keys");
                    }
                }
                return keys;
            } catch (DriverException e) {
                throw e;
            } catch (Exception e) {
                throw new DriverException("the keys of " + home() + " cannot be counted: " + e.getMessage(), e);
            }
        });
    }

    @Override
    public final OptionalLong freeBytes() {
        try {
            Path there = home();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            return OptionalLong.of(Files.getFileStore(there).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** {@inheritDoc} The engine's own cache is emptied, too. */
    @Override
    public final boolean coolDown() throws DriverException {
        openExisting();
        lock.writeLock().lock();
        try {
            refuseClosed();
            if (sessions.get() > 0) {
                throw new DriverException(home() + " cannot be closed while " + sessions.get() + " sessions use it");
            }
            closeDatabase();
            boolean cold = PageCache.drop(files());
            database = opened();
            return cold;
        } catch (IOException e) {
            throw MadeFolder.failure(home(), e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(home())) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** {@inheritDoc} As they were given while there is no database. */
    @Override
    public final Values effective() {
        lock.readLock().lock();
        try {
            return database == null ? values : database.effective(values);
        } catch (DriverException e) {
            context.note().accept("The settings could not be read back: " + e.getMessage() + ".");
            return values;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** {@inheritDoc} Without values while there is no database. */
    @Override
    public final List<Reading> read() {
        lock.readLock().lock();
        try {
            return List.of(database == null ? new Reading("", Map.of(), Map.of())
                    : new Reading("", database.counters(), database.gauges()));
        } catch (DriverException e) {
            return List.of(new Reading("", Map.of(), Map.of()));
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public final void settle(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.settle();
            return null;
        });
    }

    /** Makes everything committed so far outlast the process, even one that is killed. */
    @Override
    public final void secure() throws DriverException {
        withDatabase(open -> {
            open.secure();
            return null;
        });
    }

    @Override
    public final void abort() {
        lock.readLock().lock();
        try {
            if (database != null) {
                database.stop();
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public final List<Path> directories() {
        return List.of(folder.directory());
    }

    @Override
    public final void close() throws DriverException {
        lock.writeLock().lock();
        try {
            closed = true;
            closeDatabase();
        } finally {
            folder.release();
            lock.writeLock().unlock();
        }
    }

    /** Something done with the open database. */
    protected interface Use<D, T> {
        T of(D database) throws DriverException;
    }

    /** Does something with the database, which is opened if need be and not closed meanwhile. */
    protected final <T> T withDatabase(Use<D, T> use) throws DriverException {
        openExisting();
        lock.readLock().lock();
        try {
            refuseClosed();
            if (database == null) {
                throw new DriverException(folder.directory() + ": the database was dropped meanwhile");
            }
            return use.of(database);
        } finally {
            lock.readLock().unlock();
        }
    }

    private void openExisting() throws DriverException {
        if (isOpen()) {
            return; // without the write lock, which long work would keep from us
        }
        lock.writeLock().lock();
        try {
            refuseClosed();
            if (database == null) {
                folder.use();
                database = opened();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean isOpen() {
        lock.readLock().lock();
        try {
            return database != null;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void refuseClosed() throws DriverException {
        if (closed) {
            throw new DriverException(folder.directory() + ": the target was closed");
        }
    }

    private D opened() throws DriverException {
        try {
            return openDatabase(folder.path());
        } catch (DriverException e) {
            folder.release();
            throw e;
        }
    }

    private void closeDatabase() throws DriverException {
        if (database != null) {
            D closing = database;
            database = null;
            closing.close();
        }
    }
}
