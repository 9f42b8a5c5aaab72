package dev.tidemark.driver.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import org.h2.api.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another writer adds the same key between a statement's finding it missing and adding it. */
class OtherWriterTest {

    private static final AtomicInteger TIMES = new AtomicInteger();

    /** The other writer, as often as {@link #TIMES} says. */
    public static final class Comes implements Trigger {

        @Override
        public void fire(Connection connection, Object[] before, Object[] row) throws SQLException {
            if (TIMES.getAndDecrement() > 0) {
                int rest = TIMES.getAndSet(0);
                try (PreparedStatement first = connection.prepareStatement(
                        "INSERT INTO bench_keyspace_0 VALUES (?, ?)")) {
                    first.setObject(1, row[0]);
                    first.setBytes(2, new byte[] {1});
                    first.executeUpdate();
                }
                TIMES.set(rest);
            }
        }
    }

    @TempDir
    private Path folder;
    private final H2Server server = H2Server.empty();

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    /** @return how the value is then found in the database */
    private String put(int times) throws Exception {
        try (Fixture f = new Fixture(server.settings(), folder)) {
            f.target.create();
            f.target.makeKeyspace(0, 1, 1);
            server.execute("CREATE TRIGGER other BEFORE INSERT ON bench_keyspace_0 FOR EACH ROW CALL '"
                    + Comes.class.getName() + "'");
            TIMES.set(times);
            try (JdbcSession session = f.session()) {
                session.put(0, bytes("key"), bytes("mine"));
                assertThat(session.commit()).isZero();
            }
            assertThat(f.target.read().getFirst().counters()).containsEntry("write-retries", (double) times);
            return server.texts("SELECT utf8tostring(v) FROM bench_keyspace_0").toString();
        } finally {
            TIMES.set(0);
        }
    }

    @Test
    void itsRowIsReplacedAtTheNextTry() throws Exception {
        assertThat(put(1)).isEqualTo("[mine]");
        assertThat(TIMES).hasValue(0);
    }

    @Test
    void aRowThatIsAlwaysInTheWayIsTold() {
        assertThatThrownBy(() -> put(1000)).isInstanceOf(DriverException.class)
                .hasMessageContaining("Unique index or primary key violation");
    }
}
