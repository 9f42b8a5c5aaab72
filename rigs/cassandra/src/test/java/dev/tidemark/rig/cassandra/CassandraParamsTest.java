package dev.tidemark.rig.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraParamsTest {

    private static void check(String throughput) {
        Values values = CassandraParams.ALL.defaults().with("compaction-throughput", throughput, SettingOrigin.SET);
        CassandraParams.ALL.check(values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1MiB", "64MiB"})
    void compactionsAreLimitedInWholeMebibytes(String throughput) {
        check(throughput);
    }

    @Test
    void aLimitThatWouldBecomeNoneIsRefused() {
        assertThatThrownBy(() -> check("512KiB")).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("compaction-throughput: the server takes whole MiB");
    }
}
