package dev.tidemark.driver.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.EmbeddedContract;
import dev.tidemark.driver.contract.KeyValueContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SqliteTargetTest extends EmbeddedContract {

    private List<String> more = List.of("sync", "full", "page-size", "8KiB", "cache-size", "4MiB",
            "checkpoint-pages", "500");

    @Override
    protected Driver driver() {
        return new SqliteDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.concat(super.settings().stream(), more.stream()).toList();
    }

    @Override
    protected Map<String, String> expectedEffective() {
        return Map.of("sync", "full", "page-size", "8KiB", "cache-size", "4MiB", "checkpoint-pages", "500");
    }

    /** Everything again with the other layout and the other way of waiting. */
    @Nested
    class ClusteredAndBusy extends KeyValueContract {
        @Override
        protected Driver driver() {
            return new SqliteDriver();
        }

        @Override
        protected List<String> settings() {
            return Outside.clusteredAndBusy(super.settings());
        }
    }

    @Test
    void aWriterThatIsKeptWaitingTooLongIsPushedBackAndGoesOn() throws Exception {
        more = List.of("busy-timeout", "1ms");
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class);
                Connection other = Outside.connect(target); Statement holding = other.createStatement()) {
            holding.execute("BEGIN IMMEDIATE");
            session.put(0, Bytes.direct("a"), Bytes.direct("1"));
            assertThatThrownBy(session::commit).isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("busy-timeout");
            holding.execute("ROLLBACK");
            session.put(0, Bytes.direct("a"), Bytes.direct("2"));
            assertThat(session.commit()).isZero();
        }
    }

    @Test
    void keyspacesAreTables() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            session.put(3, Bytes.direct("a"), Bytes.direct("value"));
            session.commit();
            try (Connection other = Outside.connect(target); Statement ask = other.createStatement();
                    ResultSet row = ask.executeQuery("SELECT CAST(v AS TEXT) FROM \"keyspace-3\"")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).isEqualTo("value");
            }
        }
    }

    /** The last connection that is closed removes the log. */
    @Test
    void aWalkThatCannotBeginLeavesNoConnectionOpen() throws Exception {
        Path log;
        try (KeyspaceTarget target = created(); SqliteSession session = (SqliteSession) target.session(0)) {
            log = dataDirectory(target).resolve(SqliteDatabase.FILE + "-wal");
            try (Connection other = Outside.connect(target); Statement drop = other.createStatement()) {
                drop.execute("DROP TABLE \"keyspace-3\"");
            }
            assertOneLine(() -> session.walk(3, Depth.KEYS), "SQLite could not go over keys");
            assertThat(log).exists();
        }
        assertThat(log).doesNotExist();
    }

    /** What is in the log alone is on the disk, too, but not in the file. */
    private static double onDisk(KeyspaceTarget target) throws Exception {
        double size = target.read().getFirst().gauges().get("on-disk-size");
        assertThat(size).isEqualTo(Files.size(dataDirectory(target).resolve(SqliteDatabase.FILE)));
        return size;
    }

    @Test
    void settlingEmptiesTheLogAndCompactingGivesSpaceBack() throws Exception {
        try (KeyspaceTarget target = created(); SqliteSession session = (SqliteSession) target.session(0)) {
            for (int i = 0; i < 300; i++) {
                session.put(0, Bytes.direct("key" + i), Bytes.direct(Bytes.random(i, 8000)));
            }
            session.commit();
            assertThat(target.read().getFirst().gauges().get("log-size")).isGreaterThan(1_000_000.0);
            assertThat(onDisk(target)).isLessThan(1_000_000);
            target.settle(Progress.none());
            assertThat(target.read().getFirst().gauges().get("log-size")).isZero();
            assertThat(onDisk(target)).isGreaterThan(2_400_000);
            for (int i = 0; i < 290; i++) {
                session.delete(0, Bytes.direct("key" + i));
            }
            session.commit();
            assertThat(target.read().getFirst().gauges().get("free-size")).isGreaterThan(1_000_000.0);
            target.compact(Progress.none());
            assertThat(target.read().getFirst().gauges().get("free-size")).isZero();
            assertThat(onDisk(target)).isLessThan(1_000_000);
            assertThat(target.count(0, Progress.none())).isEqualTo(10);
        }
    }

    /** As a load's last reading is, which would end the load late. */
    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aReadingDoesNotWaitForACompaction() throws Exception {
        more = List.of("busy-timeout", "1h");
        try (KeyspaceTarget target = created(); Connection other = Outside.connect(target);
                Statement holding = other.createStatement()) {
            holding.execute("BEGIN IMMEDIATE");
            FutureTask<Void> compacting = new FutureTask<>(() -> {
                target.compact(Progress.none());
                return null;
            });
            Thread thread = Thread.ofPlatform().daemon().start(compacting);
            while (Stream.of(thread.getStackTrace()).noneMatch(f -> f.getClassName().startsWith("org.sqlite"))) {
                Thread.onSpinWait();
            }
            assertThat(target.read().getFirst().gauges()).containsKeys("on-disk-size", "free-size");
            assertThat(compacting.isDone()).isFalse();
            holding.execute("ROLLBACK");
            compacting.get();
        }
    }

    @Test
    void aPageSizeThatIsNoPowerOfTwoIsRefused() {
        assertThatThrownBy(() -> SqliteParams.ALL.check(
                SqliteParams.ALL.defaults().with("page-size", "5000B", SettingOrigin.SET)))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("is not a power of two");
    }
}
