package dev.tidemark.store.file;

import module java.base;
import module java.sql;
import dev.tidemark.core.param.InvalidInputException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.sqlite.SQLiteConfig;

/**
 * Makes sure that a file is a store of the present version, creating or migrating it where needed.
 *
 * <p>Flyway takes several hundred milliseconds to scan, connect and validate before it finds that there is nothing to
 * do, which every {@code tidemark list} would pay. So the version reached is also kept in SQLite's
 * {@code user_version}, a number in the file's header that costs nothing to read, and Flyway is only loaded when it
 * differs from {@link #SCHEMA_VERSION}. It is written after Flyway has committed: a crash in between merely makes
 * Flyway look once more.
 */
public final class StoreFile {

    /** The number of the newest migration script. */
    public static final int SCHEMA_VERSION = 16;

    /** The format from which on a store has checksums. */
    public static final int CHECKSUMS_SINCE = 9;

    /** SQLite's {@code application_id} of a store: "TIDE". Tells a store from somebody else's database. */
    public static final int APPLICATION_ID = 0x54494445;

    private static final byte[] SQLITE_HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /** Flyway knows no lock for SQLite, and a file lock is held by the whole process: threads need one of their own. */
    private static final Object MIGRATING = new Object();

    private static final int NONE = -1;
    /** The number of the format of a store whose making was broken off. */
    private static final int UNFINISHED = 0;

    /** Less than SQLite takes beside a store before it even reads it. */
    private static final long LEAST_ROOM = 64 << 10;

    private enum Kind {
        NEW, CURRENT, OLDER
    }

    private StoreFile() {}

    /**
     * How a file was found.
     *
     * @param writable whether it can be written; one that cannot may still be read
     * @param older    a copy of what it was before it was brought to the present format; empty where it was not
     */
    public record Prepared(boolean writable, Optional<Path> older) {}

    /**
     * @throws InvalidInputException when the file is something else, or of a newer version, or its folder cannot be
     *                 made
     */
    public static Prepared prepare(Path file) {
        createFolder(file);
        NativeLibrary.prepare(file.toAbsolutePath().getParent());
        refuseOtherFormats(file);
        boolean writable = isWritable(file);
        try {
            Kind kind = detect(file);
            if (kind != Kind.CURRENT && writable) {
                return new Prepared(true, migrateAlone(file));
            } else if (kind != Kind.CURRENT && !hasRoom(file)) {
                throw StoreException.full(file);
            } else if (kind != Kind.CURRENT) {
                throw new InvalidInputException("store " + file
                        + (kind == Kind.NEW ? " is not there yet" : " has an older format")
                        + ", and its folder cannot be written; choose another with --store");
            }
            return new Prepared(writable, Optional.empty());
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        }
    }

