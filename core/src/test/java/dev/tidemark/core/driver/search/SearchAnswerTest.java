package dev.tidemark.core.driver.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchAnswerTest {

    private final SearchAnswer answer = new SearchAnswer(3);

    @Test
    void hitsOfOneScoreHaveOneOrderWhicheverTheyCameIn() {
        answer.add(9, 5);
        answer.add(8, 2);
        answer.add(3, 2);
        answer.add(5, 2);
        answer.add(1, 1);
        assertThat(answer.first(10)).containsExactly(9L, 3L, 5L, 8L, 1L);
        assertThat(answer.first(2)).containsExactly(9L, 8L);
    }

    @Test
    void whatIsSortedBySomethingElseKeepsItsOrder() {
        answer.add(9, 0);
        answer.add(8, 0);
        answer.add(3, 0);
        answer.add(2, Float.NaN);
        answer.add(1, Float.NaN);
        assertThat(answer.first(10)).containsExactly(9L, 8L, 3L, 2L, 1L);
    }
}
