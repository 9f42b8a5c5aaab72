package dev.tidemark.store.file;

import module java.base;
import module java.sql;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.sqlite.SQLiteConfig;

/**
 * The connections to one store file. SQLite has one writer at a time, so there is one writing connection, whose
 * transactions take the write lock at their start (a transaction that reads first and writes later could otherwise
 * fail in the middle, without waiting). Readers have connections of their own and never wait: in WAL mode each sees
 * the store as it was when its transaction began.
 */
public final class Database implements AutoCloseable {

    /**
     * How long a writer waits for another process: longer than importing or deleting 10,000 iterations takes, each of
     * which is one transaction, so that no run is lost because of it.
     */
    static final int BUSY_TIMEOUT_MS = 180_000;

    private static final int IDLE_READERS = 4;

    private static final String CHECKPOINT = "PRAGMA wal_checkpoint(TRUNCATE)";
    /** A step of shrinking where there is no room for all of it. */
    private static final int FEW_PAGES = 64;

    /** How long closing waits for readers: who reads a large label for longer is left behind. */
    private static final long LAST_READERS_SECONDS = 5;

    private final Path file;
    private final Connection writer;
    private final Jdbi writing;
    private final Jdbi reading;
    private final ReentrantLock writeLock = new ReentrantLock();
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    /** Shared by whoever reads; closing takes it alone, so that no file beside the store outlives or follows it. */
    private final ReentrantReadWriteLock inUse = new ReentrantReadWriteLock();
    private final boolean writable;
    /** Whether it can only be read since there was no room to write. */
    private final boolean full;
    /** What the file is beside its name, and its format; null where the system has no such thing. */
    private final Object identity;
    private final long format;
    private volatile boolean closed;
    /** Of the connection that does nothing else, as its version only tells of what others commit. */
    private Connection watching;

    private Database(Path file, boolean writable) throws SQLException {
        this.file = file;
        writer = writable ? connect(file, SQLiteConfig.TransactionMode.IMMEDIATE) : reading(file);
        NativeLibrary.removeUnpacked();
        this.writable = writable;
        full = !writable && !StoreFile.hasRoom(file);
        identity = identity();
        try {
            format = format(writer);
        } catch (SQLException e) {
            writer.close();
            throw e;
        }
        writing = Jdbi.create(new ConnectionFactory() {
            @Override
            public Connection openConnection() {
                return writer;
            }

            @Override
            public void closeConnection(Connection connection) {
                // One connection for the whole life of the store.
            }
        });
        reading = Jdbi.create(new ConnectionFactory() {
            @Override
            public Connection openConnection() throws SQLException {
                Connection free = idle.poll();
                return free != null ? free : writable ? connect(file, SQLiteConfig.TransactionMode.DEFERRED)
                        : reading(file);
            }

            @Override
            public void closeConnection(Connection connection) throws SQLException {
                if (closed || idle.size() >= IDLE_READERS) {
                    connection.close();
                } else {
                    idle.push(connection);
                }
            }
        });
    }

    /** Opens a file that {@link StoreFile} has found to be a store of the present version. */
    public static Database open(Path file, boolean writable) {
        try {
            return new Database(file, writable);
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        }
    }

