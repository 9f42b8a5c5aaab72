package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.remote.jdbc.JdbcSession;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresTargetTest {

    @TempDir
    private Path folder;
    private PostgresServer server;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    private static void put(KeyValueSession session, long key, String value) throws Exception {
        session.put(0, NumberedKeys.of(key), Fixture.direct(value));
    }

    /** One the server refuses, in the middle of a transaction. */
    @Test
    void sizesAreOfTheNamespaceAndWhatIsWrittenOfTheServer() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            MetricSnapshot read = f.target.read().getFirst();
            assertThat(read.counters().keySet()).contains("journal-write").filteredOn(f.target::isOwn)
                    .containsExactly("reconnects");
            assertThat(read.gauges().keySet()).filteredOn(f.target::isOwn).contains("on-disk-size", "table-size");
        }
    }

    @Test
    void aTransactionIsStoredWholeOrNotAtAll() throws Exception {
        try (Fixture f = Fixture.created(server, folder); JdbcSession session = f.session()) {
            server.execute("ALTER TABLE bench.keyspace_0 ADD CHECK (octet_length(v) < 10)");
            for (int round = 0; round < 3; round++) {
                for (int key = 0; key < 50; key++) {
                    put(session, key, key == 25 ? "much too long" : "short");
                }
                session.add(Fixture.uri(1), Fixture.direct("a document"));
                Fixture.assertOneLine(session::commit, "violates check constraint");
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

    /** Content of more than a piece that goes to the server at once, and none. */
    @Test
    void documentsAreCopiedWholeOrNotAtAll() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "document-insert", "copy", "shards", "3");
                JdbcSession session = f.session()) {
            for (int i = 0; i < 9; i++) {
                session.add(Fixture.uri(i), Fixture.direct(Fixture.content(i, i * 20_000)));
            }
            put(session, 1, "beside them");
            assertThat(session.commit()).isZero();
            for (int i = 0; i < 9; i++) {
                assertThat(Fixture.read(session, Fixture.uri(i))).isEqualTo(Fixture.content(i, i * 20_000));
            }
            session.add(Fixture.uri(20), Fixture.direct("20"));
            session.add(Fixture.uri(3), Fixture.direct("3"));
            Fixture.assertOneLine(session::commit, "duplicate key value violates unique constraint");
            session.add(Fixture.uri(21), Fixture.direct("21"));
            assertThat(session.commit()).isZero();
            assertThat(f.all()).hasSize(10);
            assertThat(f.count(0)).isEqualTo(1);
        }
    }

    @Test
    void upkeepIsDoneAndCheckpointsAreTold() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "shards", "2")) {
            f.target.makeIndex(0);
            f.fillKeys(0, 0, 100, 1000);
            List<String> files = indexFiles();
            f.target.maintain(Maintenance.REINDEX, Progress.none());
            assertThat(indexFiles()).hasSameSizeAs(files).doesNotContainAnyElementsOf(files);
            f.target.read();
            f.notes.clear();
            f.target.maintain(Maintenance.CHECKPOINT, Progress.none());
            while (f.notes.stream().noneMatch(note -> note.contains("ended a checkpoint: it wrote for"))) {
                f.target.read();
            }
            assertThat(f.notes.getFirst()).isEqualTo("A checkpoint of the server fell due, because the write-ahead log "
                    + "had grown to max_wal_size, or somebody asked for it.");
            Fixture.assertOneLine(() -> f.target.maintain(Maintenance.SAVE, Progress.none()), "no save");
        }
    }

    /** An index that is made anew lies in another file. */
    private List<String> indexFiles() throws Exception {
        return server.texts("SELECT relfilenode::text FROM pg_class WHERE relkind = 'i' "
                + "AND relnamespace = 'bench'::regnamespace ORDER BY 1");
    }

    /** What a checkpoint did is told a moment after it. */
    @Test
    void whatTheServerCountsIsRead() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            double journal = f.counter(PostgresMeasures.JOURNAL_WRITE);
            double flushed = f.counter(PostgresMeasures.FLUSH_WRITE);
            double checkpoints = f.counter(PostgresMeasures.CHECKPOINTS_REQUESTED);
            f.fillKeys(0, 0, 200, 5000);
            assertThat(f.counter(PostgresMeasures.JOURNAL_WRITE) - journal).isBetween(1e6, 4e6);
            f.settle();
            while (f.counter(PostgresMeasures.CHECKPOINTS_REQUESTED) <= checkpoints
                    || f.counter(PostgresMeasures.FLUSH_WRITE) < flushed + 1e6) {
                Thread.onSpinWait();
            }
            assertThat(f.gauge(PostgresMeasures.ON_DISK_SIZE)).isBetween(1e6, 2e6)
                    .isEqualTo(f.gauge(PostgresMeasures.TABLE_SIZE) + f.gauge(PostgresMeasures.INDEX_SIZE));
            assertThat(f.gauge(PostgresMeasures.LIVE_ROWS)).isPositive();
            assertThat(f.target.version()).startsWith("PostgreSQL " + PostgresServer.version());
            assertDeclared(f);
        }
    }

    /** Versions before 16 do not tell what was read from files, and without a standby nothing lags. */
    private static void assertDeclared(Fixture f) {
        List<String> declared = PostgresMeasures.ALL.all().stream().map(Measure::name)
                .filter(name -> PostgresServer.version() >= 16 || !name.equals(PostgresMeasures.DATA_READ.name()))
                .filter(name -> !name.equals(EngineMeasures.REPLICA_LAG.name()))
                .sorted().toList();
        List<String> read = f.target.read().stream().flatMap(node -> Stream.concat(
                node.counters().keySet().stream(), node.gauges().keySet().stream())).sorted().toList();
        assertThat(read).isEqualTo(declared);
    }

    /** Sessions tell their last statistics when they end. */
    @Test
    void deadRowsAreCountedAndVacuumed() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            server.execute("ALTER TABLE bench.keyspace_0 SET (autovacuum_enabled = off)");
            f.fillKeys(0, 0, 100, 100);
        }
        server.untilNobodyIsConnected();
        try (Fixture f = new Fixture(server, folder)) {
            f.fillKeys(0, 0, 100, 100);
        }
        server.untilNobodyIsConnected();
        try (Fixture f = new Fixture(server, folder); JdbcSession session = f.session()) {
            untilThereAre(100, f);
            f.target.compact(Progress.none());
            untilThereAre(0, f);
            assertThat(Fixture.get(session, 0, 7)).isEqualTo(Fixture.content(7, 100));
        }
    }

    /** Before version 15 a process of its own gathers the statistics, and is a while behind. */
    private static void untilThereAre(double deadRows, Fixture f) {
        while (f.gauge(PostgresMeasures.DEAD_ROWS) != deadRows) {
            Thread.onSpinWait();
        }
    }

    private static Map<String, String> facts(Fixture f) throws DriverException {
        return f.target.facts().stream().collect(Collectors.toMap(Setting::name, Setting::text));
    }

    @Test
    void settingsThatMatterAreReadBack() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(facts(f)).containsEntry("server-fsync", "off").containsEntry("server-full-page-writes", "on")
                    .containsEntry("server-shared-buffers", "128MB").containsEntry("server-wal-compression", "off")
                    .containsEntry("server-max-wal-size", "1GB").containsEntry("server-synchronous-commit", "on");
            assertThat(f.target.effective().texts()).containsEntry("synchronous-commit", "on");
        }
        try (Fixture f = Fixture.created(server, folder, "synchronous-commit", "remote-write")) {
            assertThat(f.target.effective().texts()).containsEntry("synchronous-commit", "remote-write");
        }
    }

    @Test
    void whatIsNotAtItsDefaultIsReadBack() throws Exception {
        server.execute("ALTER ROLE tidemark SET random_page_cost = 1.1", "ALTER ROLE tidemark SET search_path = shop",
                "ALTER ROLE tidemark SET work_mem = '4MB'");
        try (Fixture f = Fixture.created(server, folder)) {
            assertThat(facts(f)).containsEntry("server-random-page-cost", "1.1").containsEntry("server-work-mem", "4MB")
                    .containsEntry("server-search-path", "shop").containsEntry("server-encoding", "UTF8")
                    .containsKey("server-lc-collate").containsKey("server-settings")
                    .doesNotContainKeys("server-port", "server-data-directory", "server-seq-page-cost",
                            "server-wal-buffers", "server-statement-timeout", "server-application-name");
        }
    }

    private String zone(String... settings) throws DriverException {
        try (Fixture f = new Fixture(server, folder, settings)) {
            return facts(f).get("server-timezone");
        }
    }

    /** The client would give each connection the zone of its own process. */
    @Test
    void aSessionHasTheServersZoneUnlessItIsAskedForAnother() throws Exception {
        TimeZone here = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
        List<String> poor = server.poor(folder);
        try {
            assertThat(zone()).as("of the server's file").isEqualTo("UTC");
            assertThat(zone("session-time-zone", "Europe/Berlin")).isEqualTo("Europe/Berlin");
            assertThat(zone(poor.toArray(String[]::new))).as("that of its log, which is all that may be seen")
                    .isEqualTo("UTC");
            server.execute("ALTER DATABASE postgres SET timezone = 'Asia/Kolkata'");
            assertThat(zone(poor.toArray(String[]::new))).isEqualTo("Asia/Kolkata");
            server.execute("ALTER ROLE poor SET timezone = 'Asia/Tokyo'");
            assertThat(zone(poor.toArray(String[]::new))).isEqualTo("Asia/Tokyo");
            server.execute("REVOKE SELECT ON pg_catalog.pg_db_role_setting FROM PUBLIC");
            assertThat(zone(poor.toArray(String[]::new))).as("where even that must not be seen").isEqualTo("UTC");
            Fixture.assertOneLine(() -> zone("session-time-zone", "Mars/Olympus"), "invalid value for parameter");
            assertThatThrownBy(() -> zone("session-time-zone", "UTC'; DROP")).isInstanceOf(InvalidInputException.class)
                    .hasMessage("session-time-zone: 'UTC'; DROP' is no time zone; write it as Europe/Berlin or UTC");
        } finally {
            TimeZone.setDefault(here);
            server.execute("ALTER DATABASE postgres RESET timezone",
                    "GRANT SELECT ON pg_catalog.pg_db_role_setting TO PUBLIC");
        }
    }

    /** As the user of a managed server is. */
    @Test
    void whatTheServerDoesNotTellOrAllowIsLeftOut() throws Exception {
        List<String> poor = server.poor(folder);
        server.execute("GRANT CREATE ON DATABASE postgres TO poor",
                "REVOKE SELECT ON pg_catalog.pg_stat_wal FROM PUBLIC");
        try (Fixture f = Fixture.created(server, folder, poor.toArray(String[]::new))) {
            f.fillKeys(0, 0, 10, 10);
            for (int i = 0; i < 2; i++) {
                assertThat(f.target.read().getFirst().counters()).doesNotContainKey("journal-records")
                        .containsKeys("journal-write", "commits", "flush-write");
            }
            f.settle();
            assertThat(f.notes).containsExactly(
                    "this user may not CHECKPOINT, so that settling leaves that to the server");
            f.target.drop();
        } finally {
            server.execute("GRANT SELECT ON pg_catalog.pg_stat_wal TO PUBLIC");
        }
        assertThat(server.digest()).isEmpty();
    }

    /** Made by others in what is ours: the server refuses, and nothing at all is dropped. */
    @Test
    void whatOthersPutIntoOurSchemaIsNotDroppedWithIt() throws Exception {
        try (Fixture f = Fixture.created(server, folder)) {
            f.fillKeys(0, 0, 10, 10);
            server.execute("CREATE TABLE bench.theirs (id int)", "INSERT INTO bench.theirs VALUES (7)");
            List<String> before = server.digest();
            Fixture.assertOneLine(f.target::drop, "cannot drop schema bench because other objects depend on it");
            Fixture.assertOneLine(f.target::create, "cannot drop schema bench because other objects depend on it");
            assertThat(server.digest()).isEqualTo(before);
            server.execute("DROP TABLE bench.theirs", "CREATE VIEW public.seen AS SELECT * FROM bench.keyspace_0");
            Fixture.assertOneLine(f.target::drop, "cannot drop table bench.keyspace_0");
            server.execute("DROP VIEW public.seen");
            f.target.drop();
            assertThat(server.digest()).isEmpty();
        }
    }

    @Test
    void namesStandInStatementsAsTheyAre() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "namespace", "a \"b\"; DROP SCHEMA 'ü", "shards", "3")) {
            f.target.makeIndex(0);
            f.fillKeys(0, 0, 100, 10);
            assertThat(f.count(0)).isEqualTo(100);
            assertThat(server.texts("SELECT count(*) FROM pg_inherits "
                    + "WHERE inhparent::regclass::text LIKE '%keyspace_0%' AND inhrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r')")).containsExactly("3");
            f.target.drop();
        }
        assertThat(server.digest()).isEmpty();
        try (Fixture f = new Fixture(server, folder, "namespace", "ü".repeat(32))) {
            Fixture.assertOneLine(f.target::create, "is longer than PostgreSQL's 63 bytes");
        }
    }

    @Test
    void aWalkTakesAsLongAsItLikesAndEndsWithTheTarget() throws Exception {
        try (Fixture f = Fixture.created(server, folder, "fetch-size", "3")) {
            f.fillKeys(0, 0, 20, 10);
            JdbcSession session = f.session();
            Walk walk = session.walk(0, Depth.VALUES);
            assertThat(walk.next(2, (key, size, value) -> { })).isEqualTo(2);
            f.target.abort();
            Fixture.assertOneLine(() -> walk.next(20, (key, size, value) -> { }), "broke");
            walk.close();
        }
    }
}
