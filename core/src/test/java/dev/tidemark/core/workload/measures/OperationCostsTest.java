package dev.tidemark.core.workload.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import org.junit.jupiter.api.Test;

class OperationCostsTest {

    private static Stream<TimedSnapshot> at(String moment, String node, Object... counters) {
        Map<String, Double> counted = new HashMap<>();
        for (int i = 0; i < counters.length; i += 2) {
            counted.put((String) counters[i], ((Number) counters[i + 1]).doubleValue());
        }
        return Stream.of(new TimedSnapshot(List.of("start", "during", "end").indexOf(moment), moment, new MetricSnapshot(node, counted, Map.of())));
    }

    @SafeVarargs
    private static Map<String, Double> costs(long operations, Stream<TimedSnapshot>... readings) {
        return OperationCosts.of(new IterationDetail("volume", List.of(), List.of(), List.of(), List.of(),
                Stream.of(readings).flatMap(r -> r).toList(), List.of(), List.of()), operations).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    @Test
    void eachCostIsWhatACounterGrewByForEachOperation() {
        assertThat(costs(1000,
                at("start", "generator", "cpu", 2.0), at("end", "generator", "cpu", 2.5),
                at("start", "server:1", "cpu", 10), at("end", "server:1", "cpu", 11),
                at("start", "server:2", "cpu", 20), at("end", "server:2", "cpu", 22),
                at("start", "host", "context-switches", 100, "network-bytes", 5), at("end", "host", "context-switches",
                        2600, "network-bytes", 1_500_005), at("during", "host", "context-switches", 200),
                at("start", "device:vda", "read-bytes", 0, "write-bytes", 1000), at("end", "device:vda", "read-bytes", 0,
                        "write-bytes", 9000), at("start", "device:vdb", "write-bytes", 0, "read-bytes", 0),
                at("end", "device:vdb", "write-bytes", 2000, "read-bytes", 0),
                at("start", "", "journal-write", 7), at("end", "", "journal-write", 200_007)))
                .containsOnly(entry("generator-cpu-per-operation", 500.0), entry("server-cpu-per-operation", 3000.0),
                        entry("context-switches-per-operation", 2.5), entry("network-per-operation", 1500.0),
                        entry("device-write-per-operation", 10.0), entry("device-read-per-operation", 0.0),
                        entry("journal-write-per-operation", 200.0));
    }

    @Test
    void whatWasNotCountedFromTheStartToTheEndIsUnknown() {
        Stream<TimedSnapshot> generator = at("end", "generator", "cpu", 2.5);
        assertThat(costs(10, generator, at("start", "server:1", "cpu", 10), at("end", "server:1", "cpu", 11),
                at("start", "server:2", "cpu", 3))).as("a node of the server has ended").isEmpty();
        assertThat(costs(10, at("start", "server:1", "cpu", 10), at("end", "server:1", "cpu", 9)))
                .as("another process of that port").isEmpty();
        assertThat(costs(10, at("start", "generator-host", "context-switches", 10, "network-bytes", 10),
                at("end", "generator-host", "context-switches", 90, "network-bytes", 90)))
                .as("it is not the target's machine").isEmpty();
        assertThat(costs(0, at("start", "generator", "cpu", 2), at("end", "generator", "cpu", 3)))
                .as("nothing was done").isEmpty();
    }
}
