package dev.tidemark.driver.iris;

import static dev.tidemark.driver.contract.TargetContract.assertOneLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.AnswersProxy;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.ShortPatience;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is called of the client that a user has, and what is made of its answers and errors. */
class IrisBoundaryTest {

    @TempDir
    private static Path jars;
    private static IrisStandIn server;
    @TempDir
    private Path folder;
    private final List<String> notes = new ArrayList<>();

    @BeforeAll
    static void startServer() throws IOException {
        server = new IrisStandIn(jars);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    private IrisTarget open(String... settings) throws DriverException {
        IrisDriver driver = new IrisDriver();
        List<String> all = new ArrayList<>(IrisTest.settings(server, server.address(), folder));
        all.addAll(List.of(settings));
        Values values = driver.params().defaults();
        for (int i = 0; i < all.size(); i += 2) {
            values = values.with(all.get(i), all.get(i + 1), SettingOrigin.SET);
        }
        return (IrisTarget) driver.open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(), notes::add,
                () -> false));
    }

    private IrisTarget created(String... settings) throws DriverException {
        IrisTarget target = open(settings);
        target.create();
        target.makeKeyspace(0, 10, 10);
        return target;
    }

    private static KeyValueSession session(IrisTarget target) throws DriverException {
        return target.session(0, KeyValueSession.class);
    }

    private static void put(KeyValueSession session, long key, String value) throws Exception {
        session.put(0, NumberedKeys.of(key), Bytes.direct(value));
    }

    private static int size(KeyValueSession session, long key) throws Exception {
        return session.get(0, NumberedKeys.of(key), ByteBuffer.allocateDirect(100));
    }

    /** A jar of these classes. */
    private Path jar(String name, String... files) throws IOException {
        Path made = folder.resolve(name);
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(made));
                ZipFile whole = new ZipFile(jars.resolve("intersystems-jdbc.jar").toFile())) {
            for (String file : files) {
                ZipEntry entry = whole.getEntry("com/intersystems/jdbc/" + file + ".class");
                jar.putNextEntry(new ZipEntry(entry.getName()));
                whole.getInputStream(entry).transferTo(jar);
            }
        }
        return made;
    }

    @Test
    void aJarThatIsMissingOrAnotherIsToldInOneLine() throws Exception {
        assertOneLine(() -> open("driver-jar", folder.resolve("none.jar").toString()),
                "driver-jar: there is no jar at " + folder.resolve("none.jar"));
        Path other = jar("other.jar", "Wire");
        assertOneLine(() -> open("driver-jar", other.toString()), "driver-jar: " + other + " is not InterSystems' JDBC "
                + "driver, or an older one: it has no com.intersystems.jdbc.IRISDriver");
        Path older = jar("older.jar", "IRISDriver", "Wire", "IRIS", "IRISConnection", "IRISIterator");
        assertOneLine(() -> open("driver-jar", older.toString()), "it has no com.intersystems.jdbc.IRISObject");
    }

    /** As a class of another version would be: IRISObject in the place of IRIS. */
    @Test
    void aClassOfAnotherShapeIsToldByTheMethodThatItLacks() throws Exception {
        Path changed = Files.createDirectory(folder.resolve("changed"));
        byte[] code = new ZipFile(jars.resolve("intersystems-jdbc.jar").toFile()).getInputStream(new ZipEntry(
                "com/intersystems/jdbc/IRIS.class")).readAllBytes();
        String latin = new String(code, StandardCharsets.ISO_8859_1).replace("isDefined", "isDefinet");
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(changed.resolve("a.jar")))) {
            jar.putNextEntry(new ZipEntry("com/intersystems/jdbc/IRIS.class"));
            jar.write(latin.getBytes(StandardCharsets.ISO_8859_1));
        }
        Files.copy(jars.resolve("intersystems-jdbc.jar"), changed.resolve("b.jar"));
        assertOneLine(() -> open("driver-jar", changed.toString()), "it has no com.intersystems.jdbc.IRIS.isDefined(");
    }

    @Test
    void keyspacesAreGlobalsWhoseSubscriptsAreTheNumbersOfKeys() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 0, "zero");
            put(session, 17, "Updated by job 7");
            session.put(0, Bytes.direct("12"), Bytes.direct("no number"));
            session.put(0, Bytes.direct("\0ü"), Bytes.direct("any bytes"));
            session.commit();
            assertThat(server.content().get("bench.0")).containsExactly(Map.entry("[0]", "zero"),
                    Map.entry("[17]", "Updated by job 7"), Map.entry("[k\0ü]", "any bytes"),
                    Map.entry("[k12]", "no number"));
            assertThat(server.content().get("bench")).containsEntry("[text, made-by]", "Tidemark")
                    .containsEntry("[keyspace, 0]", "10");
            assertThat(target.count(0, Progress.none())).isEqualTo(4);
            target.makeKeyspace(0, 20, 10);
            assertThat(target.count(0, Progress.none())).as("grown").isEqualTo(4);
            assertThat(server.content().get("bench")).containsEntry("[keyspace, 0]", "20");
        }
    }

    /** Else it would be a global of nobody's, which is never dropped. */
    @Test
    void aKeyspaceThatWasDroppedIsNotMadeByAnUpdate() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 1, "a");
            session.commit();
            target.create();
            put(session, 1, "b");
            assertOneLine(session::commit, "no keyspace 0");
            assertThat(server.content()).containsOnlyKeys("bench");
        }
    }

    /** What is done to the keyspace, without what is done to hold the namespace. */
    private static List<String> done() {
        return server.asked().stream().filter(what -> !what.endsWith(" bench")).toList();
    }

    @Test
    void updatesGoInOneTransaction() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            size(session, 1);
            int before = done().size();
            put(session, 1, "a");
            put(session, 2, "b");
            session.commit();
            List<String> once = done();
            assertThat(once.subList(before, once.size())).containsExactly("start", "set bench.0", "set bench.0", "commit");
            session.commit();
            assertThat(done()).as("an empty one is none").isEqualTo(once);
        }
    }

    @Test
    void aTransactionThatIsRefusedInTheMiddleLeavesNothing() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 1, "old");
            session.commit();
            AtomicInteger sets = new AtomicInteger();
            server.refuse(what -> what.equals("set bench.0") && sets.incrementAndGet() == 2);
            put(session, 1, "new");
            put(session, 2, "new");
            assertOneLine(session::commit, "<PROTECT> ^set bench.0 <of ***>");
            assertThat(server.content().get("bench.0")).containsExactly(Map.entry("[1]", "old"));
            server.refuse("commit"::equals);
            put(session, 1, "newer");
            assertOneLine(session::commit, "<PROTECT>");
            assertThat(server.content().get("bench.0")).containsExactly(Map.entry("[1]", "old"));
            server.refuse(_ -> false);
            put(session, 1, "newest");
            session.commit();
            assertThat(server.content().get("bench.0")).containsExactly(Map.entry("[1]", "newest"));
            assertThat(reconnects(target)).isZero();
        }
    }

    private static double reconnects(IrisTarget target) {
        return target.read().getFirst().counters().get("reconnects");
    }

    /** The client answers both alike. */
    @Test
    void anEmptyValueIsNotOneThatIsNotThere() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            put(session, 1, "");
            session.commit();
            assertThat(size(session, 1)).isZero();
            assertThat(size(session, 2)).isEqualTo(KeyValueSession.ABSENT);
        }
    }

    @Test
    void whatIrisRefusesIsToldInItsWords() throws Exception {
        try (IrisTarget target = created(); KeyValueSession session = session(target)) {
            session.put(0, Bytes.direct("x".repeat(600)), Bytes.direct("a"));
            assertOneLine(session::commit, "<SUBSCRIPT>");
            put(session, 1, "a".repeat(3_641_145));
            assertOneLine(session::commit, "<MAXSTRING>");
            assertOneLine(() -> target.makeKeyspace(1, 10, 3_641_145), "larger than what a node of IRIS holds, 3641144");
            assertThat(server.content()).doesNotContainKey("bench.0");
        }
    }

    /** However the client says it, as nobody knows how it does. */
    @ParameterizedTest
    @ValueSource(strings = {"text", "cause", "state", "closed"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aConnectionThatIsLostAndAnAnswerThatIsLateAreToldApart(String form) throws Exception {
        server.form(form);
        try (AnswersProxy proxy = new AnswersProxy(server.address()); IrisTarget target = created();
                IrisTarget far = open("address", proxy.address()); KeyValueSession session = session(far)) {
            assertThat(size(session, 1)).isEqualTo(KeyValueSession.ABSENT);
            proxy.breakNext();
            assertOneLine(() -> size(session, 1), "the connection to " + proxy.address() + " broke: ");
            put(session, 1, "a");
            session.commit();
            proxy.breakNext();
            put(session, 1, "b");
            assertOneLine(session::commit, "broke: ");
            assertThat(size(session, 1)).isEqualTo(1);
            assertThat(reconnects(far)).isEqualTo(2);
            try (IrisTarget hasty = open("address", proxy.address(), "operation-timeout", ShortPatience.LIMIT);
                    KeyValueSession impatient = session(hasty)) {
                assertThat(ShortPatience.inTime(() -> size(impatient, 1))).isEqualTo(1);
                proxy.hold(true);
                assertThatThrownBy(() -> size(impatient, 1)).isInstanceOf(TimeoutException.class)
                        .hasMessageStartingWith("no answer from " + proxy.address() + " in time");
                proxy.hold(false);
                assertThat(ShortPatience.inTime(() -> size(impatient, 1))).isEqualTo(1);
            }
            target.drop();
            assertThat(server.content()).isEmpty();
        }
    }

    @Test
    void whatTheServerUndoesByItselfWhenAConnectionIsLostIsNotThere() throws Exception {
        try (AnswersProxy proxy = new AnswersProxy(server.address()); IrisTarget target = created();
                IrisTarget far = open("address", proxy.address()); KeyValueSession session = session(far)) {
            size(session, 1);
            CountDownLatch set = new CountDownLatch(1);
            server.refuse(what -> {
                if (what.equals("set bench.0")) {
                    proxy.breakNext();
                    set.countDown();
                }
                return false;
            });
            put(session, 1, "a");
            put(session, 2, "b");
            assertOneLine(session::commit, "broke: ");
            set.await();
            while (server.content().containsKey("bench.0")) {
                Thread.onSpinWait();
            }
            assertThat(target.count(0, Progress.none())).isZero();
        }
    }

    @Test
    void failuresOfTablesAreToldByStateClassAndText() throws Exception {
        try (IrisTarget target = open()) {
            assertThat(target.translate(new SQLException("Locking conflict", "40001")))
                    .isInstanceOf(OverloadedException.class);
            assertThat(target.translate(new java.sql.SQLTimeoutException("late"))).isInstanceOf(TimeoutException.class);
            assertThat(target.translate(new SQLException("Query timed out", "57014"))).as("by the server")
                    .isInstanceOf(TimeoutException.class).hasMessageEndingWith("in time: Query timed out");
            assertThat(target.translate(new SQLException("Communication link failure: Connection reset")))
                    .hasMessageContaining("broke");
            assertThat(target.translate(new SQLException("[SQLCODE: <-119>:<UNIQUE or PRIMARY KEY>]", "23000")))
                    .isInstanceOf(DriverException.class).hasMessage("[SQLCODE: <-119>:<UNIQUE or PRIMARY KEY>]");
            assertThat(Failure.values()).as("all of them").hasSize(5);
        }
    }

    @Test
    void othersGlobalOfAKeyspacesNameIsLeftAlone() throws Exception {
        server.put("bench.1", 1, "theirs");
        try (IrisTarget target = created()) {
            assertOneLine(() -> target.makeKeyspace(1, 10, 10), "global ^bench.1 was not made by Tidemark; set namespace");
            target.drop();
        }
        assertThat(server.content()).isEqualTo(Map.of("bench.1", Map.of("[1]", "theirs")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b", "1a", "a_1", "a__b", "_a", "a.b", "^a", "ü", "a2345678901234567890x"})
    void aNameThatGlobalsCannotHaveIsRefused(String name) {
        assertThatThrownBy(() -> open("namespace", name)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("namespace: '" + name + "' can be no name of globals");
    }

    @Test
    void whetherCommitsWaitIsSetAndReadBack() throws Exception {
        for (String synchronous : List.of("true", "false")) {
            try (IrisTarget target = open("synchronous-commit", synchronous)) {
                assertThat(target.effective().get(IrisDriver.SYNCHRONOUS_COMMIT)).isEqualTo(synchronous.equals("true"));
            }
        }
        try (IrisTarget target = open()) {
            assertThat(target.effective().texts()).containsEntry("synchronous-commit", "false");
            assertThat(target.effective().durability()).contains(Durability.LAST_INTERVAL);
        }
    }

    @Test
    void theSizeOfBlocksAndDatabaseAndCountersAreRead() throws Exception {
        try (IrisTarget target = created()) {
            assertThat(target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text)))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("server-block-size", "8192", "server-journal", "1",
                            "server-database", "/usr/irissys/mgr/user/"));
            MetricSnapshot read = target.read().getFirst();
            assertThat(read.gauges()).isEqualTo(Map.of("database-size", 21.0 * (1 << 20)));
            assertThat(read.counters()).hasSize(9).containsKeys("global-references", "journal-blocks", "reconnects");
            assertThat(target.read().getFirst().counters().get("global-updates"))
                    .isGreaterThan(read.counters().get("global-updates"));
            assertThat(server.asked().stream().filter(what -> what.startsWith("let go")).count())
                    .as("what was asked of the server is let go").isEqualTo(5);
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void aUserWhoMayNotKnowThemGoesWithout() throws Exception {
        server.admitToSystem(false);
        try (IrisTarget target = created()) {
            assertThat(target.facts()).isEmpty();
            assertThat(target.read().getFirst().counters()).isEqualTo(Map.of("reconnects", 0.0));
            target.read();
        }
        assertThat(notes).satisfiesExactly(
                note -> assertThat(note).startsWith("The server does not tell this user the size of its database: "
                        + "no connection to ").doesNotContain(IrisStandIn.PASSWORD),
                note -> assertThat(note).startsWith("The server does not tell this user its counters: ")
                        .doesNotContain(IrisStandIn.PASSWORD));
    }

    /** A folder of the same name on this one would be another's. */
    @Test
    void ofGlobalsOnAnotherSystemNothingIsToldOfTheirDatabase() throws Exception {
        server.globalsOn("DATA");
        try (IrisTarget target = created()) {
            assertThat(target.facts()).isEmpty();
            MetricSnapshot read = target.read().getFirst();
            assertThat(read.gauges()).isEmpty();
            assertThat(read.counters()).hasSize(9).containsKeys("global-references", "reconnects");
        }
        assertThat(server.asked()).noneMatch(what -> what.contains("SYS.Database"));
        assertThat(notes).singleElement().asString().startsWith("The globals are on another system, DATA: ");
    }

    @Test
    void aDatabaseThatIsNotToldLeavesTheCounters() throws Exception {
        server.refuse(what -> what.startsWith("call SYS.Database"));
        try (IrisTarget target = created()) {
            MetricSnapshot read = target.read().getFirst();
            assertThat(read.gauges()).isEmpty();
            assertThat(read.counters()).hasSize(9);
        }
        assertThat(notes).singleElement().asString()
                .startsWith("The server does not tell this user the size of its database: ");
    }
}
