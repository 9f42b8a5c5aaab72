package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.EngineMeasures;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Reading;
import dev.tidemark.core.result.TakenReading;
import dev.tidemark.core.result.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineCountersTest {

    @Test
    void onlyTheTargetsNodesAreAddedUp() {
        List<TakenReading> readings = new ArrayList<>();
        for (String node : List.of("", "node-2", Reading.HOST, Reading.GENERATOR, Reading.FSYNC_FLOOR, "device:vda")) {
            readings.add(new TakenReading(0, "start", new Reading(node, Map.of("flush-write", 1e6), Map.of())));
            readings.add(new TakenReading(9, "end", new Reading(node, Map.of("flush-write", 3e6), Map.of())));
        }
        IterationDetail detail = new IterationDetail("ingest", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true,
                0, 9, 0, 1, false, 0, 0)), List.of(), List.of(), readings, List.of(), List.of());

        assertThat(new Ingest().summarise(detail, EngineMeasures.ALL)).contains(Value.of("flush-write", 4));
    }
}
