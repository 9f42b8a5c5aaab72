package dev.tidemark.driver.leveldb;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.StyleWriter;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Values;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.ReadOptions;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/**
 * An open database. It has no tables: the keys of each begin with a prefix of its own, which is the handle of a table.
 * That of a keyspace's has three bytes: what it is of (its values, its index), and the keyspace. Which of them there
 * are is told by keys of a third kind, whose rest is such a prefix. A fourth kind is of styles, by a number: none is
 * used twice, since keys that were deleted take time to go over until they are compacted away.
 */
final class LevelDbStore implements SortedStore<byte[]> {

    private static final byte VALUES = 0;
    private static final byte INDEX = 1;
    private static final byte THERE_IS = 2;
    private static final byte STYLES = 3;
    /** How many keys of a style a write batch deletes. */
    private static final int CHUNK = 1000;
    private static final byte[] NOTHING = {};
    private static final int MOST_KEYSPACES = 1 << 16;

    private static final double MIB = 1 << 20;
    /** After how many bytes a session asks whether there is still room. */
    static final long ASK_EVERY = 1 << 20;
    /** What a compaction may write before it deletes anything, and then some. */
    private static final long RESERVE = 64 << 20;
    private static final WriteOptions SYNCED = new WriteOptions().sync(true);

    private final Path folder;
    private final DB database;
    private final WriteOptions writing;
    private int styleTablesMade;
    private final EngineLog log;
    private final FileStore disk;
    private final long reserve;
    private volatile boolean stopped;

    private LevelDbStore(Path folder, Values values, FileStore disk, DB database) {
        this.folder = folder;
        this.log = new EngineLog(folder);
        this.disk = disk;
        this.reserve = RESERVE + 2 * values.get(LevelDbParams.MEMTABLE) * values.get(LevelDbParams.SHARDS);
        this.database = database;
        this.writing = new WriteOptions().sync(values.get(LevelDbParams.SYNC));
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        JniDBFactory.factory.toString();
    }

    static LevelDbStore open(Path folder, Values values) throws DriverException {
        Options options = new Options().createIfMissing(true)
                .writeBufferSize(Math.toIntExact(values.get(LevelDbParams.MEMTABLE)))
                .compressionType(values.get(LevelDbParams.COMPRESSION) == LevelDbParams.Compression.SNAPPY
                        ? CompressionType.SNAPPY : CompressionType.NONE)
                .cacheSize(values.get(LevelDbParams.BLOCK_CACHE) / values.get(LevelDbParams.SHARDS))
                .blockSize(Math.toIntExact(values.get(LevelDbParams.BLOCK_SIZE)))
                .maxOpenFiles(Math.toIntExact(values.get(LevelDbParams.OPEN_FILES)));
        try {
            FileStore disk = Files.getFileStore(folder);
            return new LevelDbStore(folder, values, disk, JniDBFactory.factory.open(folder.toFile(), options));
        } catch (IOException | DBException e) {
            throw failure(folder, "open the database", e);
        }
    }

    /** @param doing what LevelDB was to do, as in {@code store a transaction} */
    static DriverException failure(Path folder, String doing, Exception e) {
        return failure(folder, doing, String.valueOf(e.getMessage()), e);
    }

    private static DriverException failure(Path folder, String doing, String message, Exception e) {
        if (message.contains("No space left")) {
            return new DriverException(DriverException.fullDisk(folder), e);
        }
        return new DriverException(message.contains("Corruption") ? folder + " is damaged; make the data anew"
                : "LevelDB could not " + doing + " in " + folder + ": "
                        + DriverException.oneLine(message), e);
    }

    @Override
    public Path folder() {
        return folder;
    }

    DB engine() {
        return database;
    }

    WriteOptions writing() throws DriverException {
        return unlessStopped(writing);
    }

    /** How to write what has to be forced to the disk, whatever the settings. */
    WriteOptions writingSynced() throws DriverException {
        return unlessStopped(SYNCED);
    }

    private WriteOptions unlessStopped(WriteOptions options) throws DriverException {
        if (stopped) {
            throw new DriverException("LevelDB was stopped before it could store a transaction in " + folder);
        }
        return options;
    }

    @Override
    public Map<TableName, byte[]> tables() throws DriverException {
        Map<TableName, byte[]> tables = new HashMap<>();
        for (byte[] key : keysWith(new byte[] {THERE_IS})) {
            Kind kind = key[1] == INDEX ? Kind.INDEX : Kind.KEYSPACE;
            tables.put(TableName.of(kind, (key[2] & 0xff) << 8 | key[3] & 0xff), Arrays.copyOfRange(key, 1, 4));
        }
        return tables;
    }

    @Override
    public int mostKeyspaces() {
        return MOST_KEYSPACES;
    }

    @Override
    public byte[] make(TableName name) throws DriverException {
        if (name.kind() == Kind.STYLE) {
            return makeStyle();
        }
        int keyspace = name.keyspace();
        byte[] prefix = {name.kind() == Kind.INDEX ? INDEX : VALUES, (byte) (keyspace >> 8), (byte) keyspace};
        try {
            database.put(prefixed(new byte[] {THERE_IS}, prefix), NOTHING);
            return prefix;
        } catch (DBException e) {
            throw failure(folder, "make a keyspace", e);
        }
    }

