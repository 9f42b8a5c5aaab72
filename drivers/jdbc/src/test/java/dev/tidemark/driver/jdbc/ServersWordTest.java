package dev.tidemark.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import module java.sql;
import dev.tidemark.core.driver.remote.jdbc.TransactionState;
import org.junit.jupiter.api.Test;

class ServersWordTest {

    /** Begun by a statement, as a script has it, of which JDBC knows nothing. */
    @Test
    void aTransactionThatAStatementBeganIsSeen() throws SQLException {
        ServersWord word = new ServersWord();
        try (Connection connection = PostgresServer.shared().connect(); Statement statement = connection.createStatement()) {
            assertThat(word.of(connection)).isEqualTo(TransactionState.NONE);
            statement.execute("BEGIN");
            assertThat(word.of(connection)).isEqualTo(TransactionState.OPEN);
            statement.execute("COMMIT");
            assertThat(word.of(connection)).isEqualTo(TransactionState.NONE);
        }
    }

    @Test
    void aClientThatPassesNothingOnIsNotBelieved() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThat(new ServersWord().of(connection)).isEqualTo(TransactionState.UNKNOWN);
        }
    }
}
