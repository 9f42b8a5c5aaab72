package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Reads from a standby that replays nothing for a while, so that they are known by what they do not find. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class PostgresReplicaTest {

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("postgres", "standby=asynchronous", "fsync=false",
            "shared-buffers=32MiB");

    /** A target on both servers. */
    private static final class Opened extends TargetFixture<PostgresTarget, JdbcSession> {
        Opened(String... settings) throws Exception {
            super(new PostgresDriver(), folder, all(settings));
        }

        private static String[] all(String... settings) {
            List<String> all = new ArrayList<>();
            SERVER.server().target().forEach((name, value) -> all.addAll(List.of(name, value)));
            all.addAll(List.of("namespace", "replicas"));
            all.addAll(List.of(settings));
            return all.toArray(String[]::new);
        }
    }

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    /** By its own port, which is that of no primary. */
    private static void onStandby(String sql) throws Exception {
        Map<String, String> target = SERVER.server().target();
        String password = Files.readString(Path.of(target.get("password").substring("file:".length()))).strip();
        try (Connection standby = DriverManager.getConnection("jdbc:postgresql://" + target.get("address")
                + "/postgres?targetServerType=secondary", target.get("user"), password);
                var statement = standby.createStatement()) {
            statement.execute(sql);
        }
    }

    private static byte[] get(PostgresTarget target, long key) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            return TargetFixture.get(session, 0, key);
        }
    }

    /** The table, too, comes to the standby a moment later. */
    private static boolean isReplayed(PostgresTarget target, long key) throws Exception {
        try {
            return get(target, key) != null;
        } catch (DriverException e) {
            assertThat(e).hasMessageContaining("does not exist");
            return false;
        }
    }

    private static void put(PostgresTarget target, long key) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            session.put(0, NumberedKeys.of(key), TargetFixture.direct(TargetFixture.content(1, 100)));
            session.commit();
        }
    }

    @Test
    void readsComeFromTheReplicaAndAllElseFromThePrimary() throws Exception {
        try (Opened writing = new Opened(); Opened replica = new Opened("read-from", "replica");
                Opened primary = new Opened("read-from", "primary")) {
            writing.target.create();
            writing.target.makeKeyspace(0, 1000, 100);
            put(writing.target, 1);
            while (!isReplayed(replica.target, 1)) {
                Thread.onSpinWait(); // each look asks the server
            }
            onStandby("SELECT pg_wal_replay_pause()");
            try {
                put(replica.target, 2);
                assertThat(get(replica.target, 2)).as("not replayed yet").isNull();
                assertThat(get(primary.target, 2)).isNotNull();
                assertThat(get(writing.target, 2)).isNotNull();
                try (JdbcSession session = replica.session()) {
                    session.add(TargetFixture.uri(3), TargetFixture.direct("three"));
                    session.commit();
                    assertThat(TargetFixture.read(session, TargetFixture.uri(3))).as("what verification reads")
                            .isNotNull();
                }
                assertThat(replica.target.count(0, Progress.none())).isEqualTo(2);
            } finally {
                onStandby("SELECT pg_wal_replay_resume()");
            }
            while (get(replica.target, 2) == null) {
                Thread.onSpinWait();
            }
            assertThat(replica.target.facts()).filteredOn(fact -> fact.name().equals("server-read-from"))
                    .extracting(Setting::text).containsExactly("a replica");
            assertThat(writing.target.facts()).extracting(Setting::name).doesNotContain("server-read-from");
            writing.target.drop();
        }
    }

    /** What one of the servers counts would be measured as what all did. */
    @Test
    void countersOfAServerThatIsDrawnAreNotTold() throws Exception {
        try (Opened drawn = new Opened("properties", "loadBalanceHosts=true");
                Opened primary = new Opened("properties", "loadBalanceHosts=true; targetServerType=primary")) {
            assertThat(drawn.target.read().getFirst().counters()).containsKey("reconnects")
                    .doesNotContainKey("commits");
            assertThat(primary.counter(PostgresMeasures.CHECKPOINTS_TIMED)).isNotNegative();
        }
    }

    /** A new database says that there were a hundred, and with fewer than that a standby does not start. */
    @Test
    void aPairMayHaveFewConnections() {
        SharedServer few = SharedServer.of("postgres", "standby=asynchronous", "fsync=false", "shared-buffers=32MiB",
                "max-connections=17");
        try {
            assertThat(few.server().target().get("address").split(",")).hasSize(2);
        } finally {
            few.stop();
        }
    }

    /** As a target meets it that has found the standby, until that takes the place of the primary. */
    @Test
    void whatAStandbyDoesNotTellIsAskedAgain() throws Exception {
        ServerCounters counters = new ServerCounters("replicas");
        try (Opened writing = new Opened(); Opened standby = new Opened("properties", "targetServerType=secondary")) {
            writing.target.create();
            writing.target.makeKeyspace(0, 1000, 100);
            put(writing.target, 1);
            while (!isReplayed(standby.target, 1)) {
                Thread.onSpinWait(); // each look asks the server
            }
            assertThat(standby.target.ours(connection -> counters.read(connection, false)).counters())
                    .containsKey("commits").doesNotContainKey("journal-write");
            assertThat(writing.target.ours(connection -> counters.read(connection, false)).counters())
                    .containsKeys("commits", "journal-write");
            writing.target.drop();
        }
    }

    /** The others of this class are of one server, which has its primary back before the next. */
    @Test
    void readsGoOnWhileThePrimaryHangs() {
        FaultRuns.Run run = new FaultRuns(SERVER, folder).run("volume", "rate: 100, workers: 4, duration: 4s, "
                + "key-count: 1k, value-size: 100B, mix: \"get=5,put=1\", read-from: replica, operation-timeout: 500ms",
                "pause at=1s node=1 for=1500ms");
        assertThat(run.operations(Outcome.TIMEOUT)).as("%s %s", run.ended(), run.detail().events()).isPositive();
        assertThat(run.detail().outcomes()).filteredOn(o -> o.outcome() == Outcome.TIMEOUT)
                .allMatch(o -> !o.kind().equals("get"));
        assertThat(FaultRuns.value(run, "postgres", "replica-lag")).isBetween(0.0, 60.0);
    }

    @Test
    void whereThereIsNoReplicaItIsSaid() throws Exception {
        String first = SERVER.server().target().get("address").split(",")[0];
        try (Opened alone = new Opened("read-from", "replica", "address", first)) {
            assertThatThrownBy(alone.target::facts).hasMessageContaining("no connection to " + first)
                    .hasMessageContaining("secondary");
        }
        assertThatThrownBy(() -> new Opened("read-from", "replica", "properties", "targetServerType=secondary"))
                .isInstanceOf(InvalidInputException.class).hasMessage("read-from: all but reads goes to the primary "
                        + "with it; take targetServerType=secondary out of properties");
    }
}
