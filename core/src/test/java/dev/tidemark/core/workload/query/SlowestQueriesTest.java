package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class SlowestQueriesTest {

    @Test
    void theSlowestOfSeveralWorkersAreFoundEachQueryOnce() {
        Random random = new Random(1);
        for (int round = 0; round < 100; round++) {
            SlowestQueries slowest = new SlowestQueries(5);
            Map<Integer, Long> longest = new HashMap<>();
            for (int worker = 0; worker < 3; worker++) {
                SlowestQueries.Mine mine = slowest.mine();
                for (int i = 0; i < 50; i++) {
                    int query = random.nextInt(20);
                    long nanos = random.nextInt(1_000_000);
                    mine.add(query, nanos);
                    longest.merge(query, nanos, Math::max);
                }
                mine.close();
            }
            List<Long> expected = new ArrayList<>(longest.values());
            expected.sort(Comparator.reverseOrder());
            assertThat(slowest.all().stream().map(SlowestQueries.Slow::nanos)).isEqualTo(expected.subList(0, 5));
            slowest.all().forEach(s -> assertThat(longest).containsEntry(s.query(), s.nanos()));
        }
    }

    @Test
    void fewerQueriesThanWantedAreAll() {
        SlowestQueries slowest = new SlowestQueries(5);
        SlowestQueries.Mine mine = slowest.mine();
        mine.add(7, 10);
        mine.add(7, 5);
        mine.close();
        assertThat(slowest.all()).containsExactly(new SlowestQueries.Slow(7, 10));
    }
}
