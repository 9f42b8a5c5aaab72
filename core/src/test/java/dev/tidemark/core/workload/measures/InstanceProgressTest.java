package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.volume.Volume;
import dev.tidemark.core.workload.volume.VolumeParams;
import org.junit.jupiter.api.Test;

class InstanceProgressTest {

    private static final long SECOND = 1_000_000_000L;

    private final List<TimedSnapshot> readings = new ArrayList<>();

    private void read(long at, String moment, String node, double units) {
        readings.add(new TimedSnapshot(at, moment,
                new MetricSnapshot(node, Map.of(MetricSnapshot.UNITS, units), Map.of())));
    }

    private Map<String, Double> values() {
        PhaseSpan span = new PhaseSpan(0, Phase.MEASURE, true, 2 * SECOND, 10 * SECOND, 0, 2, false, 0, 0);
        IterationDetail detail = new IterationDetail("volume", VolumeParams.ALL.defaults().settings(), List.of(span),
                List.of(), List.of(), readings, List.of(), List.of());
        return new Volume().summarise(detail, MeasureSet.of()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    /** The load lasts from 2 s to 10 s, so its last quarter is 2 s; it begins between two readings. */
    @Test
    void theSlowestAndTheFastestAreThoseOfTheLastPartAlone() {
        for (String node : List.of("instance:instance-01", "instance:instance-02")) {
            boolean fast = node.endsWith("2");
            read(SECOND, TimedSnapshot.START, node, 0);
            read(7 * SECOND, TimedSnapshot.DURING, node, fast ? 500 : 4000);
            read(9 * SECOND, TimedSnapshot.DURING, node, fast ? 700 : 4010);
            read(13 * SECOND, TimedSnapshot.END, node, fast ? 1000 : 4030);
            read(15 * SECOND, TimedSnapshot.SETTLED, node, fast ? 1000 : 4030);
        }
        read(9 * SECOND, TimedSnapshot.DURING, "", 5);
        // From 8 s on: 1000 − 600 and 4030 − 4005, in two seconds.
        assertThat(values().get("fastest-instance-operations-per-second")).isCloseTo(200, within(1e-9));
        assertThat(values().get("slowest-instance-operations-per-second")).isCloseTo(12.5, within(1e-9));
    }

    @Test
    void ofOneInstanceNothingIsSaid() {
        read(SECOND, TimedSnapshot.START, "", 0);
        read(13 * SECOND, TimedSnapshot.END, "", 100);
        assertThat(values()).doesNotContainKeys("fastest-instance-operations-per-second",
                "slowest-instance-operations-per-second");
    }
}
