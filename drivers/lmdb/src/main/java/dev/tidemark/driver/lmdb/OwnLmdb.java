package dev.tidemark.driver.lmdb;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.OthersFiles;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.support.OwnedDataDirectory;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Values;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * An environment of the user's. Where it is, it is opened without its lock file (MDB_RDONLY, MDB_NOLOCK), so that
 * nothing is written there; so nobody else may have it open.
 */
final class OwnLmdb {

    private static final String DATA = "data.mdb";
    private static final String COPY = "snapshot";
    /** Of the meta page, behind the page's header: MDB_MAGIC of {@code mdb.c}. */
    private static final int MAGIC_AT = 16;
    private static final int MAGIC = 0xBEEFC0DE;
    /** How many names can be open at once. */
    private static final int MOST_NAMES = 1000;
    private static final int MOST_TOLD = 5;

    private final OwnDatabase own;
    private final Path data;
    private final boolean inFolder;
    private final Values settings;
    private final OthersFiles files;

    OwnLmdb(OwnDatabase own, Values settings) {
        this.own = own;
        this.inFolder = Files.isDirectory(own.path());
        this.data = inFolder ? own.path().resolve(DATA) : own.path();
        this.settings = settings;
        this.files = new OthersFiles("database", own.path(), () -> List.of(data));
    }

    /**
     * @param folder in which its copy is; it exists
     * @param create whether there is no copy yet
     */
    LmdbStore open(Path folder, boolean create) throws DriverException {
        boolean copied = own.access() == OwnDatabase.Access.COPY;
        if (create) {
            check();
            if (copied) {
                copyTo(folder);
            }
        }
        Env<ByteBuffer> env = null;
        try {
            env = copied ? LmdbStore.environment(folder, settings) : readOnly();
            return new LmdbStore(copied ? folder : own.path(), env, table(env));
        } catch (IOException e) {
            throw OwnedDataDirectory.failure(folder, e);
        } catch (RuntimeException | DriverException e) {
            if (env != null) {
                env.close();
            }
            throw e instanceof DriverException known ? known
                    : ErrorMapper.of(copied ? folder : own.path(), "open the database", (RuntimeException) e);
        }
    }

    private void check() throws DriverException {
        if (!Files.isRegularFile(data)) {
            throw new DriverException("database: there is no file " + data);
        }
        ByteBuffer page = ByteBuffer.allocate(MAGIC_AT + Integer.BYTES).order(ByteOrder.nativeOrder());
        try (SeekableByteChannel channel = Files.newByteChannel(data)) {
            while (page.hasRemaining() && channel.read(page) >= 0) {
                // a file that is shorter is none
            }
        } catch (IOException e) {
            throw new DriverException("database: " + data + " cannot be read", e);
        }
        if (page.hasRemaining() || page.getInt(MAGIC_AT) != MAGIC) {
            throw new DriverException("database: " + data + " is no LMDB environment");
        }
        files.refuseInUse(data.resolveSibling(inFolder ? "lock.mdb" : data.getFileName() + "-lock"));
    }

    /** By LMDB itself: a file can be as large as its map, and mostly holes. */
    private void copyTo(Path folder) throws DriverException {
        files.readUnchanged(() -> {
            Path copy = Files.createDirectories(folder.resolve(COPY));
            try (Env<ByteBuffer> theirs = readOnly()) {
                theirs.copy((inFolder ? copy : copy.resolve(DATA)).toFile());
            } catch (RuntimeException e) {
                throw ErrorMapper.of(folder, "copy the database", e);
            }
            Files.move(copy.resolve(DATA), folder.resolve(DATA));
            Files.delete(copy);
        });
    }

    private Env<ByteBuffer> readOnly() {
        List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_RDONLY_ENV, EnvFlags.MDB_NOLOCK,
                EnvFlags.MDB_NOTLS));
        if (!inFolder) {
            flags.add(EnvFlags.MDB_NOSUBDIR);
        }
        if (!settings.get(LmdbParams.READ_AHEAD)) {
            flags.add(EnvFlags.MDB_NORDAHEAD);
        }
        return Env.create().setMaxDbs(MOST_NAMES).open(own.path().toFile(), flags.toArray(EnvFlags[]::new));
    }

    private Dbi<ByteBuffer> table(Env<ByteBuffer> env) throws DriverException {
        Dbi<ByteBuffer> table = own.table().isPresent() ? named(env, own.table().get()) : only(env);
        try (Txn<ByteBuffer> now = env.txnRead()) {
            if (table.listFlags(now).contains(DbiFlags.MDB_DUPSORT)) {
                throw new DriverException("database: " + own.named()
                        + " keeps several values under a key (MDB_DUPSORT), which cannot be measured");
            }
        }
        return table;
    }

    private Dbi<ByteBuffer> named(Env<ByteBuffer> env, String name) throws DriverException {
        try {
            return env.openDbi(name);
        } catch (RuntimeException e) {
            throw new DriverException("named-database: " + own.path() + " has no database " + name
                    + Suggestions.hint(name, names(env)), e);
        }
    }

    /** What has names holds nothing but them, as a rule. */
    private Dbi<ByteBuffer> only(Env<ByteBuffer> env) throws DriverException {
        List<String> names = names(env);
        if (!names.isEmpty()) {
            throw new DriverException("named-database: " + own.path() + " has databases with names; name one: "
                    + String.join(", ", names.subList(0, Math.min(MOST_TOLD, names.size())))
                    + (names.size() > MOST_TOLD ? ", …" : ""));
        }
        return env.openDbi((byte[]) null);
    }

    /** Names of the databases among the first keys. */
    private static List<String> names(Env<ByteBuffer> env) {
        List<byte[]> keys = new ArrayList<>();
        Dbi<ByteBuffer> all = env.openDbi((byte[]) null);
        try (Txn<ByteBuffer> now = env.txnRead(); Cursor<ByteBuffer> at = all.openCursor(now)) {
            for (boolean more = at.first(); more && keys.size() < MOST_NAMES / 2; more = at.next()) {
                byte[] key = new byte[at.key().remaining()];
                at.key().get(at.key().position(), key);
                keys.add(key);
            }
        }
        List<String> names = new ArrayList<>();
        for (byte[] key : keys) {
            try {
                env.openDbi(key);
                names.add(new String(key, StandardCharsets.UTF_8));
            } catch (RuntimeException e) {
                return names; // it is a value
            }
        }
        return names;
    }
}
