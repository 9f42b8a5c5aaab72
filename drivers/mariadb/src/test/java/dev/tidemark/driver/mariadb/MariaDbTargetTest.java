package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.ShortPatience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@HeavyServer
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MariaDbTargetTest {

    @TempDir
    private Path folder;
    private MariaDbServer server;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @AfterEach
    void letGo() {
        server.hold(false);
    }

    private static void put(KeyValueSession session, long key, String value) throws Exception {
        session.put(0, NumberedKeys.of(key), Fixture.direct(value));
    }

    /** One the server refuses, in the middle of a transaction. */
    @Test
    void aTransactionIsStoredWholeOrNotAtAll() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            server.execute("ALTER TABLE bench.keyspace_0 ADD CHECK (LENGTH(v) < 10)");
            for (int round = 0; round < 3; round++) {
                for (int key = 0; key < 50; key++) {
                    put(session, key, key == 25 ? "much too long" : "short");
                }
                session.add(Fixture.uri(1), Fixture.direct("a document"));
                Fixture.assertOneLine(session::commit, "CONSTRAINT `CONSTRAINT_1` failed");
            }
            assertThat(f.count(0)).isZero();
            assertThat(f.all()).isEmpty();
            put(session, 1, "short");
            session.add(Fixture.uri(1), Fixture.direct("a document"));
            assertThat(session.commit()).isZero();
            assertThat(f.count(0)).isEqualTo(1);
            assertThat(f.all()).hasSize(1);
        }
    }

    /** On a connection that nothing of ours was on before: what is set there is for scripts. */
    @ParameterizedTest
    @CsvSource({"properties, autocommit=false", "begin, SET autocommit = 0"})
    void anUpdateIsCommittedWhateverIsSetOfAutocommit(String name, String value) throws Exception {
        try (Fixture f = Fixture.created(server, folder, name, value); JdbcSession first = f.session();
                JdbcSession session = f.session()) {
            for (JdbcSession each : List.of(first, session)) {
                put(each, each == first ? 1 : 2, "value");
                assertThat(each.commit()).isZero();
            }
            assertThat(server.texts("SELECT COUNT(*) FROM bench.keyspace_0")).containsExactly("2");
            List<String> mode = new ArrayList<>();
            session.begin(false);
            session.execute("SELECT @@autocommit", Binding.NONE, (_, _, text) -> mode.add(text));
            session.end();
            assertThat(mode).containsExactly("0");
        }
    }

    @Test
    void whatTheServerCountsIsRead() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            double journal = f.counter(MariaDbMeasures.JOURNAL_WRITE);
            double flushed = f.counter(MariaDbMeasures.FLUSH_WRITE);
            double requests = f.counter(MariaDbMeasures.BUFFER_REQUESTS);
            double commits = f.counter(MariaDbMeasures.COMMITS);
            f.fillKeys(0, 0, 200, 5000);
            f.settle();
            assertThat(f.counter(MariaDbMeasures.JOURNAL_WRITE) - journal).isBetween(1e6, 4e6);
            assertThat(f.counter(MariaDbMeasures.FLUSH_WRITE) - flushed).isBetween(1e6, 20e6);
            assertThat(f.counter(MariaDbMeasures.BUFFER_REQUESTS)).isGreaterThan(requests);
            assertThat(f.counter(MariaDbMeasures.COMMITS)).isGreaterThan(commits);
            assertThat(f.gauge(MariaDbMeasures.ON_DISK_SIZE)).isBetween(1e6, 40e6);
            assertThat(f.gauge(MariaDbMeasures.TABLE_SIZE)).isPositive();
            assertThat(f.target.version()).isEqualTo("MariaDB 11.4.5-MariaDB");
            assertDeclared(f);
        }
    }

    private static void assertDeclared(Fixture f) {
        List<String> declared = MariaDbMeasures.ALL.all().stream().map(Measure::name).sorted().toList();
        List<String> read = f.target.read().stream().flatMap(node -> Stream.concat(
                node.counters().keySet().stream(), node.gauges().keySet().stream())).sorted().toList();
        assertThat(read).isEqualTo(declared);
    }

    private static Map<String, String> facts(Fixture f) throws DriverException {
        return f.target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    @Test
    void settingsThatMatterAreReadBack() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(facts(f)).containsEntry("server-innodb-flush-log-at-trx-commit", "0")
                    .containsEntry("server-innodb-buffer-pool-size", "134217728")
                    .containsEntry("server-innodb-flush-method", "O_DIRECT").containsEntry("server-sync-binlog", "0")
                    .containsEntry("server-log-bin", "OFF")
                    .containsEntry("server-transaction-isolation", "REPEATABLE-READ");
            assertThat(f.target.effective().texts()).containsEntry("isolation", "repeatable-read");
        }
        try (Fixture f = Fixture.created(server, folder, "isolation", "read-committed")) {
            assertThat(f.target.effective().texts()).containsEntry("isolation", "read-committed");
        }
    }

    private String zone(String... settings) throws DriverException {
        try (Fixture f = new Fixture(server, folder, settings)) {
            return facts(f).get("server-time-zone");
        }
    }

    @Test
    void whatIsNotAtItsDefaultIsReadBackAndASessionHasTheServersZone() throws Exception {
        TimeZone here = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
        server.execute("SET GLOBAL optimizer_prune_level = 0", "SET GLOBAL init_connect = 'SET @secret = 1'",
                "SET GLOBAL time_zone = '+05:30'");
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(facts(f)).containsEntry("server-optimizer-prune-level", "0").containsKey("server-settings")
                    .containsEntry("server-init-connect", "(not recorded)")
                    .containsKey("server-system-time-zone").doesNotContainKeys("server-port", "server-datadir",
                            "server-socket", "server-optimizer-search-depth");
            assertThat(zone()).isEqualTo("+05:30");
            assertThat(zone("session-time-zone", "+09:00")).isEqualTo("+09:00");
        } finally {
            TimeZone.setDefault(here);
            server.execute("SET GLOBAL optimizer_prune_level = DEFAULT", "SET GLOBAL init_connect = DEFAULT",
                    "SET GLOBAL time_zone = DEFAULT");
        }
    }

    /** As the user of a managed server is. */
    @Test
    void whatTheServerDoesNotTellOrAllowIsLeftOut() throws Exception {
        List<String> poor = server.poor(folder, "ALL PRIVILEGES ON bench.*");
        try (Fixture f = Fixture.created(server, folder, poor.toArray(String[]::new))) {
            f.fillKeys(0, 0, 10, 10);
            for (int i = 0; i < 2; i++) {
                assertThat(f.target.read().getFirst().gauges()).doesNotContainKey("on-disk-size")
                        .containsKeys("table-size", "dirty-size");
            }
            f.settle();
            assertThat(f.notes).containsExactly(
                    "this user may not FLUSH TABLES, so that settling leaves writing pages to the server");
            Fixture.assertOneLine(() -> f.target.maintain(Maintenance.CHECKPOINT, Progress.none()), "Access denied");
            f.target.drop();
        }
        assertThat(server.digest()).isEmpty();
    }

    @Test
    void aCheckpointWritesWhatWasChanged() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            double flushed = f.counter(MariaDbMeasures.FLUSH_WRITE);
            f.fillKeys(0, 0, 200, 5000);
            f.target.maintain(Maintenance.CHECKPOINT, Progress.none());
            assertThat(f.counter(MariaDbMeasures.FLUSH_WRITE) - flushed).isGreaterThan(1e6);
            Fixture.assertOneLine(() -> f.target.maintain(Maintenance.SAVE, Progress.none()), "no such thing");
        }
    }

    @Test
    void whoMayNotCreateIsToldSoAndNothingIsLeft() throws Exception {
        try (Fixture f = new Fixture(server, folder, server.poor(folder).toArray(String[]::new))) {
            Fixture.assertOneLine(f.target::create, "Access denied for user 'poor'@'127.0.0.1' to database 'bench'");
        }
        assertThat(server.digest()).isEmpty();
    }

    /** Of a database that could be made, and in which no table may be made. */
    @Test
    void whatCannotBeMadeWholeIsUnmade() throws Exception {
        List<String> poor = server.poor(folder, "CREATE, DROP ON bench.*");
        try (Fixture f = new Fixture(server, folder, poor.toArray(String[]::new))) {
            Fixture.assertOneLine(f.target::create, "INSERT command denied to user 'poor'@'127.0.0.1'");
        }
        assertThat(server.digest()).isEmpty();
    }

    /** The server would drop it all. */
    @Test
    void whatOthersPutIntoOurDatabaseIsNotDroppedWithIt() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 10, 10);
            for (String theirs : List.of("TABLE theirs (id INT)", "VIEW theirs AS SELECT 1", "SEQUENCE theirs",
                    "PROCEDURE theirs() SELECT 1", "EVENT theirs ON SCHEDULE EVERY 1 DAY DO SELECT 1",
                    "TRIGGER theirs BEFORE DELETE ON keyspace_0 FOR EACH ROW SET @a = 1")) {
                server.execute("USE bench", "CREATE " + theirs);
                List<String> before = server.digest();
                Fixture.assertOneLine(f.target::drop, "cannot drop `bench` because others have put ");
                Fixture.assertOneLine(f.target::create, "theirs into it");
                assertThat(server.digest()).isEqualTo(before);
                server.execute("DROP " + theirs.substring(0, theirs.indexOf(' ')) + " bench.theirs");
            }
            f.target.drop();
            assertThat(server.digest()).isEmpty();
        }
    }

    @Test
    void namesStandInStatementsAsTheyAre() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "namespace", "a `b`; DROP DATABASE 'ü", "shards", "3")) {
            f.target.makeIndex(0);
            f.fillKeys(0, 0, 100, 10);
            assertThat(f.count(0)).isEqualTo(100);
            assertThat(f.gauge(MariaDbMeasures.ON_DISK_SIZE)).isPositive();
            assertThat(server.texts("SELECT COUNT(*) FROM information_schema.partitions "
                    + "WHERE table_name = 'keyspace_0'")).containsExactly("3");
            f.target.drop();
        }
        assertThat(server.digest()).isEmpty();
        for (String name : List.of("ü".repeat(65), "\uD83D\uDE00")) {
            try (Fixture f = new Fixture(server, folder, "namespace", name)) {
                Fixture.assertOneLine(f.target::create, "can be no database's name");
            }
        }
    }

    /** The server would cut them off, or break the connection. */
    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            session.put(0, Fixture.direct("k".repeat(MariaDbDialect.LONGEST_KEY + 1)), Fixture.direct("value"));
            Fixture.assertOneLine(session::commit, "Data too long for column 'k'");
            Fixture.assertOneLine(() -> f.target.makeKeyspace(1, 1, 1 << 30), "max_allowed_packet");
        }
    }

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
    void deletedRowsGiveTheirSpaceBack() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            f.fillKeys(0, 0, 500, 50_000);
            f.settle();
            double full = f.gauge(MariaDbMeasures.ON_DISK_SIZE);
            for (int key = 0; key < 500; key++) {
                session.delete(0, NumberedKeys.of(key));
            }
            session.commit();
            f.target.compact(Progress.none());
            assertThat(f.gauge(MariaDbMeasures.ON_DISK_SIZE)).isLessThan(full / 5);
        }
    }
}
