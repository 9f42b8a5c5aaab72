package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.util.JedisClusterCRC16;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisClusterTest {

    private static final int KEYS = 300;
    /** The node whose memory is full in some tests. */
    private static final int FULL = 1;

    @TempDir
    private Path folder;
    private RedisCluster cluster;

    @BeforeEach
    void emptyCluster() throws IOException {
        cluster = RedisCluster.shared();
    }

    private static Fixture filled(RedisCluster cluster, Path folder) throws Exception {
        Fixture f = new Fixture(cluster, folder);
        f.target.create();
        f.target.makeKeyspace(0, KEYS, 100);
        try (RedisSession session = f.session()) {
            for (int key = 0; key < KEYS; key++) {
                session.put(0, NumberedKeys.of(key), Fixture.direct("value " + key));
                if (key % 10 == 9) {
                    assertThat(session.commit()).isZero();
                }
            }
        }
        return f;
    }

    private static void requireAll(RedisSession session) throws Exception {
        for (int key = 0; key < KEYS; key++) {
            assertThat(Fixture.get(session, 0, key)).asString(StandardCharsets.UTF_8).isEqualTo("value " + key);
        }
    }

    @Test
    void keysLieOnAllNodesAndAreDroppedFromAll() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            requireAll(session);
            assertThat(f.count(0)).isEqualTo(KEYS);
            assertThat(cluster.keys()).allMatch(keys -> keys > KEYS / 6);
            f.target.drop();
            assertThat(cluster.keys()).containsExactly(0L, 0L, 0L);
        }
    }

    @Test
    void documentsLieOnAllNodesAndAreFoundAgain() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            for (int i = 0; i < 50; i++) {
                session.add(Fixture.direct("/" + i), Fixture.direct("text " + i));
            }
            assertThat(session.findExisting()).isZero();
            assertThat(session.commit()).isZero();
            session.add(Fixture.direct("/7"), Fixture.direct("again"));
            session.add(Fixture.direct("/50"), Fixture.direct("new"));
            assertThat(session.findExisting()).isEqualTo(1);
            session.rollback();
            Set<String> met = new TreeSet<>();
            DocumentSession reader = session;
            reader.forEach((uri, content) -> met.add(text(uri) + " " + text(content)));
            assertThat(met).hasSize(50).contains("/7 text 7");
        }
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
    }

    @Test
    void eachNodeTellsItsCountersAndFacts() throws Exception {
        try (Fixture f = filled(cluster, folder)) {
            List<MetricSnapshot> snapshots = f.target.read();
            assertThat(snapshots).extracting(MetricSnapshot::node).containsExactly(Stream.concat(Stream.of(""),
                    cluster.nodes.stream().map(RedisProcess::address)).toArray(String[]::new));
            assertThat(snapshots.subList(1, 4)).allMatch(node -> node.gauges().get("server-keys") > 0);
            assertThat(snapshots.getFirst().counters()).as("what is counted here").containsEntry("redirects", 0.0);
            assertThat(f.target.facts()).anyMatch(s -> s.name().equals("server-cluster-nodes") && s.text().equals("3"));
            f.target.maintain(Maintenance.SAVE, Progress.none());
            f.target.compact(Progress.none());
            assertThat(cluster.nodes).allMatch(node -> node.adminText("INFO", "persistence")
                    .contains("rdb_saves:") && !node.adminText("INFO", "persistence").contains("rdb_last_save_time:0"));
        }
    }

    private static List<Durability> durability(String appendOnly, String fsync) {
        return new RedisDriver().durability().of(List.of(Setting.detected("server-appendonly", appendOnly),
                Setting.detected("server-appendfsync", fsync)));
    }

    @Test
    void whatNodesHaveSetDifferentlyIsToldOfAllAndTheWeakestCounts() throws Exception {
        RedisProcess other = cluster.nodes.get(1);
        try (Fixture f = filled(cluster, folder)) {
            other.admin("CONFIG", "SET", "appendfsync", "no", "hz", "50", "maxmemory-policy", "allkeys-lru");
            Map<String, String> facts = f.target.facts().stream()
                    .collect(Collectors.toMap(Setting::name, Setting::text));
            assertThat(facts).containsEntry("server-appendfsync", "everysec, no").containsEntry("server-hz", "10, 50")
                    .containsEntry("server-maxmemory-policy", "allkeys-lru, noeviction")
                    .containsEntry("server-appendonly", "yes").containsEntry("server-role", "master")
                    .containsKey("server-settings");
        } finally {
            other.admin("CONFIG", "SET", "appendfsync", "everysec", "hz", "10", "maxmemory-policy", "noeviction");
        }
        assertThat(durability("yes", "everysec, no")).containsExactly(Durability.OS_BUFFERED);
        assertThat(durability("yes", "always, everysec")).containsExactly(Durability.LAST_INTERVAL);
        assertThat(durability("yes", "always")).containsExactly(Durability.DURABLE);
        assertThat(durability("no, yes", "always")).contains(Durability.VOLATILE);
    }

    @Test
    void ofNodesOfWhichOneTellsItsSettingsNotAllAreKnown() throws Exception {
        RedisProcess other = cluster.nodes.get(1);
        try (Fixture f = filled(cluster, folder)) {
            other.admin("ACL", "SETUSER", RedisProcess.USER, "-config");
            assertThat(f.target.facts()).extracting(Setting::name).doesNotContain("server-settings")
                    .contains("server-appendfsync", "server-appendonly");
        } finally {
            other.admin("ACL", "SETUSER", RedisProcess.USER, "+config");
        }
    }

    /** By the address of one of them, as they tell where the others are. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void processesOfAllNodesAreFound() throws Exception {
        try (Fixture f = filled(cluster, folder)) {
            assertThat(LocalServers.of(f.target, f.target.effective())).extracting(ServerProcess::pid)
                    .doesNotHaveDuplicates().hasSize(cluster.nodes.size());
        }
    }

    @Test
    void aSlotThatIsMovedIsFollowedAndCounted() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            requireAll(session);
            byte[] key = f.target.keyspace(0).key(NumberedKeys.of(5));
            int slot = JedisClusterCRC16.getSlot(key);
            int from = 3 * slot / ClusterMap.SLOTS;
            cluster.move(slot, from, (from + 1) % 3);
            requireAll(session);
            session.put(0, NumberedKeys.of(5), Fixture.direct("value 5"));
            session.put(0, NumberedKeys.of(6), Fixture.direct("value 6"));
            assertThat(session.commit()).isZero();
            requireAll(session);
            assertThat(f.target.read().getFirst().counters().get("redirects")).isEqualTo(1.0);
            cluster.move(slot, (from + 1) % 3, from);
            session.put(0, NumberedKeys.of(5), Fixture.direct("value 5"));
            session.put(0, NumberedKeys.of(6), Fixture.direct("value 6"));
            assertThat(session.commit()).as("several at once are followed, too").isZero();
            assertThat(f.target.read().getFirst().counters().get("redirects")).isEqualTo(2.0);
            requireAll(session);
        }
    }

    @Test
    void aNodeThatDiesFailsItsKeysAndNoOthersAndNothingHangs() throws Exception {
        try (RedisCluster own = new RedisCluster("cluster-require-full-coverage no"); Fixture f = filled(own, folder);
                RedisSession session = f.session()) {
            own.nodes.get(2).kill();
            int failed = 0;
            for (int key = 0; key < KEYS; key++) {
                try {
                    assertThat(Fixture.get(session, 0, key)).asString(StandardCharsets.UTF_8).isEqualTo("value " + key);
                } catch (DriverException e) {
                    assertThat(e.getMessage()).doesNotContain("\n");
                    failed++;
                }
            }
            assertThat(failed).isBetween(KEYS / 6, KEYS / 2);
        }
    }

    @Test
    void aNodeThatRefusesFailsItsOwnUpdatesOfACommitAndNoOthers() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            long before = sum(cluster.keys());
            int failed = whileFull(() -> commit(session, uris(f)));
            assertThat(failed).as("of three nodes, of the one that is full").isBetween(1, 99);
            assertThat(sum(cluster.keys()) - before).isEqualTo(100 - failed);
            List<String> refused = uris(f).stream().filter(uri -> node(f, uri) == FULL).toList();
            assertThatThrownBy(() -> whileFull(() -> commit(session, refused))).isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("OOM");
        }
    }

    @Test
    void replicasAreWaitedForOfNodesThatHaveStoredSomething() throws Exception {
        try (Fixture f = filled(cluster, folder);
                Fixture waiting = new Fixture(cluster, folder, "wait-replicas", "1", "operation-timeout", "1s");
                RedisSession session = waiting.session()) {
            cluster.nodes.forEach(node -> node.admin("CONFIG", "RESETSTAT"));
            assertThatThrownBy(() -> whileFull(() -> commit(session, uris(f)))).isInstanceOf(TimeoutException.class);
            assertThat(cluster.nodes.get(FULL).adminText("INFO", "commandstats")).doesNotContain("cmdstat_wait");
        }
    }

    /** A hundred of all nodes, of which the first are of the one that will be full. */
    private static List<String> uris(Fixture f) {
        return IntStream.range(0, 100).mapToObj(i -> "/" + i)
                .sorted(Comparator.comparing(uri -> node(f, uri) != FULL)).toList();
    }

    private static int node(Fixture f, String uri) {
        return 3 * JedisClusterCRC16.getSlot(Keyspace.key(f.target.documents(), Fixture.direct(uri))) / ClusterMap.SLOTS;
    }

    private static int commit(RedisSession session, List<String> uris) throws Exception {
        uris.forEach(uri -> session.add(Fixture.direct(uri), Fixture.direct("text")));
        return session.commit();
    }

    private <T> T whileFull(Callable<T> call) throws Exception {
        RedisProcess full = cluster.nodes.get(FULL);
        full.admin("CONFIG", "SET", "maxmemory", "1");
        try {
            return call.call();
        } finally {
            full.admin("CONFIG", "SET", "maxmemory", "0");
        }
    }

    private static long sum(List<Long> keys) {
        return keys.stream().mapToLong(k -> k).sum();
    }

    @Test
    void aNodeThatIsGoneIsAGapInWhatIsReadAndNobodyWaitsForIt() throws Exception {
        try (RedisCluster own = new RedisCluster("cluster-require-full-coverage no"); Fixture f = filled(own, folder)) {
            assertThat(f.target.read()).hasSize(4);
            own.nodes.get(2).kill();
            assertThat(f.target.read()).extracting(MetricSnapshot::node).containsExactly("",
                    own.nodes.get(0).address(), own.nodes.get(1).address());
            f.settle();
            f.settle();
            assertThat(f.notes).filteredOn(note -> note.startsWith("Settling")).containsExactly(
                    "Settling waits for no node that cannot be reached: 1 of those that serve slots.");
            Fixture.assertOneLine(() -> f.target.compact(Progress.none()), "Connection refused");
            own.nodes.get(2).start();
            assertThat(f.target.read()).extracting(MetricSnapshot::node).hasSize(4).contains(own.nodes.get(2).address());
        }
    }

    @Test
    void aTransactionOfOnesOwnIsRefused() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            session.begin(false);
            assertThatThrownBy(() -> session.execute("MULTI", to -> { }, null)).hasMessageContaining("MULTI spans commands");
            assertThat(session.execute("SET a 1", to -> { }, null)).isEqualTo(1);
            assertThat(session.execute("GET a", to -> { }, null)).isEqualTo(1);
            session.end();
        }
    }

    private static void carryOut(RedisSession session, String line) throws Exception {
        session.execute(line, to -> { }, null);
    }

    /** None is sent to a node that sends it elsewhere. */
    @Test
    void commandsOfOnesOwnGoToTheNodeThatHasTheirKeys() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            session.begin(false);
            for (int key = 0; key < 30; key++) {
                carryOut(session, "EVAL \"return redis.call('SET', KEYS[1], 'v')\" 1 k" + key);
                carryOut(session, "XADD {s" + key + "} * a b");
                carryOut(session, "XREAD COUNT 1 STREAMS {s" + key + "} 0");
                carryOut(session, "xinfo stream {s" + key + "}");
                carryOut(session, "MEMORY USAGE k" + key);
                carryOut(session, "BITOP AND {k" + key + "}2 k" + key + " k" + key);
                carryOut(session, "ZUNION 1 z" + key);
            }
            assertThatThrownBy(() -> carryOut(session, "scan 0")).hasMessageContaining("SCAN spans commands");
            session.end();
            assertThat(f.target.read().getFirst().counters()).containsEntry("redirects", 0.0);
        }
    }

    @Test
    void aCommandOfOnesOwnWaitsForReplicasOfTheNodeThatWasWrittenTo() throws Exception {
        try (Fixture f = filled(cluster, folder); RedisSession session = f.session()) {
            cluster.nodes.forEach(node -> node.admin("CONFIG", "RESETSTAT"));
            String key = IntStream.range(0, 100).mapToObj(i -> "k" + i).filter(k -> JedisClusterCRC16.getSlot(k) * 3
                    / ClusterMap.SLOTS == 2).findFirst().orElseThrow();
            session.begin(false);
            carryOut(session, "SET " + key + " v");
            carryOut(session, "WAIT 0 100");
            session.end();
            assertThat(cluster.nodes.stream().map(node -> node.adminText("INFO", "commandstats").contains("cmdstat_wait:")))
                    .containsExactly(false, false, true);
        }
    }

    @Test
    void theWrongModeIsOneLineThatNamesTheSetting() throws Exception {
        try (Fixture f = new Fixture(cluster.nodes.getFirst(), folder)) {
            Fixture.assertOneLine(f.target::create, "it is a node of a cluster; set cluster to true");
        }
        try (Fixture f = new Fixture(RedisProcess.shared(), folder, "cluster", "true")) {
            Fixture.assertOneLine(f.target::create, "it is no node of a cluster; set cluster to false");
        }
        try (Fixture f = filled(cluster, folder)) {
            Fixture.assertOneLine(() -> f.target.makeIndex(0), "a cluster has no indexes here");
        }
    }

    @ParameterizedTest
    @CsvSource({"queue-depth, 2", "ordered-keys, true", "database, 1"})
    void whatWouldSpanNodesIsRefused(String name, String value) {
        assertThatThrownBy(() -> {
            var values = new RedisDriver().params().defaults().with("cluster", "true",
                    SettingOrigin.SET).with(name, value,
                    SettingOrigin.SET);
            values.params().check(values);
        }).isInstanceOf(InvalidInputException.class).hasMessageStartingWith(name + ": ");
    }
}
