package dev.tidemark.driver.rocksdb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.StyleWriter;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Values;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.Status;

/** An open database: one shard of a target. */
final class RocksDbStore implements SortedStore<ColumnFamilyHandle> {

    /** Each has memtables of its own. */
    static final int MOST_KEYSPACES = 1000;

    private static final String ENTRIES = "rocksdb.estimate-num-keys";
    private static final String ERRORS = "rocksdb.background-errors";

    /** Of a database of the user's, the column family that is measured. */
    private static final TableName OWN = TableName.of(Kind.KEYSPACE, 0);

    private final Path folder;
    private final Path optionsPlace;
    private final EngineOptions engine;
    private final RocksDB database;
    private final Options options;
    private final BackgroundEvents events;
    private final boolean readOnly;
    private final List<RocksObject> others;
    private final ColumnFamilyHandle main;
    private final Map<TableName, ColumnFamilyHandle> tables = new ConcurrentHashMap<>();
    /** Held by a compaction on request, since it sets options for as long as it takes. */
    private final ReentrantLock compacting = new ReentrantLock();

    private RocksDbStore(Path folder, Path optionsPlace, EngineOptions engine, RocksDB database, Options options,
            BackgroundEvents events, Map<TableName, ColumnFamilyHandle> tables, boolean readOnly,
            List<RocksObject> others) {
        this.folder = folder;
        this.optionsPlace = optionsPlace;
        this.engine = engine;
        this.database = database;
        this.options = options;
        this.events = events;
        this.readOnly = readOnly;
        this.others = others;
        this.tables.putAll(tables);
        main = tables.getOrDefault(TableName.DOCUMENTS, tables.get(OWN));
    }

    /**
     * A database of the user's.
     *
     * @param used     the options file, or the folder with one, that says with what it was opened
     * @param family   the column family that is measured
     * @param readOnly whether nothing can be written
     * @param others   to be closed after it
     */
    static RocksDbStore own(Path folder, Path used, EngineOptions engine, RocksDB database, Options options,
            BackgroundEvents events, ColumnFamilyHandle family, boolean readOnly, List<RocksObject> others) {
        return new RocksDbStore(folder, used, engine, database, options, events, Map.of(OWN, family), readOnly,
                others);
    }

    private static Map<TableName, ColumnFamilyHandle> tables(RocksDB database, List<ColumnFamilyHandle> handles)
            throws RocksDBException {
        Map<TableName, ColumnFamilyHandle> tables = new HashMap<>();
        tables.put(TableName.DOCUMENTS, database.getDefaultColumnFamily());
        for (ColumnFamilyHandle handle : handles) {
            TableName.parse(new String(handle.getName(), StandardCharsets.UTF_8))
                    .ifPresent(name -> tables.put(name, handle));
        }
        return tables;
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        RocksDB.loadLibrary();
    }

