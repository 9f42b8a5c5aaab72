package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.data.keys.FoundKeys;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.driver.support.Closing;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.os.PageCache;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
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
 * @param <T> the engine's handle of a table
 * @param <S> a shard of the database
 */
public abstract class EmbeddedTarget<T, S extends SortedStore<T>> implements KeyspaceTarget, LocalStorage, StyleTarget {

    private static final String SNAPSHOT = "snapshot";
    private static final String OWN = "database: it is one of your own; ";
    /** The setting of an engine whose data can be spread: {@link EmbeddedDriver#shards}. */
    private static final String SHARDS = "shards";
    /** Of a walk that counts keys. */
    private static final int CHUNK = 1 << 16;

    private final Values values;
    private final Context context;
    private final DataFiles files;
    private final int shards;
    private final OwnedDataDirectory folder;
    private final Optional<OwnDatabase> own;
    private final AtomicInteger sessions = new AtomicInteger();
    /** Held for reading by whatever uses {@link #database}, for writing by whatever opens or closes it. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    /** Null while no database is open. */
    private Shards<T, S> database;
    private boolean closed;
    private volatile boolean aborted;

    /** @param directory where the user wants the data; empty for the iteration's own folder */
    protected EmbeddedTarget(Values values, Context context, DataFiles files, Optional<Path> directory, long shards) {
        this(values, context, files, directory, shards, Optional.empty());
    }

    /** @param own the user's database that it works on, in place of one that it makes */
    protected EmbeddedTarget(Values values, Context context, DataFiles files, Optional<Path> directory, long shards,
            Optional<OwnDatabase> own) {
        this.own = own;
        this.values = values;
        this.context = context;
        this.files = files;
        this.shards = Math.toIntExact(shards);
        this.folder = files.in(directory.orElse(context.scratch()));
    }

    // ---- what an engine has of its own

    /** Opens the store in a folder that exists. @param create whether there is none yet */
    protected abstract S open(Path folder, boolean create) throws DriverException;

    /**
     * Opens the user's database, with the table that is measured as keyspace 0.
     *
     * @param folder in which its copy is, or whatever the engine needs of its own; it exists
     * @param create whether there is no copy yet
     */
    protected S open(OwnDatabase database, Path folder, boolean create) throws DriverException {
        throw new UnsupportedOperationException("it works on no database of the user's");
    }

    /** A worker's session. */
    protected Session session(Shards<T, S> open, Runnable ended) throws DriverException {
        return new EmbeddedSession<>(files.driver(), open, context.note(), ended);
    }

