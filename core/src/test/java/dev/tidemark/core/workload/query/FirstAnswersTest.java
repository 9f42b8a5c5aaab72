package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FirstAnswersTest {

    @Test
    void theFirstAnswerCounts() {
        FirstAnswers answers = new FirstAnswers(3);
        assertThat(answers.agrees(1, 0)).isTrue();
        assertThat(answers.agrees(1, 0)).isTrue();
        assertThat(answers.agrees(1, 5)).isFalse();
        assertThat(answers.first(1)).isZero();
        assertThat(answers.agrees(2, 5)).isTrue();
        assertThat(answers.first(2)).isEqualTo(5);
        assertThat(answers.first(0)).isEqualTo(-1);
    }

    @Test
    void ofSeveralThatAnswerAtOnceExactlyOneIsTheFirst() throws Exception {
        for (int round = 0; round < 200; round++) {
            FirstAnswers answers = new FirstAnswers(1);
            AtomicInteger agreed = new AtomicInteger();
            Thread[] threads = new Thread[2];
            for (int i = 0; i < threads.length; i++) {
                int hits = i;
                threads[i] = Thread.ofPlatform().start(() -> {
                    if (answers.agrees(0, hits)) {
                        agreed.incrementAndGet();
                    }
                });
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(agreed.get()).isEqualTo(1);
        }
    }
}
