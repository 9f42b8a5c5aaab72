package dev.tidemark.core.stat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OptionalSumsTest {

    @Test
    void whatIsNotThereIsNoNought() {
        assertThat(OptionalSums.ofPresent(Stream.of(1.0, null, 2.5))).hasValue(3.5);
        assertThat(OptionalSums.ofPresent(Stream.of(0.0, null))).hasValue(0);
        assertThat(OptionalSums.ofPresent(Stream.of((Double) null))).isEmpty();
        assertThat(OptionalSums.ofPresent(Stream.empty())).isEmpty();
    }
}
