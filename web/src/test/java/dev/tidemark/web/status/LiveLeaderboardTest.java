package dev.tidemark.web.status;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveLeaderboardTest {

    private static final Workload INGEST = Workloads.named("ingest");
    private static final Instant START = Instant.parse("2026-11-22T01:00:00Z");

    @TempDir
    Path folder;
    private ResultStore store;
    private long batch;
    private final List<RunView.Cell> plan = new ArrayList<>();
    private final TickingClock clock = new TickingClock();

    @BeforeEach
    void begin() {
        store = ResultStore.open(folder.resolve("results.db"));
        batch = store.beginBatch(new NewBatch("made", "ingest", INGEST.objective(), "matrix", "", "hash", 1, "test",
                INGEST.measures(), Map.of(), 10));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void ended(int shards, double seconds) {
        List<Setting> settings = List.of(new Setting("shards", String.valueOf(shards), (double) shards, "",
                SettingOrigin.VARY));
        long id = store.beginIteration(new NewIteration(batch, plan.size(), "p" + plan.size(), 0, 1, 0, START, 0,
                settings));
        store.endIteration(id, IterationState.DONE, "", List.of(new MeasuredValue(INGEST.objective(), seconds, false)));
        plan.add(new RunView.Cell(plan.size(), 0, settings, Optional.of(IterationState.DONE), id, ""));
    }

    private RunView run(boolean running) {
        return new RunView(new BatchState(batch, "made", "ingest", "matrix", "", "hash", 10, START,
                running ? Optional.of(START) : Optional.empty()), "documents", Map.of(IterationState.DONE, plan.size()),
                plan.size(), List.copyOf(plan), 0, false, 0, Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void itGrowsWithWhatHasEnded() {
        LiveLeaderboard board = new LiveLeaderboard(store.live(), clock);
        ended(1, 20);
        assertThat(board.of(run(true)).places()).extracting(Leaderboard.LeaderboardEntry::title)
                .containsExactly("shards 1");
        ended(2, 10);
        assertThat(board.of(run(true)).places()).extracting(Leaderboard.LeaderboardEntry::title)
                .containsExactly("shards 2", "shards 1");
    }

    @Test
    void whatIsMeasuredHasTheProcessorsFirst() {
        LiveLeaderboard board = new LiveLeaderboard(store.live(), clock);
        clock.step = 1_000_000_000L; // so that making one takes a second, and the next is due nineteen later
        ended(1, 20);
        assertThat(board.of(run(true)).places()).hasSize(1);
        ended(2, 10);
        clock.step = 0;
        assertThat(board.of(run(true)).places()).as("not yet").hasSize(1);
        clock.now += 20_000_000_000L;
        assertThat(board.of(run(true)).places()).hasSize(2);
    }

    @Test
    void whenTheRunIsOverItIsWhole() {
        LiveLeaderboard board = new LiveLeaderboard(store.live(), clock);
        clock.step = 1_000_000_000L;
        ended(1, 20);
        board.of(run(true));
        ended(2, 10);
        assertThat(board.of(run(false)).places()).hasSize(2);
    }
}
