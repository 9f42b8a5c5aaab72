package dev.tidemark.driver.lmdb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.StyleWriter;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.Measure;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;
import org.lmdbjava.Meta;
import org.lmdbjava.Stat;
import org.lmdbjava.Txn;

/**
 * An open environment and the databases in it: {@code documents}; {@code keyspace-0}, {@code keyspace-1} …;
 * {@code index-0} … of those keyspaces that have an index; and some for documents of styles while these are measured.
 * Thread-safe.
 *
 * <p>Beside the params, this differs from what LMDB does by itself: readers are tied to sessions, not to threads
 * (MDB_NOTLS), there may be {@value #MOST_READERS} of them, and there may be {@value #MOST_KEYSPACES} keyspaces.
 */
final class LmdbStore implements SortedStore<Dbi<ByteBuffer>> {

    static final int MOST_KEYSPACES = 1000;
    /** More places than there are at once. */
    private static final int MOST_STYLES = 64;
    /** More than there can be workers; an unused slot costs nothing. */
    private static final int MOST_READERS = 2048;

    /** The map has to be whole pages; none of a system's is larger than this. */
    private static final long MAP_STEP = 1 << 16;
    private static final long LEAST_MAP = 1L << 30;
    /** With write-map the file has this size, and some file systems allow little more. */
    private static final long LARGEST_MAP = 1L << 43;
    /** Of all shards: a process has addresses for 128 TiB (x86-64, ARM), and needs others, too. */
    private static final long LARGEST_MAPS = 1L << 45;

    private final Path folder;
    private final Env<ByteBuffer> env;
    private final Map<TableName, Dbi<ByteBuffer>> tables = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    /** A database of the user's. @param table the one in it that is measured */
    LmdbStore(Path folder, Env<ByteBuffer> env, Dbi<ByteBuffer> table) {
        this.folder = folder;
        this.env = env;
        tables.put(TableName.of(Kind.KEYSPACE, 0), table);
    }

    private LmdbStore(Path folder, Env<ByteBuffer> env) {
        this.folder = folder;
        this.env = env;
        for (byte[] name : env.getDbiNames()) {
            TableName.parse(new String(name, StandardCharsets.UTF_8))
                    .ifPresent(table -> tables.put(table, env.openDbi(name)));
        }
        tables.computeIfAbsent(TableName.DOCUMENTS, table -> env.openDbi(table.toString(), DbiFlags.MDB_CREATE));
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        Meta.version();
    }

    static String version() {
        Meta.Version version = Meta.version();
        return version.major + "." + version.minor + "." + version.patch;
    }

