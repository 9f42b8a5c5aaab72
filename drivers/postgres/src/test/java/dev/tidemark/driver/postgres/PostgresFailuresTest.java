package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.ShortPatience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may befall a server, each done to a real one. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresFailuresTest {

    @TempDir
    private Path folder;
    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
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
        String no = "no connection to " + server.address() + ": FATAL: ";
        try (Fixture f = new Fixture(server, folder, "database", "no where/?a=b")) {
            Fixture.assertOneLine(f.target::create, no + "database \"no where/?a=b\" does not exist");
        }
        try (Fixture f = new Fixture(server, folder, "password",
                SecretFile.of(folder, "wrong", "wrong password"))) {
            Fixture.assertOneLine(f.target::create, no + "password authentication failed for user \"tidemark\"");
        }
        try (Fixture f = new Fixture(server, folder, "user", "nobody")) {
            Fixture.assertOneLine(f.target::create, no + "password authentication failed for user \"nobody\"");
        }
    }

    @Test
    void whoMayNotCreateIsToldSoAndNothingIsLeft() throws Exception {
        try (Fixture f = new Fixture(server, folder, server.poor(folder).toArray(String[]::new))) {
            Fixture.assertOneLine(f.target::create, "permission denied for database postgres");
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
        }
        assertThat(server.digest()).isEmpty();
    }

    /** Ours, but made by another user. */
    @Test
    void whoMayNotReadIsToldSo() throws Exception {
        Fixture.created(server, folder).close();
        List<String> before = server.digest();
        try (Fixture f = new Fixture(server, folder, server.poor(folder).toArray(String[]::new))) {
            Fixture.assertOneLine(f.target::create, "permission denied for schema bench");
            Fixture.assertOneLine(f.target::drop, "permission denied for schema bench");
        }
        assertThat(server.digest()).isEqualTo(before);
    }

    /** Its transaction is rolled back, which is where the break is met. */
    @Test
    void aWalkThatIsClosedAfterABreakSparesTheNextOneABrokenConnection() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            put(session, 1, "value");
            session.commit();
            Walk broken = session.walk(0, Walk.Depth.KEYS);
            session.walk(0, Walk.Depth.KEYS).close(); // its connection lies idle
            server.breakConnections();
            broken.close();
            try (Walk next = session.walk(0, Walk.Depth.KEYS)) {
                assertThat(next.next(10, (_, _, _) -> { })).isEqualTo(1);
            }
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

    @Test
    void aServerThatCannotBeWrittenToIsReadOn() throws Exception {
        Fixture.created(server, folder).close();
        server.execute("ALTER ROLE tidemark SET default_transaction_read_only = on");
        try (Fixture f = new Fixture(server, folder); JdbcSession session = f.session()) {
            for (int updates = 1; updates < 4; updates++) {
                for (int key = 0; key < updates; key++) {
                    put(session, key, "value");
                }
                Fixture.assertOneLine(session::commit, "cannot execute INSERT in a read-only transaction");
            }
            assertThat(Fixture.get(session, 0, 1)).isNull();
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
        } finally {
            try (Connection connection = server.connect(); Statement statement = connection.createStatement()) {
                statement.execute("SET default_transaction_read_only = off");
                statement.execute("ALTER ROLE tidemark RESET ALL");
            }
        }
    }

    /** The server gives the statement up, and the connection is made anew. */
    @Test
    void aTransactionThatTakesTooLongIsATimeoutAndNothingOfItIsStored() throws Exception {
        try (Fixture patient = Fixture.created(server, folder);
                Fixture f = new Fixture(server, folder, "operation-timeout", ShortPatience.LIMIT);
                JdbcSession session = ShortPatience.inTime(f::session)) {
            server.hold(true);
            put(session, 1, "value");
            put(session, 2, "value");
            assertThatThrownBy(session::commit).isInstanceOf(TimeoutException.class).hasMessageContaining("no answer");
            server.hold(false);
            assertThat(patient.count(0)).isZero();
            int lost = ShortPatience.inTime(() -> {
                put(session, 3, "value");
                return session.commit();
            });
            assertThat(lost).isZero();
            assertThat(patient.count(0)).isEqualTo(1);
        }
    }

    @Test
    void aTransactionThatTheServerRollsBackForAnothersSakeCanBeTriedAgain() throws Exception {
        Fixture.created(server, folder).close();
        server.execute("ALTER ROLE tidemark SET default_transaction_isolation = 'repeatable read'");
        try (Fixture f = new Fixture(server, folder); JdbcSession session = f.session();
                ExecutorService thread = Executors.newSingleThreadExecutor(); Connection other = server.connect();
                Statement statement = other.createStatement()) {
            put(session, 2, "first");
            session.commit();
            other.setAutoCommit(false);
            statement.execute("UPDATE bench.keyspace_0 SET v = 'of another'");
            put(session, 1, "mine");
            put(session, 2, "mine");
            Future<Throwable> commit = thread.submit(() -> catchThrowable(session::commit));
            server.untilSomebodyWaits();
            other.commit();
            assertThat(commit.get()).isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("could not serialize access").hasMessageNotContaining("mine");
            assertThat(Fixture.get(session, 0, 1)).isNull();
            assertThat(Fixture.get(session, 0, 2)).isEqualTo("of another".getBytes());
            put(session, 2, "again");
            assertThat(session.commit()).isZero();
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
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

    /** As VACUUM FULL holds it for minutes; else each reading would be given up for the sake of the sizes. */
    @Test
    void whileATableIsLockedAllButSizesIsRead() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(f.target.read().getFirst().gauges()).containsKey("on-disk-size");
            server.hold(true);
            for (boolean visiting : new boolean[] {false, true}) {
                if (visiting) {
                    f.target.visit();
                }
                MetricSnapshot read = f.target.read().getFirst();
                assertThat(read.counters()).containsKeys("journal-write", "wait-lock");
                assertThat(read.gauges()).doesNotContainKeys("on-disk-size", "table-size").containsKey("live-rows");
            }
            server.hold(false);
            while (!f.target.read().getFirst().gauges().containsKey("on-disk-size")) { // others may hold it for a moment
                Thread.onSpinWait();
            }
        }
    }

    /** What the server does for a target ends with the target. */
    @Test
    void maintenanceThatWaitsEndsWithTheTarget() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "vacuum", "full");
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            server.hold(true);
            Future<Throwable> compacting = thread.submit(() -> catchThrowable(() -> f.target.compact(Progress.none())));
            server.untilSomebodyWaits();
            f.target.abort();
            assertThat(compacting.get()).isNull();
            while (!server.texts("SELECT 1 FROM pg_stat_activity WHERE query LIKE 'VACUUM%' AND state = 'active'")
                    .isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }
}
