package dev.tidemark.driver.lmdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.Cursor;
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
final class LmdbEnvironment implements AutoCloseable {

    static final int MOST_KEYSPACES = 1000;
    /** More places than there are at once. */
    private static final int MOST_STYLES = 64;
    /** More than there can be workers; an unused slot costs nothing. */
    private static final int MOST_READERS = 2048;

    private static final String DOCUMENTS = "documents";
    private static final String KEYSPACE = "keyspace-";
    private static final String INDEX = "index-";
    private static final String STYLE = "style-";

    /** The map has to be whole pages; none of a system's is larger than this. */
    private static final long MAP_STEP = 1 << 16;
    private static final long LEAST_MAP = 1L << 30;
    /** With write-map the file has this size, and some file systems allow little more. */
    private static final long LARGEST_MAP = 1L << 43;

    private static final long TELL_EVERY = 1 << 16;

    private final Path folder;
    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> documents;
    /** By number; null where there is none. Copied when one is added. */
    private volatile List<Dbi<ByteBuffer>> keyspaces;
    /** By the keyspace's number; null where it has none. Copied when one is added. */
    private volatile List<Dbi<ByteBuffer>> indexes;
    private volatile boolean stopped;

    private LmdbEnvironment(Path folder, Env<ByteBuffer> env) {
        this.folder = folder;
        this.env = env;
        this.documents = env.openDbi(DOCUMENTS, DbiFlags.MDB_CREATE);
        this.keyspaces = openAll(env, KEYSPACE);
        this.indexes = openAll(env, INDEX);
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
    static LmdbEnvironment open(Path folder, LmdbSettings settings) throws DriverException {
        Env<ByteBuffer> env = null;
        try {
            env = Env.create().setMapSize(mapSize(folder, settings.mapSize()))
                    .setMaxDbs(2 * MOST_KEYSPACES + 1 + MOST_STYLES).setMaxReaders(MOST_READERS)
                    .open(folder.toFile(), flags(settings));
            return new LmdbEnvironment(folder, env);
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder, e);
        } catch (RuntimeException e) {
            if (env != null) {
                env.close();
            }
            throw ErrorMapper.of(folder, "open the database", e);
        }
    }

    /**
     * The map can't be made larger while anybody reads or writes, so that it is made as large as it can ever have to
     * be: as the disk. Only addresses are taken for it.
     */
    private static long mapSize(Path folder, OptionalLong wanted) throws IOException {
        long size = wanted.isPresent() ? wanted.getAsLong()
                : Math.clamp(Files.getFileStore(folder).getTotalSpace(), LEAST_MAP, LARGEST_MAP);
        return Math.ceilDiv(size, MAP_STEP) * MAP_STEP;
    }