    /** @param folder exists; its database is made if it is not there */
    static LmdbStore open(Path folder, Values settings) throws DriverException {
        Env<ByteBuffer> env = null;
        try {
            env = environment(folder, settings);
            return new LmdbStore(folder, env);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder, e);
        } catch (RuntimeException e) {
            if (env != null) {
                env.close();
            }
            throw ErrorMapper.of(folder, "open the database", e);
        }
    }

    /** @param folder exists */
    static Env<ByteBuffer> environment(Path folder, Values settings) throws IOException {
        return Env.create().setMapSize(mapSize(folder, settings))
                .setMaxDbs(2 * MOST_KEYSPACES + 1 + MOST_STYLES).setMaxReaders(MOST_READERS)
                .open(folder.toFile(), flags(settings));
    }

    /**
     * The map can't be made larger while anybody reads or writes, so that it is made as large as it can ever have to
     * be: as the disk. Only addresses are taken for it, of which many shards have less each.
     */
    private static long mapSize(Path folder, Values settings) throws IOException {
        Optional<Long> configured = settings.find(LmdbParams.MAP_SIZE);
        long most = Math.min(LARGEST_MAP, LARGEST_MAPS / settings.get(LmdbParams.SHARDS));
        long size = configured.isPresent() ? configured.get()
                : Math.clamp(Files.getFileStore(folder).getTotalSpace(), LEAST_MAP, most);
        return Math.ceilDiv(size, MAP_STEP) * MAP_STEP;
    }

    private static EnvFlags[] flags(Values settings) {
        List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NOTLS));
        if (!settings.get(LmdbParams.SYNC)) {
            flags.add(EnvFlags.MDB_NOSYNC);
        }
        if (settings.get(LmdbParams.WRITE_MAP)) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        if (!settings.get(LmdbParams.READ_AHEAD)) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return flags.toArray(EnvFlags[]::new);
    }

    @Override
    public Path folder() {
        return folder;
    }

    Env<ByteBuffer> env() {
        return env;
    }

    // ---- tables

    @Override
    public Map<TableName, Dbi<ByteBuffer>> tables() {
        return tables;
    }

    @Override
    public int mostKeyspaces() {
        return MOST_KEYSPACES;
    }

    @Override
    public int longestKey() {
        return env.getMaxKeySize();
    }

    @Override
    public Dbi<ByteBuffer> make(TableName name) throws DriverException {
        try {
            Dbi<ByteBuffer> made = env.openDbi(name.toString(), DbiFlags.MDB_CREATE);
            tables.put(name, made);
            return made;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, name.kind() == Kind.STYLE ? "make a database" : "make a keyspace", e);
        }
    }

    @Override
    public void remove(TableName name, Dbi<ByteBuffer> table) throws DriverException {
        tables.remove(name);
        try (Txn<ByteBuffer> write = env.txnWrite()) {
            table.drop(write, true);
            write.commit();
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "remove a database", e);
        }
    }

    @Override
    public OptionalLong keys(Dbi<ByteBuffer> table) {
        return OptionalLong.of(stat(table).entries);
    }

    /**
     * {@inheritDoc} Without inner pages and the room that is left in pages: an entry has 8 bytes of its own beside its
     * key and 2 in the page's index, and a value whose entry is larger than half a page goes to pages of its own, with
     * 16 bytes for a header ({@code mdb.c}: NODESIZE, me_nodemax, OVPAGES).
     */
    @Override
    public double bytesOf(int valueSize) {
        long page = env.stat().pageSize;
        long entry = 8 + Long.BYTES + valueSize;
        boolean apart = entry > (page - 16) / 2 - 2;
        return apart ? Math.ceilDiv(valueSize + 16, page) * page + 26 : entry + 2;
    }

    @Override
    public LmdbAccess access() {
        return new LmdbAccess(this);
    }

    @Override
    public StyleWriter styleWriter(ApiStyle style, Dbi<ByteBuffer> table) {
        return new LmdbStyleWriter(this, table, LmdbStyles.isReserved(style));
    }

    // ---- the engine

    /** What one tree, or several, consist of; the depth is that of the deepest. */
    record Trees(long entries, long branchPages, long leafPages, long overflowPages, int depth) {

        private static final Trees NONE = new Trees(0, 0, 0, 0, 0);

        private Trees and(Stat more) {
            return new Trees(entries + more.entries, branchPages + more.branchPages, leafPages + more.leafPages,
                    overflowPages + more.overflowPages, Math.max(depth, more.depth));
        }
    }

    private Trees trees(Kind kind) {
        Trees all = Trees.NONE;
        for (Map.Entry<TableName, Dbi<ByteBuffer>> table : tables.entrySet()) {
            all = table.getKey().kind() == kind ? all.and(stat(table.getValue())) : all;
        }
        return all;
    }

    private Stat stat(Dbi<ByteBuffer> database) {
        try (Txn<ByteBuffer> now = env.txnRead()) {
            return database.stat(now);
        }
    }

    @Override
    public Values effective(Values given) {
        Values found = given.with(LmdbParams.MAP_SIZE, env.info().mapSize, SettingOrigin.EFFECTIVE);
        OptionalInt flags = EngineFlags.of(env);
        return flags.isEmpty() || env.isReadOnly() ? found
                : found.with(LmdbParams.SYNC, !has(flags, EnvFlags.MDB_NOSYNC), SettingOrigin.EFFECTIVE)
                        .with(LmdbParams.WRITE_MAP, has(flags, EnvFlags.MDB_WRITEMAP), SettingOrigin.EFFECTIVE)
                        .with(LmdbParams.READ_AHEAD, !has(flags, EnvFlags.MDB_NORDAHEAD), SettingOrigin.EFFECTIVE);
    }

    private static boolean has(OptionalInt flags, EnvFlags flag) {
        return (flags.getAsInt() & flag.getMask()) != 0;
    }

    @Override
    public Map<String, Double> counters() {
        return Map.of();
    }

    @Override
    public Map<String, Double> gauges() {
        Map<String, Double> gauges = new HashMap<>();
        EnvInfo info = env.info();
        Trees documents = trees(Kind.DOCUMENTS);
        Trees keyspaces = trees(Kind.KEYSPACE);
        put(gauges, LmdbMeasures.ON_DISK_SIZE, usedBytes());
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

    /** Bytes of the file that have ever been used. */
    private long usedBytes() {
        return (env.info().lastPageNumber + 1) * env.stat().pageSize;
    }

    /** {@inheritDoc} What the map has left. Pages that were freed are not counted. */
    @Override
    public long room() {
        return env.info().mapSize - usedBytes();
    }

    /** {@inheritDoc} LMDB has no background work; without sync, what the system has yet to write is waited for. */
    @Override
    public void settle(Progress progress) throws DriverException {
        writeOut();
    }

    /** {@inheritDoc} Forces everything to the disk. */
    @Override
    public void writeOut() throws DriverException {
        if (env.isReadOnly()) {
            return;
        }
        try {
            env.sync(true);
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "write out its pages", e);
        }
    }

    /** {@inheritDoc} Without the pages that are free. */
    @Override
    public void copy(Path into) throws DriverException {
        try {
            env.copy(into.toFile(), CopyFlags.MDB_CP_COMPACT);
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "copy the database", e);
        }
    }

    /**
     * {@inheritDoc} A writer that waits for its turn cannot be woken, but turns are short: each one that comes up
     * ends at once.
     */
    @Override
    public void stop() {
        stopped = true;
    }

    void refuseStopped() throws DriverException {
        if (stopped) {
            throw new DriverException("LMDB was stopped before it could store a transaction in " + folder);
        }
    }

    @Override
    public void close(boolean keep) {
        env.close();
    }
}
