package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

class SettleMeasuresTest {

    private static final MeasuredValue TWICE = MeasuredValue.of("space-amplification", 2);

    private static List<MeasuredValue> amplification(boolean wrote, String... moments) {
        List<TimedSnapshot> readings = Stream.of(moments).map(moment -> new TimedSnapshot(0, moment,
                new MetricSnapshot("", Map.of(), Map.of("on-disk-size", 2e6)))).toList();
        return SettleMeasures.spaceAmplification(new IterationDetail("volume", List.of(), List.of(), List.of(),
                List.of(), readings, List.of(), List.of()), 1e6, wrote);
    }

    /** What was read alone had settled before; of what was written, some may be in memory yet. */
    @Test
    void whatDidNotSettleHasNoSpaceAmplification() {
        assertThat(amplification(true, TimedSnapshot.END, TimedSnapshot.SETTLED)).containsExactly(TWICE);
        assertThat(amplification(false, TimedSnapshot.END)).containsExactly(TWICE);
        assertThat(amplification(true, TimedSnapshot.END)).isEmpty();
    }
}
