package dev.tidemark.driver.sqlite;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.embedded.SortedStore;
import dev.tidemark.core.driver.embedded.TableName;
import dev.tidemark.core.driver.embedded.TableName.Kind;
import dev.tidemark.core.driver.support.Closing;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteJDBCLoader;

/** An open database: connections of its own, for what no session does, and the making of others. */
final class SqliteDatabase implements SortedStore<String> {

    static final String FILE = "data.sqlite";

    private final Path folder;
    private final Values settings;
    private final boolean queues;
    private final Connection own;
    /** For what is only asked, which so waits for no change. */
    private final Connection asking;
    /** No lock, since a session may end on another thread than the one that wrote. */
    private final Semaphore turn = new Semaphore(1);
    /** Connections of scripts. None is closed while it is in here, since it may be stopped from outside. */
    private final Set<Connection> scripts = new HashSet<>();
    private volatile boolean stopped;

    private SqliteDatabase(Path folder, Values settings) throws SQLException {
        this.folder = folder;
        this.settings = settings;
        this.queues = settings.get(SqliteParams.WRITERS) == SqliteParams.Writers.QUEUE;
        this.own = connect();
        try {
            this.asking = connect();
        } catch (SQLException e) {
            closeAfter(e, own);
            throw e;
        }
    }

    /** @throws NoClassDefFoundError when the engine's library is not there */
    static void loadEngine() throws Exception {
        SQLiteJDBCLoader.initialize();
    }

    static SqliteDatabase open(Path folder, Values settings) throws DriverException {
        try {
            return new SqliteDatabase(folder, settings);
        } catch (SQLException e) {
            throw failure(folder, "open the database", e);
        }
    }

    /** @param activity what SQLite was to do, as in {@code store a transaction} */
    static DriverException failure(Path folder, String activity, SQLException e) {
        return new DriverException(switch (code(e)) {
            case SQLITE_FULL -> DriverException.fullDisk(folder);
            case SQLITE_NOTADB -> folder + " holds no SQLite database";
            case SQLITE_CORRUPT -> folder + " is damaged; make the data anew";
            case SQLITE_CANTOPEN, SQLITE_READONLY -> folder + " cannot be written";
            default -> "SQLite could not " + activity + " in " + folder + ": "
                    + DriverException.oneLine(e.getMessage());
        }, e);
    }

