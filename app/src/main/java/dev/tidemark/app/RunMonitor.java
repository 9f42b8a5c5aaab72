package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.PendingIteration;
import dev.tidemark.app.run.PlanProgress;
import dev.tidemark.app.run.RunView;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.DigestedText;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.live.LiveStore;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.store.results.IterationProgress;
import dev.tidemark.store.results.PlanPosition;
import dev.tidemark.store.results.ResumableBatch;
import dev.tidemark.store.results.WithId;

/**
 * What is running on this store, whichever process runs it and from whatever face it was begun. Everything is told from
 * what that process writes down, so that watching costs it nothing. Thread-safe.
 */
public final class RunMonitor {

    /** The most places of a plan that are told. */
    public static final int MOST_CELLS = 2000;

    /** Batches of which something is kept, so that it is not read and worked out again every second. */
    private static final int MOST_WATCHED = 8;

    /** "Of late": the newest intervals that begin within this of the newest end. */
    private static final long LATELY = Duration.ofSeconds(5).toNanos();
    private static final int WINDOWS = 24;
    private static final int READINGS = 120;
    private static final int EVENTS = 12;

    private static final Set<SettingOrigin> FACTS = EnumSet.of(SettingOrigin.TAG, SettingOrigin.DETECTED);

    private final Workbench workbench;
    private final LiveStore store;
    private final Map<Key, WatchedRun> watched = new LinkedHashMap<>();

    /** A batch; the number of one that was deleted may be given again. */
    private record Key(long batch, Instant started) {}

    /** What is kept of a batch from look to look; what is over does not change any more. */
    private static final class WatchedRun {
        private final List<IterationProgress> completed = new ArrayList<>();
        private final Map<Long, List<Setting>> varied = new HashMap<>();
        private Optional<Submission> plan;
        private List<PendingIteration> toRun;
        private Boolean searches;
        private MeterSeries meters = new MeterSeries(0);
        /** The end of the newest window, and since when it has been that, by a clock that nobody sets. */
        private long newestEnd;
        private long unchangedSince;

        /** How long no newer window than these has come, in nanoseconds. */
        private long unchanged(List<Interval> windows, long now) {
            long end = windows.stream().mapToLong(Interval::end).max().orElse(0);
            if (end != newestEnd) {
                newestEnd = end;
                unchangedSince = now;
            }
            return now - unchangedSince;
        }
    }

    /** The newest reading of each node of an iteration, and the one before it. */
    private static final class MeterSeries {
        private final long iteration;
        private final Map<String, TimedSnapshot> newest = new LinkedHashMap<>();
        private final Map<String, TimedSnapshot> before = new LinkedHashMap<>();
        private long last;

        MeterSeries(long iteration) {
            this.iteration = iteration;
        }

        void update(LiveStore store) {
            List<WithId<TimedSnapshot>> fresh = last == 0 ? store.newestReadings(iteration, READINGS)
                    : store.readings(iteration, last);
            for (WithId<TimedSnapshot> reading : fresh) {
                last = reading.number();
                TimedSnapshot older = newest.put(reading.what().reading().node(), reading.what());
                if (older != null && older.at() < reading.what().at()) {
                    before.put(older.reading().node(), older);
                }
            }
        }

        HostUtilization host() {
            return HostUtilization.between(List.copyOf(before.values()), List.copyOf(newest.values()));
        }

        List<TimedSnapshot> target() {
            return newest.values().stream().filter(r -> r.reading().ofTarget()).toList();
        }

        /** What the load did to each instance, per second between its newest reading and the one before. */
        SequencedMap<String, Double> instances() {
            SequencedMap<String, Double> rates = new LinkedHashMap<>();
            newest.forEach((node, to) -> {
                TimedSnapshot from = before.get(node);
                if (node.startsWith(MetricSnapshot.INSTANCE) && from != null && counts(from) && counts(to)) {
                    rates.put(node.substring(MetricSnapshot.INSTANCE.length()),
                            (units(to) - units(from)) * 1e9 / (to.at() - from.at()));
                }
            });
            return rates;
        }

        private static boolean counts(TimedSnapshot reading) {
            return reading.reading().counters().containsKey(MetricSnapshot.UNITS);
        }

        private static double units(TimedSnapshot reading) {
            return reading.reading().counters().get(MetricSnapshot.UNITS);
        }
    }

