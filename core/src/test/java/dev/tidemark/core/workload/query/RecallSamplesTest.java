package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.SearchDocument;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.driver.search.SearchAnswer;
import dev.tidemark.core.driver.search.SearchRequest;
import dev.tidemark.core.driver.search.SearchSession;
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
        RecallSamples samples = new RecallSamples(3, 2, 1);
        samples.add(5, answer(1, 2));
        samples.add(6, answer(3));
        assertThat(samples.all()).hasSize(2);
        assertThat(samples.all().getFirst().query()).isEqualTo(5);
        assertThat(samples.all().getFirst().found()).containsExactly(1, 2);
        assertThat(samples.all().getLast().found()).containsExactly(3);
    }

    /** An engine that answers documents with these scores, the best first. */
    private static SearchSession engine(int missing, float... scores) {
        return new SearchSession() {
            @Override
            public void add(List<SearchDocument> documents) {
                throw new AssertionError("nothing is added");
            }

            @Override
            public void search(SearchRequest request, SearchAnswer into) {
                into.clear();
                into.missingShards = missing;
                for (int i = 0; i < Math.min(request.top(), scores.length); i++) {
                    into.add(i, scores[i]);
                }
            }

            @Override
            public String explain(SearchRequest request) {
                return "";
            }

            @Override
            public void close() {}
        };
    }

    private static Neighbours.Found found(SearchSession engine, int top, long... answered) throws Exception {
        SearchQuery near = SearchQuery.near(new float[] {1});
        return new EngineNeighbours(engine, _ -> near).among(near, top, answered);
    }

    /** Whoever lies as far away as the last one wanted is right, and what has no vector is none. */
    @Test
    void theEngineItselfTellsWhichNeighboursAreRight() throws Exception {
        SearchSession engine = engine(0, 0.9f, 0.8f, 0.7f, 0.7f, 0.6f, 0.5f);
        assertThat(found(engine, 3, 0, 1, 2)).isEqualTo(new Neighbours.Found(3, 3));
        assertThat(found(engine, 3, 0, 1, 3)).as("a tie").isEqualTo(new Neighbours.Found(3, 3));
        assertThat(found(engine, 3, 0, 4, 5)).isEqualTo(new Neighbours.Found(1, 3));
        assertThat(found(engine, 3, 0, 0, 2, 3, 1)).as("more than were wanted").isEqualTo(new Neighbours.Found(3, 3));
        assertThat(found(engine, 3)).isEqualTo(new Neighbours.Found(0, 3));
        assertThat(found(engine(0, 0.9f, 0, 0), 3, 0, 1)).isEqualTo(new Neighbours.Found(1, 1));
        assertThat(found(engine(0), 3)).isEqualTo(new Neighbours.Found(0, 0));
        assertThatThrownBy(() -> found(engine(1, 0.9f), 1, 0)).hasMessageContaining("not all shards returned");
        assertThat(EngineNeighbours.candidates(8000)).isEqualTo(10_000);
    }

    /** Each of 100 is kept 10 times of 100 on average; 4.5 deviations either way. */
    @Test
    void eachIsAsLikelyToBeKept() {
        int[] kept = new int[100];
        for (int seed = 0; seed < 1000; seed++) {
            RecallSamples samples = new RecallSamples(10, 1, seed);
            for (int query = 0; query < kept.length; query++) {
                samples.add(query, answer(query));
            }
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
