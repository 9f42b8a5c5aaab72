package dev.tidemark.core.workload.randomio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.RunParams;
import org.junit.jupiter.api.Test;

class RandomIoCacheTest {

    private static final Values WARM = RandomIoParams.ALL.plus(RunParams.ALL).defaults();

    @Test
    void aDatasetThatOthersHaveReadIsOutsideOfALimitOfThisProcess() {
        Values limited = WARM.with("memory-limit", "256MB", SettingOrigin.SET);
        assertThat(RandomIo.beginsCold(limited, true)).isTrue();
        assertThat(RandomIo.beginsCold(limited, false)).as("a server's memory is its own").isFalse();
        assertThat(RandomIo.beginsCold(WARM, true)).isFalse();
        assertThat(RandomIo.beginsCold(WARM.with("cache", "cold", SettingOrigin.SET), false)).as("and says that it "
                + "cannot be").isTrue();
    }
}
