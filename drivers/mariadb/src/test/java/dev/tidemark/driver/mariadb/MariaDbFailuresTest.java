package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.ShortPatience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may befall a server, each done to a real one. */
@HeavyServer
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MariaDbFailuresTest {

    @TempDir
    private Path folder;
    private MariaDbServer server;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @AfterEach
    void letGo() {
        server.hold(false);
    }

    private static void put(KeyValueSession session, long key, String value) throws Exception {
        session.put(0, NumberedKeys.of(key), Fixture.direct(value));
    }

    @Test
    void loggingInThatIsRefusedIsToldInTheServersWords() throws Exception {
        try (Fixture f = new Fixture(server, folder, "password",
                SecretFile.of(folder, "wrong", "wrong password"))) {
            Fixture.assertOneLine(f.target::create, "Access denied for user 'tidemark'@'127.0.0.1'");
        }
        try (Fixture f = new Fixture(server, folder, "user", "nobody")) {
            Fixture.assertOneLine(f.target::create, "Access denied for user 'nobody'@'127.0.0.1'");
        }
    }

    @Test
    void aServerThatIsStoppedAndComesBackIsFoundAgain() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            put(session, 1, "value");
            session.commit();
            server.process().stop();
            try {
                put(session, 2, "value");
                Fixture.assertOneLine(session::commit, "the connection to " + server.address() + " broke");
                Fixture.assertOneLine(() -> Fixture.get(session, 0, 1), "no connection to " + server.address());
                assertThat(f.target.read().getFirst().gauges()).isEmpty();
            } finally {
                server.process().start();
            }
            assertThat(Fixture.get(session, 0, 1)).isEqualTo("value".getBytes());
            assertThat(Fixture.get(session, 0, 2)).isNull();
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isEqualTo(1);
        }
    }

    /** The server waits for whole seconds: the client, who gives up later, is told so. */
    @Test
    void aRowThatOthersHaveLockedForTooLongIsNotWaitedForAndNothingIsStored() throws Exception {
        try (Fixture patient = Fixture.created(server, folder);
                Fixture f = new Fixture(server, folder, "operation-timeout", "2s");
                JdbcSession session = ShortPatience.inTime(f::session);
                MariaDbServer.Locking other = server.locking("SELECT * FROM bench.documents FOR UPDATE")) {
            assertThat(catchThrowable(() -> ShortPatience.inTime(() -> {
                put(session, 1, "value");
                session.add(Fixture.uri(1), Fixture.direct("a document"));
                return session.commit();
            }))).isInstanceOf(OverloadedException.class);
            assertThat(patient.count(0)).isZero();
            other.close();
            int lost = ShortPatience.inTime(() -> {
                put(session, 1, "value");
                return session.commit();
            });
            assertThat(lost).isZero();
        }
    }

    /** In the middle of a transaction, which the server then never sees committed. */
    @Test
    void aConnectionThatIsCutOnTheWayStoresNothing() throws Exception {
        try (CuttableProxy proxy = new CuttableProxy(server.address());
                Fixture f = Fixture.created(server, folder, "address", proxy.address());
                JdbcSession session = f.session(); ExecutorService thread = Executors.newSingleThreadExecutor()) {
            server.hold(true);
            put(session, 1, "value");
            put(session, 2, "value");
            Future<Throwable> commit = thread.submit(() -> catchThrowable(session::commit));
            server.untilSomebodyWaits();
            proxy.cut();
            assertThat(commit.get()).isInstanceOf(DriverException.class).hasMessageContaining(
                    "the connection to " + proxy.address() + " broke");
            server.hold(false);
            assertThat(Fixture.get(session, 0, 1)).isNull();
            assertThat(f.count(0)).isZero();
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isEqualTo(1);
        }
    }

    /** What the server does for a target ends with the target. */
    @Test
    void maintenanceThatWaitsEndsWithTheTarget() throws Exception {
        try (Fixture f = Fixture.created(server, folder);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            server.hold(true);
            Future<Throwable> compacting = thread.submit(() -> catchThrowable(() -> f.target.compact(Progress.none())));
            server.untilSomebodyWaits();
            f.target.abort();
            assertThat(compacting.get()).isNull();
            while (!server.texts("SELECT 1 FROM information_schema.processlist WHERE info LIKE 'ALTER TABLE%'")
                    .isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }
}
