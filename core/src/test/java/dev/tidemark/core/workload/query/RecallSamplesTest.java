package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.search.SearchAnswer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecallSamplesTest {

    private static SearchAnswer answer(long... numbers) {
        SearchAnswer answer = new SearchAnswer(numbers.length);
        for (long number : numbers) {
            answer.add(number, 1);
        }
        return answer;
    }

    @Test
    void aFewAreAllKept() {
        RecallSamples samples = new RecallSamples(3, 2);
        RecallSamples.Mine mine = samples.mine(1);
        mine.add(5, answer(1, 2));
        mine.add(6, answer(3));
        mine.close();
        assertThat(samples.all()).hasSize(2);
        assertThat(samples.all().getFirst().query()).isEqualTo(5);
        assertThat(samples.all().getFirst().found()).containsExactly(1, 2);
        assertThat(samples.all().getLast().found()).containsExactly(3);
    }

    /** Each of 100 is kept 10 times of 100 on average; 4.5 deviations either way. */
    @Test
    void eachIsAsLikelyToBeKept() {
        int[] kept = new int[100];
        for (int seed = 0; seed < 1000; seed++) {
            RecallSamples samples = new RecallSamples(10, 1);
            RecallSamples.Mine mine = samples.mine(seed);
            for (int query = 0; query < kept.length; query++) {
                mine.add(query, answer(query));
            }
            mine.close();
            assertThat(samples.all()).hasSize(10);
            samples.all().forEach(s -> {
                assertThat(s.found()).containsExactly(s.query());
                kept[s.query()]++;
            });
        }
        assertThat(IntStream.of(kept).min().orElseThrow()).isGreaterThan(57);
        assertThat(IntStream.of(kept).max().orElseThrow()).isLessThan(143);
    }
}
