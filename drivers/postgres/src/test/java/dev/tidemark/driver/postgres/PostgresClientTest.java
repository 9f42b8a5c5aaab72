package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How servers are reached, without any. */
class PostgresClientTest {

    private static final String DRAWN = "loadBalanceHosts=true";

    @TempDir
    private static Path folder;

    private static String url(String socket) {
        return PostgresClient.url(new ConnectionSettings(socket, "127.0.0.1", 5432, Optional.of(Path.of(socket)),
                Optional.empty(), Optional.empty(), "", Duration.ofSeconds(1), Duration.ofSeconds(1),
                OptionalInt.empty(), Optional.empty()), "a b/c");
    }

    /** By the URL's host and port, pgJDBC looks for the password. */
    @Test
    void aServerBehindASocketIsCalledByItsPort() {
        assertThat(url("/run/pg/.s.PGSQL.6432")).isEqualTo("jdbc:postgresql://localhost:6432/a+b%2Fc");
        assertThat(url("/run/pg/another")).isEqualTo("jdbc:postgresql://localhost/a+b%2Fc");
    }

    /** A target that was never connected. */
    private static final class Opened extends TargetFixture<PostgresTarget, JdbcSession> {
        Opened(String... settings) throws DriverException {
            super(new PostgresDriver(), folder, settings);
        }
    }

    private static List<String> notes(String... settings) throws DriverException {
        try (Opened opened = new Opened(settings)) {
            return opened.notes;
        }
    }

    @Test
    void itIsToldWhereEachConnectionGoesToAServerThatIsDrawn() throws DriverException {
        assertThat(notes("address", "a:1,b:2", "properties", DRAWN)).singleElement().asString()
                .contains("there are no counters of the server");
        assertThat(notes("address", "a:1", "properties", DRAWN)).as("there is one").isEmpty();
        assertThat(notes("address", "a:1,b:2")).as("the first that is there").isEmpty();
        assertThat(notes("address", "a:1,b:2", "properties", DRAWN, "read-from", "any"))
                .as("all but reads is the primary's").isEmpty();
        assertThat(notes("address", "a:1,b:2", "properties", DRAWN + "; targetServerType=primary")).isEmpty();
    }
}
