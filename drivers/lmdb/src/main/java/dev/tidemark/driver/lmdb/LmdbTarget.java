package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexTarget;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.MadeFolder;
import dev.tidemark.core.driver.PageCache;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.SnapshotTarget;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;
import org.lmdbjava.Meta;

/**
 * An LMDB environment in this process. Opening it touches no disk; {@link #create} makes the database, and the first
 * use of a target whose database is there already opens that.
 *
 * <p>Sessions must have ended before {@link #drop} and {@link #close}, since the memory they read from goes away.
 */
final class LmdbTarget implements IndexTarget, SnapshotTarget {

    static final String FOLDER = "tidemark-lmdb";

    private static final String DATA = "data.mdb";
    private static final String SNAPSHOT = "snapshot";
    private static final Pattern OWN = Pattern.compile("(snapshot/)?data\\.mdb|lock\\.mdb|snapshot|"
            + Pattern.quote(KeyspaceTarget.DATASET_FILES) + "[^/]*");

    private final Values values;
    private final LmdbSettings settings;
    private final Context context;
    private final MadeFolder folder;
    private final AtomicInteger sessions = new AtomicInteger();
    /** Held for reading by whatever uses {@link #database}, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while no database is open. */
    private Database database;
    private boolean closed;

    private LmdbTarget(Values values, Context context) {
        this.values = values;
        this.settings = LmdbSettings.of(values);
        this.context = context;
        this.folder = new MadeFolder(settings.directory().orElse(context.scratch()), FOLDER, OWN);
    }

    static LmdbTarget open(Values values, Context context) throws DriverException {
        try {
            Meta.version();
        } catch (UnsatisfiedLinkError | ExceptionInInitializerError | RuntimeException e) {
            // The library is unpacked to java.io.tmpdir first: a full or noexec folder there ends here.
            Throwable cause = e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
            throw new DriverException("the LMDB library cannot be loaded: " + cause.getMessage(), e);
        }
        return new LmdbTarget(values, context);
    }