    private static EnvFlags[] flags(LmdbSettings settings) {
        List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NOTLS));
        if (!settings.sync()) {
            flags.add(EnvFlags.MDB_NOSYNC);
        }
        if (settings.writeMap()) {
            flags.add(EnvFlags.MDB_WRITEMAP);
        }
        if (!settings.readAhead()) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return flags.toArray(EnvFlags[]::new);
    }

    private static List<Dbi<ByteBuffer>> openAll(Env<ByteBuffer> env, String kind) {
        Pattern numbered = Pattern.compile(kind + "(\\d{1,9})");
        List<Dbi<ByteBuffer>> opened = new ArrayList<>();
        for (byte[] bytes : env.getDbiNames()) {
            Matcher name = numbered.matcher(new String(bytes, StandardCharsets.UTF_8));
            if (name.matches()) {
                put(opened, Integer.parseInt(name.group(1)), env.openDbi(bytes));
            }
        }
        return opened;
    }

    private static void put(List<Dbi<ByteBuffer>> keyspaces, int keyspace, Dbi<ByteBuffer> opened) {
        while (keyspaces.size() <= keyspace) {
            keyspaces.add(null);
        }
        keyspaces.set(keyspace, opened);
    }

    Path folder() {
        return folder;
    }

    Env<ByteBuffer> env() {
        return env;
    }

    Dbi<ByteBuffer> documents() {
        return documents;
    }

    /** @throws DriverException when it has not been made */
    Dbi<ByteBuffer> keyspace(int keyspace) throws DriverException {
        Dbi<ByteBuffer> found = find(keyspaces, keyspace);
        if (found == null) {
            throw new DriverException(folder + " has no keyspace " + keyspace);
        }
        return found;
    }

    boolean hasIndex(int keyspace) {
        return find(indexes, keyspace) != null;
    }

    /** The index of a keyspace. @throws DriverException when it has not been made */
    Dbi<ByteBuffer> index(int keyspace) throws DriverException {
        Dbi<ByteBuffer> found = find(indexes, keyspace);
        if (found == null) {
            throw new DriverException(folder + " has no index of keyspace " + keyspace);
        }
        return found;
    }

    private static Dbi<ByteBuffer> find(List<Dbi<ByteBuffer>> numbered, int number) {
        return number < numbered.size() ? numbered.get(number) : null;
    }

    /** Makes a keyspace, if it is not there. Nothing may be written meanwhile. */
    synchronized void makeKeyspace(int keyspace) throws DriverException {
        if (keyspace >= MOST_KEYSPACES) {
            throw new DriverException("lmdb holds keyspaces 0 to " + (MOST_KEYSPACES - 1) + ", not " + keyspace);
        }
        if (find(keyspaces, keyspace) == null) {
            keyspaces = withOneMore(keyspaces, KEYSPACE, keyspace);
        }
    }

    /** Gives a keyspace an index, if it has none. Nothing may be written meanwhile. */
    synchronized void makeIndex(int keyspace) throws DriverException {
        keyspace(keyspace); // complains
        if (find(indexes, keyspace) == null) {
            indexes = withOneMore(indexes, INDEX, keyspace);
        }
    }

    private List<Dbi<ByteBuffer>> withOneMore(List<Dbi<ByteBuffer>> numbered, String kind, int number)
            throws DriverException {
        try {
            List<Dbi<ByteBuffer>> more = new ArrayList<>(numbered);
            put(more, number, env.openDbi(kind + number, DbiFlags.MDB_CREATE));
            return more;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "make a keyspace", e);
        }
    }

    /** A new database for documents of a style; an earlier one of its name is removed. */
    synchronized StyleTable styleTable(ApiStyle style, String name) throws DriverException {
        byte[] named = (STYLE + name).getBytes(StandardCharsets.UTF_8);
        try {
            if (env.getDbiNames().stream().anyMatch(there -> Arrays.equals(there, named))) {
                remove(env.openDbi(named));
            }
            return new LmdbStyleTable(this, env.openDbi(named, DbiFlags.MDB_CREATE), LmdbStyles.isReserved(style));
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "make a database", e);
        }
    }

    /** Removes a database that nobody uses any more. */
    synchronized void remove(Dbi<ByteBuffer> database) throws DriverException {
        try (Txn<ByteBuffer> write = env.txnWrite()) {
            database.drop(write, true);
            write.commit();
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "remove a database", e);
        }
    }

    /**
     * Bytes that some more values will take at least, without inner pages and the room that is left in pages: an entry
     * has 8 bytes of its own beside its key and 2 in the page's index, and a value whose entry is larger than half a
     * page goes to pages of its own, with 16 bytes for a header ({@code mdb.c}: NODESIZE, me_nodemax, OVPAGES).
     */
    double bytesFor(int keyspace, long keys, int valueSize) throws DriverException {
        Dbi<ByteBuffer> there = find(keyspaces, keyspace);
        double missing = Math.max(0, keys - (there == null ? 0 : stat(there).entries));
        long page = env.stat().pageSize;
        long entry = 8 + Long.BYTES + valueSize;
        boolean apart = entry > (page - 16) / 2 - 2;
        return missing * (apart ? Math.ceilDiv(valueSize + 16, page) * page + 26 : entry + 2);
    }

    /** Walks over a keyspace and counts. */
    long count(int keyspace, Progress progress, BooleanSupplier cancelled) throws DriverException {
        Dbi<ByteBuffer> counted = keyspace(keyspace);
        try (Txn<ByteBuffer> walk = env.txnRead(); Cursor<ByteBuffer> at = counted.openCursor(walk)) {
            long total = counted.stat(walk).entries;
            long keys = 0;
            for (boolean more = at.first(); more; more = at.next()) {
                if (++keys % TELL_EVERY == 0) {
                    progress.report(keys, total);
                    if (cancelled.getAsBoolean()) {
                        throw new DriverException("cancelled while counting keys");
                    }
                }
            }
            progress.report(keys, keys);
            return keys;
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "count keys", e);
        }
    }

    /** What one tree, or several, consist of; the depth is that of the deepest. */
    record Trees(long entries, long branchPages, long leafPages, long overflowPages, int depth) {

        private static final Trees NONE = new Trees(0, 0, 0, 0, 0);

        private Trees and(Stat more) {
            return new Trees(entries + more.entries, branchPages + more.branchPages, leafPages + more.leafPages,
                    overflowPages + more.overflowPages, Math.max(depth, more.depth));
        }
    }

    Trees documentTree() {
        return Trees.NONE.and(stat(documents));
    }

    Trees keyspaceTrees() {
        Trees all = Trees.NONE;
        try (Txn<ByteBuffer> now = env.txnRead()) {
            for (Dbi<ByteBuffer> keyspace : keyspaces) {
                if (keyspace != null) {
                    all = all.and(keyspace.stat(now));
                }
            }
        }
        return all;
    }

    private Stat stat(Dbi<ByteBuffer> database) {
        try (Txn<ByteBuffer> now = env.txnRead()) {
            return database.stat(now);
        }
    }

    EnvInfo info() {
        return env.info();
    }

    /** Bytes of the file that have ever been used. */
    long usedBytes() {
        return (info().lastPageNumber + 1) * env.stat().pageSize;
    }

    /** Forces everything to the disk. */
    void flush() throws DriverException {
        try {
            env.sync(true);
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "write out its pages", e);
        }
    }

    /** Copies the database as it is now, without the pages that are free, into an empty folder. */
    void copy(Path into) throws DriverException {
        try {
            env.copy(into.toFile(), CopyFlags.MDB_CP_COMPACT);
        } catch (RuntimeException e) {
            throw ErrorMapper.of(folder, "copy the database", e);
        }
    }

    /** Makes writers that wait for their turn give up when it comes. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    @Override
    public void close() {
        env.close();
    }
}
