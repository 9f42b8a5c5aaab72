package dev.tidemark.driver.lmdb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ingest workload on the real engine, with everything read back and compared. */
class LmdbIngestTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 10"})
    void everyDocumentThatWasAcknowledgedIsThere(String blind, String batchSize) {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "ingest", "lmdb", settings("documents", "400", "payload", "1kB",
                    "workers", "3", "batch-size", batchSize, "blind-insert", blind, "verify", "100%"), 7,
                    directory.resolve("scratch").toString(), false), events::add);
        }
        assertThat(events.getLast()).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(events).filteredOn(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .extracting(e -> e.span().phase()).contains(Phase.MEASURE, Phase.VERIFY);
        assertThat(events).filteredOn(RunEvent.Sampled.class::isInstance).map(e -> ((RunEvent.Sampled) e).reading())
                .filteredOn(r -> r.moment().equals(TimedSnapshot.END) && r.reading().ofTarget()).singleElement()
                .satisfies(r -> assertThat(r.reading().gauges()).containsEntry("documents", 400.0));
        assertThat(directory).isEmptyDirectory();
    }

    private static List<Setting> settings(String... set) {
        Values values = Planner.params(Workloads.named("ingest"), new LmdbDriver()).defaults();
        for (int i = 0; i < set.length; i += 2) {
            values = values.with(set[i], set[i + 1], SettingOrigin.SET);
        }
        return values.settings();
    }
}
