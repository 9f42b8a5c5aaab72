package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.live.LiveStore;
import dev.tidemark.store.live.LiveStore.Declared;

/**
 * The leaderboard of one run, growing as it is looked at again: what has ended is read once. It is made beside whoever
 * asks, who waits for that of a usual run, and of a very large one finds it when asking again. Of a run that goes on it
 * is made no more often than that a twentieth of a processor does it: what is measured is to have the others.
 */
final class LiveLeaderboard {

    private static final int LARGE = 1_000;
    private static final long PATIENCE_MS = 10_000;
    private static final long PATIENCE_FOR_LARGE_MS = 100;
    private static final int PAUSES = 19;

    private final LiveStore store;
    private final Clock clock;
    private final List<Iteration> ended = new ArrayList<>();
    private Optional<Declared> declared = Optional.empty();
    private volatile Leaderboard board = Leaderboard.NONE;
    /** Of which state of the plan the board is, or is being made. */
    private List<RunView.Cell> plan = List.of();
    /** A plan that is too long is shown in part. */
    private Map<IterationState, Integer> states = Map.of();
    private CompletableFuture<Void> making = CompletableFuture.completedFuture(null);
    private volatile long pauseUntil;

    LiveLeaderboard(LiveStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.pauseUntil = clock.nanoTime();
    }

    /** As far as it is known. */
    Leaderboard of(RunView run) {
        CompletableFuture<Void> made = update(run).completeOnTimeout(null,
                run.plan().size() + run.omitted() > LARGE ? PATIENCE_FOR_LARGE_MS : PATIENCE_MS, TimeUnit.MILLISECONDS);
        try {
            made.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
        return board;
    }

    /** @return a copy of what is being made, which may be given up without harm */
    private synchronized CompletableFuture<Void> update(RunView run) {
        boolean due = !run.batch().running() || clock.nanoTime() - pauseUntil >= 0;
        if (making.isDone() && due && !(run.plan().equals(plan) && run.states().equals(states))) {
            plan = run.plan();
            states = run.states();
            making = CompletableFuture.runAsync(() -> make(run), work -> clock.start("tidemark-leaderboard", work));
        }
        return making.copy();
    }

    /** Only one at a time. */
    private void make(RunView run) {
        long began = clock.nanoTime();
        try {
            ended.addAll(store.ended(run.batch().id(), ended.isEmpty() ? 0 : ended.getLast().id()));
            declared = declared.or(() -> store.declared(run.batch().id()));
            board = declared.map(d -> Leaderboard.of(run, d, ended, store.forks(run.batch().id())))
                    .orElse(Leaderboard.NONE);
        } catch (Throwable e) {
            failed();
            throw e;
        }
        long now = clock.nanoTime();
        pauseUntil = now + PAUSES * (now - began);
    }

    /** The next one who asks has it tried again. */
    private synchronized void failed() {
        plan = List.of();
        states = Map.of();
    }
}