    static SQLiteErrorCode code(SQLException e) {
        return e instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    /** Whether a statement failed because somebody else was writing for longer than the busy timeout. */
    static boolean isBusy(SQLException e) {
        return e instanceof SQLiteException known && (known.getResultCode().code & 0xff) == 5;
    }

    @Override
    public Path folder() {
        return folder;
    }

    boolean clustered() {
        return settings.get(SqliteParams.TABLE) == SqliteParams.Table.CLUSTERED;
    }

    /** A connection with all settings. */
    Connection connect() throws SQLException {
        Properties none = new SQLiteConfig().toProperties();
        Connection made = org.sqlite.JDBC.createConnection("jdbc:sqlite:" + folder.resolve(FILE), none);
        try (Statement set = made.createStatement()) {
            set.execute("PRAGMA busy_timeout = " + settings.get(SqliteParams.BUSY_TIMEOUT).toMillis());
            set.execute("PRAGMA page_size = " + settings.get(SqliteParams.PAGE_SIZE));
            set.execute("PRAGMA journal_mode = WAL");
            set.execute("PRAGMA synchronous = " + settings.get(SqliteParams.SYNC).name());
            set.execute("PRAGMA cache_size = -" + settings.get(SqliteParams.CACHE) / 1024);
            set.execute("PRAGMA mmap_size = " + settings.get(SqliteParams.MAP_SIZE));
            set.execute("PRAGMA wal_autocheckpoint = " + settings.get(SqliteParams.CHECKPOINT_PAGES));
            return made;
        } catch (SQLException e) {
            closeAfter(e, made);
            throw e;
        }
    }

    /** Something made of a connection. */
    interface ConnectionCall<T> {
        T of(Connection connection) throws SQLException;
    }

    /** Makes something of a new connection, which is closed where that fails. */
    <T> T connected(ConnectionCall<T> making) throws SQLException {
        Connection connection = connect();
        try {
            return making.of(connection);
        } catch (SQLException e) {
            closeAfter(e, connection);
            throw e;
        }
    }

    private static void closeAfter(SQLException failure, Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Something that may fail within the engine. */
    interface EngineAction {
        void run() throws Exception;
    }

    /** Does what writes, in its turn where writers queue. */
    void inTurn(EngineAction work) throws Exception {
        takeTurn();
        try {
            work.run();
        } finally {
            endTurn();
        }
    }

    /** Waits for the turn to write, where writers queue; {@link #endTurn} must follow. */
    void takeTurn() throws DriverException {
        if (queues) {
            turn.acquireUninterruptibly();
        }
        if (stopped) {
            endTurn();
            throw new DriverException("SQLite was stopped before it could store a transaction in " + folder);
        }
    }

    void endTurn() {
        if (queues) {
            turn.release();
        }
    }

    /** What a failure to write means, where others may be writing. */
    Exception refused(String activity, SQLException e) {
        return isBusy(e)
                ? new OverloadedException("SQLite was busy with another writer for longer than busy-timeout")
                : failure(folder, activity, e);
    }

    @Override
    public Map<TableName, String> tables() throws DriverException {
        Map<TableName, String> tables = new HashMap<>();
        synchronized (own) {
            try (Statement ask = own.createStatement();
                    ResultSet names = ask.executeQuery("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
                while (names.next()) {
                    String table = names.getString(1); // scripts and styles have tables of other names
                    TableName.parse(table).filter(name -> name.kind() != Kind.STYLE)
                            .ifPresent(name -> tables.put(name, table));
                }
                return tables;
            } catch (SQLException e) {
                throw failure(folder, "tell its tables", e);
            }
        }
    }

    /** Keys are in the order of their bytes in either layout; an index has small rows and is always clustered. */
    @Override
    public String make(TableName name) throws DriverException {
        String layout = name.kind() == Kind.INDEX || clustered() ? " WITHOUT ROWID" : "";
        change("CREATE TABLE IF NOT EXISTS \"" + name + "\" (k BLOB PRIMARY KEY NOT NULL, v BLOB NOT NULL)" + layout,
                "make a keyspace");
        return name.toString();
    }

    /** Carries a statement out that writes, on this database's own connection. */
    void change(String statement, String activity) throws DriverException {
        change(List.of(statement), activity);
    }

    /** The same of several, one after the other in one turn. */
    private void change(List<String> statements, String activity) throws DriverException {
        try {
            inTurn(() -> {
                synchronized (own) {
                    try (Statement make = own.createStatement()) {
                        for (String statement : statements) {
                            make.execute(statement);
                        }
                    }
                }
            });
        } catch (DriverException e) {
            throw e;
        } catch (SQLException e) {
            throw failure(folder, activity, e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public SqliteAccess access() throws DriverException {
        try {
            return connected(connection -> new SqliteAccess(this, connection));
        } catch (SQLException e) {
            throw failure(folder, "begin a session", e);
        }
    }

    @Override
    public Values effective(Values given) throws DriverException {
        long cache = pragma("cache_size");
        String[] sync = {"off", "normal", "full"};
        return given.with(SqliteParams.SYNC.name(), sync[(int) Math.min(2, pragma("synchronous"))],
                SettingOrigin.EFFECTIVE)
                .with(SqliteParams.PAGE_SIZE, pragma("page_size"), SettingOrigin.EFFECTIVE)
                .with(SqliteParams.CACHE, cache < 0 ? -cache * 1024 : cache * pragma("page_size"),
                SettingOrigin.EFFECTIVE)
                .with(SqliteParams.MAP_SIZE, pragma("mmap_size"), SettingOrigin.EFFECTIVE)
                .with(SqliteParams.CHECKPOINT_PAGES, pragma("wal_autocheckpoint"), SettingOrigin.EFFECTIVE);
    }

    /** A setting or a count as SQLite tells it; 0 where it tells nothing. */
    private long pragma(String name) throws DriverException {
        return text("PRAGMA " + name.toLowerCase(Locale.ROOT), "tell its " + name).map(Long::parseLong).orElse(0L);
    }

    /** The only column of the first row that a query answers, if there is one. */
    Optional<String> text(String query, String activity) throws DriverException {
        synchronized (asking) {
            try (Statement ask = asking.createStatement(); ResultSet answer = ask.executeQuery(query)) {
                return answer.next() ? Optional.of(answer.getString(1)) : Optional.empty();
            } catch (SQLException e) {
                throw failure(folder, activity, e);
            }
        }
    }

    @Override
    public Map<String, Double> counters() {
        return Map.of();
    }

    @Override
    public Map<String, Double> gauges() throws DriverException {
        long page = pragma("page_size");
        Map<String, Double> gauges = new HashMap<>();
        gauges.put(SqliteMeasures.ON_DISK_SIZE.name(), (double) folder.resolve(FILE).toFile().length());
        gauges.put(SqliteMeasures.FREE_PAGES.name(), (double) page * pragma("freelist_count"));
        gauges.put(SqliteMeasures.LOG_SIZE.name(), (double) folder.resolve(FILE + "-wal").toFile().length());
        return gauges;
    }

    /** {@inheritDoc} Copies the log into the file, as far as no reader needs it. */
    @Override
    public void settle(Progress progress) throws DriverException {
        change("PRAGMA wal_checkpoint(TRUNCATE)", "copy the log into the file");
    }

    /**
     * {@inheritDoc} Writes the whole database anew (VACUUM); writers wait meanwhile. The file is shorter when the log
     * is copied into it, for which nobody waits.
     */
    @Override
    public void compact() throws DriverException {
        change(List.of("VACUUM", "PRAGMA wal_checkpoint(PASSIVE)"), "compact the database");
    }

    /** {@inheritDoc} Without the pages that are free (VACUUM INTO). */
    @Override
    public void copy(Path into) throws DriverException {
        String file = into.resolve(FILE).toString().replace("'", "''");
        try (Connection reading = connect(); Statement copy = reading.createStatement()) {
            copy.execute("VACUUM INTO '" + file + "'");
        } catch (SQLException e) {
            throw failure(folder, "copy the database", e);
        }
    }

    /** From now on what the connection does ends when the database is stopped. */
    void stopWithin(Connection connection) {
        synchronized (scripts) {
            scripts.add(connection);
        }
    }

    /** Closes what a session used. */
    void close(Connection connection) throws SQLException {
        synchronized (scripts) {
            scripts.remove(connection);
        }
        connection.close();
    }

    void refuseStopped() throws DriverException {
        if (stopped) {
            throw new DriverException("SQLite was stopped in " + folder);
        }
    }

    /** {@inheritDoc} Statements of scripts end, too, whatever they are doing; readers of keys go on. */
    @Override
    public void stop() {
        stopped = true;
        synchronized (scripts) {
            for (Connection connection : scripts) {
                try {
                    ((SQLiteConnection) connection).getDatabase().interrupt();
                } catch (SQLException e) {
                    // it is closed already
                }
            }
        }
    }

    @Override
    public void close(boolean keep) throws DriverException {
        Closing.all(List.of(asking, own), connection -> {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failure(folder, "close the database", e);
            }
        });
    }
}
