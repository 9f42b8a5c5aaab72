package dev.tidemark.core.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of a rate are read as they are written, and written as they are read. */
class RateStepsTest {

    @Test
    void theyAreRatesOneAfterTheOther() {
        assertThat(RateSteps.TYPE.parse(" 100/s for 1m;0/s for 500ms ;  2.5k/s for 1h;").steps())
                .isEqualTo(List.of(new Schedules.Step(100, Duration.ofMinutes(1)),
                        new Schedules.Step(0, Duration.ofMillis(500)),
                        new Schedules.Step(2500, Duration.ofHours(1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"100/s for 1m; 200/s for 1m", "0.5/s for 90s", "0/s for 1h; 12.5k/s for 250ms"})
    void whatIsWrittenIsReadAgain(String text) {
        assertThat(RateSteps.TYPE.format(RateSteps.TYPE.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "100/s                      | step 1: '100/s' is not a rate for a while; write the steps as 100/s for 1m",
        "100/s for 1m; ; 1/s for 1m | step 2: '' is not a rate for a while",
        "100/s fro 1m               | step 1: 'fro' is no word of a step (did you mean 'for'?)",
        "1/s for 1m; 5/x for 1m     | step 2: '5/x' is not a rate; write it as 500/s",
        "1/s for 1m; 5/s for 1x     | step 2: '1x' is not a duration",
        "1/s for 0s                 | step 1: '0s' is no time; leave the step out",
        "0/s for 1m                 | offers nothing",
        "2000M/s for 1m             | step 1: '2000M/s' is too large; the largest is 1000M/s",
        "1/s for 300d; 1/s for 300d | the steps take longer than 366d"})
    void aWrongStepIsNamed(String text, String complaint) {
        assertThatThrownBy(() -> RateSteps.TYPE.parse(text)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void thereIsAMostOfThem() {
        String most = "1/s for 1s; ".repeat(RateSteps.MOST);
        assertThat(RateSteps.TYPE.parse(most).steps()).hasSize(RateSteps.MOST);
        assertThatThrownBy(() -> RateSteps.TYPE.parse(most + "1/s for 1s")).hasMessageContaining("1000 steps at most");
    }
}
