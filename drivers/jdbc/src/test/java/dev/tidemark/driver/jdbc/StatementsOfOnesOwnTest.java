package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On tables of the user's; those of presets would have no place of their own here. */
class StatementsOfOnesOwnTest {

    @TempDir
    private Path folder;
    private final H2Server server = H2Server.empty();

    private Fixture created(String... settings) throws Exception {
        Fixture made = new Fixture(server.settings(), folder, settings);
        made.target.create();
        return made;
    }

    private static void execute(StatementSession session, String... statements) throws Exception {
        session.begin(false);
        try {
            for (String statement : statements) {
                session.execute(statement, Binding.NONE, null);
            }
        } finally {
            session.end();
        }
    }

    @Test
    void needNoTablesOfOurs() throws Exception {
        try (Fixture f = new Fixture(server.settings(), folder)) {
            assertThat(f.target.visit()).isTrue();
            try (JdbcSession session = f.session()) {
                execute(session, "CREATE TABLE orders (id INT PRIMARY KEY)", "INSERT INTO orders VALUES (1)");
            }
            assertThat(server.texts("SHOW TABLES")).containsExactly("ORDERS");
        }
    }

    @Test
    void areCarriedOutAndRefusedInTheDatabasesWords() throws Exception {
        try (Fixture f = new Fixture(server.settings(), folder)) {
            f.target.create();
            try (JdbcSession session = f.session()) {
                execute(session, "CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(20))",
                        "INSERT INTO orders VALUES (1, 'one'), (2, 'two')");
                session.begin(false);
                List<String> cells = new ArrayList<>();
                assertThat(session.execute("SELECT note FROM orders WHERE id >= ? ORDER BY id", p -> p.add(1L),
                        (row, name, text) -> cells.add(row + name + text))).isEqualTo(2);
                session.end();
                assertThat(cells).containsExactly("0NOTEone", "1NOTEtwo");
                assertThatThrownBy(() -> execute(session, "INSERT INTO orders VALUES (1, 'again')"))
                        .isInstanceOf(StatementSession.StatementException.class)
                        .hasMessageContaining("Unique index or primary key violation");
                assertThatThrownBy(() -> execute(session, "BEGIN", "INSERT INTO orders VALUES (3, 'undone')"))
                        .hasMessage("left a transaction open");
                execute(session, "BEGIN", "INSERT INTO orders VALUES (4, 'kept')", "COMMIT WORK");
                session.begin(false);
                assertThat(session.execute("SELECT id FROM orders WHERE id > 2", Binding.NONE, null)).isEqualTo(1);
                session.end();
                assertThatThrownBy(() -> session.begin(true)).hasMessageContaining(
                        "this database has no schema of its own for the tables of built-in scripts");
            }
            f.target.drop();
            assertThat(server.texts("SHOW TABLES")).containsExactly("ORDERS");
        }
    }

    /** Numbers of an answer, as definitions are, are numbers again. */
    @Test
    void numbersFindKeysByTheirIndex() throws Exception {
        server.execute("CREATE TABLE keyed (i INT PRIMARY KEY, n NUMERIC(10, 2) UNIQUE, t VARCHAR(20))");
        try (Fixture f = created(); JdbcSession session = f.session()) {
            session.begin(false);
            for (Binding key : List.<Binding>of(p -> p.add(5L), p -> p.addWritten("5"))) {
                explain(session, "i", key);
                explain(session, "n", key);
            }
            explain(session, "n", p -> p.add(5.5)); // H2 itself scans for i = 5.5
            explain(session, "n", p -> p.addWritten("5.50"));
            session.execute("INSERT INTO keyed VALUES (1, ?, ?)", p -> {
                p.add(0.1 + 0.2);
                p.addWritten("007");
            }, null);
            assertThat(session.written()).isEqualTo(1);
            session.end();
            assertThat(server.texts("SELECT n || ' ' || t FROM keyed")).containsExactly("0.30 007");
        }
    }

    /** What the user has set at the beginning is for statements alone: an update of a key is committed by itself. */
    @Test
    void onlyTheyAreLeftUncommittedWhereTheUserHasSetThat() throws Exception {
        server.execute("CREATE TABLE orders (id INT PRIMARY KEY)");
        try (Fixture f = created("begin", "SET AUTOCOMMIT FALSE"); JdbcSession first = f.session();
                JdbcSession session = f.session()) {
            f.target.makeKeyspace(0, 10, 10);
            put(first, 1);
            put(session, 2);
            assertThat(server.texts("SELECT COUNT(*) FROM bench_keyspace_0")).containsExactly("2");
            execute(session, "INSERT INTO orders VALUES (1)", "ROLLBACK", "INSERT INTO orders VALUES (2)", "COMMIT");
            assertThat(server.texts("SELECT id FROM orders")).containsExactly("2");
            put(session, 3);
            assertThat(server.texts("SELECT COUNT(*) FROM bench_keyspace_0")).containsExactly("3");
        }
    }

    /** No word begins the transaction then, and the client does not tell of it. */
    @Test
    void whatTheyLeaveUncommittedThereIsRolledBackAndNoSuccess() throws Exception {
        server.execute("CREATE TABLE orders (id INT PRIMARY KEY)");
        try (Fixture f = created("begin", "SET AUTOCOMMIT FALSE"); JdbcSession session = f.session()) {
            assertThatThrownBy(() -> execute(session, "INSERT INTO orders VALUES (1)"))
                    .hasMessage("left a transaction open");
            execute(session, "INSERT INTO orders VALUES (2)", "COMMIT");
            assertThatThrownBy(() -> execute(session, "SAVEPOINT a", "INSERT INTO orders VALUES (3)",
                    "ROLLBACK TO SAVEPOINT a")).as("nothing is ended by it").hasMessage("left a transaction open");
            execute(session, "SELECT id FROM orders");
            assertThat(server.texts("SELECT id FROM orders")).containsExactly("2");
        }
    }

    private static void put(JdbcSession session, long key) throws Exception {
        session.put(0, NumberedKeys.of(key), Fixture.direct("value"));
        assertThat(session.commit()).isZero();
    }

    private static void explain(JdbcSession session, String column, Binding key) throws Exception {
        assertThat(session.execute("EXPLAIN SELECT t FROM keyed WHERE " + column + " = ?", key,
                (_, _, plan) -> assertThat(plan).contains("= ?1 */").doesNotContain("tableScan"))).isEqualTo(1);
    }

    @Test
    void areGivenUpWhenTheirTimeIsOver() throws Exception {
        try (Fixture f = created("operation-timeout", "1s"); JdbcSession session = f.session()) {
            assertThatThrownBy(() -> execute(session, "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 100000000000) WHERE MOD(X, 7) = 3"))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    /** By words alone the first would begin none and the second would end it. */
    @Test
    void aClientThatKnowsTellsWhetherATransactionIsOpen() throws Exception {
        PostgresServer postgres = PostgresServer.shared();
        try (Fixture f = new Fixture(postgres.settings(), folder)) {
            f.target.create();
            try (JdbcSession session = f.session()) {
                execute(session, "CREATE TABLE orders (id INT PRIMARY KEY)");
                assertThatThrownBy(() -> execute(session, "/* begins */ BEGIN", "INSERT INTO orders VALUES (1)"))
                        .hasMessage("left a transaction open");
                assertThatThrownBy(() -> execute(session, "BEGIN", "INSERT INTO orders VALUES (2)", "COMMIT AND CHAIN",
                        "INSERT INTO orders VALUES (3)")).hasMessage("left a transaction open");
                assertThat(postgres.texts("SELECT id FROM orders")).containsExactly("2");
            }
        }
    }
}
