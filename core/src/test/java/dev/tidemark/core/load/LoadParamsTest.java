package dev.tidemark.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.workload.RunParams;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadParamsTest {

    @Test
    void theDefaultsSleepAndCutAutomatically() {
        assertThat(StageSettings.of(RunParams.ALL.defaults(), 7))
                .isEqualTo(new StageSettings(WaitStrategy.SLEEP, IntervalRule.AUTO, Duration.ofSeconds(30), 7));
    }

    @Test
    void givenValuesReachTheSettings() {
        var values = RunParams.ALL.defaults().with("pacing", "spin", SettingOrigin.SET).with("interval", "500ms",
                SettingOrigin.SET)
                .with("drain-limit", "2s", SettingOrigin.SET).with("worker-threads", "virtual", SettingOrigin.SET);

        assertThat(StageSettings.of(values, 0)).isEqualTo(new StageSettings(WaitStrategy.SPIN,
                WorkerThreads.VIRTUAL, IntervalRule.every(Duration.ofMillis(500)), Duration.ofSeconds(2),
                Duration.ofSeconds(2), 0));
    }
}