    /** A gauge of several shards: the sum of theirs, unless that means nothing. */
    protected double gauge(String name, List<Double> ofShards) {
        return ofShards.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Rewrites a store, so that dead data gives its space back. */
    protected void compact(S store) throws DriverException {
        store.compact();
    }

    /** The settings as the engine tells them; those that it does not tell as they are given. */
    protected Values effective(Shards<T, S> open, Values given) throws DriverException {
        Values effective = open.stores().getFirst().effective(given);
        return given.params().lookUp(SHARDS).isEmpty() ? effective
                : effective.with(SHARDS, Integer.toString(open.stores().size()), SettingOrigin.EFFECTIVE);
    }

    protected MetricSnapshot read(Shards<T, S> open) throws DriverException {
        Map<String, Double> counters = new HashMap<>();
        Map<String, List<Double>> gauges = new HashMap<>();
        for (S store : open.stores()) {
            store.counters().forEach((name, value) -> counters.merge(name, value, Double::sum));
            store.gauges().forEach((name, value) -> gauges.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
        }
        Map<String, Double> combined = new HashMap<>();
        gauges.forEach((name, ofShards) -> combined.put(name, gauge(name, ofShards)));
        return new MetricSnapshot("", counters, combined);
    }

    protected void settle(Shards<T, S> open, Progress progress) throws DriverException {
        for (S store : open.stores()) {
            store.settle(progress);
        }
    }

    /** Makes what waits give up soon. */
    protected void stop(Shards<T, S> open) {
        open.stop();
    }

    /** @param keep whether what was committed must still be there when it is opened again */
    protected void closeDatabase(Shards<T, S> open, boolean keep) throws DriverException {
        open.close(keep);
    }

    /** Whether it stores what can be compressed in fewer bytes. */
    protected boolean compresses() {
        return false;
    }

    /** Empties caches that outlive the database, which is closed. */
    protected void emptyCaches() {}

    /** Gives back what outlives the database; called once. */
    protected void release() {}

    /** The files whose pages are dropped from the system's cache for a cold start. */
    protected List<Path> files() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders()) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.filter(Files::isRegularFile).sorted().forEach(all::add);
            }
        }
        return all;
    }

    // ---- what the subclass may use

    /** The settings as they were given. */
    protected final Values values() {
        return values;
    }

    protected final Context context() {
        return context;
    }

    /** Whether it was told to end what is in progress. */
    protected final boolean aborted() {
        return aborted;
    }

    /** Whether to end what goes on in the background. */
    protected final boolean shouldEnd() {
        return aborted || context.cancelled().getAsBoolean();
    }

    /** Something done with what is open. */
    protected interface DatabaseCall<D, R> {
        R of(D open) throws DriverException;
    }

    /** Does something with the database, which is opened if need be and not closed meanwhile. */
    protected final <R> R withDatabase(DatabaseCall<Shards<T, S>, R> use) throws DriverException {
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
    protected final StylePlace place(ApiStyle style, DatabaseCall<Shards<T, S>, StyleTable> making)
            throws DriverException {
        return withDatabase(open -> new TablePlace(style, open, making.of(open)));
    }

    /** Lasts as long as the database that it was made in is open. */
    private final class TablePlace implements StylePlace {

        private final ApiStyle style;
        private final Shards<T, S> madeIn;
        private final StyleTable table;
        private boolean dropped;

        TablePlace(ApiStyle style, Shards<T, S> madeIn, StyleTable table) {
            this.style = style;
            this.madeIn = madeIn;
            this.table = table;
        }

        private <R> R withTable(DatabaseCall<StyleTable, R> use) throws DriverException {
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
            files.make(folder, shards);
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
            if (own.isPresent()) {
                throw new DriverException(OWN + "nothing is stored in it before a run");
            }
            requireRoom(keyspace,
                    (long) (open.bytesFor(keyspace, keys, valueSize) * (compresses() ? compressedShare : 1)));
            open.makeKeyspace(keyspace);
            return null;
        });
    }

    @Override
    public final Optional<FoundKeys> found(long keys, Progress progress) throws DriverException {
        return own.isEmpty() ? Optional.empty()
                : Optional.of(withDatabase(open -> new OwnKeys<>(own.get(), open.stores().getFirst(), this::shouldEnd)
                        .sample(keys, progress)));
    }

    /** {@inheritDoc} The user's database is opened where it is, only to be read. */
    @Override
    public final void requireFound(long keys) {
        if (own.isEmpty()) {
            return;
        }
        OwnDatabase there = own.get().onlyRead();
        try {
            S store = open(there, context.scratch(), true);
            try {
                new OwnKeys<>(there, store, this::shouldEnd).require(keys);
            } finally {
                store.close(false);
            }
        } catch (DriverException e) {
            throw new InvalidInputException(e.getMessage());
        }
    }

    @Override
    public final void makeDurable() throws DriverException {
        withDatabase(open -> {
            for (S store : open.stores()) {
                store.makeDurable();
            }
            return null;
        });
    }

    @Override
    public final void makeIndex(int keyspace) throws DriverException {
        withDatabase(open -> {
            open.makeIndex(keyspace);
            return null;
        });
    }

    /** {@inheritDoc} Shard after shard; what one that is stopped meanwhile leaves is left. */
    @Override
    public final void compact(Progress progress) throws DriverException {
        withDatabase(open -> {
            List<S> stores = open.stores();
            for (int i = 0; i < stores.size() && !shouldEnd(); i++) {
                progress.report(i, stores.size());
                try {
                    compact(stores.get(i));
                } catch (DriverException e) {
                    if (!shouldEnd()) {
                        throw e;
                    }
                }
            }
            return null;
        });
    }

    @Override
    public final long snapshot() throws DriverException {
        return withDatabase(open -> {
            Path into = folder.makeEmpty(SNAPSHOT);
            List<Path> copies = files.stores(into, shards);
            try {
                for (int i = 0; i < copies.size(); i++) {
                    Files.createDirectories(copies.get(i));
                    open.stores().get(i).copy(copies.get(i));
                }
            } catch (IOException e) {
                throw OwnedDataDirectory.failure(into, e);
            }
            return OwnedDataDirectory.bytesIn(into);
        });
    }

    @Override
    public final long count(int keyspace, Progress progress) throws DriverException {
        return withDatabase(open -> {
            long estimate = open.keys(open.keyspace(keyspace).values());
            try (KeyValueSession session = new EmbeddedSession<>(files.driver(), open, context.note(), () -> { });
                    Walk walk = session.walk(keyspace, Walk.Depth.KEYS)) {
                long keys = 0;
                for (int more = CHUNK; more == CHUNK;) {
                    more = walk.next(CHUNK, (key, size, value) -> { });
                    keys += more;
                    progress.report(keys, more < CHUNK ? keys : Math.max(keys, estimate));
                    if (context.cancelled().getAsBoolean()) {
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

    @Override
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return place(style, open -> new ShardsStyleTable<>(open, style, name));
    }

    @Override
    public final Session session(int worker) throws DriverException {
        return withDatabase(open -> counted(ended -> session(open, ended)));
    }

    private <S extends Session> S counted(DatabaseCall<Runnable, S> opening) throws DriverException {
        sessions.incrementAndGet();
        try {
            return opening.of(sessions::decrementAndGet);
        } catch (DriverException | RuntimeException e) {
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
            return OptionalLong.of(database == null ? disk : Math.min(disk, room(database)));
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
                for (S store : database.stores()) {
                    store.writeOut();
                }
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

    private void refuseFailed(Shards<T, S> open) throws DriverException {
        Optional<DriverException> failure = open.backgroundFailure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    @Override
    public final Optional<DriverException> backgroundFailure() {
        lock.readLock().lock();
        try {
            return database == null ? Optional.empty() : database.backgroundFailure();
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
        return List.of(own.filter(there -> !there.isCopied()).map(OwnDatabase::path).orElse(folder.directory()));
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
                files.use(folder, shards);
                open(false);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The open database; null while there is none. For tests that look behind the target. */
    protected final Shards<T, S> database() {
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
            Shards<T, S> opened = openStores(create);
            try {
                folder.requireInPlace();
            } catch (DriverException e) {
                Closing.after(e, List.of(opened), all -> closeDatabase(all, false));
                throw e;
            }
            database = opened;
        } catch (DriverException | RuntimeException e) {
            folder.release();
            throw e;
        }
    }

    private List<Path> folders() {
        return files.stores(dataDirectory(), shards);
    }

    private Shards<T, S> openStores(boolean create) throws DriverException {
        List<S> opened = new ArrayList<>();
        try {
            for (Path store : folders()) {
                opened.add(own.isPresent() ? open(own.get(), store, create) : open(store, create));
            }
            return new Shards<>(files.driver(), dataDirectory(), opened);
        } catch (DriverException | RuntimeException e) {
            Closing.after(e, opened, store -> store.close(false));
            throw e;
        }
    }

    /** As all shards fill alike, that of the fullest counts for each. */
    private static long room(Shards<?, ?> open) {
        long least = open.stores().stream().mapToLong(SortedStore::room).min().orElseThrow();
        return least == Long.MAX_VALUE ? least : least * open.stores().size();
    }

    private void closeIfOpen(boolean keep) throws DriverException {
        if (database != null) {
            Shards<T, S> closing = database;
            database = null;
            closeDatabase(closing, keep);
        }
    }
}
