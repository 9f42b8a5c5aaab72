package dev.tidemark.driver.mvstore;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RandomAccessStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.mvstore.tx.TransactionStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.value.VersionedValue;

/** An open store, its maps and their transactions. */
final class MvStoreEngine implements SortedStore<MVMap<byte[], VersionedValue<byte[]>>> {

    static final String FILE = "data.mv.db";

    /** How names of maps of styles begin that are changed without transactions. */
    private static final String PLAIN_STYLE = "plain-style-";

    /** The engine's own figures for compacting: chunks that hold less are rewritten, so much in a step. */
    private static final int COMPACT_FILL_RATE = 95;
    private static final int COMPACT_BYTES = 16 << 20;
    private static final int LEAST_COMPACT_STEPS = 8;

    /** How long a transaction waits for another to let a key go, which by itself would not wait at all. */
    private static final int WAIT_MILLIS = 60_000;

    private final Path folder;
    private final boolean sync;
    private final MVStore store;
    private final TransactionStore transactions;
    private final List<MVMap<byte[], ?>> keyspaces = new CopyOnWriteArrayList<>();
    /** Held by a transaction that changes several keys, so that no two wait for each other's keys crosswise. */
    private final ReentrantLock severalKeys = new ReentrantLock();
    /** The first thing that went wrong in the thread that writes what has changed. */
    private final AtomicReference<Throwable> inBackground;
    private volatile boolean stopped;

    private MvStoreEngine(Path folder, boolean sync, MVStore store, AtomicReference<Throwable> inBackground) {
        this.inBackground = inBackground;
        this.folder = folder;
        this.sync = sync;
        this.store = store;
        this.transactions = new TransactionStore(store);
        transactions.init();
        transactions.endLeftoverTransactions();
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        new MVStore.Builder();
    }

    static MvStoreEngine open(Path folder, Values values) throws DriverException {
        AtomicReference<Throwable> inBackground = new AtomicReference<>();
        MVStore store = null;
        try {
            MVStore.Builder builder = new MVStore.Builder()
                    .backgroundExceptionHandler((thread, e) -> inBackground.compareAndSet(null, e))
                    .fileName(folder.resolve(FILE).toString())
                    .cacheSize((int) (values.get(MvStoreParams.CACHE) / values.get(MvStoreParams.SHARDS) >> 20))
                    .pageSplitSize(Math.toIntExact(values.get(MvStoreParams.PAGE_SIZE)))
                    .autoCompactFillRate(Math.toIntExact(values.get(MvStoreParams.FILL_RATE)));
            switch (values.get(MvStoreParams.COMPRESSION)) {
                case NONE -> { }
                case LZF -> builder.compress();
                case DEFLATE -> builder.compressHigh();
            }
            store = builder.open();
            store.setAutoCommitDelay((int) values.get(MvStoreParams.WRITE_DELAY).toMillis());
            return new MvStoreEngine(folder, values.get(MvStoreParams.SYNC), store, inBackground);
        } catch (RuntimeException e) {
            if (store != null) {
                store.closeImmediately();
            }
            throw failure(folder, "open the store", e);
        }
    }

