package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.CompactingTarget;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexTarget;
import dev.tidemark.core.driver.MadeFolder;
import dev.tidemark.core.driver.PageCache;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.SnapshotTarget;
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
import org.rocksdb.RocksDB;

/**
 * A set of RocksDB instances in this process. Opening it touches no disk; {@link #create} makes the databases, and the
 * first use of a target whose databases are there already opens those.
 *
 * <p>Sessions must have ended before {@link #drop} and {@link #close}, since a session holds native handles.
 */
final class RocksDbTarget implements IndexTarget, CompactingTarget, SnapshotTarget {

    private final Values values;
    private final RocksDbSettings settings;
    private final Context context;
    private final EngineOptions engine;
    private final ShardFolders folders;
    private final AtomicInteger sessions = new AtomicInteger();
    /** Held for reading by whatever uses {@link #shards}, for writing by whatever opens or closes them. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while no database is open. */
    private Shards shards;
    private boolean closed;
    private volatile boolean aborted;

    private RocksDbTarget(Values values, Context context) {
        this.values = values;
        this.settings = RocksDbSettings.of(values);
        this.context = context;
        this.engine = new EngineOptions(settings);
        this.folders = new ShardFolders(settings.directory().orElse(context.scratch()), settings.shards());
    }

    static RocksDbTarget open(Values values, Context context) throws DriverException {
        try {
            RocksDB.loadLibrary();
        } catch (UnsatisfiedLinkError | ExceptionInInitializerError | RuntimeException e) {
            // The library is unpacked to java.io.tmpdir first: a full or noexec folder there ends here.
            throw new DriverException("the RocksDB library cannot be loaded: " + e.getMessage(), e);
        }
        return new RocksDbTarget(values, context);
    }

    @Override
    public void create() throws DriverException {
        lock.writeLock().lock();
        try {
            if (closed) {
                throw new DriverException(folders.directory() + ": the target was closed");
            }
            closeShards(false);
            folders.make();
            openShards(true);
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void drop() throws DriverException {
        lock.writeLock().lock();
        try {
            closeShards(false);
            List<Path> left = folders.remove();
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
        return withShards(open -> {
            sessions.incrementAndGet();
            return new RocksDbSession(open, engine.writeOptions(), context.note(), sessions::decrementAndGet);
        });
    }

    @Override
    public Path home() {
        return folders.path();
    }

    @Override
    public int alignment() {
        return 1;
    }

    /** {@inheritDoc} Whether there is room is looked at only without compression, since nobody knows what it saves. */
    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        withShards(open -> {
            open.makeKeyspace(keyspace);
            long needed = Math.max(0, keys - open.keys(keyspace)) * (Long.BYTES + valueSize);
            OptionalLong free = freeBytes();
            if (settings.compression() == Compression.NONE && free.isPresent() && needed > free.getAsLong()) {
                throw new DriverException("keyspace " + keyspace + " needs " + RocksDbParams.MEMTABLE.format(needed)
                        + " more in " + folders.path() + ", where " + RocksDbParams.MEMTABLE.format(free.getAsLong())
                        + " can still be written");
            }
            return null;
        });
    }

    /** {@inheritDoc} Without a journal, what was committed is in memory alone until it is flushed. */
    @Override
    public void secure() throws DriverException {
        if (!settings.journal()) {
            withShards(open -> {
                open.flush();
                return null;
            });
        }
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        withShards(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        withShards(open -> {
            open.compact(progress, () -> aborted || context.cancelled().getAsBoolean());
            return null;
        });
    }

    /** {@inheritDoc} Its files are those of the data, linked, as far as they never change. */
    @Override
    public long snapshot() throws DriverException {
        return withShards(open -> {
            Path copy = folders.emptySnapshot();
            open.copy(copy);
            return MadeFolder.bytesIn(copy);
        });
    }

    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return withShards(open -> new KeyCount(open, keyspace, context.cancelled()).run(progress));
    }

    @Override
    public OptionalLong freeBytes() {
        try {
            Path there = folders.path();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            return OptionalLong.of(Files.getFileStore(there).getUsableSpace());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** {@inheritDoc} The block cache and the memtables are emptied, too. */
    @Override
    public boolean coolDown() throws DriverException {
        openExisting();
        lock.writeLock().lock();
        try {
            if (shards == null) {
                throw new DriverException(folders.directory() + ": the target was closed");
            }
            if (sessions.get() > 0) {
                throw new DriverException(folders.path() + " cannot be closed while " + sessions.get()
                        + " sessions use it");
            }
            closeShards(true);
            engine.emptyBlockCache();
            boolean cold = PageCache.drop(folders.engineFiles());
            openShards(false);
            return cold;
        } catch (IOException e) {
            throw MadeFolder.failure(folders.path(), e);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** {@inheritDoc} As they were given while there is no database. */
    @Override
    public Values effective() {
        lock.readLock().lock();
        try {
            return shards == null ? values : EffectiveSettings.of(values, engine, shards);
        } catch (IOException e) {
            context.note().accept("The settings could not be read back: " + e.getMessage() + ".");
            return values;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** {@inheritDoc} Without values while there is no database. */
    @Override
    public List<Reading> read() {
        lock.readLock().lock();
        try {
            return List.of(shards == null ? new Reading("", Map.of(), Map.of()) : Readings.of(engine, shards));
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void settle(Progress progress) throws DriverException {
        withShards(open -> {
            new Settling(engine, open, context.clock(), () -> aborted || context.cancelled().getAsBoolean())
                    .run(progress);
            return null;
        });
    }

    @Override
    public void abort() {
        aborted = true;
        lock.readLock().lock();
        try {
            if (!closed) {
                engine.liftLimit();
            }
            if (shards != null) {
                shards.stop();
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public List<Path> directories() {
        return List.of(folders.directory());
    }

    @Override
    public void close() throws DriverException {
        lock.writeLock().lock();
        try {
            closeShards(!settings.journal() && !aborted);
        } finally {
            folders.release();
            if (!closed) {
                engine.close();
                closed = true;
            }
            lock.writeLock().unlock();
        }
    }

    /** The open shards, for tests that look behind the counters. */
    Shards shards() {
        return shards;
    }

    EngineOptions engine() {
        return engine;
    }

    private interface Use<T> {
        T of(Shards shards) throws DriverException;
    }

    private <T> T withShards(Use<T> use) throws DriverException {
        openExisting();
        lock.readLock().lock();
        try {
            if (shards == null) {
                throw new DriverException(folders.directory() + ": the target was closed");
            }
            return use.of(shards);
        } finally {
            lock.readLock().unlock();
        }
    }

    private void openExisting() throws DriverException {
        if (isOpen()) {
            return; // without the write lock, which a long settle would keep from us
        }
        lock.writeLock().lock();
        try {
            if (shards == null && !closed) {
                folders.use();
                openShards(false);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private boolean isOpen() {
        lock.readLock().lock();
        try {
            return shards != null;
        } finally {
            lock.readLock().unlock();
        }
    }

    private void openShards(boolean create) throws DriverException {
        try {
            shards = Shards.open(engine, folders.all(), create);
        } catch (DriverException e) {
            folders.release();
            throw e;
        }
    }

    private void closeShards(boolean keep) throws DriverException {
        if (shards != null) {
            try {
                shards.close(keep);
            } finally {
                shards = null;
            }
        }
    }
}
