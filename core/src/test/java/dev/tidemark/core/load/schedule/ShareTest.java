package dev.tidemark.core.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 10", "2, 1, 2, 10", "3, 1, 3, 10", "3, 1, 3, 2", "4, 64, 4, 1000", "4, 64, 4, 65", "3, 7, 5, 0",
        "3, 5, 5, 101", "5, 2, 13, 999", "3, 4, 2, 50"})
    void theSharesOfAllAreEverythingOnce(int of, long block, int workers, long all) {
        List<Share> shares = IntStream.range(0, of).mapToObj(i -> new Share(i, of).among(workers)).toList();
        assertThat(shares.stream().flatMap(share -> LongStream.range(0, share.count(all, block, workers))
                .mapToObj(own -> share.position(own, block, workers))).sorted().toList())
                .isEqualTo(LongStream.range(0, all).boxed().toList());
        assertThat(shares.stream().flatMap(share -> IntStream.range(0, share.workers(workers)).boxed()
                .map(share::worker)).sorted().toList()).isEqualTo(IntStream.range(0, workers).boxed().toList());
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "3, 9", "4, 64"})
    void whereTheWorkersCanBeDividedASlotIsOfTheGeneratorThatItsNumberSays(int of, int workers) {
        for (int i = 0; i < of; i++) {
            Share share = new Share(i, of);
            int number = i;
            assertThat(LongStream.range(0, 1000).map(own -> share.position(own, 1, workers) % of))
                    .allMatch(rest -> rest == number);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 1, 1", "1, 2, 1, 0", "2, 3, 2, 0", "1, 3, 2, 1"})
    void whereThereIsNotOneForEachTheFirstHaveThem(int number, int of, int all, int expected) {
        assertThat(new Share(number, of).among(all).workers(all)).isEqualTo(expected);
    }
}
