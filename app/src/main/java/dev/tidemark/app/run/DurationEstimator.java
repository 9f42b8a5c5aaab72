package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.core.workload.Preparation;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkEstimate;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.ResultStore.Measured;

/** Tells how long a plan will take from what is set, and from what was measured before. */
public final class DurationEstimator {

    /** Iterations looked at, newest first. */
    private static final int ITERATIONS = 200;
    private static final String MEGABYTES = "MB/s";
    /** What settings say by which the speed of a load does not go. */
    private static final Set<Param.Aspect> LONGER = Set.of(Param.Aspect.AMOUNT, Param.Aspect.AROUND);
    /** The same of what is made before. */
    private static final Set<Param.Aspect> MORE = Set.of(Param.Aspect.AMOUNT, Param.Aspect.DATA, Param.Aspect.AROUND);
    /** Tables are made as fast for one as for another. */
    private static final String SCRIPT = "script";
    /** Three centuries; durations beyond cannot be told in nanoseconds, and nobody waits for them. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    /**
     * What an iteration takes beside its load where none of its kind has run: making the database, settling, dropping
     * it. A rough figure.
     */
    private static final Duration OVERHEAD = Duration.ofMillis(500);
    /**
     * What a fresh process takes beside its warm-up where none for its target has been begun: to begin, and to make and
     * drop a database for that. A rough figure.
     */
    private static final Duration PROCESS = Duration.ofMillis(1000);

    /**
     * How long an iteration takes.
     *
     * @param time   empty where nothing is known
     * @param set    whether a time limit or a schedule says so, which nothing ends sooner
     * @param sooner whether it may end sooner, and nobody knows when
     * @param left   what is not in it, since nobody knows how long that takes
     * @param bytes  user bytes that its load stores; empty where nothing tells
     */
    record IterationEstimate(Optional<Duration> time, boolean set, boolean sooner, List<String> left,
            OptionalDouble bytes) {

        private IterationEstimate with(Duration overhead) {
            return new IterationEstimate(time.map(overhead::plus), set, sooner, left, bytes);
        }

        private IterationEstimate without(String part) {
            return new IterationEstimate(time, set, sooner, Stream.concat(left.stream(), Stream.of(part)).toList(),
                    bytes);
        }

        private IterationEstimate unset() {
            return new IterationEstimate(time, false, sooner, left, bytes);
        }
    }

    /**
     * What was measured of a workload.
     *
     * @param loads    their paces
     * @param byBytes  whether these are in MB/s
     * @param preloads units per second of what was made before loads
     * @param warmUps  units per second of warm-ups
     * @param commands seconds of commands before iterations
     * @param overhead what an iteration takes beside all these
     */
    private record History(List<Measured> loads, boolean byBytes, List<Measured> preloads, List<Measured> warmUps,
            List<Measured> commands, Duration overhead) {}

    private final ResultStore store;
    /** By workload, without warm-ups. */
    private final Map<String, List<Measured>> starts = new HashMap<>();

    public DurationEstimator(ResultStore store) {
        this.store = store;
    }

    /** An iteration of each point, in the plan's order, without the start of its process. */
    List<IterationEstimate> each(Submission submission) {
        History known = known(submission.workload());
        return IntStream.range(0, submission.offered().size()).mapToObj(i -> {
            WorkEstimate offered = submission.offered().get(i);
            Point point = submission.plan().points().get(i);
            IterationEstimate load = load(offered, known.byBytes(), pace(known.loads(), point));
            IterationEstimate ready = prepared(load, offered.data(), () -> data(known.preloads(), point));
            return withCommand(warmedUp(ready, offered.warmUp(), () -> data(known.warmUps(), point, "workers"))
                    .with(known.overhead()), known.commands(), point);
        }).toList();
    }

    /** With what the command before it takes, by the same command on the same target. */
    private static IterationEstimate withCommand(IterationEstimate each, List<Measured> commands, Point point) {
        if (Preparation.of(point.values()).isEmpty()) {
            return each;
        }
        String command = Preparation.COMMAND.name();
        OptionalDouble time = like(commands, Map.of(Planner.TARGET, point.target(), command,
                point.values().text(Preparation.COMMAND)));
        return time.isEmpty() ? each.without("the command before each iteration")
                : each.with(seconds(time.getAsDouble()));
    }

