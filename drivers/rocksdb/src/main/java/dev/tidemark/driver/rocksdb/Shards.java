package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.rocksdb.Status;

/** The open databases of a target. */
final class Shards {

    /** Each has memtables of its own. */
    static final int MOST_KEYSPACES = 1000;

    private static final String ENTRIES = "rocksdb.estimate-num-keys";
    private static final String ERRORS = "rocksdb.background-errors";
    private static final String KEYSPACE = "keyspace-";
    private static final String INDEX = "index-";
    private static final String HEADS = "heads-";
    private static final String STYLE = "style-";

    /**
     * @param keyspaces by number; null where there is none
     * @param indexes   by the number of their keyspace; null where there is none
     * @param heads     sizes of values by key, by the number of their keyspace; null where they are not kept apart
     * @param styles    documents of styles, by the name of their family; whoever stores them removes them, and a
     *                  request to flush or to compact leaves them alone, as they might go away meanwhile
     */
    private record Shard(Path folder, RocksDB database, Options options, BackgroundEvents events,
            List<ColumnFamilyHandle> keyspaces, List<ColumnFamilyHandle> indexes, List<ColumnFamilyHandle> heads,
            Map<String, ColumnFamilyHandle> styles) {

        static Shard open(EngineOptions engine, Path folder, boolean create) throws DriverException {
            BackgroundEvents events = new BackgroundEvents();
            Options options = engine.forShard(create, events);
            try (DBOptions whole = new DBOptions(options);
                    ColumnFamilyOptions each = new ColumnFamilyOptions(options)) {
                List<ColumnFamilyDescriptor> families = new ArrayList<>();
                for (byte[] name : create ? List.of(RocksDB.DEFAULT_COLUMN_FAMILY)
                        : RocksDB.listColumnFamilies(options, folder.toString())) {
                    families.add(new ColumnFamilyDescriptor(name, each));
                }
                List<ColumnFamilyHandle> handles = new ArrayList<>();
                RocksDB database = RocksDB.open(whole, folder.toString(), families, handles);
                events.watch(database);
                return new Shard(folder, database, options, events, numbered(KEYSPACE, handles),
                        numbered(INDEX, handles), numbered(HEADS, handles), ofStyles(handles));
            } catch (RocksDBException e) {
                options.close();
                events.close();
                throw ErrorMapper.of(folder, create ? "make a database" : "open the database", e);
            }
        }

        private static List<ColumnFamilyHandle> numbered(String kind, List<ColumnFamilyHandle> handles)
                throws RocksDBException {
            Pattern named = Pattern.compile(kind + "(\\d{1,9})");
            List<ColumnFamilyHandle> found = new ArrayList<>();
            for (ColumnFamilyHandle handle : handles) {
                Matcher name = named.matcher(new String(handle.getName(), StandardCharsets.UTF_8));
                if (name.matches()) {
                    put(found, Integer.parseInt(name.group(1)), handle);
                }
            }
            return new CopyOnWriteArrayList<>(found);
        }

        private static Map<String, ColumnFamilyHandle> ofStyles(List<ColumnFamilyHandle> handles)
                throws RocksDBException {
            Map<String, ColumnFamilyHandle> found = new ConcurrentHashMap<>();
            for (ColumnFamilyHandle handle : handles) {
                String name = new String(handle.getName(), StandardCharsets.UTF_8);
                if (name.startsWith(STYLE)) {
                    found.put(name, handle);
                }
            }
            return found;
        }

        private static void put(List<ColumnFamilyHandle> keyspaces, int keyspace, ColumnFamilyHandle handle) {
            while (keyspaces.size() <= keyspace) {
                keyspaces.add(null);
            }
            keyspaces.set(keyspace, handle);
        }

        private static ColumnFamilyHandle find(List<ColumnFamilyHandle> numbered, int number) {
            return number < numbered.size() ? numbered.get(number) : null;
        }

        ColumnFamilyHandle keyspace(int keyspace) throws DriverException {
            ColumnFamilyHandle found = find(keyspaces, keyspace);
            if (found == null) {
                throw new DriverException(folder.getParent() + " has no keyspace " + keyspace);
            }
            return found;
        }

        boolean hasIndex(int keyspace) {
            return find(indexes, keyspace) != null;
        }

        ColumnFamilyHandle index(int keyspace) throws DriverException {
            ColumnFamilyHandle found = find(indexes, keyspace);
            if (found == null) {
                throw new DriverException(folder.getParent() + " has no index of keyspace " + keyspace);
            }
            return found;
        }

        void makeKeyspace(int keyspace, boolean headsApart) throws DriverException {
            if (find(keyspaces, keyspace) == null) {
                if (headsApart) {
                    put(heads, keyspace, make(HEADS + keyspace));
                }
                put(keyspaces, keyspace, make(KEYSPACE + keyspace));
            }
        }

        void makeIndex(int keyspace) throws DriverException {
            keyspace(keyspace); // complains
            if (!hasIndex(keyspace)) {
                put(indexes, keyspace, make(INDEX + keyspace));
            }
        }

        ColumnFamilyHandle makeStyleFamily(String family) throws DriverException {
            dropStyleFamily(family);
            ColumnFamilyHandle made = make(family);
            styles.put(family, made);
            return made;
        }

        /** Removes it, if it is there. */
        void dropStyleFamily(String family) throws DriverException {
            ColumnFamilyHandle there = styles.remove(family);
            if (there == null) {
                return;
            }
            try {
                database.dropColumnFamily(there);
            } catch (RocksDBException e) {
                throw ErrorMapper.of(folder, "remove documents", e);
            } finally {
                database.destroyColumnFamilyHandle(there);
            }
        }

        private ColumnFamilyHandle make(String family) throws DriverException {
            byte[] name = family.getBytes(StandardCharsets.UTF_8);
            try (ColumnFamilyOptions each = new ColumnFamilyOptions(options)) {
                return database.createColumnFamily(new ColumnFamilyDescriptor(name, each));
            } catch (RocksDBException e) {
                throw ErrorMapper.of(folder, "make a keyspace", e);
            }
        }

        List<ColumnFamilyHandle> families() {
            List<ColumnFamilyHandle> families = new ArrayList<>(List.of(database.getDefaultColumnFamily()));
            keyspaces.stream().filter(Objects::nonNull).forEach(families::add);
            indexes.stream().filter(Objects::nonNull).forEach(families::add);
            heads.stream().filter(Objects::nonNull).forEach(families::add);
            return families;
        }

        /** Entries as RocksDB estimates them. */
        long keys() {
            return keyspaces.stream().filter(Objects::nonNull).mapToLong(this::keys).sum();
        }

        long keys(ColumnFamilyHandle keyspace) {
            try {
                return database.getLongProperty(keyspace, ENTRIES);
            } catch (RocksDBException e) {
                throw new IllegalStateException("RocksDB does not know its property " + ENTRIES, e);
            }
        }

        /** Whether it was taken on; while writes are stopped, one that is not waited for is not. */
        boolean flush(FlushOptions flush) throws DriverException {
            try {
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

        /** @param collection how the garbage of blob files is collected, where there are any */
        void compact(BlobCollection collection) throws DriverException {
            try {
                for (ColumnFamilyHandle family : families()) {
                    if (options.enableBlobFiles()) {
                        collect(family, collection);
                    } else {
                        database.compactRange(family);
                    }
                }
            } catch (RocksDBException e) {
                throw ErrorMapper.of(folder, "compact the database", e);
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
        private void collectOtherwise(ColumnFamilyHandle family, BlobCollection collection,
                CompactRangeOptions exclusive)
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

        void copy(Path into) throws DriverException {
            try (Checkpoint checkpoint = Checkpoint.create(database)) {
                checkpoint.createCheckpoint(into.toString());
            } catch (RocksDBException e) {
                throw ErrorMapper.of(folder, "copy the database", e);
            }
        }

        /**
         * What stopped flushes and compactions. The engine counts errors of which its Java API does not tell, as it
         * does not know all reasons: of a flush without a journal it tells nothing, and writers would wait for ever.
         */
        Optional<DriverException> backgroundFailure() {
            if (events.error().isEmpty() && property(database, ERRORS) > 0) {
                events.fail(EngineLog.lastError(folder));
            }
            return events.error().map(status -> ErrorMapper.ofBackground(folder, status));
        }

        void close() {
            database.close();
            options.close();
            events.close();
        }
    }

    /** As many as let writers of different keys seldom meet. */
    static final int ENTRIES_LOCKS = 1024;

    /** Threads of all sessions together that ask shards at once. */
    private static final int MOST_ASKERS = 32;

    private final List<Shard> shards = new ArrayList<>();
    private final ReentrantLock[] entriesLocks = new ReentrantLock[ENTRIES_LOCKS];

    private final boolean headsApart;
    private final BlobCollection collection;
    /** Held by a compaction on request, since it sets options for as long as it takes. */
    private final ReentrantLock compacting = new ReentrantLock();
    /** Asks indexes of shards beside the threads of sessions. Its threads come when they are needed, and go again. */
    private final ThreadPoolExecutor askers = new ThreadPoolExecutor(MOST_ASKERS, MOST_ASKERS, 10, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), Thread.ofPlatform().daemon().name("rocksdb-index-", 1).factory());

    private Shards(boolean headsApart, BlobCollection collection) {
        this.headsApart = headsApart;
        this.collection = collection;
        Arrays.setAll(entriesLocks, i -> new ReentrantLock());
        askers.allowCoreThreadTimeOut(true);
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        RocksDB.loadLibrary();
    }

    /** @param create whether the folders are empty, or hold a database each */
    static Shards open(EngineOptions engine, List<Path> folders, boolean create) throws DriverException {
        Shards opened = new Shards(engine.headsApart(), engine.blobCollection());
        try {
            for (Path folder : folders) {
                opened.shards.add(Shard.open(engine, folder, create));
            }
            return opened;
        } catch (DriverException e) {
            opened.shards.forEach(Shard::close);
            throw e;
        }
    }

    List<RocksDB> databases() {
        return shards.stream().map(Shard::database).toList();
    }

    /** In which the shards' folders are. */
    Path folder() {
        return shards.getFirst().folder().getParent();
    }

    List<Path> folders() {
        return shards.stream().map(Shard::folder).toList();
    }

    /** Tables written by flushes and compactions, since opening. */
    long tables() {
        return shards.stream().mapToLong(shard -> shard.events().tables()).sum();
    }

    /** Makes a keyspace in every shard where it is not there. */
    synchronized void makeKeyspace(int keyspace) throws DriverException {
        if (keyspace >= MOST_KEYSPACES) {
            throw new DriverException("rocksdb holds keyspaces 0 to " + (MOST_KEYSPACES - 1) + ", not " + keyspace);
        }
        for (Shard shard : shards) {
            shard.makeKeyspace(keyspace, headsApart);
        }
    }

    /** Gives a keyspace an index in every shard where it has none. */
    synchronized void makeIndex(int keyspace) throws DriverException {
        for (Shard shard : shards) {
            shard.makeIndex(keyspace);
        }
    }

    /** Makes an empty column family for documents of a style in every shard. */
    synchronized ColumnFamilyHandle[] makeStyleFamily(String name) throws DriverException {
        ColumnFamilyHandle[] handles = new ColumnFamilyHandle[shards.size()];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = shards.get(i).makeStyleFamily(STYLE + name);
        }
        return handles;
    }

    /** Removes it with all that is in it; nobody uses it any more. */
    synchronized void dropStyleFamily(String name) throws DriverException {
        for (Shard shard : shards) {
            shard.dropStyleFamily(STYLE + name);
        }
    }

    boolean hasKeyspace(int keyspace) {
        return Shard.find(shards.getFirst().keyspaces(), keyspace) != null;
    }

    boolean hasIndex(int keyspace) {
        return shards.getFirst().hasIndex(keyspace);
    }

    /** The sizes of a keyspace's values in each shard; null where they are not kept apart. */
    ColumnFamilyHandle[] heads(int keyspace) {
        ColumnFamilyHandle[] handles = new ColumnFamilyHandle[shards.size()];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = Shard.find(shards.get(i).heads(), keyspace);
        }
        return handles[0] == null ? null : handles;
    }

    /** Whether the keyspaces keep heads apart: as they were made, or, while there are none, as they would be. */
    boolean headsApart() {
        Shard first = shards.getFirst();
        return first.keyspaces().isEmpty() ? headsApart : !first.heads().isEmpty();
    }

    /** The index of a keyspace in each shard. @throws DriverException when it has not been made */
    ColumnFamilyHandle[] index(int keyspace) throws DriverException {
        ColumnFamilyHandle[] handles = new ColumnFamilyHandle[shards.size()];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = shards.get(i).index(keyspace);
        }
        return handles;
    }