    /** @param create whether the folder is empty, or holds a database */
    static RocksDbStore open(EngineOptions engine, Path folder, boolean create) throws DriverException {
        BackgroundEvents events = new BackgroundEvents();
        Options options = engine.forShard(create, events);
        RocksDB database = null;
        try (DBOptions whole = new DBOptions(options);
                ColumnFamilyOptions each = new ColumnFamilyOptions(options)) {
            List<ColumnFamilyDescriptor> families = new ArrayList<>();
            for (byte[] name : create ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY)
                    : RocksDB.listColumnFamilies(options, folder.toString())) {
                families.add(new ColumnFamilyDescriptor(name, each));
            }
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            database = RocksDB.open(whole, folder.toString(), families, handles);
            events.watch(database);
            return new RocksDbStore(folder, folder, engine, database, options, events, tables(database, handles),
                    false, List.of());
        } catch (RocksDBException e) {
            if (database != null) {
                database.close();
            }
            options.close();
            events.close();
            throw ErrorMapper.of(folder, create ? "make a database" : "open the database", e);
        }
    }

    @Override
    public Path folder() {
        return folder;
    }

    RocksDB database() {
        return database;
    }

    /** The options file, or the folder with it, that says with what it was opened. */
    Path optionsPlace() {
        return optionsPlace;
    }

    /** The name of the column family whose options are told. */
    String family() {
        try {
            return new String(main.getName(), StandardCharsets.UTF_8);
        } catch (RocksDBException e) {
            throw new IllegalStateException("a column family has no name", e);
        }
    }

    // ---- tables

    @Override
    public Map<TableName, ColumnFamilyHandle> tables() {
        return tables;
    }

    @Override
    public int mostKeyspaces() {
        return MOST_KEYSPACES;
    }

    @Override
    public boolean headsApart() {
        return engine.headsApart();
    }

    /** Whether the keyspaces keep heads apart: as they were made, or, while there are none, as they would be. */
    boolean keepsHeadsApart() {
        return of(Kind.KEYSPACE).isEmpty() ? headsApart() : !of(Kind.HEADS).isEmpty();
    }

    private List<ColumnFamilyHandle> of(Kind kind) {
        return tables.entrySet().stream().filter(table -> table.getKey().kind() == kind)
                .sorted(Comparator.comparing(table -> table.getKey().of())).map(Map.Entry::getValue).toList();
    }

    @Override
    public ColumnFamilyHandle make(TableName name) throws DriverException {
        byte[] family = name.toString().getBytes(StandardCharsets.UTF_8);
        try (ColumnFamilyOptions each = new ColumnFamilyOptions(options)) {
            ColumnFamilyHandle made = database.createColumnFamily(new ColumnFamilyDescriptor(family, each));
            tables.put(name, made);
            return made;
        } catch (RocksDBException e) {
            throw ErrorMapper.of(folder, "make a keyspace", e);
        }
    }

    @Override
    public void remove(TableName name, ColumnFamilyHandle table) throws DriverException {
        tables.remove(name);
        try {
            database.dropColumnFamily(table);
        } catch (RocksDBException e) {
            throw ErrorMapper.of(folder, "remove documents", e);
        } finally {
            database.destroyColumnFamilyHandle(table);
        }
    }

    /** {@inheritDoc} As RocksDB estimates them. */
    @Override
    public OptionalLong keys(ColumnFamilyHandle table) {
        return OptionalLong.of(property(table, ENTRIES));
    }

    @Override
    public RocksDbAccess access() {
        return new RocksDbAccess(this, engine.writeOptions());
    }

    @Override
    public StyleWriter styleWriter(ApiStyle style, ColumnFamilyHandle table) {
        return new RocksDbStyleWriter(this, style, table, engine.writeOptions());
    }

    /**
     * What is to be thrown for a failed operation: the failure in the background behind it, if it is that.
     *
     * @param doing what RocksDB was to do, as in {@code store a transaction}
     */
    Exception failure(String doing, RocksDBException e) {
        boolean stopped = e.getStatus() != null && e.getStatus().getCode() == Status.Code.ShutdownInProgress;
        Optional<DriverException> cause = stopped ? backgroundFailure() : Optional.empty();
        return cause.isPresent() ? cause.get() : ErrorMapper.ofOperation(folder.getParent(), doing, e);
    }

    // ---- the engine

    /** {@inheritDoc} All shards have the same. */
    @Override
    public Values effective(Values given) throws DriverException {
        try {
            return EffectiveSettings.of(given, engine, this);
        } catch (IOException e) {
            throw new DriverException(e.getMessage(), e);
        }
    }

    /** {@inheritDoc} The others are counted for all shards together. */
    @Override
    public Map<String, Double> counters() {
        return Map.of(EngineMeasures.SEGMENTS_WRITTEN.name(), (double) events.tables());
    }

    @Override
    public Map<String, Double> gauges() {
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(EngineMeasures.ON_DISK_SIZE.name(),
                (double) sum("rocksdb.live-sst-files-size") + sum("rocksdb.live-blob-file-size"));
        gauges.put(EngineMeasures.IN_MEMORY_SIZE.name(), (double) sum("rocksdb.cur-size-all-mem-tables"));
        if (tables.containsKey(TableName.DOCUMENTS)) {
            gauges.put(RocksDbMeasures.DOCUMENTS.name(), (double) property(main, ENTRIES));
        }
        gauges.put(RocksDbMeasures.KEYS.name(),
                of(Kind.KEYSPACE).stream().mapToDouble(keyspace -> property(keyspace, ENTRIES)).sum());
        gauges.put(RocksDbMeasures.BLOB_GARBAGE.name(), (double) sum("rocksdb.live-blob-file-garbage-size"));
        gauges.put(RocksDbMeasures.PENDING_COMPACTION.name(), (double) pendingCompaction());
        return gauges;
    }

    long pendingCompaction() {
        return sum("rocksdb.estimate-pending-compaction-bytes");
    }

    /** A property of RocksDB's, added up over documents and keyspaces. */
    long sum(String property) {
        try {
            return database.getAggregatedLongProperty(property);
        } catch (RocksDBException e) {
            throw unknown(property, e);
        }
    }

    /** A property of RocksDB's as it is of a table, or of the part with the documents, or of what is measured. */
    long property(ColumnFamilyHandle table, String property) {
        try {
            return database.getLongProperty(table, property);
        } catch (RocksDBException e) {
            throw unknown(property, e);
        }
    }

    long property(String property) {
        return property(main, property);
    }

    private static IllegalStateException unknown(String property, RocksDBException e) {
        return new IllegalStateException("RocksDB does not know its property " + property, e);
    }

    /** {@inheritDoc} Without a journal, what was committed is in memory alone until it is flushed. */
    @Override
    public void makeDurable() throws DriverException {
        if (!engine.hasJournal()) {
            flush(true);
        }
    }

    /** {@inheritDoc} With a journal, too, the memtables would be filled again from it. */
    @Override
    public void writeOut() throws DriverException {
        if (backgroundFailure().isEmpty() && !readOnly) {
            flush(true);
        }
    }

    /**
     * Has the engine write the memtables out, those of styles apart: whoever stores them removes them, which may be
     * meanwhile.
     *
     * @param wait until it is done
     * @return false where it was not taken on, since writes are stopped, as too much waits to be flushed or compacted
     *         already: to be asked for again later
     */
    boolean flush(boolean wait) throws DriverException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(wait).setAllowWriteStall(true)) {
            database.flush(flush, families());
            return true;
        } catch (RocksDBException e) {
            if (ErrorMapper.isRefusedForNow(e) && backgroundFailure().isEmpty()) {
                return false;
            }
            // Told before anybody finds writes stopped by it, so it is known by now if there is one.
            throw backgroundFailure().orElseGet(() -> ErrorMapper.of(folder, "write out a memtable", e));
        }
    }

    private List<ColumnFamilyHandle> families() {
        return Stream.of(Kind.DOCUMENTS, Kind.KEYSPACE, Kind.INDEX, Kind.HEADS).flatMap(kind -> of(kind).stream())
                .toList();
    }

    @Override
    public void compact() throws DriverException {
        compacting.lock();
        try {
            for (ColumnFamilyHandle family : families()) {
                if (options.enableBlobFiles()) {
                    collect(family, engine.blobCollection().in(options));
                } else {
                    database.compactRange(family);
                }
            }
        } catch (RocksDBException e) {
            throw ErrorMapper.of(folder, "compact the database", e);
        } finally {
            compacting.unlock();
        }
    }

    /** As garbage is met by rewriting what refers to it, the last level is rewritten, too. */
    private void collect(ColumnFamilyHandle family, BlobCollection collection) throws RocksDBException {
        try (CompactRangeOptions everything = new CompactRangeOptions()
                .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)
                .setExclusiveManualCompaction(collection.isOtherOnRequest())) {
            if (!collection.isOtherOnRequest()) {
                database.compactRange(family, null, null, everything);
                return;
            }
            collectOtherwise(family, collection, everything);
        }
    }

    /**
     * RocksDB can override its collection of garbage for one compaction; its Java interface can not. So the options
     * are others for as long as this takes. The engine's own compactions must not run meanwhile: each would move
     * every value that it meets once more, and one of the first level meets most.
     */
    private void collectOtherwise(ColumnFamilyHandle family, BlobCollection collection, CompactRangeOptions exclusive)
            throws RocksDBException {
        setCollection(family, true, collection.onRequest());
        try {
            database.compactRange(family, null, null, exclusive);
        } finally {
            setCollection(family, collection.byItself(), collection.ageCutoff());
        }
    }

    private void setCollection(ColumnFamilyHandle family, boolean on, double ageCutoff) throws RocksDBException {
        database.setOptions(family, MutableColumnFamilyOptions.builder().setEnableBlobGarbageCollection(on)
                .setBlobGarbageCollectionAgeCutoff(ageCutoff).build());
    }

    /** {@inheritDoc} With its memtables; files that never change are linked. */
    @Override
    public void copy(Path into) throws DriverException {
        try (Checkpoint checkpoint = Checkpoint.create(database)) {
            Files.delete(into); // RocksDB makes it
            checkpoint.createCheckpoint(into.toString());
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(into, e);
        } catch (RocksDBException e) {
            throw ErrorMapper.of(folder, "copy the database", e);
        }
    }

    /**
     * {@inheritDoc} The engine counts errors of which its Java API does not tell, as it
     * does not know all reasons: of a flush without a journal it tells nothing, and writers would wait for ever.
     */
    @Override
    public Optional<DriverException> backgroundFailure() {
        if (events.error().isEmpty() && property(ERRORS) > 0) {
            events.fail(EngineLog.lastError(folder));
        }
        return events.error().map(status -> ErrorMapper.ofBackground(folder, status));
    }

    /** {@inheritDoc} For good; writers that are held back fail. */
    @Override
    public void stop() {
        database.cancelAllBackgroundWork(false);
    }

    /** {@inheritDoc} With a journal, nothing needs to be written out to be kept. */
    @Override
    public void close(boolean keep) throws DriverException {
        try {
            if (keep && !engine.hasJournal()) {
                writeOut();
            }
            stop();
        } finally {
            database.close();
            options.close();
            others.reversed().forEach(RocksObject::close);
            events.close();
        }
    }
}
