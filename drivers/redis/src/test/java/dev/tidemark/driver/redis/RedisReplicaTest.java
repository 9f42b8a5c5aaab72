package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads from replicas, whose primary counts nothing of them. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class RedisReplicaTest {

    @TempDir
    private static Path folder;

    /** Who tells whose replica is where. */
    enum Kind {
        CLUSTER("nodes=3", "cluster-replicas=1"), SENTINELS("sentinels=3", "sentinel-down-after=20s");

        private final SharedServer server;

        Kind(String... settings) {
            server = SharedServer.of("redis", Stream.concat(Arrays.stream(settings), Stream.of("append-only=false",
                    "snapshots=false")).toArray(String[]::new));
        }
    }

    @AfterAll
    static void stop() {
        Arrays.stream(Kind.values()).forEach(kind -> kind.server.stop());
    }

    private static TargetFixture<RedisTarget, RedisSession> opened(Kind kind, String... settings) throws Exception {
        List<String> all = new ArrayList<>();
        kind.server.server().target().forEach((name, value) -> all.addAll(List.of(name, value)));
        all.addAll(List.of("namespace", "replicas"));
        all.addAll(List.of(settings));
        return new TargetFixture<>(new RedisDriver(), folder, all.toArray(String[]::new)) { };
    }

    private static byte[] get(RedisTarget target, long key) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            return TargetFixture.get(session, 0, key);
        }
    }

    private static void put(RedisTarget target, long key) throws Exception {
        try (KeyValueSession session = target.session(0, KeyValueSession.class)) {
            session.put(0, NumberedKeys.of(key), TargetFixture.direct(TargetFixture.content(1, 100)));
            session.commit();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsComeFromAReplicaAndAllElseFromThePrimary(Kind kind) throws Exception {
        try (var writing = opened(kind); var replica = opened(kind, "read-from", "replica");
                var any = opened(kind, "read-from", "any")) {
            writing.target.create();
            writing.target.makeKeyspace(0, 1000, 100);
            for (long key = 0; key < 20; key++) {
                put(replica.target, key);
                while (get(replica.target, key) == null) {
                    Thread.onSpinWait(); // each look asks the server
                }
                assertThat(get(any.target, key)).isNotNull();
            }
            assertThat(replica.target.count(0, Progress.none())).isEqualTo(20);
            double missesBefore = misses(writing.target);
            for (long key = 100; key < 120; key++) {
                assertThat(get(replica.target, key)).isNull();
            }
            assertThat(misses(writing.target)).as("of the primaries").isEqualTo(missesBefore);
            for (long key = 100; key < 120; key++) {
                assertThat(get(writing.target, key)).isNull();
            }
            assertThat(misses(writing.target)).isEqualTo(missesBefore + 20);
            assertThat(replica.target.facts()).filteredOn(fact -> fact.name().equals("server-read-from"))
                    .extracting(Setting::text).containsExactly("a replica");
            assertThat(writing.target.facts()).extracting(Setting::name).doesNotContain("server-read-from");
            assertThat(writing.target.read().stream().map(MetricSnapshot::gauges)
                    .filter(gauges -> gauges.containsKey("replica-behind"))).as("of each primary")
                    .hasSize(kind == Kind.CLUSTER ? 3 : 1);
            writing.target.drop();
        }
    }

    private static double misses(RedisTarget target) {
        return target.read().stream().mapToDouble(node -> node.counters().getOrDefault("key-misses", 0.0)).sum();
    }

    @Test
    void readsGoOnWhileThePrimaryHangs() {
        FaultRuns.Run run = new FaultRuns(Kind.SENTINELS.server, folder).run("volume", "rate: 100, workers: 4, "
                + "duration: 4s, key-count: 1k, value-size: 100B, mix: \"get=5,put=1\", read-from: replica, "
                + "operation-timeout: 500ms", "pause at=1s node=1 for=1500ms");
        assertThat(run.operations(Outcome.TIMEOUT)).as("%s %s", run.ended(), run.detail().events()).isPositive();
        assertThat(run.detail().outcomes()).filteredOn(o -> o.outcome() == Outcome.TIMEOUT)
                .allMatch(o -> !o.kind().equals("get"));
        assertThat(FaultRuns.value(run, "redis", "replica-behind")).isGreaterThanOrEqualTo(0);
    }

    @Test
    void whereThereIsNoReplicaItIsSaid() throws Exception {
        try (RedisCluster cluster = new RedisCluster();
                Fixture f = new Fixture(cluster, folder, "read-from", "replica")) {
            assertThatThrownBy(f.target::facts).hasMessageContaining("no replica serves slot 0");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"cluster=false | read-from: replicas are known of a cluster",
        "sentinel-primary=mine;queue-depth=4 | read-from: with queue-depth"})
    void whatCannotBeMeantIsRefused(String settings, String complaint) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("read-from", "any"));
        Arrays.stream(settings.split(";")).map(s -> s.split("=")).forEach(s -> all.put(s[0], s[1]));
        assertThatThrownBy(() -> {
            var values = RedisParams.ALL.defaults();
            for (Map.Entry<String, String> setting : all.entrySet()) {
                values = values.with(setting.getKey(), setting.getValue(), SettingOrigin.SET);
            }
            values.params().check(values);
        }).isInstanceOf(InvalidInputException.class).hasMessageStartingWith(complaint);
    }
}
