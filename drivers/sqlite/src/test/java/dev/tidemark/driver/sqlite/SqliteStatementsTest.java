package dev.tidemark.driver.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.ClientStatements;
import dev.tidemark.driver.contract.TargetContract;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements of one's own on the real engine. */
class SqliteStatementsTest extends TargetContract {

    private KeyspaceTarget target;
    private StatementSession session;

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), Stream.of("busy-timeout", "1ms")).toList();
    }

    @BeforeEach
    void makeTable() throws Exception {
        target = open();
        target.create();
        session = target.session(0, StatementSession.class);
        session.begin(true);
        run("CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT UNIQUE, balance REAL)");
    }

    @AfterEach
    void drop() throws Exception {
        session.close();
        target.drop();
        target.close();
    }

    private int run(String text) throws Exception {
        return session.execute(text, Binding.NONE, null);
    }

    private int add(long id, String name, double balance) throws Exception {
        return session.execute("INSERT INTO accounts VALUES (?, ?, ?)", to -> {
            to.add(id);
            to.add(name);
            to.add(balance);
        }, null);
    }

    private static List<String> answer(StatementSession asked, String text) throws Exception {
        List<String> cells = new ArrayList<>();
        asked.execute(text, Binding.NONE, (row, name, cell) -> cells.add(row + " " + name + " " + cell));
        return cells;
    }

    @Test
    void valuesGoInByTheirOrderAndRowsComeOutByTheirNames() throws Exception {
        assertThat(add(1L << 40, "it's", 0.25)).isZero();
        add(2, null, -1);
        assertThat(answer(session, "SELECT id, name, balance AS rest FROM accounts ORDER BY id")).containsExactly(
                "0 id 2", "0 name null", "0 rest -1.0", "1 id 1099511627776", "1 name it's", "1 rest 0.25");
        assertThat(run("SELECT id FROM accounts")).isEqualTo(2);
        assertThat(run("SELECT id FROM accounts WHERE id = 3")).isZero();
    }

    /** The library has no trace of SQLite's: what is seen is what it is given for the engine, of each text once. */
    @Test
    void theEngineIsGivenWhatTheProgramSqlite3GivesIt() throws Exception {
        List<ClientStatements> files = SqliteLanguageTest.files().toList();
        Set<String> given = new LinkedHashSet<>();
        SqliteDatabase database = SqliteDatabase.open(Files.createDirectory(directory.resolve("given")), values());
        try (Connection connection = database.connect()) {
            SqliteStatements statements = new SqliteStatements(database, (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                        if (method.getName().equals("prepareStatement")) {
                            given.add(((String) arguments[0]).stripTrailing());
                        }
                        return of(connection, method, arguments);
                    }));
            for (ClientStatements file : files) {
                statements.begin();
                for (String text : file.sent(driver())) {
                    carryOut(statements, text);
                }
                statements.end();
            }
        } finally {
            database.close(false);
        }
        assertThat(given).containsExactlyElementsOf(files.stream().flatMap(file -> file.logged().stream())
                .map(SqliteLanguageTest::asTraced).distinct().toList());
    }

    private static Object of(Connection connection, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void carryOut(SqliteStatements statements, String text) throws Exception {
        try {
            statements.execute(text, Binding.NONE, null);
        } catch (StatementException e) {
            // as the program goes on
        }
    }

    /** What is in its log only is in the copy, and neither is touched. */
    @Test
    void aFileOfOnesOwnIsCopiedAsItIsAndStaysSo(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("my own's.db");
        try (Connection mine = DriverManager.getConnection("jdbc:sqlite:" + file); Statement make = mine.createStatement()) {
            make.execute("PRAGMA journal_mode = WAL");
            make.execute("CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)");
            make.execute("INSERT INTO shop VALUES (1, 'first'), (2, 'second')");
            byte[] before = Files.readAllBytes(file);
            byte[] log = Files.readAllBytes(Path.of(file + "-wal"));
            assertThat(log).isNotEmpty();
            for (String ending : List.of("", "-wal")) {
                Files.setPosixFilePermissions(Path.of(file + ending), PosixFilePermissions.fromString("r--r--r--"));
            }
            KeyspaceTarget copy = on(file);
            try {
                copy.create();
                try (Stream<Path> files = Files.walk(directory)) {
                    assertThat(files.filter(Files::isRegularFile)).as("writable, whoever this is").isNotEmpty()
                            .allMatch(f -> PosixFilePermissions.toString(permissions(f)).startsWith("rw"));
                }
                try (StatementSession asked = copy.session(0, StatementSession.class)) {
                    asked.begin(true);
                    assertThat(answer(asked, "SELECT name FROM shop ORDER BY id")).containsExactly("0 name first", "1 name second");
                    asked.execute("DELETE FROM shop", Binding.NONE, null);
                    assertThat(answer(asked, "SELECT name FROM shop")).isEmpty();
                }
            } finally {
                copy.drop();
                copy.close();
            }
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
            assertThat(Files.readAllBytes(Path.of(file + "-wal"))).isEqualTo(log);
        }
        Path text = Files.writeString(folder.resolve("a.txt"), "SQLite?");
        refused(text, "file: " + text + " is no SQLite database");
        refused(folder.resolve("none"), "file: there is no file " + folder.resolve("none"));
    }

    /** As a snapshot is, which is a database like any other. */
    @Test
    void aFileThatWouldBeDeletedForItsCopyIsRefused() {
        String file = directory.resolve("tidemark-sqlite/snapshot/data.sqlite").toString();
        assertThatThrownBy(() -> driver().params().check(values().with("file", file, SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("file: " + file + " lies in the folder");
        driver().params().check(values().with("file", directory.resolve("data.sqlite").toString(), SettingOrigin.SET));
    }

    @Test
    void aFileOfOnesOwnKeepsItsPages(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("pages.db");
        try (Connection mine = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement make = mine.createStatement()) {
            make.execute("PRAGMA page_size = 16384");
            make.execute("CREATE TABLE shop (id INTEGER PRIMARY KEY)");
        }
        Values own = values().with("file", file.toString(), SettingOrigin.SET);
        assertThat(driver().decidedByData(own)).containsExactly(SqliteParams.PAGE_SIZE);
        assertThat(driver().decidedByData(values())).isEmpty();
        KeyspaceTarget copy = on(file);
        try {
            copy.create();
            assertThat(copy.effective().get(SqliteParams.PAGE_SIZE)).isEqualTo(16384);
        } finally {
            copy.drop();
            copy.close();
        }
        assertThatThrownBy(() -> driver().params().check(own.with("page-size", "8KiB", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("page-size: a file of your own keeps the pages that it has; leave page-size out, of a stored "
                        + "target or default, too");
    }

    private static Set<PosixFilePermission> permissions(Path file) {
        try {
            return Files.getPosixFilePermissions(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KeyspaceTarget on(Path file) throws DriverException {
        return (KeyspaceTarget) driver().open(values().with("file", file.toString(), SettingOrigin.SET)
                .with("directory", file.resolveSibling("scratch").toString(), SettingOrigin.SET), context());
    }

    private void refused(Path file, String why) throws DriverException {
        KeyspaceTarget copy = on(file);
        assertThatThrownBy(copy::create).isInstanceOf(DriverException.class).hasMessage(why);
        copy.close();
    }

    @Test
    void aTransactionThatIsLeftOpenIsUndoneAndOneThatWasEndedIsNot() throws Exception {
        run("BEGIN");
        add(1, "kept", 0);
        run("COMMIT");
        run("BEGIN");
        add(2, "undone", 0);
        run("SAVEPOINT here");
        run("ROLLBACK TO here");
        assertThatThrownBy(session::end).isInstanceOf(StatementException.class).hasMessage("left a transaction open");
        session.begin(true);
        assertThat(run("SELECT id FROM accounts")).isEqualTo(1);
        run("BEGIN IMMEDIATE"); // which it could not, were a transaction open
        run("ROLLBACK");
    }

    /** A comment in front, a savepoint outside of a transaction, and one that is released last. */
    @Test
    void sqliteItselfTellsWhetherATransactionIsOpen() throws Exception {
        run("/* begins */ BEGIN");
        add(1, "undone", 0);
        assertThatThrownBy(session::end).hasMessage("left a transaction open");
        session.begin(true);
        run("SAVEPOINT outer_one");
        add(2, "undone", 0);
        assertThatThrownBy(session::end).hasMessage("left a transaction open");
        session.begin(true);
        run("SAVEPOINT outer_one");
        add(3, "kept", 0);
        run("RELEASE outer_one");
        session.end();
        session.begin(true);
        run("BEGIN");
        add(4, "kept, too", 0);
        run("END TRANSACTION");
        session.end();
        session.begin(true);
        assertThat(answer(session, "SELECT id FROM accounts ORDER BY id")).containsExactly("0 id 3", "1 id 4");
    }

    @Test
    void whatIsRefusedSaysWhyAndTheSessionGoesOn() throws Exception {
        add(1, "one", 0);
        assertThatThrownBy(() -> add(2, "one", 0)).isInstanceOfSatisfying(StatementException.class, e -> {
            assertThat(e.state()).isEqualTo("SQLITE_CONSTRAINT_UNIQUE");
            assertThat(e.getMessage()).contains("accounts.name").doesNotContain("\n");
        });
        assertThatThrownBy(() -> run("SELECT id FROM acounts")).isInstanceOfSatisfying(StatementException.class,
                e -> assertThat(e.getMessage()).contains("no such table: acounts"));
        assertThatThrownBy(() -> run("SELECT ?")).isInstanceOf(StatementException.class)
                .hasMessageContaining("1 parameters was given 0 values");
        assertThatThrownBy(() -> session.execute("SELECT ?", to -> {
            to.add(1);
            to.add("one");
        }, null)).isInstanceOf(StatementException.class);
        assertThat(run("SELECT id FROM accounts")).isEqualTo(1);
    }

    /** Both have read what the other one wants to write. */
    @Test
    void transactionsThatCannotBeOrderedHaveTheStateOfThat() throws Exception {
        add(1, "one", 0);
        try (StatementSession other = target.session(1, StatementSession.class)) {
            other.begin(true);
            other.execute("BEGIN", Binding.NONE, null);
            assertThat(answer(other, "SELECT balance FROM accounts")).containsExactly("0 balance 0.0");
            run("UPDATE accounts SET balance = 5");
            assertThatThrownBy(() -> other.execute("UPDATE accounts SET balance = 7", Binding.NONE, null))
                    .isInstanceOfSatisfying(StatementException.class, e -> assertThat(e.state()).isEqualTo("40001"));
            assertThatThrownBy(other::end).hasMessage("left a transaction open");
            other.begin(true);
            other.execute("UPDATE accounts SET balance = balance + 7", Binding.NONE, null);
            assertThat(answer(session, "SELECT balance FROM accounts")).containsExactly("0 balance 12.0");
        }
    }

    @Test
    void onlySoManyStatementsAreKeptReady() throws Exception {
        for (int i = 0; i < 1000; i++) {
            assertThat(run("SELECT " + i)).isEqualTo(1);
        }
        assertThat(run("SELECT 0")).isEqualTo(1);
    }

    /** Its last row would come after years. */
    @Test
    void aStatementThatNeverEndsIsStopped() throws Exception {
        CountDownLatch counting = new CountDownLatch(1);
        FutureTask<Integer> endless = new FutureTask<>(() -> session.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", Binding.NONE,
                (row, name, cell) -> counting.countDown()));
        Thread.ofVirtual().start(endless);
        counting.await();
        target.abort();
        assertThatThrownBy(endless::get).cause().isInstanceOf(DriverException.class).hasMessageContaining("stopped");
        assertThatThrownBy(() -> run("SELECT 1")).isInstanceOf(DriverException.class);
    }

    @Test
    void tablesOfScriptsStandBesideKeyspacesAfterOpeningAgain() throws Exception {
        target.makeKeyspace(3, 10, 100);
        add(1, "one", 0);
        session.close();
        target.close();
        target = open();
        session = target.session(0, StatementSession.class);
        session.begin(true);
        assertThat(run("SELECT id FROM accounts")).isEqualTo(1);
        KeyValueSession keys = (KeyValueSession) session;
        keys.put(3, Bytes.direct("a"), Bytes.direct("1"));
        assertThat(keys.commit()).isZero();
    }

    @Test
    void rowsThatAreStoredChangedOrDeletedAreCounted() throws Exception {
        for (Object[] each : new Object[][] {{"BEGIN", 0L}, {"INSERT INTO accounts VALUES (1, 'a', 1), (2, 'b', 2)", 2L},
            {"SELECT * FROM accounts", 0L}, {"UPDATE accounts SET balance = 0 WHERE id > 5", 0L},
            {"WITH x AS (SELECT 1) UPDATE accounts SET balance = 7", 2L}, {"COMMIT", 0L}, {"DELETE FROM accounts WHERE id = 1", 1L},
            {"INSERT INTO accounts VALUES (3, 'c', 3) RETURNING id", 1L}, {"CREATE TABLE other (a)", 0L},
            {"WITH x AS (SELECT 3 AS id) UPDATE accounts SET balance = 7 WHERE id IN (SELECT id FROM x) RETURNING id", 1L},
            {"WITH x AS (SELECT 3 AS id) SELECT * FROM accounts, x", 0L},
            {"/* of\nours */ -- and this\n UPDATE accounts SET balance = 8", 2L},
            {"/**/ DELETE FROM accounts WHERE id = 3 RETURNING id", 1L}}) {
            int rows = run((String) each[0]);
            assertThat(session.written()).as((String) each[0]).isEqualTo(each[1]);
            assertThat(session.returned()).as((String) each[0]).isEqualTo(((String) each[0]).contains("RETURNING") ? rows : 0);
        }
    }

    @Test
    void aStatementIsReadWithoutBeingCarriedOut() throws Exception {
        assertThat(session.describe("SELECT id AS one, name FROM accounts WHERE id = ?", to -> to.add(1L)))
                .contains(List.of("one", "name"));
        for (String place : List.of("?", "?1", "@id", "$id")) {
            assertThatThrownBy(() -> session.describe("SELECT id FROM accounts WHERE id = " + place, Binding.NONE))
                    .hasMessageContaining("gets no value: values have names here");
        }
        assertThat(session.describe("INSERT INTO accounts VALUES (1, 'a', 1)", Binding.NONE)).contains(List.of());
        assertThat(run("SELECT * FROM accounts")).isZero();
        assertThatThrownBy(() -> session.describe("SELECT nothing FROM accounts", Binding.NONE))
                .isInstanceOf(StatementException.class).hasMessageContaining("nothing");
    }

    /** A number that is text would be more than each number; one that is written otherwise stays as it is. */
    @Test
    void numbersOfAnswersAreNumbersAgain() throws Exception {
        List<String> cells = new ArrayList<>();
        for (String text : List.of("5", "2.5", "1.0", "+5", "007", "0.10")) {
            session.execute("SELECT typeof(?)", to -> to.addWritten(text), (_, _, type) -> cells.add(type));
        }
        session.execute("SELECT ?", to -> to.add(0.1 + 0.2), (_, _, sum) -> cells.add(sum));
        session.execute("SELECT ? = 0.30000000000000004", to -> to.addWritten("0.30000000000000004"),
                (_, _, same) -> cells.add(same));
        assertThat(cells).containsExactly("integer", "real", "real", "text", "text", "text", "0.3", "1");
    }

    @Test
    void numbersFindKeysByTheirIndex() throws Exception {
        for (Binding key : List.<Binding>of(p -> p.add(5L), p -> p.add(5.5), p -> p.addWritten("5"), p -> p.addWritten("5.0"),
                p -> p.addWritten("+5"))) {
            session.execute("EXPLAIN QUERY PLAN SELECT name FROM accounts WHERE id = ?", key, (_, name, text) -> assertThat(
                    name + text).doesNotContain("SCAN"));
        }
    }
}
