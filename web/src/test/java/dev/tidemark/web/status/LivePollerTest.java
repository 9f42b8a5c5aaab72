package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.web.status.LivePoller.LiveState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePollerTest {

    private static final Workload INGEST = Workloads.named("ingest");
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;
    private Workbench workbench;
    private ResultStore store;
    private long batch;
    private long iteration;
    private LivePoller poller;

    @BeforeEach
    void begin() {
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", Clock.system());
        store = workbench.store();
        batch = store.beginBatch(new NewBatch("long", "ingest", INGEST.objective(), "matrix", "", "hash", 1, "test",
                INGEST.measures(), Map.of(), 1));
        iteration = store.beginIteration(new NewIteration(batch, 0, "p", 0, 1, 0, Instant.EPOCH, 0, List.of()));
        TickingClock clock = new TickingClock();
        clock.step = SECOND; // so that each look is a new one
        poller = new LivePoller(workbench.live(), clock);
    }

    @AfterEach
    void close() {
        workbench.close();
    }

    private void read(int second, String moment) {
        store.addReading(iteration, new TimedSnapshot(second * SECOND, moment, new MetricSnapshot("",
                Map.of(EngineMeasures.JOURNAL_WRITE.name(), 1e6 * second), Map.of())));
    }

    private void read(int from, int to) {
        IntStream.range(from, to).forEach(second -> read(second, TimedSnapshot.DURING));
    }

    private LiveState state(int meters) {
        return poller.state(0, iteration, 0, meters).orElseThrow();
    }

    @Test
    void theEndOfALongRunAddsToWhatIsDrawnAndTakesNothingAway() {
        read(0, 1000);
        int before = state(0).meters().size();
        read(1000, 1500);
        LiveState more = state(before);
        assertThat(more.metersFrom()).isEqualTo(before);
        assertThat(more.meters()).hasSize(500);
        read(1500, 1501);
        read(1501, TimedSnapshot.END);
        store.endIteration(iteration, IterationState.DONE, "", List.of());
        assertThat(state(before + 500).iteration()).as("while the server is started as it was").isEqualTo(iteration);
        store.release(batch);
        LiveState over = state(before + 500);
        assertThat(over.run().batch().running()).isFalse();
        assertThat(over.metersFrom()).isEqualTo(before + 500);
        assertThat(over.meters()).extracting(List::getFirst).as("the last reading of each ten seconds stays")
                .containsExactly(1500.0, 1501.0);
        assertThat(state(0).meters()).hasSize(before + 502);
    }

    @Test
    void whoHasMoreThanThereIsIsToldAll() {
        read(0, 10);
        LiveState all = state(500);
        assertThat(all.metersFrom()).isZero();
        assertThat(all.meters()).hasSize(8);
    }
}
