package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.driver.contract.ShortPatience;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may befall a server, each done to a real one. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisFailuresTest {

    @TempDir
    private Path folder;
    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    private static void put(KeyValueSession session, long key, String value) throws Exception {
        session.put(0, NumberedKeys.of(key), Fixture.direct(value));
    }

    @Test
    void memoryThatIsFullIsToldInOneLineAndNothingOfTheTransactionIsStored() throws Exception {
        for (String ordered : List.of("false", "true")) {
            try (Fixture f = Fixture.created(server, folder, "ordered-keys", ordered); RedisSession session = f.session()) {
                server.admin("CONFIG", "SET", "maxmemory", "1");
                for (int puts = 1; puts <= 3; puts++) {
                    for (int key = 0; key < puts; key++) {
                        put(session, key, "value");
                    }
                    Fixture.assertOneLine(session::commit, "OOM command not allowed when used memory > 'maxmemory'");
                }
                assertThat(Fixture.get(session, 0, 0)).as("reading goes on").isNull();
                assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
                server.admin("CONFIG", "SET", "maxmemory", "0");
                put(session, 1, "value");
                assertThat(session.commit()).isZero();
                assertThat(f.count(0)).isEqualTo(1);
            } finally {
                server.admin("CONFIG", "SET", "maxmemory", "0");
            }
        }
    }

    @Test
    void aReplicaRefusesToBeWrittenTo() throws Exception {
        try (Fixture f = Fixture.created(server, folder); RedisSession session = f.session()) {
            server.admin("REPLICAOF", "127.0.0.1", "1");
            put(session, 1, "value");
            Fixture.assertOneLine(session::commit, "READONLY You can't write against a read only replica");
            assertThat(Fixture.get(session, 0, 1)).isNull();
            server.admin("CONFIG", "SET", "replica-serve-stale-data", "no");
            assertThatThrownBy(() -> Fixture.get(session, 0, 1)).isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("MASTERDOWN");
        } finally {
            server.admin("REPLICAOF", "NO", "ONE");
            server.admin("CONFIG", "SET", "replica-serve-stale-data", "yes");
        }
    }

    @Test
    void withoutAPasswordOrWithoutTheRightTheServersWordIsTold() throws Exception {
        try (Fixture f = new Fixture(server, folder, "user", "none", "password", "none")) {
            Fixture.assertOneLine(f.target::create, "NOAUTH Authentication required.");
        }
        try (Fixture f = Fixture.created(server, folder); RedisSession session = f.session()) {
            server.admin("ACL", "SETUSER", RedisProcess.USER, "-set");
            put(session, 1, "value");
            Fixture.assertOneLine(session::commit, "NOPERM");
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
        } finally {
            server.admin("ACL", "SETUSER", RedisProcess.USER, "+@all");
        }
    }

    /**
     * The data come back so slowly that the server is loading for minutes. Who has made the namespace says every two
     * seconds that it is his, over a connection that others may get then: so he is another.
     */
    @Test
    void aServerThatStopsAndComesBackIsFoundAgainAndPushesBackWhileItLoads() throws Exception {
        try (RedisProcess own = new RedisProcess("save \"\"", "enable-debug-command local")) {
            own.start();
            try (Fixture _ = Fixture.created(own, folder); Fixture f = new Fixture(own, folder); RedisSession session = f.session()) {
                own.admin("DEBUG", "POPULATE", "100000", "other");
                put(session, 1, "value");
                session.commit();
                own.admin("SAVE");
                own.kill();
                Fixture.assertOneLine(() -> Fixture.get(session, 0, 1), "the connection to " + own.address() + " broke");
                Fixture.assertOneLine(() -> Fixture.get(session, 0, 1), "no connection to " + own.address());
                assertThat(f.target.read().getFirst().gauges()).isEmpty();
                own.start("key-load-delay 1000", "loading-process-events-interval-bytes 1024");
                assertThatThrownBy(() -> Fixture.get(session, 0, 1)).isInstanceOf(OverloadedException.class)
                        .hasMessageContaining("LOADING");
                assertThat(f.counter(RemoteTarget.RECONNECTS)).isEqualTo(1);
                own.kill();
                own.start();
                untilLoaded(own);
                assertThatThrownBy(() -> Fixture.get(session, 0, 1)).hasMessageContaining("broke");
                assertThat(Fixture.get(session, 0, 1)).isEqualTo("value".getBytes());
                assertThat(f.counter(RemoteTarget.RECONNECTS)).isEqualTo(2);
            }
        }
    }

    private static void untilLoaded(RedisProcess server) {
        while (server.adminText("INFO", "persistence").contains("loading:1")) {
            Thread.onSpinWait();
        }
    }

    /** Of a session with several requests in flight. */
    private static final class RecordedCompletions implements AsyncKeyValueSession.Completions {
        private final List<Integer> done = new ArrayList<>();
        private final List<Exception> failed = new ArrayList<>();

        @Override
        public void done(int slot, int size) {
            done.add(size);
        }

        @Override
        public void failed(int slot, Exception why) {
            failed.add(why);
        }

        void await(AsyncKeyValueSession session, int all) throws Exception {
            for (int ended = 0; ended < all;) {
                ended += session.await(all - ended, 100_000_000L, this);
            }
        }
    }

    private static void submitAll(AsyncKeyValueSession session, int from, int to) throws Exception {
        for (int slot = from; slot < to; slot++) {
            if (slot % 2 == 0) {
                session.submitPut(slot, 0, NumberedKeys.of(slot), Fixture.direct("value"));
            } else {
                session.submitGet(slot, 0, NumberedKeys.of(slot - 1), ByteBuffer.allocateDirect(10));
            }
        }
    }

    @Test
    void allThatIsInFlightFailsWithItsConnectionAndTheNextGoOn() throws Exception {
        for (String ordered : List.of("false", "true")) {
            try (Fixture _ = Fixture.created(server, folder, "ordered-keys", ordered);
                    Fixture f = new Fixture(server, folder, "ordered-keys", ordered, "queue-depth", "64");
                    AsyncKeyValueSession session = f.target.session(0, AsyncKeyValueSession.class)) {
                RecordedCompletions completions = new RecordedCompletions();
                submitAll(session, 0, 64);
                completions.await(session, 64);
                assertThat(completions.done).hasSize(64).containsOnly(5);
                server.breakConnections();
                submitAll(session, 0, 64);
                completions.await(session, 64);
                assertThat(completions.failed).hasSize(64)
                        .allSatisfy(e -> assertThat(e).isInstanceOf(DriverException.class)
                        .hasMessageContaining("broke"));
                submitAll(session, 0, 64);
                completions.await(session, 64);
                assertThat(completions.done).hasSize(128).containsOnly(5);
                assertThat(f.counter(RemoteTarget.RECONNECTS)).isEqualTo(1);
            }
        }
    }

    @Test
    void oneBreakIsMetOnceWhereAnotherConnectionLayIdle() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "queue-depth", "8");
                AsyncKeyValueSession session = f.target.session(0, AsyncKeyValueSession.class)) {
            RecordedCompletions completions = new RecordedCompletions();
            submitAll(session, 0, 8);
            completions.await(session, 8);
            try (AsyncKeyValueSession other = f.target.session(1, AsyncKeyValueSession.class)) {
                submitAll(other, 0, 8);
                completions.await(other, 8);
            }
            server.breakConnections();
            submitAll(session, 0, 8);
            completions.await(session, 8);
            assertThat(completions.failed).hasSize(8);
            submitAll(session, 0, 8);
            completions.await(session, 8);
            assertThat(completions.failed).as("what lay idle is asked before it is used").hasSize(8);
            assertThat(completions.done).hasSize(24);
        }
    }

    @Test
    void aSessionThatIsClosedWithRequestsInFlightBreaksNothing() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "queue-depth", "8")) {
            AsyncKeyValueSession session = f.target.session(0, AsyncKeyValueSession.class);
            session.openAhead();
            server.hold(true);
            try (session) {
                submitAll(session, 0, 8);
                assertThat(session.await(0, 0, new RecordedCompletions())).isZero();
            } finally {
                server.hold(false);
            }
            try (AsyncKeyValueSession next = f.target.session(0, AsyncKeyValueSession.class)) {
                assertThat(eightInTime(next)).hasSize(8).containsOnly(5);
            }
            assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
        }
    }

    @Test
    void whatIsNotAnsweredInTimeIsATimeoutAndTheNextGoOn() throws Exception {
        Fixture.created(server, folder).close();
        try (Fixture f = new Fixture(server, folder, "queue-depth", "8", "operation-timeout", ShortPatience.LIMIT);
                AsyncKeyValueSession session = ShortPatience.inTime(
                        () -> f.target.session(0, AsyncKeyValueSession.class))) {
            assertThat(eightInTime(session)).hasSize(8);
            RecordedCompletions completions = new RecordedCompletions();
            server.hold(true);
            try {
                submitAll(session, 0, 8);
                assertThat(session.await(0, 0, completions)).isZero();
                completions.await(session, 8);
            } finally {
                server.hold(false);
            }
            assertThat(completions.failed).hasSize(8)
                    .allSatisfy(e -> assertThat(e).isInstanceOf(TimeoutException.class));
            assertThat(eightInTime(session)).hasSize(8);
        }
    }

    private static List<Integer> eightInTime(AsyncKeyValueSession session) throws Exception {
        return ShortPatience.inTime(() -> {
            RecordedCompletions completions = new RecordedCompletions();
            submitAll(session, 0, 8);
            completions.await(session, 8);
            if (!completions.failed.isEmpty()) {
                throw completions.failed.getFirst();
            }
            return completions.done;
        });
    }

    /** One that the server refuses leaves those beside it alone. */
    @Test
    void refusalsAreOfTheOperationAlone() throws Exception {
        for (String ordered : List.of("false", "true")) {
            try (Fixture f = Fixture.created(server, folder, "ordered-keys", ordered, "queue-depth", "8");
                    AsyncKeyValueSession session = f.target.session(0, AsyncKeyValueSession.class)) {
                RecordedCompletions completions = new RecordedCompletions();
                server.admin("CONFIG", "SET", "maxmemory", "1");
                submitAll(session, 0, 8);
                completions.await(session, 8);
                assertThat(completions.done).containsOnly(KeyValueSession.ABSENT).hasSize(4);
                assertThat(completions.failed).hasSize(4)
                        .allSatisfy(e -> assertThat(e).isInstanceOf(DriverException.class)
                        .hasMessageStartingWith("OOM command not allowed"));
                assertThat(f.counter(RemoteTarget.RECONNECTS)).isZero();
            } finally {
                server.admin("CONFIG", "SET", "maxmemory", "0");
            }
        }
    }
}