    @Override
    public void create() throws DriverException {
        lock.writeLock().lock();
        try {
            if (closed) {
                throw new DriverException(folder.directory() + ": the target was closed");
            }
            closeDatabase();
            if (Files.exists(folder.directory().resolve(DATA))) {
                throw new DriverException(folder.directory()
                        + " holds an LMDB database that Tidemark did not make; choose another directory");
            }
            folder.make(Map.of());
            openDatabase();
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void drop() throws DriverException {
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
    public Session session(int worker) throws DriverException {
        return withDatabase(open -> {
            sessions.incrementAndGet();
            return new LmdbSession(open, sessions::decrementAndGet);
        });
    }

    @Override
    public Path home() {
        return folder.path();
    }

    @Override
    public int alignment() {
        return 1;
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        withDatabase(open -> {
            open.makeKeyspace(keyspace);
            long needed = open.roomFor(keyspace, keys, valueSize);
            OptionalLong free = freeBytes();
            if (free.isPresent() && needed > free.getAsLong()) {
                throw new DriverException("keyspace " + keyspace + " needs " + LmdbParams.MAP_SIZE.format(needed)
                        + " more in " + folder.path() + ", where " + LmdbParams.MAP_SIZE.format(free.getAsLong())
                        + " can still be written");
            }
            return null;
        });
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    /** {@inheritDoc} Without the pages that are free. */
    @Override
    public long snapshot() throws DriverException {
        return withDatabase(open -> {
            Path copy = folder.makeEmpty(SNAPSHOT);
            open.copy(copy);
            return MadeFolder.bytesIn(copy);
        });
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> open.count(keyspace, progress, context.cancelled()));
    }

    /** {@inheritDoc} What the map has left, where that is less. Pages that were freed are not counted. */
    @Override
    public OptionalLong freeBytes() {
        lock.readLock().lock();
        try {
            Path there = folder.path();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            long disk = Files.getFileStore(there).getUsableSpace();
            return OptionalLong.of(database == null ? disk
                    : Math.min(disk, database.info().mapSize - database.usedBytes()));
        } catch (IOException e) {
            return OptionalLong.empty();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public boolean coolDown() throws DriverException {
        openExisting();
        lock.writeLock().lock();
        try {
            if (database == null) {
                throw new DriverException(folder.directory() + ": the target was closed");
            }
            if (sessions.get() > 0) {
                throw new DriverException(folder.path() + " cannot be closed while " + sessions.get()
                        + " sessions use it");
            }
            database.flush();
            closeDatabase();
            boolean cold = PageCache.drop(List.of(folder.path().resolve(DATA)));
            openDatabase();
            return cold;
        } catch (IOException e) {
            throw MadeFolder.failure(folder.path(), e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** {@inheritDoc} As they were given while there is no database. */
    @Override
    public Values effective() {
        lock.readLock().lock();
        try {
            if (database == null) {
                return values;
            }
            Values found = values.with(LmdbParams.MAP_SIZE, database.info().mapSize, Origin.EFFECTIVE);
            OptionalInt flags = EngineFlags.of(database.env());
            return flags.isEmpty() ? found
                    : found.with(LmdbParams.SYNC, !has(flags, EnvFlags.MDB_NOSYNC), Origin.EFFECTIVE)
                            .with(LmdbParams.WRITE_MAP, has(flags, EnvFlags.MDB_WRITEMAP), Origin.EFFECTIVE)
                            .with(LmdbParams.READ_AHEAD, !has(flags, EnvFlags.MDB_NORDAHEAD), Origin.EFFECTIVE);
        } finally {
            lock.readLock().unlock();
        }
    }

    private static boolean has(OptionalInt flags, EnvFlags flag) {
        return (flags.getAsInt() & flag.getMask()) != 0;
    }

    /** {@inheritDoc} Without values while there is no database. */
    @Override
    public List<Reading> read() {
        lock.readLock().lock();
        try {
            return List.of(new Reading("", Map.of(), database == null ? Map.of() : gauges(database)));
        } finally {
            lock.readLock().unlock();
        }
    }

    private static Map<String, Double> gauges(Database open) {
        Map<String, Double> gauges = new HashMap<>();
        EnvInfo info = open.info();
        Database.Trees documents = open.documentTree();
        Database.Trees keyspaces = open.keyspaceTrees();
        put(gauges, LmdbMeasures.ON_DISK_SIZE, open.usedBytes());
        put(gauges, LmdbMeasures.DOCUMENTS, documents.entries());
        put(gauges, LmdbMeasures.KEYS, keyspaces.entries());
        put(gauges, LmdbMeasures.BRANCH_PAGES, documents.branchPages() + keyspaces.branchPages());
        put(gauges, LmdbMeasures.LEAF_PAGES, documents.leafPages() + keyspaces.leafPages());
        put(gauges, LmdbMeasures.OVERFLOW_PAGES, documents.overflowPages() + keyspaces.overflowPages());
        put(gauges, LmdbMeasures.DEPTH, Math.max(documents.depth(), keyspaces.depth()));
        put(gauges, LmdbMeasures.READERS, info.numReaders);
        put(gauges, LmdbMeasures.MAP, info.mapSize);
        return gauges;
    }

    private static void put(Map<String, Double> gauges, Measure measure, long value) {
        gauges.put(measure.name(), (double) value);
    }

    /** {@inheritDoc} LMDB has no background work; without sync, what the system has yet to write is waited for. */
    @Override
    public void settle(Progress progress) throws DriverException {
        withDatabase(open -> {
            open.flush();
            return null;
        });
    }

    /**
     * {@inheritDoc} A writer that waits for its turn cannot be woken, but turns are short: each one that comes up
     * ends at once.
     */
    @Override
    public void abort() {
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
    public List<Path> directories() {
        return List.of(folder.directory());
    }

    @Override
    public void close() throws DriverException {
        lock.writeLock().lock();
        try {
            closed = true;
            closeDatabase();
        } finally {
            folder.release();
            lock.writeLock().unlock();
        }
    }

    private interface Use<T> {
        T of(Database database) throws DriverException;
    }

    private <T> T withDatabase(Use<T> use) throws DriverException {
        openExisting();
        lock.readLock().lock();
        try {
            if (database == null) {
                throw new DriverException(folder.directory() + ": the target was closed");
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
            if (database == null && !closed) {
                folder.use();
                openDatabase();
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

    private void openDatabase() throws DriverException {
        try {
            database = Database.open(folder.path(), settings);
        } catch (DriverException e) {
            folder.release();
            throw e;
        }
    }

    private void closeDatabase() {
        if (database != null) {
            database.close();
            database = null;
        }
    }
}
