package dev.tidemark.driver.leveldb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.embedded.EmbeddedDatabase;
import dev.tidemark.core.driver.embedded.KeyTable;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Values;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBException;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.Options;
import org.iq80.leveldb.WriteOptions;

/**
 * An open database. A key begins with three bytes: what it is of (a keyspace's values, its index), and the keyspace.
 * Which of them there are is told by keys of a third kind, whose rest is such a prefix. A fourth kind is of styles.
 */
final class LevelDbDatabase implements EmbeddedDatabase {

    private static final byte VALUES = 0;
    private static final byte INDEX = 1;
    private static final byte THERE_IS = 2;
    /** Of documents of styles; the rest is as {@link LevelDbStyleTable} has it. */
    static final byte STYLES = 3;
    private static final byte[] NOTHING = {};
    private static final int MOST_KEYSPACES = 1 << 16;

    private static final long POLL = 20_000_000L;
    /** When for so long no file and no count has changed, nothing is going on: LevelDB has no better way to ask. */
    private static final long IDLE = 500_000_000L;
    private static final double MIB = 1 << 20;
    /** After how many bytes a session asks whether there is still room. */
    static final long ASK_EVERY = 1 << 20;
    /** What a compaction may write before it deletes anything, and then some. */
    private static final long RESERVE = 64 << 20;
    private static final WriteOptions SYNCED = new WriteOptions().sync(true);

    private final Path folder;
    private final Context context;
    private final DB database;
    private final WriteOptions writing;
    private final Set<KeyTable> spaces = ConcurrentHashMap.newKeySet();
    /** Held by a transaction that replaces index entries, from looking at the old ones until it is written. */
    private final ReentrantLock entries = new ReentrantLock();
    /** By name, those that were not removed yet. */
    private final Map<String, LevelDbStyleTable> styleTables = new HashMap<>();
    private int styleTablesMade;
    private final EngineLog log;
    private final FileStore disk;
    private final long reserve;
    private volatile boolean stopped;

    private LevelDbDatabase(Path folder, Values values, Context context, DB database) throws IOException {
        this.folder = folder;
        this.log = new EngineLog(folder);
        this.disk = Files.getFileStore(folder);
        this.reserve = RESERVE + 2 * values.get(LevelDbParams.MEMTABLE);
        this.context = context;
        this.database = database;
        this.writing = new WriteOptions().sync(values.get(LevelDbParams.SYNC));
        try (DBIterator at = database.iterator()) {
            for (at.seek(new byte[] {THERE_IS}); at.hasNext();) {
                byte[] key = at.next().getKey();
                if (key[0] != THERE_IS) {
                    break;
                }
                spaces.add(new KeyTable((key[2] & 0xff) << 8 | key[3] & 0xff, key[1] == INDEX));
            }
        }
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() {
        JniDBFactory.factory.toString();
    }

    static LevelDbDatabase open(Path folder, Values values, Context context) throws DriverException {
        Options options = new Options().createIfMissing(true)
                .writeBufferSize(Math.toIntExact(values.get(LevelDbParams.MEMTABLE)))
                .compressionType(values.get(LevelDbParams.COMPRESSION) == LevelDbParams.Compression.SNAPPY
                        ? CompressionType.SNAPPY : CompressionType.NONE)
                .cacheSize(values.get(LevelDbParams.BLOCK_CACHE))
                .blockSize(Math.toIntExact(values.get(LevelDbParams.BLOCK_SIZE)))
                .maxOpenFiles(Math.toIntExact(values.get(LevelDbParams.OPEN_FILES)));
        try {
            return new LevelDbDatabase(folder, values, context, JniDBFactory.factory.open(folder.toFile(), options));
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
            return new DriverException("the disk of " + folder + " is full", e);
        }
        return new DriverException(message.contains("Corruption") ? folder + " is damaged; make the data anew"
                : "LevelDB could not " + doing + " in " + folder + ": "
                        + message.strip().replaceAll("\\s*\\R\\s*", "; "), e);
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

    ReentrantLock entries() {
        return entries;
    }

    /** A key of a space as LevelDB has it. */
    static byte[] prefixed(KeyTable keyTable, byte[] key) {
        byte[] whole = Arrays.copyOf(prefix(keyTable), 3 + key.length);
        System.arraycopy(key, 0, whole, 3, key.length);
        return whole;
    }

    static byte[] prefix(KeyTable keyTable) {
        return new byte[] {keyTable.index() ? INDEX : VALUES, (byte) (keyTable.keyspace() >> 8),
                (byte) keyTable.keyspace()};
    }

    @Override
    public void make(KeyTable keyTable) throws DriverException {
        if (keyTable.keyspace() >= MOST_KEYSPACES) {
            throw new DriverException("leveldb holds keyspaces 0 to " + (MOST_KEYSPACES - 1) + ", not "
                    + keyTable.keyspace());
        }
        byte[] prefix = prefix(keyTable);
        try {
            database.put(new byte[] {THERE_IS, prefix[0], prefix[1], prefix[2]}, NOTHING);
        } catch (DBException e) {
            throw failure(folder, "make a keyspace", e);
        }
        spaces.add(keyTable);
    }

    @Override
    public boolean has(KeyTable keyTable) {
        return spaces.contains(keyTable);
    }

    /** A new table for documents of a style. What an earlier one left is removed; before the first one, all is. */
    synchronized StyleTable styleTable(ApiStyle style, String name) throws DriverException {
        if (styleTablesMade == 0) {
            LevelDbStyleTable.whole(this).drop();
        }
        LevelDbStyleTable earlier = styleTables.remove(name);
        if (earlier != null) {
            earlier.drop();
        }
        LevelDbStyleTable made = new LevelDbStyleTable(this, style, styleTablesMade++);
        styleTables.put(name, made);
        return made;
    }

    /** Of a table that was removed. */
    synchronized void forget(StyleTable table) {
        styleTables.values().remove(table);
    }

    @Override
    public FullScanner session(Runnable ended) {
        return new LevelDbSession(this, ended);
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
     * room (SIGBUS). So the disk counts as full while there is still room for what is in progress.
     */
    private Optional<DriverException> noRoom() {
        try {
            return disk.getUsableSpace() >= reserve ? Optional.empty()
                    : Optional.of(new DriverException("the disk of " + folder + " is full"));
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

    @Override
    public void settle() throws DriverException {
        String seen = "";
        long since = context.clock().nanoTime();
        while (true) {
            List<Path> segments = files(".sst", ".ldb");
            String now = segments.size() + " " + bytesOf(segments) + " " + stats();
            long time = context.clock().nanoTime();
            if (!now.equals(seen)) {
                seen = now;
                since = time;
            } else if (time - since > IDLE) {
                return;
            }
            Optional<DriverException> failure = backgroundFailure();
            if (failure.isPresent()) {
                throw failure.get();
            }
            context.clock().sleepUntil(time + POLL);
            if (stopped || context.cancelled().getAsBoolean() || Thread.currentThread().isInterrupted()) {
                throw new DriverException("cancelled while waiting for compactions");
            }
        }
    }

    void compact() throws DriverException {
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
    public void close() throws DriverException {
        try {
            database.close();
        } catch (IOException e) {
            throw failure(folder, "close the database", e);
        }
    }
}
