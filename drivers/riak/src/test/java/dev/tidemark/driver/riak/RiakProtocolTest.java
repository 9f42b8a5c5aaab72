package dev.tidemark.driver.riak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.riak.RiakStandIn.Fault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What goes to Riak and what its answers mean, beyond what all drivers have in common. */
class RiakProtocolTest {

    private static final String BUCKET = "bench";
    private static RiakStandIn server;
    @TempDir
    private Path folder;
    private final List<String> notes = new ArrayList<>();

    @BeforeAll
    static void startServer() throws IOException {
        server = new RiakStandIn();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    private RiakTarget open(String... settings) throws DriverException {
        RiakDriver driver = new RiakDriver();
        List<String> all = new ArrayList<>(RiakTest.settings(server.address(), folder));
        all.addAll(List.of(settings));
        Values values = driver.params().defaults();
        for (int i = 0; i < all.size(); i += 2) {
            values = values.with(all.get(i), all.get(i + 1), SettingOrigin.SET);
        }
        return (RiakTarget) driver.open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(), notes::add,
                () -> false));
    }

    private RiakTarget created(String... settings) throws DriverException {
        RiakTarget target = open(settings);
        target.create();
        target.makeKeyspace(0, 10, 10);
        return target;
    }

    private static RiakSession session(RiakTarget target) {
        return (RiakSession) target.session(0);
    }

    private static String get(RiakSession session, String key) throws Exception {
        ByteBuffer into = ByteBuffer.allocateDirect(100);
        int size = session.get(0, Bytes.direct(key), into);
        return size == KeyValueSession.ABSENT ? null : Bytes.text(into.limit(size));
    }

    private static void put(RiakSession session, String key, String value) throws Exception {
        session.put(0, Bytes.direct(key), Bytes.direct(value));
        session.commit();
    }

    private static double siblings(RiakTarget target) {
        return target.read().getFirst().counters().get(RiakMeasures.SIBLINGS.name());
    }

    /** In the order of the key of the session's. */
    private String stored(String key) {
        return server.content(BUCKET).entrySet().stream().filter(e -> e.getKey().endsWith("k" + key)).findFirst()
                .orElseThrow().getValue();
    }

    @Test
    void writesThatDidNotKnowOfEachOtherAreSiblingsThatTheNextUpdateResolves() throws Exception {
        try (RiakTarget target = created("allow-mult", "true"); RiakSession one = session(target);
                RiakSession other = session(target)) {
            put(one, "a", "first");
            assertThat(get(one, "a") + get(other, "a")).isEqualTo("firstfirst");
            server.now = server.now.plusSeconds(5);
            put(one, "a", "later");
            server.now = server.now.minusSeconds(3);
            put(other, "a", "sooner");
            assertThat(stored("a")).isEqualTo("later|sooner");
            assertThat(siblings(target)).isZero();
            assertThat(get(one, "a")).as("modified last").isEqualTo("later");
            assertThat(one.head(0, Bytes.direct("a"))).isEqualTo(5);
            assertThat(siblings(target)).isEqualTo(2);
            put(one, "a", "resolved");
            assertThat(stored("a")).isEqualTo("resolved");
            assertThat(get(other, "a")).isEqualTo("resolved");
            assertThat(siblings(target)).isEqualTo(2);
        }
    }

    @Test
    void siblingsOfOneSecondAreChosenByTheirTagAndDeletedOnesPassedOver() throws Exception {
        try (RiakTarget target = created("allow-mult", "true", "causal-context", "false");
                RiakSession session = session(target)) {
            put(session, "a", "1");
            assertThat(get(session, "a")).isEqualTo("1");
            put(session, "a", "2\r\n--with blank lines\r\n\r\n");
            assertThat(stored("a")).as("blind").startsWith("1|2");
            assertThat(get(session, "a")).as("the greatest tag").isEqualTo("2\r\n--with blank lines\r\n\r\n");
            assertThat(server.asked).noneMatch(asked -> asked.method().equals("PUT") && asked.path().contains("ka")
                    && asked.headers().containsKey("x-riak-vclock"));
        }
        try (RiakTarget target = open(); RiakSession knowing = session(target); RiakSession session = session(target)) {
            assertThat(get(knowing, "a")).startsWith("2");
            put(session, "a", "3");
            server.now = server.now.plusSeconds(1);
            knowing.delete(0, Bytes.direct("a"));
            knowing.commit();
            assertThat(stored("a")).as("a deletion that knew of two").isEqualTo("3|");
            assertThat(get(session, "a")).isEqualTo("3");
        }
    }

    @Test
    void quorumsGoWithRequestsAndPropertiesToTheBucketFromWhichTheyAreReadBack() throws Exception {
        try (RiakTarget target = created("n-val", "5", "r", "one", "pr", "1", "w", "2", "dw", "all", "pw", "3",
                "sync-on-write", "one", "last-write-wins", "true", "return-body", "true");
                RiakSession session = session(target)) {
            put(session, "a", "1");
            assertThat(get(session, "a")).isEqualTo("1");
            session.delete(0, Bytes.direct("a"));
            session.commit();
            assertThat(server.asked.stream().filter(asked -> asked.path().contains("ka?"))
                    .map(asked -> asked.method() + asked.path().replaceAll(".*\\?", " "))).containsExactly(
                            "PUT w=2&dw=all&pw=3&returnbody=true&timeout=60000", "GET r=one&pr=1&timeout=60000",
                            "DELETE r=one&pr=1&w=2&dw=all&pw=3&timeout=60000");
            assertThat(server.properties(BUCKET).toString()).contains("n_val=5", "sync_on_write=\"one\"",
                    "last_write_wins=true");
            assertThat(target.effective().texts()).containsEntry("n-val", "5").containsEntry("sync-on-write", "one")
                    .containsEntry("allow-mult", "false").containsEntry("w", "2");
            target.drop();
            assertThat(server.properties(BUCKET).get("n_val")).as("reset").hasToString("3");
        }
        try (RiakTarget target = created()) {
            assertThat(target.effective().texts()).containsEntry("r", "quorum").containsEntry("pw", "0");
            assertThat(target.version()).isEqualTo("Riak KV 3.0.16");
            assertThat(target.facts()).extracting(fact -> fact.name() + "=" + fact.text()).contains(
                    "server-storage-backend=riak_kv_leveled_backend", "server-ring-members=1");
        }
        assertThatThrownBy(() -> created("r", "4")).isInstanceOf(DriverException.class)
                .hasMessageContaining("400: Specified w/dw/pw/node_confirms values invalid for bucket n value of 3");
    }

    /** What is stated of writes to nodes of a version with a backend. @param settings of the target */
    private Optional<Durability> stated(String version, String backend, String... settings) throws Exception {
        server.told.put("riak_kv_version", version);
        server.told.put("storage_backend", backend);
        try (RiakTarget target = created(settings)) {
            assertThat(target.effective().durability()).as("by the settings alone").isEmpty();
            return Durability.weakest(new RiakDriver().durability().of(target.facts()));
        }
    }

    @Test
    void onlyWhatVersionAndBackendForceToTheDiskIsCalledDurable() throws Exception {
        String leveled = "riak_kv_leveled_backend";
        String memory = "riak_kv_memory_backend";
        for (String[] synced : new String[][] {{"sync-on-write", "one"}, {"sync-on-write", "all"}}) {
            for (String heeding : List.of(leveled, "riak_kv_bitcask_backend", "riak_kv_eleveldb_backend")) {
                assertThat(stated("3.0.16", heeding, synced)).as(heeding).contains(Durability.DURABLE);
            }
            assertThat(stated("2.9.10", leveled, synced)).contains(Durability.OS_BUFFERED);
            assertThat(stated("3.0.16", "riak_kv_multi_backend", synced)).contains(Durability.OS_BUFFERED);
            assertThat(stated("3.0.16", memory, synced)).contains(Durability.VOLATILE);
            assertThat(stated("", leveled, synced)).as("nobody knows the version").isEmpty();
            assertThat(stated("3.0.16", "", synced)).as("nobody knows the backend").isEmpty();
        }
        for (String[] unforced : new String[][] {{}, {"sync-on-write", "backend"}}) {
            assertThat(stated("2.9.10", leveled, unforced)).as("nobody has asked for it").isEmpty();
            assertThat(stated("3.0.16", memory, unforced)).contains(Durability.VOLATILE);
        }
    }

    @Test
    void everyNodeMustForcePutsAndABucketThatIsWrittenOnceForcesNone() {
        JsonNode synced = HttpConnection.parse("{\"sync_on_write\": \"one\", \"write_once\": false}");
        JsonNode once = HttpConnection.parse("{\"sync_on_write\": \"one\", \"write_once\": true}");
        JsonNode leveled = HttpConnection.parse(
                "{\"riak_kv_version\": \"3.0.16\", \"storage_backend\": \"riak_kv_leveled_backend\"}");
        JsonNode memory = HttpConnection.parse(
                "{\"riak_kv_version\": \"3.0.16\", \"storage_backend\": \"riak_kv_memory_backend\"}");
        JsonNode silent = HttpConnection.parse("{}");
        assertThat(RiakParams.heedsSync(synced, List.of(leveled, leveled))).contains(true);
        assertThat(RiakParams.heedsSync(synced, List.of(leveled, memory))).contains(false);
        assertThat(RiakParams.heedsSync(synced, List.of(leveled, silent))).isEmpty();
        assertThat(RiakParams.heedsSync(once, List.of(leveled))).contains(false);
    }

    @Test
    void ofANodeThatIsGoneNobodyKnowsWhetherItForcesPuts() throws Exception {
        try (RiakTarget target = created("sync-on-write", "all", "address", server.address() + ",127.0.0.1:1")) {
            assertThat(new RiakDriver().durability().of(target.facts())).isEmpty();
        }
    }

    /** They are listed for some seconds, and answer that they are not found. */
    @Test
    void tombstonesAreNobodysAndMeetNoKeyspaceThatIsMadeAnew() throws Exception {
        server.keepsTombstones = true;
        try (RiakTarget target = created(); RiakSession session = session(target)) {
            for (int i = 0; i < 150; i++) {
                put(session, "key" + i, "old");
            }
            assertThat(target.count(0, Progress.none())).isEqualTo(150);
            target.drop();
            assertThat(server.content(BUCKET)).isEmpty();
        }
        try (RiakTarget target = created(); RiakSession session = session(target)) {
            assertThat(target.count(0, Progress.none())).isZero();
            assertThat(get(session, "key1")).isNull();
            put(session, "key1", "new");
            assertThat(get(session, "key1")).isEqualTo("new");
            target.create();
            target.makeKeyspace(0, 10, 10);
            assertThat(get(session, "key1")).as("by a session from before").isNull();
        }
    }

    /** Not all of them need fit into memory, unless those that are gone are listed first. */
    @Test
    void aBucketOfManyKeysIsDroppedPartByPart() throws Exception {
        for (boolean tombstones : new boolean[] {false, true}) {
            try (RiakTarget target = created()) {
                for (int i = 0; i < RiakBucket.MANY + 10; i++) {
                    server.put(BUCKET, "key" + i, "1");
                }
                server.keepsTombstones = tombstones;
                server.asked.clear();
                target.drop();
                assertThat(server.content(BUCKET)).isEmpty();
                assertThat(server.asked.stream().filter(asked -> asked.path().contains("keys=stream")))
                        .hasSize(tombstones ? 3 : 2);
            }
        }
    }

    /** It may take as long as it likes, but for what does not come at all. */
    @Test
    void aListingThatStandsStillIsATimeout() throws Exception {
        try (RiakTarget target = created("operation-timeout", "300ms")) {
            fails(Fault.STALL);
            assertThatThrownBy(() -> target.count(0, Progress.none())).hasMessageContaining("in time");
            server.resume();
        }
    }

    @Test
    void pagesOfAnIndexGoOnByContinuationUntilTheAskerHasEnough() throws Exception {
        try (RiakTarget target = created("index-page", "4"); RiakSession session = session(target)) {
            target.makeIndex(0);
            for (int i = 0; i < 10; i++) {
                IndexEntries entries = new IndexEntries();
                entries.add(1, Bytes.direct("t" + i % 2));
                session.put(0, Bytes.direct("key" + i), Bytes.direct("v"), entries);
            }
            session.commit();
            server.asked.clear();
            List<String> found = new ArrayList<>();
            session.query(0, 1, Bytes.direct("t0"), Bytes.direct("t1"), true,
                    (key, term) -> found.add(Bytes.text(term) + Bytes.text(key)));
            assertThat(found).containsExactly("t0key0", "t0key2", "t0key4", "t0key6", "t0key8", "t1key1", "t1key3",
                    "t1key5", "t1key7", "t1key9");
            assertThat(server.asked).hasSize(3).first().satisfies(asked -> assertThat(asked.path())
                    .matches("/buckets/bench/index/[0-9a-f]{8}i1_bin/7430/7431\\?max_results=4&return_terms=true&.*"));
            found.clear();
            session.query(0, 1, Bytes.direct("t1"), Bytes.direct("t1"), false, (key, _) -> found.add(Bytes.text(key))
                    && found.size() < 3);
            assertThat(found).containsExactly("key1", "key3", "key5");
            assertThat(server.asked).hasSize(4);
        }
    }

    @Test
    void everyRefusalIsItsOutcome() throws Exception {
        try (RiakTarget target = created(); RiakSession session = session(target)) {
            put(session, "a", "1");
            fails(Fault.text(503, "request timed out\n"));
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(TimeoutException.class);
            fails(Fault.text(503, "R-value unsatisfied: 1/2\n"));
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(DriverException.class)
                    .hasMessage("503: R-value unsatisfied: 1/2");
            fails(Fault.text(503, "Too Many write failures to satisfy W/DW\n"));
            assertThatThrownBy(() -> put(session, "a", "2")).isInstanceOf(DriverException.class)
                    .hasMessageContaining("Too Many write failures");
            fails(Fault.text(503, ""));
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(OverloadedException.class);
            fails(Fault.text(500, "Error:\noverload\n"));
            assertThatThrownBy(() -> put(session, "a", "2")).isInstanceOf(OverloadedException.class);
            fails(Fault.text(500, "Error:\n{badmatch,x}\n"));
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(DriverException.class)
                    .hasMessage("500: Error: {badmatch,x}");
            fails(Fault.text(412, ""));
            assertThatThrownBy(() -> put(session, "a", "2")).isInstanceOf(DriverException.class)
                    .hasMessage("412: it was there already");
            fails(Fault.text(404, "<html>nobody knows this</html>"));
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(DriverException.class)
                    .hasMessageContaining("nobody knows this");
            fails(Fault.text(403, "Permission denied: User 'ada' does not have 'riak_kv.get' on default/bench"));
            assertThatThrownBy(() -> get(session, "a")).hasMessageContaining("does not have 'riak_kv.get'");
            fails(Fault.text(300, "Siblings:\n1\n2\n"));
            assertThatThrownBy(() -> get(session, "a")).hasMessageContaining("no siblings in several parts");
            fails(Fault.BREAK);
            assertThatThrownBy(() -> get(session, "a")).isInstanceOf(DriverException.class)
                    .hasMessageContaining("broke");
            assertThatThrownBy(() -> target.count(0, Progress.none())).hasMessageContaining("broke");
            server.mend();
            assertThat(get(session, "a")).isEqualTo("1");
        }
    }

    @Test
    void updatesOfACommitFailEachForItselfUntilOneIsNotAnswered() throws Exception {
        try (RiakTarget target = created(); RiakSession session = session(target)) {
            fails(Fault.text(503, "Too Many write failures to satisfy W/DW\n"));
            assertThat(commit(session, "a", "b", "c")).isEqualTo(1);
            assertThat(stored("b") + stored("c")).isEqualTo("bc");
            assertThatThrownBy(() -> commit(session, "a", "a")).isInstanceOf(DriverException.class)
                    .hasMessageContaining("Too Many write failures");
            fails(Fault.text(503, "request timed out\n"));
            assertThat(commit(session, "d", "a", "e")).isEqualTo(2);
            fails(Fault.BREAK);
            assertThat(commit(session, "f", "a", "e", "g")).isEqualTo(3);
            assertThat(stored("d") + stored("f")).isEqualTo("df");
            assertThat(server.asked).noneMatch(asked -> asked.path().matches(".*k[eg]\\?.*"));
        }
    }

    private static int commit(RiakSession session, String... keys) throws Exception {
        for (String key : keys) {
            session.put(0, Bytes.direct(key), Bytes.direct(key));
        }
        return session.commit();
    }

    private void fails(Fault how) {
        server.fail(asked -> asked.path().matches(".*/keys(/.*ka)?\\?.*"), how);
    }

    @Test
    void aListingThatFailsIsNoneThatEnds() throws Exception {
        try (RiakTarget target = created(); RiakSession session = session(target)) {
            put(session, "a", "1");
            fails(Fault.text(200, "{\"keys\":[\"one\"]}{\"error\":\"timeout\"}"));
            assertThatThrownBy(() -> target.count(0, Progress.none())).hasMessageContaining("in time");
            fails(Fault.text(200, "{\"keys\":[\"one\"]}{\"keys\":[\"tw"));
            assertThatThrownBy(() -> target.count(0, Progress.none())).hasMessageContaining("broke off");
            fails(Fault.text(200, "{\"hits\":[]}"));
            assertThatThrownBy(() -> target.drop()).hasMessageContaining("the listing of keys failed");
            assertThat(stored("a")).isEqualTo("1");
        }
    }

    @Test
    void aBucketOfAnotherTypeIsReachedByItsTypeWhichMustBeThere() throws Exception {
        assertThatThrownBy(() -> created("bucket-type", "leveled")).hasMessage("404: Unknown bucket type: leveled");
        server.type = "leveled";
        try (RiakTarget target = created("bucket-type", "leveled"); RiakSession session = session(target)) {
            put(session, "a", "1");
            assertThat(get(session, "a")).isEqualTo("1");
            assertThat(server.content("leveled/" + BUCKET)).isNotEmpty();
            assertThat(server.content(BUCKET)).isEmpty();
            target.drop();
            assertThat(server.content("leveled/" + BUCKET)).isEmpty();
        }
    }

    /** A node tells 0 where none was done. */
    @Test
    void aTimeOfNoGetOrPutIsNone() throws Exception {
        server.told.putAll(Map.of("node_get_fsm_time_mean", 0, "node_get_fsm_time_99", 0));
        try (RiakTarget target = open()) {
            assertThat(target.read().getFirst().gauges()).doesNotContainKeys("get-mean", "get-p99")
                    .containsEntry("put-mean", 0.0025);
        }
    }

    /** As behind a balancer. */
    @Test
    void countersOfSeveralNodesAtOneAddressAreNotMixed() throws Exception {
        try (RiakTarget target = open()) {
            assertThat(target.read().getFirst().counters()).containsKey("node-gets");
            server.told.put("nodename", "riak@127.0.0.2");
            assertThat(target.read().getFirst().counters()).containsOnlyKeys("reconnects", "siblings");
            server.told.clear();
            assertThat(target.read().getFirst().counters()).as("the first one again")
                    .containsOnlyKeys("reconnects", "siblings");
            assertThat(notes).singleElement().asString().startsWith("Several nodes answer at " + server.address());
        }
    }

    @Test
    void eachNodeTellsWhatItCountsWhereTheUserMayKnow() throws Exception {
        try (RiakTarget target = open()) {
            MetricSnapshot snapshot = target.read().getFirst();
            assertThat(snapshot.node()).isEmpty();
            assertThat(snapshot.counters()).containsEntry("node-gets", 12.0).containsEntry("vnode-puts", 15.0)
                    .containsEntry("siblings", 0.0);
            assertThat(snapshot.gauges()).containsEntry("get-p99", 0.009).containsEntry("memory-used", 5e7)
                    .doesNotContainKey("put-p99");
        }
        String both = server.address() + "," + server.address();
        try (RiakTarget target = open("address", both)) {
            assertThat(target.read()).extracting(MetricSnapshot::node).containsExactly("", "riak@127.0.0.1",
                    "riak@127.0.0.1");
        }
        try (RiakTarget target = open("address", server.address() + ",127.0.0.1:1")) {
            assertThat(target.read()).as("the other one is gone").extracting(MetricSnapshot::node).containsExactly("",
                    "riak@127.0.0.1");
        }
        AtomicBoolean first = new AtomicBoolean(true);
        server.fail(asked -> asked.path().equals("/stats") && first.getAndSet(false), Fault.STALL);
        try (RiakTarget target = open("address", both, "operation-timeout", "300ms")) {
            assertThat(target.read()).as("one hangs").extracting(MetricSnapshot::node).containsExactly("",
                    "riak@127.0.0.1");
            server.resume();
        }
        server.fail(asked -> asked.path().equals("/stats"), Fault.text(404, ""));
        try (RiakTarget target = open()) {
            assertThat(target.read().getFirst().counters()).containsOnlyKeys("reconnects", "siblings");
            assertThat(target.version()).isEqualTo("Riak KV");
            assertThat(notes).singleElement().asString().contains("statistics");
        }
    }
}