    RunMonitor(Workbench workbench) {
        this.workbench = workbench;
        this.store = workbench.store().live();
    }

    /** The store's side of it, for tailing series and readings. */
    public LiveStore store() {
        return store;
    }

    /** What is running now, the oldest first. */
    public List<RunView> running() {
        return store.running().stream().map(this::view).toList();
    }

    /** The run that was at work last, whether it is over or not. */
    public Optional<RunView> newest() {
        return store.newest().map(this::view);
    }

    private synchronized RunView view(BatchState batch) {
        WatchedRun known = watched(batch);
        List<IterationProgress> iterations = iterations(batch, known);
        Map<PlanPosition, IterationProgress> bySlot = PlanPosition.newest(iterations, IterationProgress::slot);
        Map<IterationState, Integer> states = new EnumMap<>(IterationState.class);
        bySlot.values().forEach(i -> states.merge(i.state(), 1, Integer::sum));
        // Where every place of a plan was run, what was run tells it.
        Optional<Submission> whole = bySlot.size() == batch.expected() && !batch.running() ? Optional.empty()
                : plan(batch, known);
        Optional<Submission> plan = whole.filter(s -> !s.plan().searching() && bySlot.size() < batch.expected());
        List<RunView.Cell> cells = plan.map(s -> withConfirming(planned(s, bySlot), batch, known, bySlot))
                .orElseGet(() -> executed(batch, known, bySlot));
        Optional<IterationProgress> running = batch.running()
                ? iterations.reversed().stream().filter(i -> i.state() == IterationState.RUNNING).findFirst()
                : Optional.empty();
        Optional<RunView.Current> current = running.map(i -> current(i, iterations, known));
        PlanProgress progress = progress(batch, iterations, searches(batch, known),
                whole.map(s -> toRun(s, known)).orElse(List.of()));
        current.flatMap(RunView.Current::live).ifPresent(progress::live);
        // A plan that can't be worked out again has its size all the same, unless searches decide.
        int all = plan.map(s -> s.plan().size())
                .orElse(batch.running() && !progress.searching() ? batch.expected() : bySlot.size());
        return new RunView(batch, Workloads.named(batch.workload()).unit(), states, progress.over(), cells,
                all - cells.size(), progress.searching(), progress.share(), running.isEmpty() ? Optional.empty()
                        : progress.left(since(batch, workbench.clock().wallTime())).map(Duration::ofNanos),
                batch.taken().map(taken -> Duration.between(taken, workbench.clock().wallTime())), current);
    }

    private WatchedRun watched(BatchState batch) {
        Key key = new Key(batch.id(), batch.started());
        if (!watched.containsKey(key) && watched.size() >= MOST_WATCHED) {
            watched.remove(watched.keySet().iterator().next());
        }
        return watched.computeIfAbsent(key, k -> new WatchedRun());
    }

    /** All iterations, of which only those are read that are new or were running. */
    private List<IterationProgress> iterations(BatchState batch, WatchedRun known) {
        long last = known.completed.isEmpty() ? 0 : known.completed.getLast().id();
        List<IterationProgress> fresh = store.iterations(batch.id(), last);
        fresh.stream().takeWhile(i -> i.state() != IterationState.RUNNING).forEach(known.completed::add);
        List<IterationProgress> all = new ArrayList<>(known.completed);
        fresh.stream().dropWhile(i -> i.state() != IterationState.RUNNING).forEach(all::add);
        return all;
    }

    // ---- the plan ----

    /** The plan that a batch runs, worked out again; empty when that gives another one by now. */
    private Optional<Submission> plan(BatchState batch, WatchedRun known) {
        if (known.plan == null) {
            known.plan = replan(batch);
        }
        return known.plan;
    }

    private Optional<Submission> replan(BatchState batch) {
        if (batch.yaml().isEmpty()) {
            return Optional.empty(); // an import
        }
        try {
            Map<String, String> defaults = workbench.store().jobs().ofBatch(batch.id())
                    .map(job -> job.what().defaults())
                    .orElseGet(() -> workbench.storedDefaults(batch.workload()));
            Submission submission = Submission.of(ExperimentReader.read(
                    ExperimentReader.document(batch.yaml(), batch.label())), defaults).on(workbench.datasets());
            return Optional.of(submission).filter(s -> s.specHash().equals(batch.specHash()));
        } catch (InvalidInputException e) {
            return Optional.empty(); // a dataset that is gone, a setting of another version
        }
    }

