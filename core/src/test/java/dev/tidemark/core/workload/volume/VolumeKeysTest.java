package dev.tidemark.core.workload.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.WorkerGroups;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which key an operation is about. */
class VolumeKeysTest {

    private static final int KEYS = 1000;
    private static final int WORKERS = 4;
    private static final int INSERT = VolumeOperation.INSERT.ordinal();
    private static final int GET = VolumeOperation.GET.ordinal();

    private static List<VolumeGroup> groups(String... settings) {
        Values values = VolumeParams.ALL.plus(WorkerGroups.params(VolumeParams.OF_GROUP, List.of("writers", "readers")))
                .defaults().with("key-count", "" + KEYS, SettingOrigin.SET)
                .with("workers", "" + WORKERS, SettingOrigin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        return VolumeGroup.of(new Volume(), values);
    }

    private static VolumeKeys.Cursors cursors(VolumeGroup group) {
        return VolumeKeys.of(group, 7).cursors();
    }

    /** Of so many keys that a group looks up, how many are not among those that are stored before. */
    private static int missing(List<VolumeGroup> groups, int lookups) {
        VolumePreload preload = VolumePreload.of(groups.getFirst(), 7, false);
        Set<Long> stored = LongStream.range(0, preload.keys()).map(preload.place()).boxed().collect(Collectors.toSet());
        VolumeKeys.Cursors cursors = cursors(groups.getLast());
        return (int) LongStream.range(0, lookups).filter(n -> !stored.contains(cursors.key(GET, 0, n))).count();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "partitioned"})
    void eachWorkerInsertsKeysOfItsOwnBehindThoseThatAreThere(String keys) {
        VolumeKeys.Cursors cursors = cursors(groups("keys", keys, "mix", "insert=1", "key-order", "adjacent").getFirst());
        Set<Long> inserted = new TreeSet<>();
        for (int lane = 0; lane < WORKERS; lane++) {
            for (long n = 0; n < 10; n++) {
                inserted.add(cursors.key(INSERT, lane, n));
            }
        }
        assertThat(inserted).containsExactlyElementsOf(LongStream.range(KEYS, KEYS + 10 * WORKERS).boxed().toList());
    }

    @Test
    void workersOfOneStreamInsertOneKeyAfterTheOther() {
        VolumeKeys.Cursors cursors = cursors(groups("mix", "insert=1", "key-order", "adjacent").getFirst());
        assertThat(LongStream.range(0, 10).map(n -> cursors.key(INSERT, 0, n))).containsExactlyElementsOf(
                LongStream.range(KEYS, KEYS + 10).boxed().toList());
    }

    /** Of the unbounded law 2.74 % lie beyond the keys. */
    @ParameterizedTest
    @CsvSource({"uniform, pareto-unbounded, 200, 350", "pareto-unbounded, uniform, 0, 0", "uniform, pareto-clamped, 0, 0",
        "pareto, zipf, 0, 0"})
    void groupsWithLawsOfTheirOwnLookForTheKeysThatWereStoredBefore(String writers, String readers, int least, int most) {
        assertThat(missing(groups("groups", "writers readers", "writers.keys", writers, "writers.mix", "put=1",
                "readers.keys", readers, "readers.mix", "get=1", "preload", "all"), 10_000)).isBetween(least, most);
    }

    /** A power of two is where one key more would have taken another bit. */
    @ParameterizedTest
    @ValueSource(strings = {"1000", "1024"})
    void whatIsBeyondTheClampedLawsKeysIsTheLastOfThem(String keys) {
        List<VolumeGroup> groups = groups("keys", "pareto-clamped", "mix", "get=1", "preload", "all", "key-count", keys);
        assertThat(missing(groups, 10_000)).isZero();
        long last = VolumePreload.of(groups.getFirst(), 7, false).place().applyAsLong(Long.parseLong(keys) - 1);
        VolumeKeys.Cursors cursors = cursors(groups.getFirst());
        assertThat(LongStream.range(0, 10_000).filter(n -> cursors.key(GET, 0, n) == last).count()).isBetween(200L, 350L);
    }

    @ParameterizedTest
    @CsvSource({"keys, mix, get=1;insert=1", "readers.keys, writers.mix, insert=1"})
    void whatAnUnboundedLawMayDrawIsNotInserted(String keys, String mix, String operations) {
        assertThatThrownBy(() -> groups("groups", keys.equals("keys") ? "none" : "writers readers", keys, "pareto-unbounded",
                mix, operations.replace(';', ','))).isInstanceOf(InvalidInputException.class).hasMessage("mix: insert has no "
                + "new keys beside keys: pareto-unbounded, which draws any that there can be; use put, or keys: pareto");
    }
}
