package dev.tidemark.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.core.workload.volume.Volume;
import org.junit.jupiter.api.Test;

/** What an engine and its devices moved is divided by the user's bytes: values, and eight for each key. */
class AmplificationTest {

    private static final long SECOND = 1_000_000_000L;

    private static Map<String, Double> measures(Workload workload, Map<String, Totals> done) {
        SeriesSet series = new SeriesSet();
        done.forEach(series::add);
        IterationDetail detail = new IterationDetail(workload.name(), List.of(),
                List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, 10 * SECOND, 0, 1, false, 0, 0)),
                List.of(new Interval(0, 0, 0, 0, 10 * SECOND, 0, SeriesCodec.encode(series))), List.of(),
                List.of(engine(TimedSnapshot.START, 0, 1e6), device(TimedSnapshot.START, 0, 5e6),
                        engine(TimedSnapshot.END, 10, 1e6 + 324_000), device(TimedSnapshot.END, 10, 5e6 + 54_000)),
                List.of(), List.of());
        return workload.summarise(detail, EngineMeasures.ALL).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private static TimedSnapshot engine(String moment, long at, double flushed) {
        return new TimedSnapshot(at * SECOND, moment, new MetricSnapshot("", Map.of("flush-write", flushed), Map.of()));
    }

    private static TimedSnapshot device(String moment, long at, double read) {
        return new TimedSnapshot(at * SECOND, moment,
                new MetricSnapshot("device:vda", Map.of("reads", 1.0 + at, "writes", 1.0,
                "read-bytes", read, "io-time", 1.0), Map.of()));
    }

    @Test
    void ofRandomOperations() {
        Map<String, Double> measures = measures(new RandomIo(), Map.of(
                "write", new Totals(1000, 1000, 0, 1000, 0, 100_000, 0, 0),
                "read", new Totals(600, 600, 100, 500, 0, 0, 50_000, 0)));
        assertThat(measures).containsEntry("write-amplification", 324_000 / 108_000.0)
                .containsEntry("read-amplification", 54_000 / 54_000.0);
    }

    @Test
    void ofVolumeWhereADeletionWritesItsKey() {
        Map<String, Double> measures = measures(new Volume(), Map.of(
                "put", new Totals(600, 600, 0, 600, 0, 60_000, 0, 0),
                "insert", new Totals(400, 400, 0, 400, 0, 39_200, 0, 0),
                "delete", new Totals(100, 100, 0, 100, 0, 0, 0, 0),
                "get", new Totals(600, 600, 350, 600, 0, 0, 25_000, 250),
                "scan", new Totals(10, 10, 0, 10, 0, 0, 25_000, 250)));
        assertThat(measures).containsEntry("write-amplification", 3.0).containsEntry("read-amplification", 1.0);
    }
}
