package dev.tidemark.app.run;

import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.store.ResultStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/** Tells how long a plan will take from what is set, and from what was measured before. */
public final class DurationEstimator {

    /** Iterations looked at, newest first. */
    private static final int ITERATIONS = 200;
    private static final String MEGABYTES = "MB/s";
    /** Settings that say how much is done, or what before and after: speed does not go by them. */
    private static final Set<String> AMOUNTS = Set.of("documents", "operations", "duration", "warm-up", "keep");
    /** Three centuries; durations beyond cannot be told in nanoseconds, and nobody waits for them. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    /**
     * What an iteration takes beside its load where none of its kind has run: making the database, settling, dropping
     * it. A rough figure.
     */
    private static final Duration OVERHEAD = Duration.ofMillis(500);
    /**
     * What a fresh process takes beside its warm-up: to begin, and to make and drop a database for that. A rough
     * figure.
     */
    private static final Duration PROCESS = Duration.ofMillis(1000);

    /**
     * How long an iteration takes.
     *
     * @param time   empty where nothing is known
     * @param set    whether a time limit or a schedule says so, which nothing ends sooner
     * @param sooner whether it may end sooner, and nobody knows when
     * @param more   whether there is a preload that is not in it, since nobody knows how long that takes
     */
    record Each(Optional<Duration> time, boolean set, boolean sooner, boolean more) {

        private Each with(Duration beside) {
            return new Each(time.map(beside::plus), set, sooner, more);
        }
    }

    /**
     * What is known of a workload.
     *
     * @param pace     of loads at the point in question; empty where none with its settings has run
     * @param byBytes  whether that is in MB/s
     * @param beside   what an iteration takes beside its load and preload
     * @param preload  units per second of preloads; empty where none has run
     */
    private record Known(OptionalDouble pace, boolean byBytes, Duration beside, OptionalDouble preload) {

        Known with(OptionalDouble paceHere) {
            return new Known(paceHere, byBytes, beside, preload);
        }

        Duration load(double amount) {
            return seconds(amount / pace.getAsDouble());
        }
    }

    private final ResultStore store;

    public DurationEstimator(ResultStore store) {
        this.store = store;
    }

    /** An iteration of each point, in the plan's order, without the start of its process. */
    List<Each> each(Submission submission) {
        Known known = known(submission.workload());
        List<ResultStore.Measured> runs = store.newestMeasured(submission.workload().name(),
                submission.workload().pace(),
                ITERATIONS);
        return IntStream.range(0, submission.offered().size()).mapToObj(i -> {
            WorkEstimate workEstimate = submission.offered().get(i);
            Known here = known.with(pace(runs, submission.plan().points().get(i)));
            return preloaded(workEstimate, load(workEstimate, here), here).with(known.beside());
        }).toList();
    }

    /** Of runs with the same settings, but for how much they were to do: others tell nothing of this one's speed. */
    private static OptionalDouble pace(List<ResultStore.Measured> runs, Point point) {
        Map<String, String> wanted = new HashMap<>();
        point.settings(SettingOrigin.SET).forEach(s -> wanted.put(s.name(), s.text()));
        wanted.keySet().removeAll(AMOUNTS);
        wanted.keySet().removeAll(point.tags().keySet());
        return median(runs.stream().filter(r -> wanted.entrySet().stream().allMatch(s ->
                r.settings().getOrDefault(s.getKey(), s.getValue()).equals(s.getValue())))
                .map(ResultStore.Measured::number).toList());
    }

    private Known known(Workload workload) {
        boolean byBytes = workload.measures().find(workload.pace()).map(m -> m.unit().equals(MEGABYTES)).orElse(false);
        OptionalDouble beside = median(store.newestOverheads(workload.name(), ITERATIONS));
        return new Known(OptionalDouble.empty(), byBytes,
                beside.isPresent() ? seconds(beside.getAsDouble()) : OVERHEAD,
                median(store.newestPreloads(workload.name(), ITERATIONS)));
    }

    private static Each load(WorkEstimate workEstimate, Known known) {
        if (workEstimate.time().isPresent() && !workEstimate.sooner()) {
            return new Each(workEstimate.time(), true, false, false);
        }
        double amount = known.byBytes() ? workEstimate.bytes() / 1e6 : workEstimate.units();
        if (known.pace().isEmpty() || amount <= 0) {
            return new Each(workEstimate.time(), false, workEstimate.time().isPresent(), false);
        }
        Duration byPace = known.load(amount);
        return new Each(Optional.of(workEstimate.time().filter(t -> t.compareTo(byPace) < 0).orElse(byPace)), false,
                false,
                false);
    }