    private static Connection connect(Path file, SQLiteConfig.TransactionMode mode) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // In WAL mode NORMAL cannot corrupt; what a power cut could lose is the last few commits, a kill loses none.
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.enforceForeignKeys(true);
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        config.setTransactionMode(mode);
        return config.createConnection(url(file));
    }

    /**
     * A connection to a file that cannot be written. SQLite wants to write beside a file in WAL mode, unless it is told
     * that nobody changes it, which holds where there is no log; where there is one, what it needs is there already.
     */
    public static Connection reading(Path file) throws SQLException {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        boolean immutable = !Files.exists(log) || log.toFile().length() == 0;
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_TIMEOUT_MS);
        return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath().toUri().toString()
                .replaceFirst("^file:///?", "file:/") + (immutable ? "?immutable=1" : "?mode=ro"));
    }

    /** A number that is another one after each transaction that changed the store, whoever made it. */
    public synchronized long version() {
        try {
            refuseIfClosed();
            if (watching == null) {
                watching = watching(file);
            }
            try (Statement statement = watching.createStatement();
                    ResultSet r = statement.executeQuery("PRAGMA data_version")) {
                r.next();
                return r.getLong(1);
            }
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        }
    }

    /** Reads a row into what it means. */
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Looks at a store, of whatever version, in one transaction that changes nothing. */
    public static <T> T looking(Path file, HandleCallback<T, RuntimeException> work) {
        try (Connection connection = watching(file)) {
            return Jdbi.create(() -> connection).inTransaction(work);
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        } catch (RuntimeException e) {
            throw StoreException.of(file, e);
        }
    }

    private static Connection watching(Path file) throws SQLException {
        return StoreFile.isWritable(file) ? onlyReading(file) : reading(file);
    }

    private static Connection onlyReading(Path file) throws SQLException {
        Connection connection = StoreFile.plain(file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA query_only = ON");
        }
        return connection;
    }

    public static String url(Path file) {
        return "jdbc:sqlite:" + file.toAbsolutePath();
    }

    /** @throws StoreException also when it is closed */
    public <T> T read(HandleCallback<T, RuntimeException> work) {
        inUse.readLock().lock();
        try {
            refuseIfClosed();
            return reading.inTransaction(work);
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        } catch (RuntimeException e) {
            throw StoreException.of(file, e);
        } finally {
            inUse.readLock().unlock();
        }
    }

    /** A connection that is opened now would make SQLite's files anew beside a store that somebody has put away. */
    private void refuseIfClosed() throws SQLException {
        if (closed) {
            throw new SQLException("it is closed");
        }
    }

    public <T> T write(HandleCallback<T, RuntimeException> work) {
        if (full) {
            throw StoreException.wasFull(file);
        }
        writeLock.lock();
        try {
            return writing.inTransaction(handle -> {
                requireUnchanged(handle.getConnection());
                return work.withHandle(handle);
            });
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        } catch (RuntimeException e) {
            throw StoreException.of(file, e);
        } finally {
            writeLock.unlock();
        }
    }

    public boolean isWritable() {
        return writable;
    }

    /**
     * Another file in this one's place has this one's log beside it, which SQLite takes for its own: to write on would
     * damage both. And a newer program may have brought the file to a format that this one does not know.
     */
    private void requireUnchanged(Connection connection) throws SQLException {
        if (!Objects.equals(identity, identity())) {
            throw new StoreException("store " + file + ": another file is in its place since this program opened it; "
                    + "nothing was written; start the program again");
        }
        if (format != format(connection)) {
            throw new StoreException("store " + file + ": another Tidemark has brought it to another format since this "
                    + "program opened it; nothing was written; start the newer one");
        }
    }

    private Object identity() {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return e.getClass();
        }
    }

    private static long format(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getLong(1);
        }
    }

    public void writing(HandleConsumer<RuntimeException> work) {
        write(handle -> {
            work.useHandle(handle);
            return null;
        });
    }

    /**
     * Gives the space of deleted rows back to the file system; outside a transaction, as SQLite demands. On a full disk
     * it does so bit by bit, as long as there is room for what that writes: what is left over is used again.
     */
    public void shrink() {
        writeLock.lock();
        try (Statement statement = writer.createStatement()) {
            if (!shrinks(statement, 0)) {
                long left = Long.MAX_VALUE;
                for (long now = free(); now > 0 && now < left && shrinks(statement, FEW_PAGES); now = free()) {
                    left = now;
                }
            }
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        } finally {
            writeLock.unlock();
        }
    }

    private long free() throws SQLException {
        return StoreFile.number(writer, "PRAGMA freelist_count");
    }

    /** @param pages at most; 0 for all @return whether there was room for it */
    private static boolean shrinks(Statement statement, int pages) throws SQLException {
        try {
            // Each step of this statement frees a page; executeUpdate is the call that steps to the end.
            statement.executeUpdate("PRAGMA incremental_vacuum(" + pages + ")");
            statement.execute(CHECKPOINT);
            return true;
        } catch (SQLException e) {
            if (!StoreException.isFull(e)) {
                throw e;
            }
            statement.execute(CHECKPOINT); // what was written in vain goes
            return false;
        }
    }

    /** The id that the last INSERT of this transaction was given. */
    public static long lastId(Handle handle) {
        return handle.createQuery("SELECT last_insert_rowid()").mapTo(Long.class).one();
    }

    /** Waits for who is reading, but not for long. */
    @Override
    public void close() {
        closed = true;
        boolean alone = false;
        try {
            alone = inUse.writeLock().tryLock(LAST_READERS_SECONDS, TimeUnit.SECONDS);
            closeConnections();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closeConnections();
        } finally {
            if (alone) {
                inUse.writeLock().unlock();
            }
        }
    }

    private synchronized void closeConnections() {
        try {
            if (watching != null) {
                watching.close();
            }
            for (Connection reader; (reader = idle.poll()) != null;) {
                reader.close();
            }
            writer.close();
        } catch (SQLException e) {
            throw StoreException.of(file, e);
        }
    }
}
