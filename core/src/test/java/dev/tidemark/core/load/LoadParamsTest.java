package dev.tidemark.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.Origin;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadParamsTest {

    @Test
    void theDefaultsSleepAndCutAutomatically() {
        assertThat(StageSettings.of(LoadParams.ALL.defaults(), 7))
                .isEqualTo(new StageSettings(Pacing.SLEEP, IntervalRule.AUTO, Duration.ofSeconds(30), 7));
    }

    @Test
    void givenValuesReachTheSettings() {
        var values = LoadParams.ALL.defaults().with("pacing", "spin", Origin.SET).with("interval", "500ms", Origin.SET)
                .with("drain-limit", "2s", Origin.SET);

        assertThat(StageSettings.of(values, 0)).isEqualTo(new StageSettings(Pacing.SPIN,
                IntervalRule.every(Duration.ofMillis(500)), Duration.ofSeconds(2), 0));
    }
}
