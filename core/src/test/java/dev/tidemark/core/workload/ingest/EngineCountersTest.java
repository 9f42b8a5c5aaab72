package dev.tidemark.core.workload.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

class EngineCountersTest {

    @Test
    void onlyTheTargetsNodesAreAddedUp() {
        List<TimedSnapshot> readings = new ArrayList<>();
        for (String node : List.of("", "node-2", MetricSnapshot.HOST, MetricSnapshot.GENERATOR_HOST,
                MetricSnapshot.GENERATOR, MetricSnapshot.FSYNC_FLOOR, "device:vda")) {
            readings.add(new TimedSnapshot(0, "start", new MetricSnapshot(node, Map.of("flush-write", 1e6), Map.of())));
            readings.add(new TimedSnapshot(9, "end", new MetricSnapshot(node, Map.of("flush-write", 3e6), Map.of())));
        }
        IterationDetail detail = new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true,
                0, 9, 0, 1, false, 0, 0)), List.of(), List.of(), readings, List.of(), List.of());

        assertThat(new Ingest().summarise(detail, EngineMeasures.ALL)).contains(MeasuredValue.of("flush-write", 4));
    }
}