    private static List<RunView.Cell> planned(Submission submission, Map<PlanPosition, IterationProgress> bySlot) {
        boolean severalTargets = submission.plan().points().stream().map(Point::target).distinct().count() > 1;
        return IntStream.range(0, submission.plan().rounds()).boxed()
                .flatMap(round -> submission.plan().round(round).stream()).limit(MOST_CELLS)
                .map(p -> cell(new PlanPosition(p.position(), p.round()), varied(p, severalTargets), bySlot)).toList();
    }

    /** Which point is confirmed shows when it is run: those that wait are counted with what is not shown. */
    private List<RunView.Cell> withConfirming(List<RunView.Cell> planned, BatchState batch, WatchedRun known,
            Map<PlanPosition, IterationProgress> bySlot) {
        Map<PlanPosition, IterationProgress> confirming = new LinkedHashMap<>(bySlot);
        confirming.keySet().removeIf(slot -> slot.position() >= 0);
        return Stream.concat(planned.stream(), executed(batch, known, confirming).stream()).limit(MOST_CELLS).toList();
    }

    private static List<Setting> varied(Planned planned, boolean severalTargets) {
        List<Setting> varied = new ArrayList<>();
        if (severalTargets) {
            varied.add(new Setting("target", planned.point().target(), null, "", SettingOrigin.VARY));
        }
        planned.point().values().settings().stream().filter(s -> s.origin() == SettingOrigin.VARY).forEach(varied::add);
        return varied;
    }

    /** Without a plan that could be told: what was run of it. */
    private List<RunView.Cell> executed(BatchState batch, WatchedRun known,
            Map<PlanPosition, IterationProgress> bySlot) {
        List<IterationProgress> shown = bySlot.values().stream().limit(MOST_CELLS).toList();
        long[] missing = shown.stream().mapToLong(IterationProgress::id).filter(id -> !known.varied.containsKey(id))
                .sorted().toArray();
        if (missing.length > 0) {
            Map<Long, List<Setting>> varied = store.varied(batch.id(), missing[0], missing[missing.length - 1]);
            LongStream.of(missing).forEach(id -> known.varied.put(id, varied.getOrDefault(id, List.of()).stream()
                    .sorted(Comparator.comparing(s -> !s.name().equals(Planner.TARGET))).toList()));
        }
        return shown.stream().map(i -> cell(i.slot(), known.varied.getOrDefault(i.id(), List.of()), bySlot)).toList();
    }

    private static RunView.Cell cell(PlanPosition planPosition, List<Setting> varied, Map<PlanPosition,
            IterationProgress> bySlot) {
        Optional<IterationProgress> newest = Optional.ofNullable(bySlot.get(planPosition));
        return new RunView.Cell(planPosition.position(), planPosition.round(), varied,
                newest.map(IterationProgress::state),
                newest.map(IterationProgress::id).orElse(0L), newest.map(IterationProgress::verdict).orElse(""));
    }

    // ---- how far it is ----

    /** Nanoseconds from when the run's process took it until a moment. */
    private static long since(BatchState batch, Instant moment) {
        return Duration.between(batch.taken().orElse(batch.started()), moment).toNanos();
    }

    private List<PendingIteration> toRun(Submission submission, WatchedRun known) {
        if (known.toRun == null) {
            known.toRun = workbench.forecast().toRun(submission);
        }
        return known.toRun;
    }

    /**
     * Times are told from what was begun since the process took the batch; what was finished before is not its work. Of
     * iterations that follow each other, one ends when the next begins.
     *
     * @param all what the whole plan runs; empty where that is unknown
     */
    private static PlanProgress progress(BatchState batch, List<IterationProgress> iterations, boolean searching,
            List<PendingIteration> all) {
        Map<Boolean, List<IterationProgress>> earlier = iterations.stream()
                .collect(Collectors.partitioningBy(i -> batch.isOfEarlierProcess(i.started())));
        List<IterationProgress> own = earlier.get(false);
        List<PlanPosition> before = earlier.get(true).stream()
                .filter(i -> ResumableBatch.isFinished(i.state(), i.verdict())).map(IterationProgress::slot).distinct()
                .toList();
        PlanProgress progress = (searching ? PlanProgress.searching(all, 0)
                : all.isEmpty() ? PlanProgress.unknown(Math.max(0, batch.expected() - before.size()), 0)
                : new PlanProgress(PendingIteration.without(all, before), 0)).after(before.size());
        for (int i = 0; i < own.size(); i++) {
            progress.iterationBegan(own.get(i).slot().position(), since(batch, own.get(i).started()));
            if (own.get(i).state().isOver()) {
                progress.iterationEnded(own.get(i).state(), since(batch, own.get(Math.min(i + 1, own.size() - 1))
                        .started()));
            }
        }
        return progress;
    }

