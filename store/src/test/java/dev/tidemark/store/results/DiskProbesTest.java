package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.store.ResultStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskProbesTest {

    private static final Instant THEN = Instant.parse("2026-11-24T10:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void probesComeBackNewestFirst() {
        try (ResultStore store = ResultStore.open(folder.resolve("a.db"))) {
            assertThat(store.probes()).isEmpty();
            DiskProbe first = new DiskProbe(THEN, DiskProbe.Origin.PROBE, List.of(Setting.detected("device", "/dev/vda1")),
                    Map.of(DiskLimit.FSYNC, 312.5, DiskLimit.SEQUENTIAL_WRITE, 4e8));
            DiskProbe second = new DiskProbe(THEN.plusSeconds(1), DiskProbe.Origin.PROBE, List.of(),
                    Map.of(DiskLimit.FSYNC, 300.0));
            store.addProbe(first);
            store.addProbe(second);
            assertThat(store.probes()).containsExactly(second, first);
        }
    }

    @Test
    void runsOfTheDriverFilePastTheCacheTellALimitToo() {
        try (ResultStore store = ResultStore.open(folder.resolve("b.db"))) {
            run(store, "file", "direct", 4096, 100, Map.of("reads-per-second", 7000.0, "device-reads-per-second",
                    7100.0));
            run(store, "file", "direct", 8192, 0, Map.of("writes-per-second", 5000.0, "device-writes-per-second",
                    5200.0));
            run(store, "file", "buffered", 4096, 100, Map.of("reads-per-second", 90_000.0));
            run(store, "file", "direct", 4096, 50, Map.of("reads-per-second", 3000.0));
            run(store, "rocksdb", "direct", 4096, 100, Map.of("reads-per-second", 1000.0));
            assertThat(store.probes()).extracting(DiskProbe::origin, DiskProbe::rates).containsExactlyInAnyOrder(
                    tuple(DiskProbe.Origin.RUN, Map.of(DiskLimit.RANDOM_READ_4K, 7000.0)),
                    tuple(DiskProbe.Origin.RUN, Map.of(DiskLimit.RANDOM_WRITE_8K, 5000.0)));
            assertThat(store.probes()).allMatch(p -> p.facts().contains(Setting.detected("device", "/dev/vda1")));
        }
    }

    /** Blocks that were never written are answered by the file system, and caches of others answer, too. */
    @Test
    void aRunCountsAsFarAsTheDeviceSaysThatItDidIt() {
        try (ResultStore store = ResultStore.open(folder.resolve("c.db"))) {
            run(store, "file", "direct", 8192, 100, Map.of("reads-per-second", 2_170_000.0, "device-reads-per-second",
                    4.0));
            run(store, "file", "direct", 8192, 100, Map.of("reads-per-second", 900_000.0));
            run(store, "file", "direct", 8192, 0, Map.of("writes-per-second", 5000.0, "device-reads-per-second",
                    9000.0));
            assertThat(store.probes()).extracting(DiskProbe::rates).containsExactly(Map.of(DiskLimit.RANDOM_READ_8K,
                    4.0));
        }
    }

    private static void run(ResultStore store, String driver, String io, int block, int reads, Map<String, Double> values) {
        long batch = store.beginBatch(new NewBatch("io", "random-io", "operations-per-second", "single", "", "hash", 1, "1",
                MeasureSet.of(), Map.of(), Map.of(), 1));
        long id = store.beginIteration(new NewIteration(batch, 0, "point", 0, 1, 0, THEN, 0, List.of(
                new Setting("target", driver, null, "", SettingOrigin.SET),
                new Setting("io", io, null, "", SettingOrigin.SET),
                new Setting("block-size", block + "B", (double) block, "B", SettingOrigin.SET),
                new Setting("read-percent", String.valueOf(reads), (double) reads, "", SettingOrigin.SET))));
        store.addSettings(id, List.of(Setting.detected("device", "/dev/vda1")));
        store.endIteration(id, IterationState.DONE, "", values.entrySet().stream()
                .map(e -> MeasuredValue.of(e.getKey(), e.getValue())).toList());
    }
}
