package dev.tidemark.app;

import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timing;
import dev.tidemark.core.measure.host.HostUse;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Origin;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.Reading;
import dev.tidemark.core.result.State;
import dev.tidemark.core.result.TakenReading;
import dev.tidemark.core.spec.ExperimentReader;
import dev.tidemark.core.workload.Workloads;
import dev.tidemark.store.BatchState;
import dev.tidemark.store.IterationState;
import dev.tidemark.store.LiveStore;
import dev.tidemark.store.Slot;
import dev.tidemark.store.Unfinished;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is running on this store, whichever process runs it and from whatever face it was begun. Everything is told from
 * what that process writes down, so that watching costs it nothing. Thread-safe.
 */
public final class LiveView {

    /** The most places of a plan that are told. */
    public static final int MOST_CELLS = 2000;

    /** Plans that are kept, so that they are not worked out again every second. */
    private static final int PLANS = 8;

    /** "Of late": the newest intervals that begin within this of the newest end. */
    private static final long LATELY = Duration.ofSeconds(5).toNanos();
    private static final int INTERVALS = 24;
    private static final int READINGS = 120;

    private static final Set<State> OVER = EnumSet.complementOf(EnumSet.of(State.RUNNING, State.INTERRUPTED));
    private static final Set<Origin> FACTS = EnumSet.of(Origin.TAG, Origin.DETECTED);

    private final Workbench workbench;
    private final LiveStore store;
    private final Map<Long, Optional<Submission>> plans = new LinkedHashMap<>();

    LiveView(Workbench workbench) {
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

    /** The run that was begun last, whether it is over or not. */
    public Optional<RunView> newest() {
        return store.newest().map(this::view);
    }

    private RunView view(BatchState batch) {
        List<IterationState> iterations = store.iterations(batch.id());
        Map<Slot, IterationState> bySlot = new LinkedHashMap<>();
        iterations.forEach(i -> bySlot.put(i.slot(), i)); // the newest attempt stays
        Map<State, Integer> states = new EnumMap<>(State.class);
        bySlot.values().forEach(i -> states.merge(i.state(), 1, Integer::sum));
        Optional<Submission> plan = plan(batch).filter(s -> !s.plan().searching());
        List<RunView.Cell> cells = plan.map(s -> planned(s, bySlot)).orElseGet(() -> executed(bySlot));
        int all = plan.map(s -> s.plan().size()).orElse(bySlot.size());
        Optional<IterationState> running = batch.running()
                ? iterations.reversed().stream().filter(i -> i.state() == State.RUNNING).findFirst() : Optional.empty();
        Optional<RunView.Current> current = running.map(i -> current(i, iterations));
        PlanProgress progress = progress(batch, iterations, running, current.flatMap(RunView.Current::live));
        return new RunView(batch, Workloads.named(batch.workload()).unit(), states, cells, all - cells.size(),
                progress.share(), running.isEmpty() ? Optional.empty()
                        : progress.left(since(batch, workbench.clock().wallTime())).map(Duration::ofNanos), current);
    }

    // ---- the plan ----

    /** The plan that a batch runs, worked out again; empty when that gives another one by now. */
    private synchronized Optional<Submission> plan(BatchState batch) {
        if (!plans.containsKey(batch.id())) {
            if (plans.size() >= PLANS) {
                plans.remove(plans.keySet().iterator().next());
            }
            plans.put(batch.id(), replan(batch));
        }
        return plans.get(batch.id());
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
        } catch (BadInput e) {
            return Optional.empty(); // a dataset that is gone, a setting of another version
        }
    }

    private static List<RunView.Cell> planned(Submission submission, Map<Slot, IterationState> bySlot) {
        boolean severalTargets = submission.plan().points().stream().map(Point::target).distinct().count() > 1;
        return IntStream.range(0, submission.plan().rounds()).boxed()
                .flatMap(round -> submission.plan().round(round).stream()).limit(MOST_CELLS)
                .map(p -> cell(new Slot(p.position(), p.round()), varied(p, severalTargets), bySlot)).toList();
    }

    private static List<Setting> varied(Planned planned, boolean severalTargets) {
        List<Setting> varied = new ArrayList<>();
        if (severalTargets) {
            varied.add(new Setting("target", planned.point().target(), null, "", Origin.VARY));
        }
        planned.point().values().settings().stream().filter(s -> s.origin() == Origin.VARY).forEach(varied::add);
        return varied;
    }