    /** Whether searches decide how many iterations there are, be it at several points. */
    private static boolean searches(BatchState batch, WatchedRun known) {
        if (known.searches == null) {
            known.searches = List.of("ramp", "find-rate").contains(batch.space()) || !batch.yaml().isEmpty()
                    && ExperimentReader.document(batch.yaml(), batch.label()).has("search");
        }
        return known.searches;
    }

    // ---- the running iteration ----

    private RunView.Current current(IterationProgress iteration, List<IterationProgress> all, WatchedRun known) {
        List<Setting> settings = store.settings(iteration.id());
        List<Interval> windows = store.lastIntervals(iteration.id(), WINDOWS);
        List<Interval> lately = recentIntervals(windows, known.unchanged(windows, workbench.clock().nanoTime()));
        SeriesSet series = Timeline.sum(lately);
        if (known.meters.iteration != iteration.id()) {
            known.meters = new MeterSeries(iteration.id());
        }
        known.meters.update(store);
        return new RunView.Current(iteration.id(), number(iteration, all), iteration.started(),
                settings.stream().filter(s -> !FACTS.contains(s.origin()) && s.origin() != SettingOrigin.EFFECTIVE)
                .toList(),
                settings.stream().filter(s -> FACTS.contains(s.origin()) && !DigestedText.is(s)).toList(), store.live(iteration.id()),
                rate(series, lately), Latencies.of(series, LatencyKind.RESPONSE, 0), kinds(series, lately),
                known.meters.host(), known.meters.target(), known.meters.instances(),
                store.lastEvents(iteration.id(), EVENTS));
    }

    /** One that was interrupted and is run again keeps its number. */
    private static int number(IterationProgress iteration, List<IterationProgress> all) {
        return (int) all.stream().takeWhile(i -> i != iteration).map(IterationProgress::slot)
                .filter(planPosition -> !planPosition.equals(iteration.slot())).distinct().count() + 1;
    }

    /**
     * Of the last seconds, or of the newest window, which may last longer; without one that not all agents have told of.
     * None once the window after the newest is overdue: no load runs then, as while a target settles.
     *
     * @param unchanged nanoseconds for which no other has come
     */
    static List<Interval> recentIntervals(List<Interval> intervals, long unchanged) {
        List<Timeline.Window> windows = new ArrayList<>(Timeline.of(intervals).windows());
        if (windows.isEmpty()) {
            return List.of();
        }
        Timeline.Window newest = windows.getLast();
        if (unchanged > LATELY + Math.max(newest.end() - newest.start(), IntervalRule.AUTO.later())) {
            return List.of();
        }
        int phase = newest.phase();
        windows.removeIf(window -> window.phase() != phase);
        if (windows.size() > 1 && windows.getLast().parts().size() < windows.get(windows.size() - 2).parts().size()) {
            windows.removeLast();
        }
        Timeline.Window last = windows.getLast();
        return windows.stream().filter(window -> window == last || window.start() >= last.end() - LATELY)
                .flatMap(window -> window.parts().stream()).toList();
    }

    private static OptionalDouble rate(SeriesSet series, List<Interval> of) {
        double seconds = seconds(of);
        return seconds > 0 ? OptionalDouble.of(series.total().units() / seconds) : OptionalDouble.empty();
    }

    private static double seconds(List<Interval> of) {
        long start = of.stream().mapToLong(Interval::start).min().orElse(0);
        long end = of.stream().mapToLong(Interval::end).max().orElse(0);
        return (end - start) / 1e9;
    }

    private static List<RunView.Kind> kinds(SeriesSet series, List<Interval> of) {
        double seconds = seconds(of);
        return seconds <= 0 ? List.of() : series.totals().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(e -> new RunView.Kind(e.getKey(), e.getValue().operations() / seconds,
                        e.getValue().units() / seconds, e.getValue().failedUnits() / seconds,
                        Latencies.responses(series, e.getKey(), 0)))
                .toList();
    }
}
