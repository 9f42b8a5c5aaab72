package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.app.RunMonitor;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.time.Clock;

/** Looks at what is running on behalf of all who watch: at most once a second, and not at all while nobody does. */
public final class LivePoller {

    private static final long AT_MOST_EVERY = TimeUnit.MILLISECONDS.toNanos(900);

    private final RunMonitor live;
    private final Clock clock;
    private final Map<Long, LiveSeries> courses = new LinkedHashMap<>();
    private final Set<Long> over = new HashSet<>();
    private final Map<Run, LiveLeaderboard> boards = new LinkedHashMap<>();
    private List<RunView> runs = List.of();
    private long polledAt;
    private boolean fresh;

    public LivePoller(RunMonitor live, Clock clock) {
        this.live = live;
        this.clock = clock;
    }

    /**
     * What is seen of one run.
     *
     * @param run    the run
     * @param others the others that are running
     * @param board  how the points of its plan stand
     * @param iteration whose points these are: the running one; of a run that is over, the one that was run last
     * @param points of the running iteration, see {@link LiveSeries#points}, from {@code from} on
     * @param meters see {@link LiveSeries#meters}, from {@code metersFrom} on
     */
    record LiveState(RunView run, List<RunView> others, Leaderboard board, long iteration, int from,
            List<List<Double>> points, int metersFrom, List<List<Double>> meters) {

        private LiveState with(Leaderboard made) {
            return new LiveState(run, others, made, iteration, from, points, metersFrom, meters);
        }
    }

    /** A run; the number of one that was deleted may be given again. */
    private record Run(long batch, Instant started) {

        static Run of(RunView run) {
            return new Run(run.batch().id(), run.batch().started());
        }
    }

    /** Whose course is shown: that of the last one while none runs; 0 for none. */
    private static long shown(RunView run) {
        return run.current().map(RunView.Current::id)
                .orElseGet(() -> run.plan().stream().mapToLong(RunView.Cell::iteration).max().orElse(0));
    }

    /**
     * @param batch     which run; 0, or one that is over, for the one that began first
     * @param iteration whose points the asker has
     * @param points    how many of them
     * @param meters    how many meter readings
     * @return empty when nothing was ever run
     */
    Optional<LiveState> state(long batch, long iteration, int points, int meters) {
        // Outside the lock: a leaderboard may be waited for.
        return latest(batch, iteration, points, meters).map(s -> s.with(board(s.run()).of(s.run())));
    }

    private synchronized LiveLeaderboard board(RunView run) {
        return boards.computeIfAbsent(Run.of(run), of -> new LiveLeaderboard(live.store(), clock));
    }

    private synchronized Optional<LiveState> latest(long batch, long iteration, int points, int meters) {
        poll();
        Optional<RunView> run = runs.stream().filter(r -> r.batch().id() == batch).findFirst()
                .or(() -> runs.stream().findFirst());
        return run.map(r -> {
            List<RunView> others = runs.stream().filter(o -> o != r).toList();
            long shown = shown(r);
            LiveSeries liveSeries = courses.getOrDefault(shown, new LiveSeries(0));
            boolean same = shown != 0 && shown == iteration;
            // The last windows may have got late parts since.
            int from = same ? from(points, liveSeries.points().size(), LiveSeries.LATE) : 0;
            int metersFrom = same ? from(meters, liveSeries.meters().size(), 0) : 0;
            return new LiveState(r, others, Leaderboard.NONE, shown, from,
                    List.copyOf(liveSeries.points().subList(from, liveSeries.points().size())), metersFrom,
                    List.copyOf(liveSeries.meters().subList(metersFrom, liveSeries.meters().size())));
        });
    }

    /** Whoever has more than there are has others: they are told all. @param again how many are told once more */
    private static int from(int has, int there, int again) {
        return has > there ? 0 : Math.max(0, has - again);
    }

    /** What is running; when nothing is, what was run last. */
    public synchronized List<RunView> runs() {
        poll();
        return runs;
    }

    /** What is over does not change any more, so it is read once more: nobody may have looked for a while. */
    private void follow(RunView run) {
        long shown = shown(run);
        boolean ended = !run.batch().running();
        if (shown != 0 && (!ended || over.add(shown))) {
            LiveSeries course = courses.computeIfAbsent(shown, LiveSeries::new);
            if (ended) {
                course.rewind();
            }
            course.update(live.store());
        }
    }

    private void poll() {
        long now = clock.nanoTime();
        if (fresh && now - polledAt < AT_MOST_EVERY) {
            return;
        }
        List<RunView> running = live.running();
        runs = running.isEmpty() ? live.newest().stream().toList() : running;
        List<Long> current = runs.stream().map(LivePoller::shown).filter(id -> id != 0).toList();
        courses.keySet().retainAll(current);
        over.retainAll(current);
        boards.keySet().retainAll(runs.stream().map(Run::of).toList());
        runs.forEach(this::follow);
        polledAt = now;
        fresh = true;
    }
}