    /** Of runs with the same settings, but for how much they were to do: others tell nothing of this one's speed. */
    private static OptionalDouble pace(List<Measured> runs, Point point) {
        Map<String, String> settings = new HashMap<>();
        point.settings(SettingOrigin.SET).forEach(s -> settings.put(s.name(), s.text()));
        point.values().params().all().stream().filter(p -> LONGER.contains(p.part()))
                .forEach(p -> settings.remove(p.name()));
        settings.keySet().removeAll(point.tags().keySet());
        return like(runs, settings);
    }

    /** Of runs on the same target, set alike, with data of the same sort, however much of it. */
    private static OptionalDouble data(List<Measured> runs, Point point, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(Planner.TARGET, point.target()));
        ParamSet ofDriver = Rigs.withDriver(Drivers.named(point.driver()));
        point.values().params().all().stream().filter(p -> List.of(more).contains(p.name())
                || (p.change() == ChangeCost.REBUILD || ofDriver.lookUp(p.name()).isPresent())
                && !MORE.contains(p.part()) && !p.name().equals(SCRIPT))
                .forEach(p -> settings.put(p.name(), point.values().text(p)));
        return like(runs, settings);
    }

    private static OptionalDouble like(List<Measured> runs, Map<String, String> settings) {
        return median(runs.stream().filter(r -> settings.entrySet().stream().allMatch(s ->
                r.settings().getOrDefault(s.getKey(), s.getValue()).equals(s.getValue()))).map(Measured::number)
                .toList());
    }

    private History known(Workload workload) {
        boolean byBytes = workload.measures().find(workload.pace()).map(m -> m.unit().equals(MEGABYTES)).orElse(false);
        OptionalDouble overhead = median(store.newestOverheads(workload.name(), ITERATIONS));
        List<Measured> loads = workload.paces().stream()
                .flatMap(pace -> store.newestMeasured(workload.name(), pace, ITERATIONS).stream()).toList();
        return new History(loads, byBytes,
                store.newestRates(workload.name(), Phase.PRELOAD, ITERATIONS),
                store.newestRates(workload.name(), Phase.WARM_UP, ITERATIONS),
                store.newestPreparations(workload.name(), ITERATIONS),
                overhead.isPresent() ? seconds(overhead.getAsDouble()) : OVERHEAD);
    }

    private static IterationEstimate load(WorkEstimate offered, boolean byBytes, OptionalDouble pace) {
        OptionalDouble bytes = offered.bytes() > 0 ? OptionalDouble.of(offered.bytes())
                : pace.isEmpty() || byBytes || offered.time().isEmpty() || offered.bytesPerUnit() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(pace.getAsDouble() * offered.time().get().toNanos() / 1e9 * offered.bytesPerUnit());
        if (offered.time().isPresent() && !offered.sooner()) {
            return new IterationEstimate(offered.time(), true, false, List.of(), bytes);
        }
        double amount = byBytes ? offered.bytes() / 1e6 : offered.units();
        if (pace.isEmpty() || amount <= 0) {
            return new IterationEstimate(offered.time(), false, offered.time().isPresent(), List.of(), bytes);
        }
        Duration byPace = seconds(amount / pace.getAsDouble());
        return new IterationEstimate(Optional.of(offered.time().filter(t -> t.compareTo(byPace) < 0).orElse(byPace)),
                false, false, List.of(), bytes);
    }

    private static IterationEstimate prepared(IterationEstimate load, WorkEstimate.Data data,
            Supplier<OptionalDouble> pace) {
        if (data.units() == 0) {
            return load;
        }
        OptionalDouble known = pace.get();
        return known.isEmpty() ? load.without(made(data))
                : load.unset().with(seconds(data.units() / known.getAsDouble()));
    }

    private static String made(WorkEstimate.Data data) {
        String amount = Types.COUNT.format(data.units());
        return switch (data.making()) {
            case PRELOAD -> "the preload of " + amount + " keys";
            case INDEX -> "making the index of " + amount + " documents";
            case TABLES -> "making tables of " + amount + " rows";
        };
    }

    private static IterationEstimate warmedUp(IterationEstimate load, WorkEstimate.WarmUp warmUp,
            Supplier<OptionalDouble> pace) {
        if (warmUp.units() == 0) {
            return load.with(warmUp.most());
        }
        OptionalDouble known = pace.get();
        if (known.isEmpty()) {
            return load.without("a warm-up of " + Types.COUNT.format(warmUp.units()) + " queries for each iteration");
        }
        Duration byPace = seconds(warmUp.units() / known.getAsDouble());
        return load.unset().with(byPace.compareTo(warmUp.most()) < 0 ? byPace : warmUp.most());
    }

    /** What a point takes more where it begins a process. */
    private Duration process(Submission submission, Point point) {
        if (submission.experiment().plan().fork() == Fork.NONE) {
            return Duration.ZERO;
        }
        boolean warmsUp = !submission.workload().warmsUpItself();
        List<Measured> all = starts.computeIfAbsent(submission.workload().name(), workload ->
                store.newestStarts(workload, ITERATIONS).stream().map(start -> new Measured(Math.max(0,
                        start.number() - (warmsUp ? warmUp(start) : 0)), start.settings())).toList());
        OptionalDouble start = like(all, Map.of(Planner.TARGET, point.target()));
        Duration process = start.isPresent() ? seconds(start.getAsDouble()) : PROCESS;
        return point.values().find(RunParams.WARM_UP).filter(_ -> warmsUp).map(process::plus).orElse(process);
    }

    private static double warmUp(Measured run) {
        return Optional.ofNullable(run.settings().get(RunParams.WARM_UP.name()))
                .map(RunParams.WARM_UP::parse).map(warmUp -> warmUp.toNanos() / 1e9).orElse(0.0);
    }

    /** Whether each iteration of a point has a process of its own. */
    private static boolean hasOwn(Submission submission, Point point) {
        return submission.experiment().plan().fork() == Fork.ITERATION || Preparation.of(point.values()).isPresent();
    }

    /** What beginning processes takes in a round: one for each driver, or for each iteration. */
    private Duration processes(Submission submission) {
        Set<String> begun = new HashSet<>();
        return submission.plan().points().stream().filter(p -> hasOwn(submission, p) || begun.add(p.driver()))
                .map(p -> process(submission, p)).reduce(Duration.ZERO, Duration::plus);
    }

    /** Every iteration of a plan, round by round; with searches, one for each of their points. */
    public List<PendingIteration> toRun(Submission submission) {
        List<IterationEstimate> each = each(submission);
        List<PendingIteration> points = IntStream.range(0, each.size()).mapToObj(i -> new PendingIteration(i,
                !each.get(i).left().isEmpty() || each.get(i).sooner() ? Optional.empty()
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
    private Duration own(Submission submission, int point) {
        boolean alone = hasOwn(submission, submission.plan().points().get(point))
                || submission.plan().points().size() == 1 && !submission.plan().searching();
        return alone ? process(submission, submission.plan().points().get(point)) : Duration.ZERO;
    }

    /**
     * Of the whole plan, with preloads and warm-ups whose speed is known; with searches, of one iteration: nobody knows
     * how many it will take.
     */
    public Optional<Duration> time(Submission submission) {
        Duration total = Duration.ZERO;
        Duration longest = Duration.ZERO;
        for (IterationEstimate each : each(submission)) {
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
    private Duration confirming(Submission submission, Duration longest) {
        Point point = submission.plan().defaultPoint();
        Duration process = process(submission, point);
        Duration pair = longest.multipliedBy(2).plus(process);
        return (hasOwn(submission, point) ? pair.plus(process) : pair)
                .multipliedBy(submission.plan().confirm());
    }

    /** What {@link #time} does not know, as in "the preload of 1M keys"; each once. */
    public List<String> left(Submission submission) {
        return each(submission).stream().flatMap(e -> e.left().stream()).distinct().toList();
    }

    /** User bytes that the loads of the whole plan store, where measured speeds tell what none of them says. */
    public OptionalLong bytes(Submission submission) {
        List<IterationEstimate> each = each(submission);
        return submission.plan().searching() || each.stream().anyMatch(e -> e.bytes().isEmpty()) ? OptionalLong.empty()
                : OptionalLong.of(submission.times(each.stream().mapToLong(e -> Math.round(e.bytes().getAsDouble()))));
    }

    /** Whether the plan may take less than {@link #time}, and nobody knows how much less. */
    public boolean atMost(Submission submission) {
        return each(submission).stream().anyMatch(IterationEstimate::sooner);
    }

    private static OptionalDouble median(List<Double> numbers) {
        double[] sorted = numbers.stream().filter(r -> r > 0).mapToDouble(r -> r).sorted().toArray();
        return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[sorted.length / 2]);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