    /** @param doing what MVStore was to do, as in {@code store a transaction} */
    static DriverException failure(Path folder, String doing, Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                return OwnedDataDirectory.failure(folder, io);
            }
        }
        return new DriverException("MVStore could not " + doing + " in " + folder + ": "
                + DriverException.oneLine(e.getMessage()), e);
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Map<TableName, MVMap<byte[], VersionedValue<byte[]>>> tables() throws DriverException {
        Map<TableName, MVMap<byte[], VersionedValue<byte[]>>> tables = new HashMap<>();
        for (String map : store.getMapNames()) {
            Optional<TableName> name = TableName.parse(map);
            if (name.isPresent()) {
                tables.put(name.get(), make(name.get()));
            }
        }
        return tables;
    }

    @Override
    public MVMap<byte[], VersionedValue<byte[]>> make(TableName name) throws DriverException {
        try {
            Transaction opening = transactions.begin();
            TransactionMap<byte[], byte[]> seen = opening.openMap(name.toString(), ByteArrayDataType.INSTANCE,
                    ByteArrayDataType.INSTANCE);
            opening.commit();
            if (name.kind() == Kind.KEYSPACE) {
                keyspaces.add(seen.map);
            }
            return seen.map;
        } catch (RuntimeException e) {
            throw failure(folder, "open a map", e);
        }
    }

    @Override
    public void remove(TableName name, MVMap<byte[], VersionedValue<byte[]>> table) throws DriverException {
        remove(table);
    }

    @Override
    public OptionalLong keys(MVMap<byte[], VersionedValue<byte[]>> table) {
        return OptionalLong.of(table.sizeAsLong());
    }

    @Override
    public StyleWriter styleWriter(ApiStyle style, MVMap<byte[], VersionedValue<byte[]>> table)
            throws DriverException {
        return new MvStoreStyleWriter(this, table);
    }

    /** A new map for documents of a style without transactions; an earlier one of its name is removed. */
    StyleTable plainStyleTable(String name) throws DriverException {
        try {
            store.removeMap(PLAIN_STYLE + name);
            return new PlainStyleTable(this, openPlainMap(PLAIN_STYLE + name));
        } catch (RuntimeException e) {
            throw failure(folder, "make a map", e);
        }
    }

    private MVMap<byte[], byte[]> openPlainMap(String name) {
        return store.openMap(name, new MVMap.Builder<byte[], byte[]>().keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    }

    /** Removes a map that nobody uses any more. */
    void remove(MVMap<byte[], ?> map) throws DriverException {
        try {
            store.removeMap(map);
        } catch (RuntimeException e) {
            throw failure(folder, "remove a map", e);
        }
    }

    @Override
    public Optional<DriverException> backgroundFailure() {
        return Optional.ofNullable(inBackground.get()).map(e -> failure(folder, "write in the background", e));
    }

    Transaction begin() throws DriverException {
        refuseWriting();
        Transaction begun = transactions.begin();
        begun.setTimeoutMillis(WAIT_MILLIS);
        return begun;
    }

    /** @throws DriverException when nothing more is to be written */
    void refuseWriting() throws DriverException {
        if (inBackground.get() != null) {
            throw backgroundFailure().orElseThrow();
        }
        if (stopped) {
            throw new DriverException("MVStore was stopped before it could store a transaction in " + folder);
        }
    }

    /** Ends a transaction without effect, unless it has ended. */
    static void end(Transaction begun) {
        if (begun.getStatus() == Transaction.STATUS_OPEN) {
            begun.rollback();
        }
    }

    /** Something that may fail within the engine. */
    interface EngineAction {
        void run() throws Exception;
    }

    /** Does what changes several keys: one such at a time. */
    void alone(EngineAction work) throws Exception {
        severalKeys.lock();
        try {
            work.run();
        } finally {
            severalKeys.unlock();
        }
    }

    /** Makes what is committed last, where that is asked for. */
    void makeLast() {
        if (sync) {
            store.commit();
            store.sync();
        }
    }

    /** Keeps the pages of this moment until it is given back. */
    MVStore.TxCounter keepVersion() {
        return store.registerVersionUsage();
    }

    void giveBack(MVStore.TxCounter version) {
        if (!store.isClosed()) {
            store.deregisterVersionUsage(version);
        }
    }

    @Override
    public MvStoreAccess access() throws DriverException {
        try {
            return new MvStoreAccess(this, begin());
        } catch (RuntimeException e) {
            throw failure(folder, "begin a session", e);
        }
    }

    @Override
    public Values effective(Values given) {
        return given.with(MvStoreParams.CACHE, given.get(MvStoreParams.SHARDS) * store.getCacheSize() << 20,
                        SettingOrigin.EFFECTIVE)
                .with(MvStoreParams.WRITE_DELAY, Duration.ofMillis(store.getAutoCommitDelay()), SettingOrigin.EFFECTIVE)
                .with(MvStoreParams.PAGE_SIZE, store.getMaxPageSize(), SettingOrigin.EFFECTIVE);
    }

    @Override
    public Map<String, Double> counters() {
        FileStore<?> file = store.getFileStore();
        Map<String, Double> counters = new HashMap<>();
        counters.put(MvStoreMeasures.WRITES.name(), (double) file.getWriteCount());
        counters.put(MvStoreMeasures.READS.name(), (double) file.getReadCount());
        counters.put(MvStoreMeasures.READ_BYTES.name(), (double) file.getReadBytes());
        return counters;
    }

    @Override
    public Map<String, Double> gauges() {
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(MvStoreMeasures.ON_DISK_SIZE.name(), (double) store.getFileStore().size());
        gauges.put(MvStoreMeasures.KEYS.name(), keyspaces.stream().mapToDouble(MVMap::sizeAsLong).sum());
        gauges.put(MvStoreMeasures.FILL_RATE.name(), store.getFillRate() / 100.0);
        gauges.put(MvStoreMeasures.UNSAVED.name(), (double) store.getUnsavedMemory());
        return gauges;
    }

    /** {@inheritDoc} Without sync, the engine holds back what has changed. */
    @Override
    public void makeDurable() throws DriverException {
        try {
            store.commit();
        } catch (RuntimeException e) {
            throw failure(folder, "write what has changed", e);
        }
    }

    /** {@inheritDoc} What the engine would still rewrite in the background for its fill rate is left. */
    @Override
    public void settle(Progress progress) throws DriverException {
        try {
            store.commit();
            store.sync();
        } catch (RuntimeException e) {
            throw failure(folder, "write what has changed", e);
        }
    }

    /**
     * Rewrites chunks that hold dead pages and moves chunks into the gaps that are left, step by step. The engine's own
     * {@link MVStore#compactFile} stops at the fill rate at which it rewrites in the background, and moves nothing
     * where whole chunks are dead; it also keeps on overwriting what a crash may need.
     */
    void compact(BooleanSupplier cancelled) throws DriverException {
        RandomAccessStore file = (RandomAccessStore) store.getFileStore();
        int retention = store.getRetentionTime();
        int versions = store.getVersionsToKeep();
        store.setRetentionTime(0);
        store.setVersionsToKeep(0);
        try {
            store.commit();
            // Beside writers there is always something left to do: everything is moved twice at most.
            long steps = LEAST_COMPACT_STEPS + 2 * file.size() / COMPACT_BYTES;
            boolean more = true;
            for (long step = 0; more && step < steps && !stopped && !cancelled.getAsBoolean(); step++) {
                long before = file.size();
                more = store.compact(COMPACT_FILL_RATE, COMPACT_BYTES);
                store.sync();
                file.compactMoveChunks(100, COMPACT_BYTES, store);
                more |= file.size() < before;
            }
        } catch (RuntimeException e) {
            throw failure(folder, "compact the store", e);
        } finally {
            store.setVersionsToKeep(versions);
            store.setRetentionTime(retention);
        }
    }

    /** {@inheritDoc} Meanwhile space that gets free is not used again, so that what is copied stays whole. */
    @Override
    public void copy(Path into) throws DriverException {
        try {
            store.commit();
            store.sync();
            store.setReuseSpace(false);
            Files.copy(folder.resolve(FILE), into.resolve(FILE));
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(into, e);
        } catch (RuntimeException e) {
            throw failure(folder, "copy the store", e);
        } finally {
            store.setReuseSpace(true);
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close(boolean keep) throws DriverException {
        if (!keep) {
            store.closeImmediately();
            return;
        }
        try {
            transactions.close();
            store.close(0); // without the tidying up that it does otherwise for 200 ms
        } catch (RuntimeException e) {
            throw failure(folder, "close the store", e);
        }
    }
}