    private static Each preloaded(WorkEstimate workEstimate, Each load, Known known) {
        if (workEstimate.preload() == 0) {
            return load;
        }
        if (known.preload().isEmpty()) {
            return new Each(load.time(), load.set(), load.sooner(), true);
        }
        Duration preload = seconds(workEstimate.before() / known.preload().getAsDouble());
        return new Each(load.time().map(preload::plus), false, load.sooner(), false);
    }

    /** What a point takes more where it begins a process. */
    private static Duration process(Submission submission, Point point) {
        return submission.experiment().plan().fork() == Fork.NONE ? Duration.ZERO
                : point.values().find(RunParams.WARM_UP).map(PROCESS::plus).orElse(PROCESS);
    }

    /** What beginning processes takes in a round: one for each driver, or for each iteration. */
    private static Duration processes(Submission submission) {
        boolean each = submission.experiment().plan().fork() == Fork.ITERATION;
        Set<String> begun = new HashSet<>();
        return submission.plan().points().stream().filter(p -> each || begun.add(p.driver()))
                .map(p -> process(submission, p)).reduce(Duration.ZERO, Duration::plus);
    }

    /** Every iteration of a plan, round by round; with searches, one for each of their points. */
    public List<PendingIteration> toRun(Submission submission) {
        List<Each> each = each(submission);
        List<PendingIteration> points = IntStream.range(0, each.size()).mapToObj(i -> new PendingIteration(i,
                each.get(i).more() || each.get(i).sooner() ? Optional.empty()
                        : each.get(i).time().map(own(submission, i)::plus), each.get(i).set())).toList();
        if (submission.plan().searching()) {
            return points;
        }
        List<PendingIteration> all = new ArrayList<>();
        for (int round = 0; round < submission.plan().rounds(); round++) {
            all.addAll(points);
        }
        for (int round = 0; round < submission.plan().confirm(); round++) {
            all.add(confirming(Plan.DEFAULTS, points));
            all.add(confirming(Plan.FIRST, points));
        }
        return all;
    }

    /** Which point it will be nobody knows: it is taken to be as long as the longest. */
    private static PendingIteration confirming(int position, List<PendingIteration> points) {
        PendingIteration longest = points.stream().max(Comparator.comparing(p -> p.expected().orElse(Duration.ZERO)))
                .orElseThrow();
        return new PendingIteration(position, longest.expected(), longest.set());
    }

    /** The start of a process that each iteration of a point has of its own; of one that several share, nothing. */
    private static Duration own(Submission submission, int point) {
        boolean alone = submission.experiment().plan().fork() == Fork.ITERATION
                || submission.plan().points().size() == 1 && !submission.plan().searching();
        return alone ? process(submission, submission.plan().points().get(point)) : Duration.ZERO;
    }

    /**
     * Of the whole plan, with preloads whose speed is known; with searches, of one iteration: nobody knows how many it
     * will take.
     */
    public Optional<Duration> time(Submission submission) {
        Duration total = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (Each each : each(submission)) {
            if (each.time().isEmpty()) {
                return Optional.empty();
            }
            total = total.plus(each.time().get());
            longest = longest.compareTo(each.time().get()) < 0 ? each.time().get() : longest;
        }
        Duration time = submission.plan().searching() ? total.dividedBy(submission.offered().size())
                : total.plus(processes(submission)).multipliedBy(submission.plan().rounds())
                        .plus(confirming(submission, longest));
        return Optional.of(time.compareTo(LONGEST) < 0 ? time : LONGEST);
    }

    /** Rounds of two points, each round with a process of its own, or two. */
    private static Duration confirming(Submission submission, Duration longest) {
        Point point = submission.plan().defaultPoint();
        Duration process = process(submission, point);
        Duration pair = longest.multipliedBy(2).plus(process);
        return (submission.experiment().plan().fork() == Fork.ITERATION ? pair.plus(process) : pair)
                .multipliedBy(submission.plan().confirm());
    }

    /** Whether there are preloads that {@link #time} does not know. */
    public boolean preloadsMore(Submission submission) {
        return each(submission).stream().anyMatch(Each::more);
    }

    /** Whether the plan may take less than {@link #time}, and nobody knows how much less. */
    public boolean atMost(Submission submission) {
        return each(submission).stream().anyMatch(Each::sooner);
    }

    private static OptionalDouble median(List<Double> numbers) {
        double[] sorted = numbers.stream().filter(r -> r > 0).mapToDouble(r -> r).sorted().toArray();
        return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[sorted.length / 2]);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
