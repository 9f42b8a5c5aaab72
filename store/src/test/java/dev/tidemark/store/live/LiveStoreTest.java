package dev.tidemark.store.live;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.store.results.IterationProgress;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.Samples;
import dev.tidemark.store.results.WithId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveStoreTest {

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private ResultStore store;
    private ResultStore other;

    @BeforeEach
    void open() {
        store = ResultStore.open(folder.resolve("store.db"), clock);
        other = ResultStore.open(folder.resolve("store.db"), clock);
    }

    @AfterEach
    void close() {
        other.close();
        store.close();
    }

    private static RunStatus live(long at, Phase phase, long done) {
        return new RunStatus(at, phase, at / 2, 7 * Samples.SECOND, done, 1000, 100 * done, 5, 3, 1);
    }

    @Test
    void anotherProcessSeesHowFarAnIterationIsOnceASecond() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        assertThat(other.live().live(id)).isEmpty();
        store.record(new RunEvent.Progressed(id, live(0, Phase.WARM_UP, 1)));
        assertThat(other.live().live(id)).contains(live(0, Phase.WARM_UP, 1));
        store.record(new RunEvent.Progressed(id, live(200, Phase.WARM_UP, 2)));
        assertThat(other.live().live(id)).as("too soon").contains(live(0, Phase.WARM_UP, 1));
        store.record(new RunEvent.Progressed(id, live(300, Phase.MEASURE, 3)));
        assertThat(other.live().live(id)).as("another phase").contains(live(300, Phase.MEASURE, 3));
        store.record(new RunEvent.Progressed(id, live(300 + Samples.SECOND, Phase.MEASURE, 4)));
        assertThat(other.live().live(id)).contains(live(300 + Samples.SECOND, Phase.MEASURE, 4));
        store.endIteration(id, IterationState.DONE, "", List.of());
        assertThat(other.live().live(id)).isEmpty();
    }

    @Test
    void whatRunsIsWhatALivingProcessHolds() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        store.record(new RunEvent.Progressed(id, live(0, Phase.MEASURE, 1)));
        assertThat(other.live().running()).extracting(BatchState::label).containsExactly("demo");
        assertThat(other.live().running().getFirst().taken()).isPresent();
        assertThat(other.live().iterations(batch, 0)).extracting(IterationProgress::state)
                .containsExactly(IterationState.RUNNING);
        store.database().writing(h -> h.execute("UPDATE lease SET pid = 99999999"));
        assertThat(other.live().running()).isEmpty();
        other.sweepInterrupted();
        assertThat(other.live().live(id)).as("nobody moves it any more").isEmpty();
        assertThat(other.live().newest().orElseThrow().running()).isFalse();
    }

    /** As when a run that was interrupted goes on after another one, and is stopped. */
    @Test
    void theNewestRunIsTheOneThatWasAtWorkLast() {
        long first = store.beginBatch(Samples.batch("resumed", 2));
        store.endIteration(store.beginIteration(Samples.iteration(first, 0, 0, 1)), IterationState.INTERRUPTED, "",
                List.of());
        clock.advance(Duration.ofHours(1));
        long second = store.beginBatch(Samples.batch("between", 1));
        store.endIteration(store.beginIteration(begun(second, 3600)), IterationState.DONE, "", List.of());
        assertThat(other.live().newest().orElseThrow().label()).isEqualTo("between");
        long again = store.beginIteration(begun(first, 7200));
        store.endIteration(again, IterationState.STOPPED, "", List.of());
        assertThat(other.live().newest().orElseThrow().label()).isEqualTo("resumed");
        clock.advance(Duration.ofHours(2));
        store.beginBatch(Samples.batch("nothing yet", 1));
        assertThat(other.live().newest().orElseThrow().label()).isEqualTo("nothing yet");
    }

    private static NewIteration begun(long batch, int seconds) {
        return new NewIteration(batch, 1, "point", 0, 2, 0, Samples.START.plusSeconds(seconds), 1, Samples.settings(1));
    }

    @Test
    void iterationsAreReadFromOneOnWithWhatWasVaried() {
        long batch = store.beginBatch(Samples.batch("demo", 3));
        long first = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        long second = store.beginIteration(Samples.iteration(batch, 1, 0, 1));
        long third = store.beginIteration(Samples.iteration(batch, 2, 0, 1));
        assertThat(other.live().iterations(batch, first)).extracting(IterationProgress::id).containsExactly(second,
                third);
        assertThat(other.live().iterations(batch, third)).isEmpty();
        assertThat(other.live().varied(batch, first, second)).isEqualTo(Map.of(
                first, Samples.settings(0).subList(0, 1), second, Samples.settings(1).subList(0, 1)));
    }

    @Test
    void aWatcherReadsOnlyWhatIsNew() {
        long batch = store.beginBatch(Samples.batch("demo", 2));
        long id = store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        for (int i = 0; i < 5; i++) {
            store.addInterval(id, Samples.interval(0, i, 0, i * Samples.SECOND, (i + 1) * Samples.SECOND, 1, 1));
            store.addReading(id, Samples.reading(i * Samples.SECOND, TimedSnapshot.DURING, i));
            store.addEvent(id, new Event(i, "note", "event " + i));
        }
        LiveStore live = other.live();
        assertThat(live.lastIntervals(id, 2)).extracting(i -> i.seq()).containsExactly(3, 4);
        assertThat(live.intervals(id, 0, 0)).hasSize(5);
        store.addInterval(id, Samples.interval(0, 4, 1, 4 * Samples.SECOND, 5 * Samples.SECOND, 1, 1));
        store.addInterval(id, Samples.interval(1, 0, 0, 5 * Samples.SECOND, 6 * Samples.SECOND, 1, 1));
        assertThat(live.lastIntervals(id, 2)).as("whole windows").extracting(i -> i.phase() + "." + i.seq() + "." + i.part())
                .containsExactly("0.4.0", "0.4.1", "1.0.0");
        assertThat(live.intervals(id, 0, 4)).extracting(i -> i.phase() + "." + i.seq() + "." + i.part())
                .containsExactly("0.4.0", "0.4.1", "1.0.0");

        List<WithId<TimedSnapshot>> all = live.readings(id, 0);
        assertThat(all).hasSize(5);
        assertThat(live.readings(id, all.get(3).number())).containsExactly(all.get(4));
        assertThat(live.newestReadings(id, 2)).containsExactly(all.get(3), all.get(4));
    }
}
