package dev.tidemark.driver.marklogic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.driver.contract.CuttableProxy;
import dev.tidemark.driver.contract.SecretFile;
import dev.tidemark.driver.contract.ShortPatience;
import dev.tidemark.driver.contract.StandInServer;
import dev.tidemark.driver.contract.TargetContract;
import dev.tidemark.driver.contract.TargetFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special about the target, against what stands in for a server. */
class MarkLogicTargetTest extends TargetContract {

    private MarkLogicStandIn server;
    private final List<String> more = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new MarkLogicStandIn(Authentication.DIGEST, null);
    }

    @AfterEach
    void end() throws InterruptedException {
        server.hold(false);
        server.close();
    }

    @Override
    protected Driver driver() {
        return new MarkLogicDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(Fixture.settings(server, directory));
        all.addAll(more);
        return all;
    }

    private MarkLogicTarget target(String... settings) throws DriverException {
        more.addAll(List.of(settings));
        return (MarkLogicTarget) driver().open(values(), context());
    }

    private static MarkLogicSession session(MarkLogicTarget target) throws DriverException {
        return (MarkLogicSession) target.session(0);
    }

    /** What stands before the server may answer anything with a status that looks well. */
    @Test
    void anAnswerThatIsNotTheDocumentedOneIsAFailure() throws Exception {
        try (MarkLogicTarget target = target()) {
            target.create();
            try (MarkLogicSession session = session(target)) {
                store(session, "a", "sea");
                for (StandInServer.Reply wrong : StandInServer.WRONG) {
                    server.instead(wrong.type().isEmpty() ? Answer.empty(wrong.status()) : Answer.of(wrong.status(),
                            wrong.type(),
                            wrong.body().getBytes(StandardCharsets.UTF_8)));
                    assertThatThrownBy(() -> store(session, "b", "salt")).as(wrong.toString());
                    assertThatThrownBy(() -> {
                        session.add(TargetFixture.direct("b"), TargetFixture.direct("salt"));
                        session.findExisting();
                    }).as(wrong.toString()).hasMessageContaining("is none of this server's");
                    session.rollback();
                }
                server.instead(null);
                assertThat(read(session, "a")).isEqualTo("sea");
                assertThat(read(session, "b")).isNull();
            }
            target.drop();
        }
    }

    private static void store(MarkLogicSession session, String uri, String content) throws Exception {
        session.add(TargetFixture.direct(uri), TargetFixture.direct(content));
        assertThat(session.commit()).isZero();
    }

    private static String read(MarkLogicSession session, String uri) throws Exception {
        byte[] found = TargetFixture.read(session, TargetFixture.direct(uri));
        return found == null ? null : new String(found);
    }

    private static Map<String, Double> gauges(MarkLogicTarget target) {
        return target.read().getFirst().gauges();
    }

    @Test
    void aDatabaseComesWithForestsOnTheHostsInTurnAndGoesWithThem() throws Exception {
        try (MarkLogicTarget target = target("shards", "3", "directory", "/data/forests", "memtable", "32MiB",
                "compaction-ratio", "3")) {
            target.create();
            assertThat(server.cluster().forests.values()).extracting(f -> f.name + " " + f.host + " " + f.directory)
                    .containsExactly("bench-made-by-Tidemark-01 one.example /data/forests",
                            "bench-made-by-Tidemark-02 two.example /data/forests",
                            "bench-made-by-Tidemark-03 one.example /data/forests");
            assertThat(target.effective().texts()).containsEntry("shards", "3").containsEntry("memtable", "32MiB")
                    .containsEntry("compaction-ratio", "3").containsEntry("task-server-threads", "4");
            assertThat(target.version()).isEqualTo("MarkLogic 11.3.1");
            assertThat(target.facts()).contains(Setting.detected("host-count", "2"));
            target.drop();
            assertThat(server.cluster().forests).isEmpty();
            assertThat(server.cluster().databases).containsOnlyKeys("Documents");
            target.drop();
        }
    }

    @Test
    void thereIsAForestForEachHostUnlessAskedOtherwise() throws Exception {
        try (MarkLogicTarget target = target()) {
            target.create();
            assertThat(server.cluster().forests).hasSize(2);
            assertThat(target.effective().texts()).containsEntry("shards", "2");
            target.drop();
        }
    }

    @Test
    void whatOthersMadeIsNeverTouched() throws Exception {
        more.addAll(List.of("namespace", "Documents"));
        String before = server.cluster().fingerprint("Documents");
        try (MarkLogicTarget target = target()) {
            String refused = "Documents at " + server.address()
                    + " was not made by Tidemark; set namespace to a name that nothing else has";
            assertThatThrownBy(target::create).hasMessage(refused);
            assertThatThrownBy(target::drop).hasMessage(refused);
            assertThatThrownBy(() -> target.session(0)).hasMessage(refused);
        }
        assertThat(server.cluster().fingerprint("Documents")).isEqualTo(before);
    }

    @Test
    void forestsThatWereLeftWithoutADatabaseAreMadeAnew() throws Exception {
        server.cluster().makeForest(Answer.JSON.readTree("{\"forest-name\": \"bench-made-by-Tidemark-02\"}"));
        server.cluster().makeForest(Answer.JSON.readTree("{\"forest-name\": \"bench-2-made-by-Tidemark-02\"}"));
        try (MarkLogicTarget target = target()) {
            target.create();
            target.drop();
            assertThat(server.cluster().forests).containsOnlyKeys("bench-2-made-by-Tidemark-02");
        }
    }

    /** A transaction goes into one forest, the same one each time, unless it was asked what is there. */
    @Test
    void blindInsertsArePlaced() throws Exception {
        try (MarkLogicTarget target = target("shards", "4")) {
            target.create();
            try (MarkLogicSession session = session(target)) {
                for (int n = 0; n < 40; n++) {
                    session.add(TargetFixture.uri(n), TargetFixture.direct("word " + n));
                    session.add(TargetFixture.uri(n + 100), TargetFixture.direct("word"));
                    assertThat(session.commit()).isZero();
                }
                store(session, "/doc/1.txt", "again");
            }
            Map<String, Cluster.Document> documents = server.cluster().database("bench").documents;
            assertThat(documents.values()).extracting(Cluster.Document::forest).contains("bench-made-by-Tidemark-01",
                    "bench-made-by-Tidemark-02", "bench-made-by-Tidemark-03", "bench-made-by-Tidemark-04");
            assertThat(documents.get("/documents//doc/7.txt").forest())
                    .isEqualTo(documents.get("/documents//doc/107.txt").forest());
            assertThat(documents.get("/documents//doc/7.txt").type()).startsWith("text/plain");
            assertThat(gauges(target)).containsEntry("documents", 80.0).containsEntry("fragments", 80.0);
            target.drop();
        }
    }

    @Test
    void whereItWasAskedWhatIsThereTheServerPlacesThem() throws Exception {
        try (MarkLogicTarget target = target("shards", "4")) {
            target.create();
            try (MarkLogicSession session = session(target)) {
                store(session, "/doc/1.txt", "one");
                String forest = server.cluster().database("bench").documents.get("/documents//doc/1.txt").forest();
                session.add(TargetFixture.direct("/doc/2.txt"), TargetFixture.direct("two"));
                session.add(TargetFixture.direct("/doc/1.txt"), TargetFixture.direct("one more"));
                assertThat(session.findExisting()).isEqualTo(1);
                session.commit();
                assertThat(read(session, "/doc/1.txt")).isEqualTo("one more");
                assertThat(server.cluster().database("bench").documents.get("/documents//doc/1.txt").forest())
                        .isEqualTo(forest);
            }
            target.drop();
        }
    }

    @Test
    void whatForestsWroteIsCounted() throws Exception {
        try (MarkLogicTarget target = target("memtable", "1MiB", "shards", "1")) {
            target.create();
            try (MarkLogicSession session = session(target)) {
                for (int n = 0; n < 12; n++) {
                    session.add(TargetFixture.uri(n), TargetFixture.direct(TargetFixture.content(n, 500_000)));
                    session.commit();
                }
            }
            MetricSnapshot snapshot = target.read().getFirst();
            assertThat(snapshot.counters().get(EngineMeasures.JOURNAL_WRITE.name())).isEqualTo(12 * 500_100.0);
            assertThat(snapshot.counters().get(EngineMeasures.FLUSH_WRITE.name())).isBetween(4.0 * (1 << 20), 7e6);
            assertThat(snapshot.counters().get(EngineMeasures.COMPACTION_WRITE.name())).isPositive();
            assertThat(snapshot.gauges().get(EngineMeasures.ON_DISK_SIZE.name()))
                    .isGreaterThanOrEqualTo(4.0 * (1 << 20));
            target.settle(Progress.none());
            target.drop();
        }
    }

    @Test
    void whatIsSetForAllDatabasesIsPutBack() throws Exception {
        try (MarkLogicTarget target = target("background-io-limit", "50MiB/s", "task-server-threads", "8")) {
            target.create();
            assertThat(server.cluster().changes).containsExactly("background-io-limit=50", "threads=8");
            assertThat(target.effective().texts()).containsEntry("background-io-limit", "50MiB/s")
                    .containsEntry("task-server-threads", "8");
            assertThat(gauges(target)).as("what was before is kept there").containsEntry("documents", 0.0);
            try (MarkLogicSession session = session(target)) {
                store(session, "/a", "after the restart");
            }
            assertThat(server.cluster().timestamp()).contains(":02.");
            target.drop();
        }
        assertThat(server.cluster().changes).containsExactly("background-io-limit=50", "threads=8",
                "background-io-limit=0", "threads=4");
        assertThat(server.cluster().timestamp()).contains(":03.");
    }

    @Test
    void whatIsSetIsPutBackWhenAnIterationIsAborted() throws Exception {
        try (MarkLogicTarget target = target("io-limit", "7")) {
            target.create();
            target.abort();
        }
        assertThat(server.cluster().changes).containsExactly("background-io-limit=7", "background-io-limit=0");
    }

    /** As after a process that was killed, which closed nothing. */
    @Test
    void whatIsSetIsPutBackWhenTheNextRunMakesTheDatabaseAnew() throws Exception {
        MarkLogicTarget killed = target("background-io-limit", "50MiB/s");
        killed.create();
        more.clear();
        try (MarkLogicTarget target = target()) {
            target.create();
            assertThat(server.cluster().changes).containsExactly("background-io-limit=50", "background-io-limit=0");
            target.drop();
        }
    }

    /** As after a process that was killed before it set anything, or an administrator who was faster. */
    @Test
    void whatIsAsItWasBeforeIsNotSetAgain() throws Exception {
        target("task-server-threads", "8").create();
        server.cluster().taskServer("Default").put("threads", 4);
        more.clear();
        try (MarkLogicTarget target = target()) {
            target.create();
            assertThat(server.cluster().changes).containsExactly("threads=8");
            assertThat(server.cluster().timestamp()).as("one start more").contains(":02.");
            target.drop();
        }
    }

    @Test
    void whatTheServerDidNotLetItSetIsNothingToPutBack() throws Exception {
        server.cluster().forbidden.add("threads");
        try (MarkLogicTarget target = target("background-io-limit", "50MiB/s", "task-server-threads", "8")) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class).hasMessageContaining("SEC-PRIV");
        }
        assertThat(server.cluster().changes).containsExactly("background-io-limit=50", "background-io-limit=0");
    }

    @Test
    void allGroupsOfHostsAreSetAndEachIsPutBackToItsOwn() throws Exception {
        server.cluster().group("two.example", "Second");
        server.cluster().groupProperties("Second").put("background-io-limit", 9);
        try (MarkLogicTarget target = target("background-io-limit", "50MiB/s")) {
            target.create();
            assertThat(target.effective().texts()).containsEntry("background-io-limit", "50MiB/s");
        }
        assertThat(server.cluster().changes).containsExactly("background-io-limit=50", "background-io-limit=50",
                "background-io-limit=0", "background-io-limit=9");
        more.clear();
        try (MarkLogicTarget target = target()) {
            assertThat(target.effective().find(MarkLogicParams.BACKGROUND_IO_LIMIT)).as("groups differ").isEmpty();
            assertThat(target.effective().texts()).containsEntry("task-server-threads", "4");
            assertThat(target.facts()).contains(Setting.detected("server-groups", "Default, Second"));
            target.drop();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void abortingEndsTheWaitForARestartWhichIsPutBackNevertheless() throws Exception {
        server.cluster().stayDown(true);
        try (MarkLogicTarget target = target("task-server-threads", "8");
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<Throwable> creating = thread.submit(() -> catchThrowable(target::create));
            while (!server.cluster().isDown()) {
                Thread.onSpinWait();
            }
            target.abort();
            assertThat(creating.get()).isInstanceOf(DriverException.class);
            server.cluster().stayDown(false);
            while (server.cluster().isDown()) {
                Thread.onSpinWait();
            }
        }
        assertThat(server.cluster().changes).containsExactly("threads=8", "threads=4");
    }

    @Test
    void aServerThatIsNotThereIsReportedInOneLine() throws Exception {
        try (MarkLogicTarget target = target("address", "127.0.0.1:1")) {
            assertThatThrownBy(target::create).isInstanceOf(UnreachableException.class)
                    .message().startsWith("no connection to 127.0.0.1:1: ").doesNotContain("\n");
            assertThat(target.read().getFirst().counters()).containsKey(NamespaceTarget.RECONNECTS.name());
        }
    }

    @Test
    void aWrongPasswordIsReportedInOneLine() throws Exception {
        try (MarkLogicTarget target = target("password", SecretFile.of(directory, "wrong", "wrong password"))) {
            assertThatThrownBy(target::create).isInstanceOf(DriverException.class)
                    .hasMessage("no connection to " + server.address() + ": user or password is wrong");
        }
        more.clear();
        try (MarkLogicTarget target = target("authentication", "basic")) {
            assertThatThrownBy(target::create).hasMessageEndingWith("user or password is wrong");
        }
    }

    @Test
    void basicAuthenticationSendsThePassword() throws Exception {
        server.close();
        server = new MarkLogicStandIn(Authentication.BASIC, null);
        try (MarkLogicTarget target = target("authentication", "basic")) {
            target.create();
            target.drop();
        }
    }

    @Test
    void withoutAUserItSaysWhatToDo() {
        more.addAll(List.of("user", "none"));
        assertThatThrownBy(this::target).isInstanceOf(InvalidInputException.class).hasMessageStartingWith("user: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "*", "9a", "a.b"})
    void aNameIsThatOfOneDatabase(String name) {
        more.addAll(List.of("namespace", name));
        assertThatThrownBy(this::target).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' is no name of a database");
    }

    @Test
    void whatTheServerRefusesIsToldInItsOwnWords() throws Exception {
        try (MarkLogicTarget target = target(); MarkLogicSession session = created(target)) {
            server.cluster().database("bench").properties.withArray("forest").removeAll();
            session.add(TargetFixture.direct("/a"), TargetFixture.direct("one"));
            assertThatThrownBy(session::commit).isInstanceOf(DriverException.class)
                    .hasMessageContaining("XDMP-NOSUCHFOREST").message().doesNotContain("\n");
            assertThatThrownBy(() -> target.ours(c -> c.eval("1 +", Map.of()))).isInstanceOf(DriverException.class);
        }
    }

    private static MarkLogicSession created(MarkLogicTarget target) throws DriverException {
        target.create();
        return session(target);
    }

    @Test
    void aConnectionThatBrokeCostsOneOperationAndIsMadeAnew() throws Exception {
        for (String connections : List.of("one per worker", "1")) {
            try (CuttableProxy proxy = new CuttableProxy(server.address());
                    MarkLogicTarget target = target("address", proxy.address(), "connections", connections);
                    MarkLogicSession session = created(target)) {
                store(session, "/a", "1");
                for (int round = 1; round <= 3; round++) {
                    assertThat(read(session, "/a")).isEqualTo("1");
                    proxy.cut();
                    assertOneLine(() -> read(session, "/a"), "broke");
                    assertThat(read(session, "/a")).isEqualTo("1");
                }
                target.drop();
            }
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatDoesNotComeInTimeIsATimeoutAndTheNextOperationGoesOn() throws Exception {
        try (MarkLogicTarget target = target(); MarkLogicSession session = created(target)) {
            store(session, "/a", "1");
        }
        try (MarkLogicTarget target = target("operation-timeout", ShortPatience.LIMIT);
                MarkLogicSession session = ShortPatience.inTime(() -> session(target))) {
            server.hold(true);
            assertThatThrownBy(() -> read(session, "/a")).isInstanceOf(TimeoutException.class);
            server.hold(false);
            assertThat(ShortPatience.inTime(() -> read(session, "/a"))).isEqualTo("1");
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void abortingEndsWhatWaitsForAnAnswer() throws Exception {
        try (MarkLogicTarget target = target(); MarkLogicSession session = created(target);
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            store(session, "/a", "1");
            server.hold(true);
            int before = server.requests();
            Future<Throwable> waiting = thread.submit(() -> catchThrowable(() -> read(session, "/a")));
            while (server.requests() == before) {
                Thread.onSpinWait();
            }
            target.abort();
            assertThat(waiting.get()).isInstanceOf(DriverException.class);
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatIsTooBusyPushesBackAndIsNotAskedAgain() throws Exception {
        try (MarkLogicTarget target = target(); MarkLogicSession session = created(target)) {
            store(session, "/a", "1");
            server.busy(true);
            int before = server.requests();
            assertThatThrownBy(() -> read(session, "/a")).isInstanceOf(OverloadedException.class);
            session.add(TargetFixture.direct("/b"), ByteBuffer.allocateDirect(3));
            assertThatThrownBy(session::commit).isInstanceOf(OverloadedException.class);
            assertThat(server.requests() - before).isEqualTo(2);
            server.busy(false);
            server.instead(Answer.empty(429)); // of what stands before it
            assertThatThrownBy(() -> read(session, "/a")).isInstanceOf(OverloadedException.class);
            server.instead(null);
            assertThat(read(session, "/a")).isEqualTo("1");
            assertThat(target.read().getFirst().counters()).containsEntry(NamespaceTarget.RECONNECTS.name(), 0.0);
        }
    }

    /** Such a server is not too busy. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatStandsBeforeTheServerTellsThatItIsTooSlowOrGone() throws Exception {
        try (MarkLogicTarget target = target(); MarkLogicSession session = created(target)) {
            store(session, "/a", "1");
            int before = server.requests();
            server.instead(Answer.empty(504));
            assertThatThrownBy(() -> read(session, "/a")).isInstanceOf(TimeoutException.class)
                    .hasMessageEndingWith("what stands before the server got no answer in time (status 504)");
            server.instead(Answer.empty(502));
            assertThatThrownBy(() -> read(session, "/a")).isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("broke: ").hasMessageContaining("(status 502)");
            assertThat(server.requests() - before).as("asked once each").isEqualTo(2);
            server.instead(null);
            assertThat(read(session, "/a")).isEqualTo("1");
        }
    }
}
