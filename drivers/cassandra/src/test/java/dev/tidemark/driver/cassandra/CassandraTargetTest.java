package dev.tidemark.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** What is special about the target on a real server. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class CassandraTargetTest extends TargetContract {

    private final List<String> more = new ArrayList<>();

    @BeforeEach
    void emptyServer() {
        Fixture.dropNamespace();
    }

    @Override
    protected Driver driver() {
        return new CassandraDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings(Fixture.server()));
        all.addAll(more);
        return all;
    }

    private static void put(KeyspaceTarget target, int from, int to, int size) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = from; i < to; i++) {
                session.put(0, NumberedKeys.of(i), TargetFixture.direct(TargetFixture.content(i, size)));
            }
            assertThat(session.commit()).isZero();
        }
    }

    private static double sum(KeyspaceTarget target, String name) {
        return target.read().stream().mapToDouble(node -> node.counters().getOrDefault(name,
                node.gauges().getOrDefault(name, Double.NaN))).sum();
    }

    @Test
    void tablesAreMadeAsTheSettingsSay() throws Exception {
        more.addAll(List.of("compaction", "leveled", "compression", "none", "durable-writes", "false"));
        try (KeyspaceTarget target = created()) {
            assertThat(Fixture.administrator().execute("SELECT compaction, compression FROM system_schema.tables WHERE "
                    + "keyspace_name = 'bench' AND table_name = 'k0'").one().getFormattedContents())
                    .contains("LeveledCompactionStrategy").contains("'enabled':'false'");
            assertThat(Fixture.administrator().execute("SELECT durable_writes FROM system_schema.keyspaces WHERE "
                    + "keyspace_name = 'bench'").one().getBoolean(0)).isFalse();
            assertThat(target.effective().texts()).containsEntry("compaction", "leveled")
                    .containsEntry("compression", "none").containsEntry("durable-writes", "false")
                    .containsEntry("replication-factor", "1");
            target.drop();
        }
    }

    @Test
    void aLoggedBatchIsAllOrNothingAndAsLargeAsTheServerTakesOne() throws Exception {
        more.addAll(List.of("logged-batches", "true"));
        try (KeyspaceTarget target = created()) {
            put(target, 0, 20, 1000);
            assertThat(target.count(0, Progress.none())).isEqualTo(20);
            assertThat(target.commitLimit().batch(100, 1 << 20, 1000)).isBetween(20, 40);
            assertThatThrownBy(() -> put(target, 20, 200, 1000)).hasMessageContaining("atch too large");
            assertThat(target.count(0, Progress.none())).as("none of what is refused").isEqualTo(20);
            target.drop();
        }
    }

    /** Without its replicas a statement would go to any node, which hands it on. */
    @Test
    void whereKeysOfTheUsersKeyspacesAreIsKnown() throws Exception {
        Fixture.administrator().execute("CREATE KEYSPACE IF NOT EXISTS of_mine WITH replication = {'class': "
                + "'NetworkTopologyStrategy', 'replication_factor': 1}");
        CassandraConnector connector = new CassandraConnector(ConnectionSettings.ofEach(values(),
                CassandraParams.ADDRESS, context()), values());
        try {
            connector.connect();
            assertThat(connector.session().orElseThrow().getMetadata().getTokenMap().orElseThrow().getReplicas("of_mine",
                    NumberedKeys.of(1))).hasSize(1);
        } finally {
            connector.close();
            Fixture.administrator().execute("DROP KEYSPACE of_mine");
        }
    }

    @Test
    void whatOthersHavePutInIsNotDropped() throws Exception {
        try (KeyspaceTarget target = created()) {
            target.makeIndex(0);
            Fixture.administrator().execute("CREATE TABLE bench.k0_of_mine (id int PRIMARY KEY)");
            Fixture.administrator().execute("CREATE TYPE bench.mine (id int)");
            assertOneLine(target::drop, "cannot drop \"bench\" because others have put k0_of_mine, type mine into it");
            put(target, 0, 1, 10);
            Fixture.administrator().execute("DROP TABLE bench.k0_of_mine");
            Fixture.administrator().execute("DROP TYPE bench.mine");
            target.drop();
        }
    }

    @Test
    void tooFewReplicasAreAFailureInTheServersWords() throws Exception {
        more.addAll(List.of("replication-factor", "3", "consistency", "one", "write-consistency", "quorum"));
        try (KeyspaceTarget target = open()) {
            assertThatThrownBy(target::create).hasMessageContaining("required but only 1 alive");
        }
    }

    @Test
    void nodesTellWhatTheyDoAndAreTidiedUpOnRequest() throws Exception {
        try (KeyspaceTarget target = created()) {
            assertThat(target.version()).isEqualTo("Cassandra 5.0.9");
            assertThat(target.facts()).extracting(Setting::name).contains("server-commitlog-sync", "server-nodes",
                    "server-num-tokens");
            double writes = sum(target, "local-writes");
            double compacted = sum(target, "compaction-write");
            for (int round = 0; round < 2; round++) {
                put(target, 0, 300, 10_000);
                target.maintain(Maintenance.CHECKPOINT, Progress.none());
            }
            assertThat(sum(target, "local-writes") - writes).isEqualTo(600);
            assertThat(sum(target, "on-disk-size")).isGreaterThan(5.5e6);
            target.compact(Progress.none());
            target.settle(Progress.none());
            assertThat(sum(target, "on-disk-size")).isBetween(2.9e6, 5e6);
            assertThat(sum(target, "compaction-write") - compacted).isGreaterThan(2.9e6);
            target.maintain(Maintenance.REPAIR, Progress.none());
            for (MetricSnapshot node : target.read()) {
                assertThat(node.gauges()).containsKeys("compactions-running", "compactions-waiting", "writes-waiting",
                        "reads-waiting", "hint-files", "cache-size");
                assertThat(node.counters()).containsKeys("cache-requests", "cache-hits", "local-reads", "reconnects");
            }
            assertOneLine(() -> target.maintain(Maintenance.SAVE, Progress.none()),
                    "nothing else");
            target.drop();
        }
        more.addAll(List.of("jmx-port", "1"));
        try (KeyspaceTarget target = created()) {
            assertOneLine(() -> target.compact(Progress.none()), "JMX at 127.0.0.1:1: ");
            target.drop();
        }
    }
}
