package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is Redis's own: others' keys around the namespace, what the server tells, its append-only file. */
class RedisTargetTest {

    @TempDir
    private Path folder;
    private RedisProcess server;

    @BeforeEach
    void emptyServer() throws IOException {
        server = RedisProcess.shared();
    }

    @Test
    void whatAServerCountsIsOfAllThatIsOnIt() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            Set<String> counters = f.target.read().getFirst().counters().keySet();
            assertThat(counters).contains("commands", "reconnects");
            assertThat(counters).filteredOn(f.target::isOwn).containsExactly("reconnects");
        }
    }

    @Test
    void aServerFullOfOthersKeysIsLeftAsItWas() throws Exception {
        server.admin("DEBUG", "POPULATE", "50000", "other");
        for (String key : List.of("bench", "bench2:made-by", "Bench:0:a", "ben", "bench.x:1", "xbench:0:1")) {
            server.admin("SET", key, "of others");
        }
        server.admin("HSET", "ben:ch", "a", "b");
        String before = server.digest();
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 3000, 50);
            f.fill(0, 500, 50);
            assertThat(f.count(0)).isEqualTo(3000);
            assertThat(server.digest()).isNotEqualTo(before);
            f.target.create();
            f.target.makeKeyspace(0, 1, 1);
            assertThat(f.count(0)).isZero();
            f.target.drop();
        }
        assertThat(server.digest()).isEqualTo(before);
    }

    @Test
    void whatADropThatWasCutShortLeftCanBeDroppedAgain() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 10, 50);
            server.admin("DEL", "bench:keyspaces");
            f.target.drop();
            assertThat(server.admin("DBSIZE")).isEqualTo(0L);
        }
    }

    /** As a server does with {@code allkeys-lru} whose memory is full. */
    @Test
    void whoHasLostItsMarkToTheServerDropsWhatItMade() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 10, 50);
            server.admin("DEL", "bench:made-by");
            f.target.drop();
            assertThat(server.admin("DBSIZE")).isEqualTo(0L);
            f.target.create();
            f.target.makeKeyspace(0, 1, 1);
        }
        server.admin("DEL", "bench:made-by");
        try (Fixture f = new Fixture(server, folder)) {
            assertThatThrownBy(f.target::create).hasMessageContaining("bench at " + server.address()
                    + " has no mark of Tidemark's; set namespace to a name that nothing else has; a server that evicts keys may "
                    + "have lost the mark: SET bench:made-by Tidemark puts it there again, if all these keys may be dropped");
            server.admin("SET", "bench:made-by", "Tidemark");
            f.target.drop();
        }
        assertThat(server.admin("DBSIZE")).isEqualTo(0L);
    }

    @Test
    void keysThatTheServerHasEvictedAreToldOnce() throws Exception {
        try (RedisProcess small = new RedisProcess("maxmemory 3mb", "maxmemory-policy allkeys-lru")) {
            small.start();
            try (Fixture f = Fixture.created(small, folder)) {
                f.target.read();
                assertThat(f.notes).isEmpty();
                for (int keys = 0; keys < 5000; keys += 50) {
                    f.fillKeys(0, keys, keys + 50, 1000);
                }
                f.target.read();
                f.target.read();
                assertThat(f.notes).singleElement().asString().contains("evicted keys");
                f.target.drop();
                assertThat(small.admin("DBSIZE")).isEqualTo(0L);
            }
        }
    }

    @Test
    void aNamespaceThatWouldReachFurtherThanItsNameIsRefused() {
        for (String name : List.of("a:b", "*", "a b", "a[b]")) {
            assertThatThrownBy(() -> new Fixture(server, folder, "namespace", name))
                    .isInstanceOf(InvalidInputException.class).hasMessageStartingWith("namespace: '" + name + "' cannot");
        }
    }

    @Test
    void anotherDatabaseOfTheServerHasANamespaceOfItsOwn() throws Exception {
        try (Fixture first = Fixture.created(server, folder);
                Fixture third = Fixture.created(server, folder, "database", "3")) {
            first.fillKeys(0, 0, 5, 10);
            third.fillKeys(0, 0, 7, 10);
            third.target.create();
            assertThat(first.count(0)).isEqualTo(5);
            third.target.drop();
            assertThat(first.gauge(RedisMeasures.SERVER_KEYS)).as("the mark, who holds it, the keyspaces").isEqualTo(5 + 3);
        }
    }

    @Test
    void theServerTellsWhatItDoes() throws Exception {
        try (Fixture f = Fixture.created(server, folder); RedisSession session = f.session()) {
            double commands = f.counter(RedisMeasures.COMMANDS);
            double hits = f.counter(RedisMeasures.KEY_HITS);
            double misses = f.counter(RedisMeasures.KEY_MISSES);
            double in = f.counter(RedisMeasures.NETWORK_IN);
            f.fillKeys(0, 0, 1, 60_000);
            for (int i = 0; i < 10; i++) {
                Fixture.get(session, 0, i % 2);
            }
            assertThat(f.counter(RedisMeasures.COMMANDS) - commands).isGreaterThanOrEqualTo(11);
            assertThat(f.counter(RedisMeasures.KEY_HITS) - hits).isEqualTo(5);
            assertThat(f.counter(RedisMeasures.KEY_MISSES) - misses).isEqualTo(5);
            assertThat(f.counter(RedisMeasures.NETWORK_IN) - in).isGreaterThan(60_000);
            assertThat(f.gauge(RedisMeasures.MEMORY_USED)).isGreaterThan(500_000);
            assertThat(f.gauge(RedisMeasures.ON_DISK_SIZE)).isPositive();
            assertThat(f.target.read().getFirst().counters().keySet()).as("those declared")
                    .isSubsetOf(RedisMeasures.ALL.all().stream().map(m -> m.name()).toList());
            assertThat(f.target.read().getFirst().gauges().keySet())
                    .isSubsetOf(RedisMeasures.ALL.all().stream().map(m -> m.name()).toList());
            assertThat(f.target.version()).isEqualTo("Redis 7.0.15");
        }
    }

    private static Map<String, String> facts(Fixture f) throws DriverException {
        return f.target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    /** As a managed server does that refuses CONFIG: what INFO tells is told, the rest is absent. */
    @Test
    void settingsThatMatterAreReadBackAsFarAsTheServerTells() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(facts(f)).containsEntry("server-appendonly", "yes").containsEntry("server-save", "none")
                    .containsEntry("server-appendfsync", "everysec").containsEntry("server-maxmemory", "0")
                    .containsEntry("server-maxmemory-policy", "noeviction").containsEntry("server-role", "master");
            server.admin("CONFIG", "SET", "hz", "20", "list-compress-depth", "1", "maxmemory-samples", "5");
            assertThat(facts(f)).containsEntry("server-hz", "20").containsEntry("server-list-compress-depth", "1")
                    .containsKey("server-settings").doesNotContainKeys("server-maxmemory-samples", "server-port",
                            "server-requirepass", "server-masterauth", "server-dir");
            server.admin("ACL", "SETUSER", RedisProcess.USER, "-config");
            assertThat(facts(f)).doesNotContainKey("server-settings").containsEntry("server-appendonly", "yes")
                    .containsEntry("server-maxmemory", "0")
                    .doesNotContainKeys("server-save", "server-appendfsync");
        } finally {
            server.admin("CONFIG", "SET", "hz", "10", "list-compress-depth", "0");
            server.admin("ACL", "SETUSER", RedisProcess.USER, "+@all");
        }
    }

    @Test
    void aDumpIsWrittenWhenItIsAskedFor() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 100, 100);
            Path dump = server.data().resolve("dump.rdb");
            Files.deleteIfExists(dump);
            f.target.maintain(Maintenance.SAVE, Progress.none());
            assertThat(dump).isNotEmptyFile();
            Fixture.assertOneLine(() -> f.target.maintain(Maintenance.REINDEX, Progress.none()), "nothing else");
        }
    }

    /** Which would be refused meanwhile. */
    @Test
    void aDumpIsWrittenAfterAnAppendOnlyFileThatIsWrittenAnew() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 100, 100);
            server.admin("CONFIG", "SET", "rdb-key-save-delay", "5000"); // of each key, in microseconds
            server.admin("BGREWRITEAOF");
            assertThat(server.adminText("INFO", "persistence")).contains("aof_rewrite_in_progress:1");
            Path dump = server.data().resolve("dump.rdb");
            Files.deleteIfExists(dump);
            f.target.maintain(Maintenance.SAVE, Progress.none());
            assertThat(dump).isNotEmptyFile();
        } finally {
            server.admin("CONFIG", "SET", "rdb-key-save-delay", "0");
        }
    }

    @Test
    void withoutAnAppendOnlyFileThereIsNothingToWriteAnew() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            server.admin("CONFIG", "SET", "appendonly", "no");
            Fixture.assertOneLine(() -> f.target.compact(Progress.none()), "no append-only file (appendonly no)");
            assertThat(f.target.read().getFirst().gauges()).doesNotContainKey(RedisMeasures.ON_DISK_SIZE.name());
        } finally {
            server.admin("CONFIG", "SET", "appendonly", "yes");
        }
    }

    /** What a keyspace was made with stays, whatever the setting says later. */
    @Test
    void aKeyspaceKeepsTheOrderThatItWasMadeWith() throws Exception {
        try (Fixture plain = Fixture.created(server, folder); RedisSession session = plain.session()) {
            Fixture.assertOneLine(() -> session.scan(0, NumberedKeys.of(0), 5, (key, value) -> { }),
                    "keyspace 0 has no order to scan in; make it with ordered-keys: true");
        }
        Fixture.created(server, folder, "ordered-keys", "true").close();
        try (Fixture later = new Fixture(server, folder); RedisSession session = later.session()) {
            later.target.makeKeyspace(0, 10, 10);
            later.fillKeys(0, 0, 10, 10);
            assertThat(session.scan(0, NumberedKeys.of(3), 5, (key, value) -> { })).isEqualTo(5);
            assertThat(later.count(0)).isEqualTo(10);
        }
    }

    @Test
    void aTransactionIsOneCommandWhereItCanBe() throws Exception {
        try (Fixture f = Fixture.created(server, folder); RedisSession session = f.session()) {
            for (int i = 0; i < 5; i++) {
                session.put(0, NumberedKeys.of(i), Fixture.direct("v"));
            }
            session.commit();
            assertThat(server.adminText("INFO", "commandstats")).contains("cmdstat_mset:calls=")
                    .doesNotContain("cmdstat_multi:calls=0");
        }
    }

    @Test
    void aWriteThatTooFewReplicasConfirmInTimeIsATimeoutAndTheServerHasIt() throws Exception {
        try (Fixture f = Fixture.created(RedisProcess.shared(), folder, "wait-replicas", "1", "operation-timeout", "1s");
                RedisSession session = f.session()) {
            session.put(0, NumberedKeys.of(1), Fixture.direct("there"));
            assertThatThrownBy(session::commit).isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("0 of 1 replicas had it");
            assertThat(Fixture.get(session, 0, 1)).asString(StandardCharsets.UTF_8).isEqualTo("there");
            assertThat(f.counter(RemoteTarget.RECONNECTS)).as("the server has answered").isZero();
        }
        assertThatThrownBy(() -> {
            Values values = new RedisDriver().params().defaults().with("wait-replicas", "1", SettingOrigin.SET)
                    .with("queue-depth", "2", SettingOrigin.SET);
            values.params().check(values);
        }).hasMessage("wait-replicas: with queue-depth, nothing waits for replicas");
    }
}