    /** Without a plan that could be told: what was run of it. */
    private List<RunView.Cell> executed(Map<Slot, IterationState> bySlot) {
        return bySlot.keySet().stream().limit(MOST_CELLS).map(slot -> cell(slot,
                store.settings(bySlot.get(slot).id()).stream().filter(s -> s.origin() == Origin.VARY).toList(),
                bySlot)).toList();
    }

    private static RunView.Cell cell(Slot slot, List<Setting> varied, Map<Slot, IterationState> bySlot) {
        Optional<IterationState> newest = Optional.ofNullable(bySlot.get(slot));
        return new RunView.Cell(slot.position(), slot.round(), varied, newest.map(IterationState::state),
                newest.map(IterationState::id).orElse(0L), newest.map(IterationState::verdict).orElse(""));
    }

    // ---- how far it is ----

    /** Nanoseconds from when the run's process took it until a moment. */
    private static long since(BatchState batch, Instant moment) {
        return Duration.between(batch.taken().orElse(batch.started()), moment).toNanos();
    }

    /** Told from what was begun since the process took the batch; what was finished before is not its own work. */
    private static PlanProgress progress(BatchState batch, List<IterationState> iterations,
            Optional<IterationState> running, Optional<Live> live) {
        Instant taken = batch.taken().orElse(batch.started());
        long before = iterations.stream().filter(i -> i.started().isBefore(taken))
                .filter(i -> Unfinished.isFinished(i.state())).map(IterationState::slot).distinct().count();
        PlanProgress progress = batch.space().equals("ramp") ? PlanProgress.searching(0)
                : new PlanProgress((int) (batch.expected() - before), 0);
        iterations.stream().filter(i -> !i.started().isBefore(taken) && OVER.contains(i.state()))
                .forEach(i -> progress.iterationEnded());
        running.ifPresent(i -> progress.iterationBegan(since(batch, i.started())));
        live.ifPresent(progress::live);
        return progress;
    }

    // ---- the running iteration ----

    private RunView.Current current(IterationState iteration, List<IterationState> all) {
        List<Setting> settings = store.settings(iteration.id());
        List<Interval> lately = lately(store.lastIntervals(iteration.id(), INTERVALS));
        SeriesSet series = new SeriesSet();
        lately.forEach(i -> SeriesCodec.addTo(series, i.series()));
        LogHistogram responses = series.overall(Timing.RESPONSE);
        List<TakenReading> readings = store.lastReadings(iteration.id(), READINGS);
        return new RunView.Current(iteration.id(), all.indexOf(iteration) + 1, iteration.started(),
                settings.stream().filter(s -> !FACTS.contains(s.origin()) && s.origin() != Origin.EFFECTIVE).toList(),
                settings.stream().filter(s -> FACTS.contains(s.origin())).toList(), store.live(iteration.id()),
                rate(series, lately), quantile(responses, 0.5), quantile(responses, 0.99), kinds(series, lately),
                host(readings),
                newest(readings).values().stream().filter(r -> r.reading().ofTarget()).toList());
    }

    private static List<Interval> lately(List<Interval> intervals) {
        if (intervals.isEmpty()) {
            return List.of();
        }
        Interval last = intervals.getLast();
        return intervals.stream().filter(i -> i.phase() == last.phase() && i.start() >= last.end() - LATELY).toList();
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
                        series.responses(e.getKey())))
                .toList();
    }

    private static OptionalDouble quantile(LogHistogram histogram, double q) {
        return histogram.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(histogram.quantile(q) / 1e9);
    }

    /** Between each node's newest reading and the one before it. */
    private static HostUse host(List<TakenReading> readings) {
        Map<String, TakenReading> to = newest(readings);
        Map<String, TakenReading> from = newest(readings.stream()
                .filter(r -> r.at() < to.get(r.reading().node()).at()).toList());
        return HostUse.between(List.copyOf(from.values()), List.copyOf(to.values()));
    }

    private static Map<String, TakenReading> newest(List<TakenReading> readings) {
        Map<String, TakenReading> newest = new LinkedHashMap<>();
        for (TakenReading reading : readings) {
            Reading what = reading.reading();
            newest.merge(what.node(), reading, (a, b) -> b.at() >= a.at() ? b : a);
        }
        return newest;
    }
}
