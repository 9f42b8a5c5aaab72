package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.plan.Plan;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;

/**
 * How far a plan is and how long it will still take. What is known counts first: durations that are set, then the times
 * of earlier iterations of the same plan, then the forecast; how fast the running phase goes gets weight as it goes on.
 * Where none of it is known, no time is told. Where searches decide how many iterations there are, all is of the
 * running iteration alone. All times are nanoseconds of one clock.
 */
public final class PlanProgress {

    /** Of an iteration, the measured phase counts for so much; what comes after it is not known before it comes. */
    private static final double MEASURED = 0.9;
    /** The rate of a phase counts fully after so long, or after this share of its work. */
    private static final double FULL_WEIGHT_TIME = TimeUnit.SECONDS.toNanos(10);
    private static final double FULL_WEIGHT_SHARE = 0.25;
    /** From here on it counts also where nothing else is known. */
    private static final double SOME_WEIGHT = 0.5;
    /** A phase after the measurement that says nothing of its end is thought to be short, but not for longer. */
    private static final double SHORT = TimeUnit.SECONDS.toNanos(5);
    /** How these took tells nothing of others. */
    private static final Set<IterationState> CUT_SHORT = EnumSet.of(IterationState.FAILED, IterationState.STOPPED,
            IterationState.INTERRUPTED);
    private static final Set<Phase> BEFORE = EnumSet.of(Phase.CREATE, Phase.PRELOAD, Phase.WARM_UP);

    private final boolean searching;
    private final int toRun;
    /** What is still to be run, by its position, and how often: a plan may have ten thousand. */
    private final Map<Integer, Waiting> waiting = new LinkedHashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private PendingIteration running;
    private RunStatus last;
    private long iterationStart;
    private int before;
    private int completed;

    /** How long an iteration took. */
    private record Sample(PendingIteration what, double nanos) {}

    /** Iterations that are alike. */
    private record Waiting(PendingIteration what, int times) {

        /** One of them is begun. @return null when it was the last, as a map wants it */
        private Waiting fewer() {
            return times == 1 ? null : new Waiting(what, times - 1);
        }
    }

    /** @param toRun every iteration that is still to be run, in any order */
    public PlanProgress(List<PendingIteration> toRun, long now) {
        this(toRun, false, now);
    }

    private PlanProgress(List<PendingIteration> toRun, boolean searching, long now) {
        this.toRun = searching ? 0 : toRun.size();
        toRun.forEach(w -> waiting.merge(w.position(), new Waiting(w, 1),
                (before, one) -> new Waiting(before.what(), before.times() + 1)));
        this.searching = searching;
        this.iterationStart = now;
    }

    /** Of so many iterations of which nothing is known. */
    public static PlanProgress unknown(int toRun, long now) {
        return new PlanProgress(Collections.nCopies(toRun, PendingIteration.unknown()), now);
    }

    /**
     * Of a plan of which nobody knows how many iterations it has.
     *
     * @param steps one for each point where a search is made; none where nothing is known of them
     */
    public static PlanProgress searching(List<PendingIteration> steps, long now) {
        return new PlanProgress(steps, true, now);
    }

    /** The same of a plan that is gone on with. @param finished iterations of it that were done before */
    public PlanProgress after(int finished) {
        before = finished;
        return this;
    }

    public boolean searching() {
        return searching;
    }

    /** @param position as the plan has it */
    public void iterationBegan(int position, long now) {
        iterationStart = now;
        last = null;
        int point = searching ? Plan.searchOf(position) : position;
        Integer key = waiting.containsKey(point) || waiting.isEmpty() ? point : waiting.keySet().iterator().next();
        running = waiting.containsKey(key) ? waiting.get(key).what() : PendingIteration.unknown();
        if (!searching) {
            waiting.computeIfPresent(key, (k, w) -> w.fewer());
        }
    }

    public void live(RunStatus runStatus) {
        if (running == null) { // what has one part only does not tell that it begins
            iterationBegan(0, iterationStart);
        }
        last = runStatus;
    }