    /** Before the first one, all that an earlier run has left of any is removed. */
    private synchronized byte[] makeStyle() throws DriverException {
        if (styleTablesMade == 0) {
            deleteAll(new byte[] {STYLES});
        }
        return ByteBuffer.allocate(1 + Integer.BYTES).put(STYLES).putInt(styleTablesMade++).array();
    }

    @Override
    public void remove(TableName name, byte[] table) throws DriverException {
        deleteAll(table);
    }

    private void deleteAll(byte[] prefix) throws DriverException {
        List<byte[]> keys = keysWith(prefix);
        for (int from = 0; from < keys.size(); from += CHUNK) {
            try (WriteBatch batch = database.createWriteBatch()) {
                keys.subList(from, Math.min(keys.size(), from + CHUNK)).forEach(batch::delete);
                database.write(batch);
            } catch (DBException | IOException e) {
                throw failure(folder, "remove documents", e);
            }
        }
    }

    private List<byte[]> keysWith(byte[] prefix) throws DriverException {
        List<byte[]> keys = new ArrayList<>();
        try (LevelDbCursor at = new LevelDbCursor(this, prefix, NOTHING, new ReadOptions().fillCache(false))) {
            while (at.next()) {
                keys.add(prefixed(prefix, at.keyBytes()));
            }
            return keys;
        }
    }

    /** A key of a table as LevelDB has it. */
    static byte[] prefixed(byte[] table, byte[] key) {
        byte[] whole = Arrays.copyOf(table, table.length + key.length);
        System.arraycopy(key, 0, whole, table.length, key.length);
        return whole;
    }

    @Override
    public byte[] styleKey(byte[] table, byte[] key) {
        return prefixed(table, key);
    }

    @Override
    public StyleWriter styleWriter(ApiStyle style, byte[] table) {
        return new LevelDbStyleWriter(this, LevelDbStyles.isSynced(style));
    }

    @Override
    public LevelDbAccess access() {
        return new LevelDbAccess(this);
    }

    /** {@inheritDoc} LevelDB tells none of its settings. */
    @Override
    public Values effective(Values given) {
        return given;
    }

    @Override
    public Map<String, Double> counters() {
        Map<String, Double> counters = new HashMap<>();
        LevelDbStats stats = stats();
        counters.put(LevelDbMeasures.COMPACTION_WRITE.name(), stats.writtenMib() * MIB);
        counters.put(LevelDbMeasures.COMPACTION_READ.name(), stats.readMib() * MIB);
        counters.put(LevelDbMeasures.COMPACTION_TIME.name(), stats.seconds());
        return counters;
    }

    private LevelDbStats stats() {
        return LevelDbStats.of(database.getProperty("leveldb.stats"));
    }

    @Override
    public Map<String, Double> gauges() throws DriverException {
        Map<String, Double> gauges = new HashMap<>();
        List<Path> segments = files(".sst", ".ldb");
        gauges.put(LevelDbMeasures.ON_DISK_SIZE.name(), (double) bytesOf(segments) + bytesOf(files(".log")));
        gauges.put(LevelDbMeasures.SEGMENTS.name(), (double) segments.size());
        return gauges;
    }

    private List<Path> files(String... endings) throws DriverException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(p -> Stream.of(endings).anyMatch(p.toString()::endsWith)).toList();
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder, e);
        }
    }

    private static long bytesOf(List<Path> files) {
        return files.stream().mapToLong(file -> file.toFile().length()).sum(); // 0 for one that is gone meanwhile
    }

    /** {@inheritDoc} As its log tells; and where it has no room to go on. */
    @Override
    public Optional<DriverException> backgroundFailure() {
        return log.error().map(error -> failure(folder, "flush or compact", error, null)).or(this::noRoom);
    }

    /**
     * LevelDB writes its files as memory, and the system ends a process that writes to memory for which the disk has no
     * room (SIGBUS). So the disk counts as full while there is still room for what is in progress in all shards, of
     * which any may come to write next.
     */
    private Optional<DriverException> noRoom() {
        try {
            return disk.getUsableSpace() >= reserve ? Optional.empty()
                    : Optional.of(new DriverException(DriverException.fullDisk(folder)));
        } catch (IOException e) {
            return Optional.of(OwnedDataDirectory.failure(folder, e));
        }
    }

    /** To be asked after every {@link #ASK_EVERY} bytes. */
    void requireRoom() throws DriverException {
        Optional<DriverException> full = noRoom();
        if (full.isPresent()) {
            throw full.get();
        }
    }

    /** Another one as long as anything goes on in the background: its files and its counts. */
    String progress() throws DriverException {
        List<Path> segments = files(".sst", ".ldb");
        return segments.size() + " " + bytesOf(segments) + " " + stats();
    }

    @Override
    public void compact() throws DriverException {
        try {
            database.compactRange(null, null);
        } catch (DBException e) {
            throw failure(folder, "compact the database", e);
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void close(boolean keep) throws DriverException {
        try {
            database.close();
        } catch (IOException e) {
            throw failure(folder, "close the database", e);
        }
    }
}