    /** For asking several shards at once, {@value #MOST_ASKERS} of all sessions at a time. */
    Executor askers() {
        return askers;
    }

    /** Held by whoever replaces the index entries of some keys; one lock for many keys. */
    ReentrantLock entriesLock(int stripe) {
        return entriesLocks[stripe];
    }

    /** Rewrites everything, shard after shard; what a shard that is stopped meanwhile leaves is left. */
    void compact(Progress progress, BooleanSupplier cancelled) throws DriverException {
        for (int i = 0; i < shards.size() && !cancelled.getAsBoolean(); i++) {
            progress.report(i, shards.size());
            compacting.lock();
            try {
                shards.get(i).compact(collection);
            } catch (DriverException e) {
                if (!cancelled.getAsBoolean()) {
                    throw e;
                }
            } finally {
                compacting.unlock();
            }
        }
    }

    /** Copies every shard as it is, with its memtables, into a folder of its name. */
    void copy(Path into) throws DriverException {
        for (Shard shard : shards) {
            shard.copy(into.resolve(shard.folder().getFileName()));
        }
    }

    /** A keyspace in each shard. @throws DriverException when it has not been made */
    ColumnFamilyHandle[] keyspace(int keyspace) throws DriverException {
        ColumnFamilyHandle[] handles = new ColumnFamilyHandle[shards.size()];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = shards.get(i).keyspace(keyspace);
        }
        return handles;
    }

    /** Entries of the documents' part, as RocksDB estimates them. */
    long documents() {
        return shards.stream().mapToLong(shard -> property(shard.database(), ENTRIES)).sum();
    }

    /** Entries of all keyspaces, as RocksDB estimates them. */
    long keys() {
        return shards.stream().mapToLong(Shard::keys).sum();
    }

    /** Entries of one keyspace, as RocksDB estimates them. */
    long keys(int keyspace) throws DriverException {
        ColumnFamilyHandle[] handles = keyspace(keyspace);
        long keys = 0;
        for (int i = 0; i < handles.length; i++) {
            keys += shards.get(i).keys(handles[i]);
        }
        return keys;
    }

    /** A property of RocksDB's, added up over the shards and, in each, over documents and keyspaces. */
    long sum(String property) {
        long sum = 0;
        for (Shard shard : shards) {
            try {
                sum += shard.database().getAggregatedLongProperty(property);
            } catch (RocksDBException e) {
                throw new IllegalStateException("RocksDB does not know its property " + property, e);
            }
        }
        return sum;
    }

    /** A property of RocksDB's as it is of the part with the documents. */
    static long property(RocksDB database, String property) {
        try {
            return database.getLongProperty(property);
        } catch (RocksDBException e) {
            throw new IllegalStateException("RocksDB does not know its property " + property, e);
        }
    }

    /** What stopped a shard's flushes and compactions, if anything did. */
    Optional<DriverException> backgroundFailure() {
        return shards.stream().flatMap(shard -> shard.backgroundFailure().stream()).findFirst();
    }

    /**
     * What a session is to throw for a failed operation: the failure in the background behind it, if it is that.
     *
     * @param doing what RocksDB was to do, as in {@code store a transaction}
     */
    Exception failure(String doing, RocksDBException e) {
        boolean stopped = e.getStatus() != null && e.getStatus().getCode() == Status.Code.ShutdownInProgress;
        Optional<DriverException> cause = stopped ? backgroundFailure() : Optional.empty();
        return cause.isPresent() ? cause.get()
                : ErrorMapper.ofOperation(folder(), doing, e);
    }

    /** Writes the memtables of all shards out. */
    void flush() throws DriverException {
        flush(true);
    }

    /**
     * Has the engine begin to write the memtables of all shards out.
     *
     * @return false where a shard has stopped its writes, since too much waits to be flushed or compacted already: to
     *         be asked for again later
     */
    boolean startFlush() throws DriverException {
        return flush(false);
    }

    private boolean flush(boolean wait) throws DriverException {
        boolean taken = true;
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(wait).setAllowWriteStall(true)) {
            for (Shard shard : shards) {
                taken &= shard.flush(flush);
            }
        }
        return taken;
    }

    /** Stops flushes and compactions for good; writers that they hold back fail. Thread-safe. */
    void stop() {
        shards.forEach(shard -> shard.database().cancelAllBackgroundWork(false));
    }

    /**
     * Closes every database, whatever fails. No operation may be in progress.
     *
     * @param keep whether what is only in memtables must survive; a journal would keep it too
     */
    void close(boolean keep) throws DriverException {
        try {
            if (keep && backgroundFailure().isEmpty()) {
                flush();
            }
            stop();
        } finally {
            askers.shutdown();
            shards.forEach(Shard::close);
        }
    }
}