    public void iterationEnded(IterationState iterationState, long now) {
        completed++;
        if (running != null && !CUT_SHORT.contains(iterationState)) {
            samples.add(new Sample(running, now - iterationStart));
        }
        running = null;
        last = null;
        iterationStart = now;
    }

    /** Without those that were done before. */
    public int completed() {
        return completed;
    }

    /** With those that were done before. */
    public int over() {
        return before + completed;
    }

    /** Without those that were done before. */
    public int toRun() {
        return toRun;
    }

    /** From 0 to 1: of the whole plan, or of the running iteration of a search. */
    public double share() {
        double fraction = MEASURED * measured();
        return searching ? fraction : toRun == 0 ? 1
                : Math.min(1, (over() + fraction) / (before + toRun));
    }

    private double measured() {
        if (last == null || BEFORE.contains(last.phase())) {
            return 0;
        }
        return last.phase() == Phase.MEASURE ? last.share().orElse(0) : 1;
    }

    // ---- How long it will still take ----

    /** Nanoseconds still to go, with what {@link #share} is of; empty while nothing is known. */
    public Optional<Long> left(long now) {
        if (running == null && (searching || completed == 0)) {
            return Optional.empty();
        }
        double elapsed = now - iterationStart;
        CompletedTimes past = new CompletedTimes(samples);
        OptionalDouble own = running == null ? OptionalDouble.of(0) : ofIteration(elapsed, past);
        if (own.isEmpty() || searching) {
            return rounded(own);
        }
        CompletedTimes known = samples.isEmpty() ? new CompletedTimes(extrapolated(elapsed, own.getAsDouble())) : past;
        double sum = own.getAsDouble();
        for (Waiting next : waiting.values()) {
            OptionalDouble each = known.expected(next.what());
            if (each.isEmpty()) {
                return Optional.empty();
            }
            sum += next.times() * each.getAsDouble();
        }
        return Optional.of((long) sum);
    }

    private static Optional<Long> rounded(OptionalDouble nanos) {
        return nanos.isPresent() ? Optional.of((long) nanos.getAsDouble()) : Optional.empty();
    }

    /** The running iteration, as it looks now, stands for those that nothing else is known of. */
    private List<Sample> extrapolated(double elapsed, double left) {
        if (last == null || BEFORE.contains(last.phase()) || byCount() && weight() < SOME_WEIGHT) {
            return List.of();
        }
        // What a fresh process takes to begin, those after it do not take again.
        double begun = last.phase() == Phase.MEASURE ? last.elapsed() : elapsed;
        return List.of(new Sample(running, begun + left));
    }

    /** What the iterations that are over tell of others. Made once for all that are asked about. */
    private static final class CompletedTimes {

        private final boolean one;
        private final DoubleSummaryStatistics all = new DoubleSummaryStatistics();
        private final Map<PendingIteration, DoubleSummaryStatistics> same = new HashMap<>();
        /** By whether their time is set: how long they took, were thought to take, and how much longer that was. */
        private final Map<Boolean, DoubleSummaryStatistics> took = new HashMap<>();
        private final Map<Boolean, DoubleSummaryStatistics> forecast = new HashMap<>();
        private final Map<Boolean, DoubleSummaryStatistics> deviations = new HashMap<>();

        private CompletedTimes(List<Sample> known) {
            one = known.size() < 2;
            // The first has the start of a process in it, which most others do not have.
            (one ? known : known.subList(1, known.size())).forEach(this::add);
        }

        private void add(Sample s) {
            all.accept(s.nanos());
            statistics(same, s.what()).accept(s.nanos());
            if (s.what().expected().isPresent()) {
                statistics(took, s.what().set()).accept(s.nanos());
                statistics(forecast, s.what().set()).accept(PlanProgress.nanos(s.what()));
                statistics(deviations, s.what().set()).accept(s.nanos() - PlanProgress.nanos(s.what()));
            }
        }

