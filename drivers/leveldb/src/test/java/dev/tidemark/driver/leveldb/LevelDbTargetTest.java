package dev.tidemark.driver.leveldb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.KeyspaceTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.driver.contract.Bytes;
import dev.tidemark.driver.contract.EmbeddedContract;
import org.junit.jupiter.api.Test;

class LevelDbTargetTest extends EmbeddedContract {

    private List<String> more = List.of();

    @Override
    protected Driver driver() {
        return new LevelDbDriver();
    }

    @Override
    protected List<String> settings() {
        return Stream.of(super.settings(), List.of("memtable", "1MiB", "compression", "none"), more)
                .flatMap(List::stream).toList();
    }

    @Test
    void whatIsWrittenAndRewrittenIsCounted() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < 4000; i++) {
                session.put(0, Bytes.direct("key" + i), Bytes.direct(Bytes.random(i, 4000)));
                session.commit();
            }
            target.settle(Progress.none());
            target.compact(Progress.none());
            double written = target.read().getFirst().counters().get("compaction-write");
            assertThat(written).isBetween(16e6, 200e6);
            assertThat(target.read().getFirst().gauges().get("segments")).isGreaterThan(3);
            for (int i = 0; i < 4000; i++) {
                session.delete(0, Bytes.direct("key" + i));
            }
            session.commit();
            target.compact(Progress.none());
            assertThat(target.count(0, Progress.none())).isZero();
        }
    }

    @Test
    void whatOnlyTheJournalHoldsTakesSpaceToo() throws Exception {
        try (KeyspaceTarget target = created(); KeyValueSession session = target.session(0, KeyValueSession.class)) {
            for (int i = 0; i < 100; i++) {
                session.put(0, Bytes.direct("key" + i), Bytes.direct(Bytes.random(i, 4000)));
                session.commit();
            }
            assertThat(target.read().getFirst().gauges()).containsEntry("segments", 0.0)
                    .hasEntrySatisfying("on-disk-size", bytes -> assertThat(bytes).isBetween(400_000.0, 500_000.0));
        }
    }

    /** One after the other they would look as if they had more to do than one shard. */
    @Test
    void shardsAreWaitedForAtTheSameTime() throws Exception {
        more = List.of("shards", "6");
        VirtualClock clock = new VirtualClock();
        try (KeyspaceTarget target = (KeyspaceTarget) driver().open(values(),
                new Context(clock, directory, Secrets.ofThisProcess(), notes::add, () -> cancelled))) {
            target.create();
            FutureTask<Void> settling = new FutureTask<>(() -> {
                target.settle(Progress.none());
                return null;
            });
            clock.joinThrough(clock.start("settling", settling));
            settling.get();
            assertThat(clock.nanoTime()).isBetween(500_000_000L, 600_000_000L);
        }
    }

    @Test
    void theTableOfCountsIsReadByItsColumns() {
        assertThat(LevelDbStats.of("""
                                               Compactions
                Level  Files Size(MB) Time(sec) Read(MB) Write(MB)
                --------------------------------------------------
                  0        2       12         1        0        37
                  2       11       20         3       41        39
                """)).isEqualTo(new LevelDbStats(4, 41, 76));
        assertThat(LevelDbStats.of("nothing yet")).isEqualTo(new LevelDbStats(0, 0, 0));
    }
}
