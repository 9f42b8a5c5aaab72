package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusSampleTest {

    @Test
    void aSampleHasNameLabelsAndNumber() {
        assertThat(PrometheusSample.parse("node_cpu_seconds_total{cpu=\"0\",mode=\"idle\"} 3.1e+03 1719000000000"))
                .contains(new PrometheusSample("node_cpu_seconds_total", Map.of("cpu", "0", "mode", "idle"), 3100));
        assertThat(PrometheusSample.parse("node_load1 0.5"))
                .contains(new PrometheusSample("node_load1", Map.of(), 0.5));
    }

    @Test
    void labelsMayHoldQuotesBracesCommasAndLineEnds() {
        assertThat(PrometheusSample.parse("a{b=\"x\\\"}, c=\\\\n\",d=\"1\\n2\",} 1"))
                .contains(new PrometheusSample("a", Map.of("b", "x\"}, c=\\n", "d", "1\n2"), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# HELP a b", "a", "a{b=\"c\"}", "a NaN", "a +Inf", "a -Inf", "a one", "<html> 1"})
    void whatIsNoFiniteSampleIsPassedOver(String line) {
        assertThat(PrometheusSample.parse(line)).isEmpty();
    }
}
