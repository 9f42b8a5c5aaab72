package dev.tidemark.web.status;

import dev.tidemark.app.RunMonitor;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Looks at what is running on behalf of all who watch: at most once a second, and not at all while nobody does. */
public final class LivePoller {

    private static final long AT_MOST_EVERY = TimeUnit.MILLISECONDS.toNanos(900);

    private final RunMonitor live;
    private final Clock clock;
    private final Map<Long, LiveSeries> courses = new LinkedHashMap<>();
    private List<RunView> runs = List.of();
    private long looked;
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
     * @param points of the running iteration, see {@link LiveSeries#points}, from {@code from} on
     * @param meters see {@link LiveSeries#meters}, from {@code metersFrom} on
     */
    record Seen(RunView run, List<RunView> others, int from, List<List<Double>> points, int metersFrom,
            List<List<Double>> meters) {

        long iteration() {
            return run.current().map(RunView.Current::id).orElse(0L);
        }
    }

    /**
     * @param batch     which run; 0, or one that is over, for the one that began first
     * @param iteration whose points the asker has
     * @param points    how many of them
     * @param meters    how many meter readings
     * @return empty when nothing was ever run
     */
    synchronized Optional<Seen> look(long batch, long iteration, int points, int meters) {
        look();
        Optional<RunView> run = runs.stream().filter(r -> r.batch().id() == batch).findFirst()
                .or(() -> runs.stream().findFirst());
        return run.map(r -> {
            List<RunView> others = runs.stream().filter(o -> o != r).toList();
            LiveSeries liveSeries = r.current().map(c -> courses.get(c.id())).orElseGet(() -> new LiveSeries(0));
            boolean same = r.current().map(c -> c.id() == iteration).orElse(false);
            // The last windows may have got late parts since.
            int from = same ? Math.clamp((long) points - LiveSeries.LATE, 0, liveSeries.points().size()) : 0;
            int metersFrom = same ? Math.clamp(meters, 0, liveSeries.meters().size()) : 0;
            return new Seen(r, others, from,
                    List.copyOf(liveSeries.points().subList(from, liveSeries.points().size())), metersFrom,
                    List.copyOf(liveSeries.meters().subList(metersFrom, liveSeries.meters().size())));
        });
    }

    /** What is running; when nothing is, what was run last. */
    public synchronized List<RunView> runs() {
        look();
        return runs;
    }

    private void look() {
        long now = clock.nanoTime();
        if (fresh && now - looked < AT_MOST_EVERY) {
            return;
        }
        List<RunView> running = live.running();
        runs = running.isEmpty() ? live.newest().stream().toList() : running;
        List<Long> current = runs.stream().flatMap(r -> r.current().stream()).map(RunView.Current::id).toList();
        courses.keySet().retainAll(current);
        current.forEach(id -> courses.computeIfAbsent(id, LiveSeries::new).goOn(live.store()));
        looked = now;
        fresh = true;
    }
}