    private static void createFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            PrivateFiles.folder(folder);
        } catch (IOException e) {
            throw new InvalidInputException("store " + file + ": its folder " + folder
                    + " cannot be made; choose another with --store");
        }
    }

    /** Whether it may be written, and its disk has room for that; where not, it can still be read. */
    public static boolean isWritable(Path file) {
        return Files.isWritable(file.toAbsolutePath().getParent()) && (!Files.exists(file) || Files.isWritable(file))
                && hasRoom(file);
    }

    /** As far as the file system tells; one that tells nothing says that it has no space at all. */
    static boolean hasRoom(Path file) {
        File folder = file.toAbsolutePath().getParent().toFile();
        return folder.getUsableSpace() >= LEAST_ROOM || folder.getTotalSpace() == 0;
    }

    private static void refuseOtherFormats(Path file) {
        if (Files.isDirectory(file)) {
            throw new InvalidInputException("store " + file + " is a folder; name a file in it");
        }
        if (!Files.exists(file)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(SQLITE_HEADER.length);
            if (start.length > 0 && !Arrays.equals(start, SQLITE_HEADER)) {
                throw notAStore(file);
            }
        } catch (IOException e) {
            throw new InvalidInputException("store " + file + " cannot be read; check its permissions");
        }
    }

    private static InvalidInputException notAStore(Path file) {
        return new InvalidInputException(file + " is not a Tidemark store; choose another file with --store");
    }

    private static Kind detect(Path file) throws SQLException {
        if (!Files.exists(file)) {
            return Kind.NEW;
        }
        int format = formatOf(file);
        return format == NONE || format == UNFINISHED ? Kind.NEW : format == SCHEMA_VERSION ? Kind.CURRENT : Kind.OLDER;
    }

    /**
     * The number of a store's format.
     *
     * @throws InvalidInputException when the file is no store, or of a newer version
     */
    public static int format(Path file) {
        refuseOtherFormats(file);
        try {
            int format = formatOf(file);
            if (format == NONE) {
                throw notAStore(file);
            }
            return format;
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        }
    }

    /** {@link #NONE} of a file in which nothing is yet. */
    private static int formatOf(Path file) throws SQLException {
        // Without any setting: looking at somebody else's database must not change it.
        try (Connection connection = isWritable(file) ? plain(file) : Database.reading(file)) {
            // In this order: whoever makes a store meanwhile says that it is one before making its first table.
            long tables = number(connection, "SELECT count(*) FROM sqlite_master");
            long application = number(connection, "PRAGMA application_id");
            long version = number(connection, "PRAGMA user_version");
            if (application != APPLICATION_ID) {
                if (tables > 0) {
                    throw notAStore(file);
                }
                return NONE;
            }
            if (version > SCHEMA_VERSION) {
                throw new InvalidInputException("store " + file + " was written by a newer Tidemark (its format is "
                        + version + ", this one knows " + SCHEMA_VERSION
                        + "); update Tidemark or choose another file with --store");
            }
            return (int) version;
        }
    }

    public static Connection plain(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(Database.BUSY_TIMEOUT_MS);
        return config.createConnection(Database.url(file));
    }

    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** Migrates while no other thread or process does. @return the copy of an older one */
    private static Optional<Path> migrateAlone(Path file) throws SQLException {
        Path lockFile = file.resolveSibling(file.getFileName() + ".migrating");
        synchronized (MIGRATING) {
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                Kind kind = lock.isValid() ? detect(file) : Kind.CURRENT;
                Optional<Path> older = Optional.empty();
                if (kind != Kind.CURRENT) {
                    makePrivate(file);
                    older = kind == Kind.OLDER ? Optional.of(copy(file)) : older;
                    migrate(file);
                }
                // Whoever waits for this very file will find the work done, so its name may go.
                Files.deleteIfExists(lockFile);
                return older;
            } catch (IOException e) {
                throw new StoreException("store " + file + ": " + lockFile + " cannot be written: " + reason(e), e);
            }
        }
    }

    /** What an error says beside the file's name, which is told already. */
    private static String reason(IOException e) {
        return e instanceof FileSystemException f && f.getReason() != null ? f.getReason() : e.getMessage();
    }

    /** What stands in the log beside it is in the copy, too. */
    private static Path copy(Path file) throws IOException, SQLException {
        String name = file.getFileName() + "-format-" + formatOf(file);
        Path copy = file.resolveSibling(name);
        for (int i = 2; Files.exists(copy); i++) {
            copy = file.resolveSibling(name + "-" + i);
        }
        PrivateFiles.newFile(copy);
        try (Connection connection = plain(file); PreparedStatement statement =
                connection.prepareStatement("VACUUM INTO ?")) {
            statement.setString(1, copy.toString());
            statement.execute();
            return copy;
        } catch (SQLException e) {
            Files.deleteIfExists(copy);
            if (StoreException.isFull(e)) {
                throw e;
            }
            return Files.copy(file, copy); // damaged as it is
        }
    }

    /** It holds hashes of passwords. What SQLite puts beside it has the permissions of the file itself. */
    private static void makePrivate(Path file) throws IOException {
        PrivateFiles.file(file);
        PrivateFiles.restrict(file);
        for (String suffix : List.of("-wal", "-shm")) {
            Path path = file.resolveSibling(file.getFileName() + suffix);
            if (Files.exists(path)) {
                PrivateFiles.restrict(path);
            }
        }
    }

    private static void migrate(Path file) throws SQLException {
        try (Connection connection = plain(file); Statement statement = connection.createStatement()) {
            // Only possible before the first table is made; lets a deletion give its space back.
            statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA application_id = " + APPLICATION_ID);
        }
        try {
            Flyway.configure(StoreFile.class.getClassLoader()).loggers("slf4j")
                    .dataSource(Database.url(file), null, null).locations("classpath:dev/tidemark/store/migration")
                    .load().migrate();
        } catch (FlywayException e) {
            throw StoreException.of(file, new StoreException("store " + file
                    + " cannot be brought to the present format: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e));
        }
        try (Database database = Database.open(file, true)) {
            database.writing(Checksums::makeMissing);
        }
        try (Connection connection = plain(file); Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = " + SCHEMA_VERSION);
        }
    }
}