        private static <K> DoubleSummaryStatistics statistics(Map<K, DoubleSummaryStatistics> of, K key) {
            return of.computeIfAbsent(key, k -> new DoubleSummaryStatistics());
        }

        /** How long an iteration will take in all. */
        private OptionalDouble expected(PendingIteration what) {
            double thought = PlanProgress.nanos(what);
            if (what.set()) {
                boolean known = !one && deviations.containsKey(true);
                return OptionalDouble.of(thought + (known ? Math.max(0, deviations.get(true).getMin()) : 0));
            }
            if (same.containsKey(what)) {
                return OptionalDouble.of(same.get(what).getAverage());
            }
            if (what.expected().isEmpty()) {
                return all.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(all.getAverage());
            }
            double thoughts = forecast.containsKey(false) ? forecast.get(false).getSum() : 0;
            return OptionalDouble.of(thoughts > 0 ? thought * took.get(false).getSum() / thoughts : thought);
        }
    }

    private static double nanos(PendingIteration what) {
        return what.expected().map(Duration::toNanos).orElse(0L);
    }

    /** What is left of the running iteration. */
    private OptionalDouble ofIteration(double elapsed, CompletedTimes past) {
        OptionalDouble whole = past.expected(running);
        if (last == null || BEFORE.contains(last.phase())) {
            double phase = last == null ? 0 : ofPhase().orElse(0);
            return whole.isEmpty() ? whole
                    : OptionalDouble.of(Math.max(whole.getAsDouble() - elapsed, phase + nanos(running)));
        }
        OptionalDouble inTime = whole.isEmpty() ? whole
                : OptionalDouble.of(Math.max(0, whole.getAsDouble() - elapsed));
        if (last.phase() == Phase.MEASURE) {
            return measuring(inTime);
        }
        OptionalDouble phase = ofPhase();
        double rest = Math.max(inTime.orElse(0), phase.orElse(0));
        return rest > 0 || phase.isPresent() || last.elapsed() < SHORT ? OptionalDouble.of(rest)
                : OptionalDouble.empty();
    }

    /** @param inTime what would be left if the iteration took as long as expected */
    private OptionalDouble measuring(OptionalDouble inTime) {
        OptionalDouble timed = untilTime();
        OptionalDouble otherwise = timed.isEmpty() ? inTime
                : OptionalDouble.of(Math.min(timed.getAsDouble(), byCount() ? inTime.orElse(timed.getAsDouble())
                        : timed.getAsDouble()));
        if (!byCount() || last.done() == 0) {
            return otherwise;
        }
        double atThisRate = atThisRate();
        if (otherwise.isEmpty()) {
            return weight() < SOME_WEIGHT ? otherwise : OptionalDouble.of(atThisRate);
        }
        double left = weight() * atThisRate + (1 - weight()) * otherwise.getAsDouble();
        return OptionalDouble.of(timed.isEmpty() ? left : Math.min(left, timed.getAsDouble()));
    }

    /** What is left of the running phase by its time or its rate; empty where neither says so. */
    private OptionalDouble ofPhase() {
        boolean counts = byCount() && last.done() > 0 && weight() >= SOME_WEIGHT;
        OptionalDouble timed = untilTime();
        return !counts ? timed : OptionalDouble.of(Math.min(atThisRate(), timed.orElse(Double.MAX_VALUE)));
    }

    private OptionalDouble untilTime() {
        return last.lasts() <= 0 ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, last.lasts() - last.elapsed()));
    }

    private boolean byCount() {
        return last.expected() > 0;
    }

    private double doneByCount() {
        return Math.min(1, (double) last.done() / last.expected());
    }

    private double atThisRate() {
        return last.elapsed() * (1 - doneByCount()) / doneByCount();
    }

    /** How much the rate of the running phase says, 0 to 1. */
    private double weight() {
        return Math.min(1, Math.max(doneByCount() / FULL_WEIGHT_SHARE, last.elapsed() / FULL_WEIGHT_TIME));
    }
}
