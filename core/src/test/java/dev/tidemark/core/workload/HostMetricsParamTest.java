package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostMetricsParamTest {

    private static Values values(String text) {
        Values values = RunParams.ALL.defaults().with("host-metrics", text, SettingOrigin.SET);
        RunParams.ALL.check(values);
        return values;
    }

    @Test
    void aUrlNamesAnotherMachineAndLocalThisOne() {
        assertThat(values("http://db1:9100").find(RunParams.HOST_METRICS)).contains("http://db1:9100");
        assertThat(values("local").find(RunParams.HOST_METRICS)).isEmpty();
    }

    @Test
    void whatIsNoUrlIsRefusedBeforeTheRun() {
        assertThatThrownBy(() -> values("db1:9100")).isInstanceOf(InvalidInputException.class).hasMessage(
                "host-metrics: 'db1:9100' is no URL; write it as http://db1:9100, or local");
        assertThatThrownBy(() -> values("ftp://db1")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> values("http://a b")).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aUrlHasNoSecretInIt() {
        for (String url : List.of("http://ann:geheim@db1:9100", "http://geheim@db1",
                "http://db1:9100/metrics?key=geheim", "http://db1/?collect[]=cpu&token=geheim",
                "http://db1/metrics#geheim")) {
            assertThatThrownBy(() -> values(url)).isInstanceOf(InvalidInputException.class)
                    .hasMessageStartingWith("host-metrics: a login or a parameter in here would be stored")
                    .hasMessageNotContaining("geheim");
        }
        String collecting = "http://db1:9100/metrics?collect[]=cpu&collect[]=diskstats";
        assertThat(values(collecting).find(RunParams.HOST_METRICS)).contains(collecting);
    }
}
