package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On tables of the user's; those of presets would have no place of their own here. */
class StatementsOfOnesOwnTest {

    @TempDir
    private Path folder;
    private final H2Server server = H2Server.empty();

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
    void areCarriedOutAndRefusedInTheDatabasesWords() throws Exception {
        try (Fixture f = new Fixture(server.settings(), folder)) {
            f.target.create();
            try (JdbcSession session = f.session()) {
                execute(session, "CREATE TABLE orders (id INT PRIMARY KEY, note VARCHAR(20))",
                        "INSERT INTO orders VALUES (1, 'one'), (2, 'two')");
                session.begin(false);
                List<String> told = new ArrayList<>();
                assertThat(session.execute("SELECT note FROM orders WHERE id >= ? ORDER BY id", p -> p.add(1L),
                        (row, name, text) -> told.add(row + name + text))).isEqualTo(2);
                session.end();
                assertThat(told).containsExactly("0NOTEone", "1NOTEtwo");
                assertThatThrownBy(() -> execute(session, "INSERT INTO orders VALUES (1, 'again')"))
                        .isInstanceOf(StatementSession.StatementException.class)
                        .hasMessageContaining("Unique index or primary key violation");
                assertThatThrownBy(() -> session.begin(true)).hasMessageContaining(
                        "this database has no schema of its own for the tables of built-in scripts");
            }
            f.target.drop();
            assertThat(server.texts("SHOW TABLES")).containsExactly("ORDERS");
        }
    }
}
