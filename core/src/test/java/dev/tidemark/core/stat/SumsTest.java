package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SumsTest {

    @Test
    void whatIsNotThereIsNoNought() {
        assertThat(Sums.ofPresent(Stream.of(1.0, null, 2.5))).hasValue(3.5);
        assertThat(Sums.ofPresent(Stream.of(0.0, null))).hasValue(0);
        assertThat(Sums.ofPresent(Stream.of((Double) null))).isEmpty();
        assertThat(Sums.ofPresent(Stream.empty())).isEmpty();
    }
}
