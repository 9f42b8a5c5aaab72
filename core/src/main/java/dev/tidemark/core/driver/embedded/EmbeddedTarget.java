package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.index.IndexTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A database of an embedded engine in a folder of its own, in this process. Opening the target touches no disk;
 * {@link #create} makes the database, and the first use of a target whose database is there already opens that.
 *
 * <p>Sessions must have ended before {@link #drop} and {@link #close}, since what they use goes away.
 *
 * <p>What the subclass gives is called with the lock held that keeps the database from being opened or closed
 * meanwhile.
 *
 * @param <D> the open database
 */
public abstract class EmbeddedTarget<D> implements IndexTarget, LocalStorage {

    private static final String SNAPSHOT = "snapshot";

    private final Values values;
    private final Context context;
    private final OwnedDataDirectory folder;
    private final AtomicInteger sessions = new AtomicInteger();
    /** Held for reading by whatever uses {@link #database}, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while no database is open. */
    private D database;
    private boolean closed;
    private volatile boolean aborted;

    /** @param folder where the database is kept; its engine's files and {@code snapshot} are its own */
    protected EmbeddedTarget(Values values, Context context, OwnedDataDirectory folder) {
        this.values = values;
        this.context = context;
        this.folder = folder;
    }

    // ---- what an engine has of its own

    /** Makes the folder, empty, and locks it. */
    protected void makeFolder() throws DriverException {
        folder.make(Map.of());
    }

    /** Locks the folder that is there. */
    protected void useFolder() throws DriverException {
        folder.use();
    }

    /** @param create whether the folder has just been made, so that no database is there */
    protected abstract D openDatabase(boolean create) throws DriverException;

    /** @param ended to be told once when the session is closed */
    protected abstract Session session(D open, Runnable ended) throws DriverException;

    /** The settings as the engine tells them; those that it does not tell as they are given. */
    protected abstract Values effective(D open, Values given) throws DriverException;

    protected abstract MetricSnapshot read(D open) throws DriverException;

    protected abstract void settle(D open, Progress progress) throws DriverException;

    /** What has stopped the engine's work in the background, if anything has. */
    protected Optional<DriverException> backgroundFailure(D open) throws DriverException {
        return Optional.empty();
    }

    /** Makes a keyspace, if it is not there. */
    protected abstract void makeKeyspace(D open, int keyspace) throws DriverException;

    /**
     * Bytes that a keyspace's keys and values will take at least, beside those that are there; its values uncompressed.
     *
     * @param keys      how many there shall be, of which some may be there
     * @param valueSize mean size of a value
     */
    protected abstract double bytesFor(D open, int keyspace, long keys, int valueSize) throws DriverException;

    /** Whether it stores what can be compressed in fewer bytes. */
    protected boolean compresses() {
        return false;
    }

    /** Makes what waits give up soon. */
    protected abstract void stop(D open);

    /** @param keep whether what was committed must still be there when it is opened again */
    protected abstract void closeDatabase(D open, boolean keep) throws DriverException;

    /** Writes out what is in memory alone, so that a database that is opened next does not begin with it. */
    protected void writeOut(D open) throws DriverException {}

    /** Empties caches that outlive the database, which is closed. */
    protected void emptyCaches() {}

    /** Gives back what outlives the database; called once. */
    protected void release() {}

    /** The files whose pages are dropped from the system's cache for a cold start. */
    protected List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(dataDirectory())) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Bytes that the engine still takes, where it has a limit of its own. */
    protected long roomIn(D open) {
        return Long.MAX_VALUE;
    }

    // ---- what the subclass may use

    /** The settings as they were given. */
    protected final Values values() {
        return values;
    }

    protected final Context context() {
        return context;
    }

    protected final OwnedDataDirectory folder() {
        return folder;
    }

    /** Whether it was told to end what is in progress. */
    protected final boolean aborted() {
        return aborted;
    }

    /** Something done with what is open. */
    protected interface Use<D, T> {
        T of(D open) throws DriverException;
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

    /** A place for documents of a style, in a table that is made in the open database. */
    protected final StylePlace place(ApiStyle style, Use<D, StyleTable> making) throws DriverException {
        return withDatabase(open -> new TablePlace(style, open, making.of(open)));
    }

    /** Lasts as long as the database that it was made in is open. */
    private final class TablePlace implements StylePlace {

        private final ApiStyle style;
        private final D madeIn;
        private final StyleTable table;
        private boolean dropped;

        TablePlace(ApiStyle style, D madeIn, StyleTable table) {
            this.style = style;
            this.madeIn = madeIn;
            this.table = table;
        }

        private <T> T withTable(Use<StyleTable, T> use) throws DriverException {
            return withDatabase(open -> {
                if (open != madeIn) {
                    throw new DriverException(folder.directory() + ": the database was opened anew meanwhile");
                }
                return use.of(table);
            });
        }

        @Override
        public StyleSession session(int worker) throws DriverException {
            return withTable(there -> counted(ended -> new EmbeddedStyleSession(style, there, ended)));
        }

        @Override
        public long count() throws DriverException {
            return withTable(StyleTable::count);
        }

        @Override
        public Optional<JsonNode> read(long id) throws DriverException {
            return withTable(there -> Optional.ofNullable(there.find(there.key(id))))
                    .map(bytes -> ObjectJson.parse(new String(bytes, StandardCharsets.UTF_8)));
        }

        /** {@inheritDoc} With the database it is gone already. */
        @Override
        public void close() throws DriverException {
            lock.readLock().lock();
            try {
                if (database == madeIn && !dropped) {
                    dropped = true;
                    table.drop();
                }
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    /** A copy of the open database, made in an empty folder. */
    protected interface Copy<D> {
        void into(D database, Path folder) throws DriverException;
    }

    /** Copies the database into the folder {@value #SNAPSHOT} beside it. @return the bytes of the copy */
    protected final long snapshot(Copy<D> copy) throws DriverException {
        return withDatabase(open -> {
            Path into = folder.makeEmpty(SNAPSHOT);
            copy.into(open, into);
            return OwnedDataDirectory.bytesIn(into);
        });
    }

    /** @throws DriverException when a keyspace needs more bytes than can still be written */
    private void requireRoom(int keyspace, long needed) throws DriverException {
        OptionalLong free = freeBytes();
        if (free.isPresent() && needed > free.getAsLong()) {
            throw new DriverException("keyspace " + keyspace + " needs " + Types.SIZE.format(needed) + " more in "
                    + dataDirectory() + ", where " + Types.SIZE.format(free.getAsLong()) + " can still be written");
        }
    }

    // ---- the target

    @Override
    public final void create() throws DriverException {
        lock.writeLock().lock();
        try {
            refuseClosed();
            closeIfOpen(false);
            makeFolder();
            open(true);
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public final void drop() throws DriverException {
        lock.writeLock().lock();
        try {
            closeIfOpen(false);
            List<Path> left = folder.remove();
            if (!left.isEmpty()) {
                context.note().accept("Kept " + left.getFirst() + (left.size() > 1 ? " and others" : "")
                        + ", which Tidemark did not make.");
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** {@inheritDoc} Its values are taken for incompressible. */
    @Override
    public final void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        makeKeyspace(keyspace, keys, valueSize, 1);
    }

    /**
     * {@inheritDoc} What cannot fit is refused before anything is written; more than keys and values is not counted.
     */
    @Override
    public final void makeKeyspace(int keyspace, long keys, int valueSize, double compressedShare)
            throws DriverException {
        withDatabase(open -> {
            requireRoom(keyspace,
                    (long) (bytesFor(open, keyspace, keys, valueSize) * (compresses() ? compressedShare : 1)));
            makeKeyspace(open, keyspace);
            return null;
        });
    }

    @Override
    public final Session session(int worker) throws DriverException {
        return withDatabase(open -> counted(ended -> session(open, ended)));
    }

    private <S extends Session> S counted(Use<Runnable, S> opening) throws DriverException {
        sessions.incrementAndGet();
        try {
            return opening.of(sessions::decrementAndGet);
        } catch (DriverException e) {
            sessions.decrementAndGet();
            throw e;
        }
    }

    /** The folder in which the data lies. It exists after create. */
    public final Path dataDirectory() {
        return folder.path();
    }

    @Override
    public final ManifestStore manifests() {
        return new ManifestFolder(dataDirectory());
    }

    @Override
    public final Optional<LocalStorage> localStorage() {
        return Optional.of(this);
    }

    @Override
    public final int alignment() {
        return 1;
    }

    @Override
    public final OptionalLong freeBytes() {
        lock.readLock().lock();
        try {
            Path there = dataDirectory();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            long disk = Files.getFileStore(there).getUsableSpace();
            return OptionalLong.of(database == null ? disk : Math.min(disk, roomIn(database)));
        } catch (IOException e) {
            return OptionalLong.empty();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** {@inheritDoc} The engine's own caches are emptied, too. */
    @Override
    public final boolean dropCaches() throws DriverException {
        openExisting();
        lock.writeLock().lock();
        try {
            refuseClosed();
            if (sessions.get() > 0) {
                throw new DriverException(dataDirectory() + " cannot be closed while " + sessions.get()
                        + " sessions use it");
            }
            if (database != null) {
                writeOut(database);
            }
            closeIfOpen(true);
            emptyCaches();
            boolean cold = PageCache.drop(files());
            open(false);
            return cold;
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(dataDirectory(), e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** {@inheritDoc} As they were given while there is no database. */
    @Override
    public final Values effective() {
        lock.readLock().lock();
        try {
            return database == null ? values : effective(database, values);
        } catch (DriverException e) {
            context.note().accept("The settings could not be read back: " + e.getMessage() + ".");
            return values;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** {@inheritDoc} Without values while there is no database. */
    @Override
    public final List<MetricSnapshot> read() {
        lock.readLock().lock();
        try {
            return List.of(database == null ? new MetricSnapshot("", Map.of(), Map.of()) : read(database));
        } catch (DriverException e) {
            return List.of(new MetricSnapshot("", Map.of(), Map.of()));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** {@inheritDoc} It ends with the first failure in the background: what waits for that work waits for good. */
    @Override
    public final void settle(Progress progress) throws DriverException {
        withDatabase(open -> {
            refuseFailed(open);
            settle(open, progress);
            refuseFailed(open);
            return null;
        });
    }

    private void refuseFailed(D open) throws DriverException {
        Optional<DriverException> failure = backgroundFailure(open);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    @Override
    public final Optional<DriverException> backgroundFailure() {
        lock.readLock().lock();
        try {
            return database == null ? Optional.empty() : backgroundFailure(database);
        } catch (DriverException e) {
            return Optional.of(e);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public final void abort() {
        aborted = true;
        lock.readLock().lock();
        try {
            if (database != null) {
                stop(database);
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
            closeIfOpen(true);
        } finally {
            folder.release();
            if (!closed) {
                closed = true;
                release();
            }
            lock.writeLock().unlock();
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
                useFolder();
                open(false);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The open database; null while there is none. For tests that look behind the target. */
    protected final D database() {
        lock.readLock().lock();
        try {
            return database;
        } finally {
            lock.readLock().unlock();
        }
    }

    private boolean isOpen() {
        return database() != null;
    }

    private void refuseClosed() throws DriverException {
        if (closed) {
            throw new DriverException(folder.directory() + ": the target was closed");
        }
    }

    private void open(boolean create) throws DriverException {
        try {
            folder.requireInPlace();
            D opened = openDatabase(create);
            try {
                folder.requireInPlace();
            } catch (DriverException e) {
                closeDatabase(opened, false);
                throw e;
            }
            database = opened;
        } catch (DriverException e) {
            folder.release();
            throw e;
        }
    }

    private void closeIfOpen(boolean keep) throws DriverException {
        if (database != null) {
            D closing = database;
            database = null;
            closeDatabase(closing, keep);
        }
    }
}
