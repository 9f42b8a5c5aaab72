package dev.tidemark.core.data.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class KeyStreamTest {

    private static final int ADD = 1;
    private static final int REMOVE = 2;
    private static final long SEED = 9;

    private static List<KeyStream> all() {
        GrowingSet set = new GrowingSet(new OperationDeck(1, 6, 3, 1), ADD, REMOVE, 20, 5, 0, true);
        KeyStream zipf = new KeyStream.Drawn(SEED, new KeyDistribution.Zipf(0.99), 100, 1000);
        return List.of(new KeyStream.Sequential(5, 10_000), new KeyStream.Partitioned(0, 10_000, 3), zipf,
                new KeyStream.Scattered(zipf, 100, new KeyPermutation(SEED, 1000)), set.added(), set.removed(),
                set.drawn(SEED, new KeyDistribution.Zipf(0.99), true),
                set.drawn(SEED, new KeyDistribution.HotSet(0.2, 0.8), false));
    }

    @Property(tries = 300)
    void theKeyDependsOnLaneAndNumberAlone(@ForAll @IntRange(max = 2) int lane,
            @ForAll @LongRange(min = 0, max = 1 << 20) long n, @ForAll @LongRange(min = 0, max = 1 << 20) long other) {
        for (KeyStream stream : all()) {
            KeyStream.Cursor used = stream.cursor();
            used.key(2 - lane, other);
            assertThat(used.key(lane, n)).as("%s", stream).isEqualTo(stream.cursor().key(lane, n));
        }
    }

    @Example
    void everyLaneGoesThroughAllKeysAndEnds() {
        KeyStream.Cursor keys = new KeyStream.Sequential(5, 3).cursor();
        for (int lane = 0; lane < 2; lane++) {
            assertThat(List.of(keys.key(lane, 0), keys.key(lane, 1), keys.key(lane, 2), keys.key(lane, 3)))
                    .containsExactly(5L, 6L, 7L, KeyStream.NONE);
        }
    }

    @Property(tries = 200)
    void partsCoverAllKeysOnceAndTheLastTakesWhatIsLeft(@ForAll @IntRange(min = 0, max = 500) int count,
            @ForAll @IntRange(min = 1, max = 40) int lanes) {
        KeyStream.Partitioned stream = new KeyStream.Partitioned(1000, count, lanes);
        KeyStream.Cursor keys = stream.cursor();
        List<Long> met = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            assertThat(stream.size(lane)).isEqualTo(count / lanes + (lane == lanes - 1 ? count % lanes : 0));
            for (long n = 0, key; (key = keys.key(lane, n)) != KeyStream.NONE; n++) {
                met.add(key);
            }
        }
        assertThat(met).hasSize(count).isSorted().doesNotHaveDuplicates().allMatch(k -> k >= 1000 && k < 1000 + count);
    }

    @Example
    void drawnKeysOfDifferentLanesAreIndependent() {
        KeyStream.Cursor keys = new KeyStream.Drawn(SEED, new KeyDistribution.Uniform(), 0, 100).cursor();
        long[] pairs = new long[10_000];
        for (int n = 0; n < 1_000_000; n++) {
            pairs[(int) (keys.key(0, n) * 100 + keys.key(1, n))]++;
        }
        ChiSquare.assertFollows(pairs, ChiSquare.evenly(10_000));
    }

    @Example
    void successiveKeysOfALaneAreIndependent() {
        KeyStream.Cursor keys = new KeyStream.Drawn(SEED, new KeyDistribution.Uniform(), 0, 100).cursor();
        long[] pairs = new long[10_000];
        for (int n = 0; n < 1_000_000; n++) {
            pairs[(int) (keys.key(4, 2 * n) * 100 + keys.key(4, 2 * n + 1))]++;
        }
        ChiSquare.assertFollows(pairs, ChiSquare.evenly(10_000));
    }

    @Example
    void scatteringKeepsHowOftenKeysComeAndMovesThem() {
        KeyStream plain = new KeyStream.Drawn(SEED, new KeyDistribution.Zipf(0.99), 500, 100);
        KeyStream.Cursor ranks = plain.cursor();
        KeyStream.Cursor keys = new KeyStream.Scattered(plain, 500, new KeyPermutation(SEED, 100)).cursor();
        long[] place = new long[100];
        Set<Long> met = new HashSet<>();
        int moved = 0;
        for (int n = 0; n < 100_000; n++) {
            int rank = (int) (ranks.key(0, n) - 500);
            long key = keys.key(0, n);
            assertThat(key).isBetween(500L, 599L);
            assertThat(place[rank] == 0 || place[rank] == key).isTrue();
            moved += key != rank + 500 ? 1 : 0;
            place[rank] = key;
            met.add(key);
        }
        assertThat(met).hasSize(100);
        assertThat(moved).isGreaterThan(90_000);
    }

    /** Played operation by operation, with a real set beside it. */
    @Property(tries = 100)
    void aGrowingSetIsWhatItsOperationsMakeOfIt(@ForAll long seed, @ForAll @IntRange(max = 9) int reads,
            @ForAll @IntRange(min = 1, max = 9) int adds, @ForAll @IntRange(max = 9) int removesWanted,
            @ForAll @IntRange(max = 30) int initial, @ForAll @IntRange(max = 5) int lane) {
        int removes = Math.min(removesWanted, adds);
        OperationDeck operationDeck = new OperationDeck(seed, reads, adds, removes);
        int trail = 3 + operationDeck.weight(REMOVE);
        GrowingSet set = new GrowingSet(operationDeck, ADD, REMOVE, initial, trail, 0, true);
        KeyStream.Cursor added = set.added().cursor();
        KeyStream.Cursor removed = set.removed().cursor();
        KeyStream.Cursor read = set.drawn(seed, new KeyDistribution.Zipf(0.99), true).cursor();
        TreeSet<Long> there = new TreeSet<>();
        for (long i = 0; i < initial; i++) {
            there.add(((long) lane << 44) + i);
        }
        for (int n = 0; n < 6 * operationDeck.size(); n++) {
            assertThat(set.end(lane, n) - set.first(lane, n)).isEqualTo(there.size());
            long key = read.key(lane, n);
            assertThat(key == KeyStream.NONE ? there.isEmpty() : there.contains(key)).isTrue();
            switch (operationDeck.kind(lane, n)) {
                case ADD -> assertThat(there.add(added.key(lane, n))).as("a new key").isTrue();
                case REMOVE -> {
                    long oldest = removed.key(lane, n);
                    if (oldest != KeyStream.NONE) {
                        assertThat(oldest).isEqualTo(there.pollFirst());
                    }
                }
                default -> assertThat(reads).isPositive();
            }
        }
    }

    @Example
    void ofAGrowingSetTheNewestOrTheOldestKeysAreHot() {
        GrowingSet set = new GrowingSet(new OperationDeck(1, 1, 1), ADD, -1, 1000, 0, 0, false);
        KeyStream.Cursor newest = set.drawn(SEED, new KeyDistribution.HotSet(0.2, 0.8), true).cursor();
        KeyStream.Cursor oldest = set.drawn(SEED, new KeyDistribution.HotSet(0.2, 0.8), false).cursor();
        int newestHot = 0;
        int oldestHot = 0;
        for (int n = 0; n < 100_000; n++) {
            long size = set.end(0, n);
            newestHot += newest.key(0, n) >= size - size / 5 ? 1 : 0;
            oldestHot += oldest.key(0, n) < size / 5 ? 1 : 0;
        }
        assertThat(newestHot / 1e5).isCloseTo(0.8, within(0.01));
        assertThat(oldestHot / 1e5).isCloseTo(0.8, within(0.01));
    }

    @Example
    void readersOfASharedSetStayBehind() {
        GrowingSet set = new GrowingSet(new OperationDeck(1, 0, 1), ADD, -1, 10, 0, 64, false);
        KeyStream.Cursor read = set.drawn(SEED, new KeyDistribution.Zipf(5), true).cursor();
        for (int n = 0; n < 1000; n++) {
            assertThat(read.key(0, n)).isLessThan(10 + Math.max(0, n - 64));
        }
    }

    @Example
    void theUnboundedParetoLawStaysWithinAGrowingSet() {
        GrowingSet set = new GrowingSet(new OperationDeck(1, 1, 1), ADD, -1, 10, 0, 0, true);
        KeyStream.Cursor read = set.drawn(SEED,
                new KeyDistribution.Pareto(1.5, 0.2, KeyDistribution.Pareto.Tail.UNBOUNDED), false).cursor();
        for (int n = 0; n < 10_000; n++) {
            assertThat(read.key(0, n)).isBetween(0L, set.end(0, n) - 1);
        }
    }

    @Example
    void setsThatWouldRunDryAreRefused() {
        OperationDeck operationDeck = new OperationDeck(1, 0, 2, 3);
        assertThatThrownBy(() -> new GrowingSet(operationDeck, ADD, REMOVE, 100, 100, 0, true))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("removed than added");
        assertThatThrownBy(() -> new GrowingSet(new OperationDeck(1, 0, 3, 2), ADD, REMOVE, 0, 1, 0, true))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("overtake");
    }
}
