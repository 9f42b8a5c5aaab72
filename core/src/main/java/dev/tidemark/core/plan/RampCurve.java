package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.stat.Comparison;

/**
 * What a ramp measured, and what follows from it.
 *
 * <p>The <em>gain</em> of a step is its throughput's growth over an earlier one, its {@link #base}, as a share of the
 * growth that would be linear: with loads L and throughputs X, ((X₂ − X₁) ÷ X₁) ÷ ((L₂ − L₁) ÷ L₁). A load twice as
 * large that brings twice the throughput gains 1, one that brings as much as before gains 0. Where a ramp was made in
 * several rounds, X₂ ÷ X₁ is formed within each of them, so that what drifts between rounds is in none of the gains.
 *
 * <p>The <em>knee</em> is where the throughput stops growing: before the first two steps in a row whose gains are both
 * too small. One alone may be an accident.
 *
 * <p>In a closed loop on k servers the throughput of N workers is at most N times that of one, and at most that of k:
 * the two bounds cross at N* = k (the asymptotic bounds of operational analysis: Denning and Buzen 1978). {@link
 * #crossing} estimates N* from the first step's throughput and that beyond the knee, so it can lie between two steps.
 *
 * @param steps in ascending order of load
 * @param spec  the limit and the gain that is too small
 */
public record RampCurve(List<Step> steps, RampSpec spec) {

    /** Steps in a row that must gain too little. */
    public static final int SHORT_STEPS = 2;
    /**
     * A gain is judged over at least half as much load again. From 1,000 to 1,040 workers linear growth is 4 %, less
     * than the noise of most measurements, and its gain says nothing.
     */
    private static final double WIDE = 1.5;

    public RampCurve {
        steps = List.copyOf(steps);
    }

    /**
     * A step of the ramp.
     *
     * @param value      of the setting, as text
     * @param load       the same as a number
     * @param rounds     units per second, by round; not empty
     * @param response   in the limit's unit, the mean of the rounds; empty when it was not measured or there is no
     *                 limit
     * @param open       whether the response could only have been longer
     * @param generator  whether the generator held it in some round, so that it says nothing of the target
     */
    public record Step(String value, double load, Map<Integer, Double> rounds, OptionalDouble response, boolean open,
            boolean generator) {

        public Step {
            rounds = Map.copyOf(rounds);
        }

        /** A step of one round. */
        public Step(String value, double load, double throughput, OptionalDouble response) {
            this(value, load, Map.of(0, throughput), response, false, false);
        }

        /** Units per second, the mean of the rounds. */
        public double throughput() {
            return rounds.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }
    }

    /**
     * A gain with its error.
     *
     * @param share  of linear growth
     * @param growth the comparison of the throughputs that it is made of, paired within rounds
     * @param low    lower end of its 95 % interval; NaN when the error is unknown
     * @param high   upper end; NaN when the error is unknown
     */
    public record Gain(double share, Comparison growth, double low, double high) {

        public boolean errorKnown() {
            return growth.errorKnown();
        }
    }

    /**
     * Where the throughput stops growing.
     *
     * @param step    the last step that was worth its load
     * @param beyond  the last of the steps after it that gained too little
     * @param gain    of all of these together, over the knee
     * @param certain whether there are two of them, and the upper end of an interval, of their gain or of that of the
     *                last of them over its own base, is too small
     * @param from    a load that lies below the knee, as the lower end of a gain's interval shows; empty where the
     *                first step may lie beyond it already
     * @param to      a load that the knee does not exceed; empty where it may lie beyond the last step
     */
    public record Knee(int step, int beyond, Gain gain, boolean certain, OptionalDouble from, OptionalDouble to) {}

    /** What a step's gain is measured over: the step before it, but for narrow steps one far enough below. */
    public int base(int step) {
        double load = steps.get(step).load();
        return IntStream.range(0, step).filter(i -> steps.get(i).load() * WIDE <= load).max().orElse(0);
    }

    /** The gain of a step over its base; empty for the first, and where growth from nothing has no measure. */
    public Optional<Gain> gain(int step) {
        return step == 0 ? Optional.empty() : gain(base(step), step);
    }

    private Optional<Gain> gain(int from, int to) {
        double linear = steps.get(to).load() / steps.get(from).load() - 1;
        if (steps.get(from).load() <= 0 || steps.get(from).throughput() <= 0) {
            return Optional.empty();
        }
        Comparison growth = growth(steps.get(from), steps.get(to));
        return Optional.of(new Gain((growth.ratio() - 1) / linear, growth, (growth.low() - 1) / linear,
                (growth.high() - 1) / linear));
    }

    /**
     * Without rounds that have both, or with one in which nothing was done, the ratio of the means, no confidence
     * interval.
     */
    private static Comparison growth(Step from, Step to) {
        List<Integer> common = from.rounds().keySet().stream().filter(to.rounds()::containsKey).sorted().toList();
        boolean worked = common.stream().allMatch(r -> from.rounds().get(r) > 0 && to.rounds().get(r) > 0);
        if (common.isEmpty() || !worked) {
            return new Comparison(to.throughput() / from.throughput(), Double.NaN, Double.NaN, Double.NaN, 1, 1, false);
        }
        return Comparison.paired(common.stream().mapToDouble(from.rounds()::get).toArray(),
                common.stream().mapToDouble(to.rounds()::get).toArray());
    }

    private boolean isJudged(int step) {
        return step > 0 && steps.get(step).load() >= WIDE * steps.get(base(step)).load();
    }

    /** How many steps have at least half as much load again as their base, so that their gain is judged. */
    public long judged() {
        return IntStream.range(0, steps.size()).filter(this::isJudged).count();
    }

    /** Whether a step brings too little over its base. */
    public boolean fallsShort(int step) {
        return spec.gain().isPresent() && isJudged(step)
                && gain(step).filter(gain -> gain.share() < spec.gain().getAsDouble()).isPresent();
    }

    /** Whether the steps that end with this one were too short to go on. */
    boolean hasEnded(int last) {
        return last + 1 >= SHORT_STEPS
                && IntStream.rangeClosed(last + 1 - SHORT_STEPS, last).allMatch(this::fallsShort);
    }

    /** Where the throughput stops growing; empty when every step gained enough, or when the generator held it there. */
    public Optional<Knee> knee() {
        return bend().filter(knee -> IntStream.rangeClosed(knee.step() + 1, knee.beyond())
                .noneMatch(i -> steps.get(i).generator()));
    }

    /** The first step at which the generator, and not the target, stopped the throughput from growing. */
    public OptionalInt generatorHeld() {
        Optional<Knee> bend = bend();
        return bend.isEmpty() ? OptionalInt.empty() : IntStream.rangeClosed(bend.get().step() + 1, bend.get().beyond())
                .filter(i -> steps.get(i).generator()).findFirst();
    }

    /** Where the throughput stops growing, whatever holds it: the first two short steps, or the last if it is one. */
    private Optional<Knee> bend() {
        int last = steps.size() - 1;
        OptionalInt second = IntStream.rangeClosed(SHORT_STEPS, last).filter(this::hasEnded).findFirst();
        return second.isPresent() ? knee(second.getAsInt() - 1, second.getAsInt())
                : last > 0 && fallsShort(last) ? knee(last, last) : Optional.empty();
    }

    private Optional<Knee> knee(int first, int beyond) {
        int at = base(first);
        return gain(at, beyond).map(gain -> new Knee(at, beyond, gain,
                beyond > first && (tooSmall(gain) || gain(beyond).filter(this::tooSmall).isPresent()), below(first),
                above(at, gain)));
    }

    /** Whether a gain is certainly too small. */
    private boolean tooSmall(Gain gain) {
        return gain.errorKnown() && gain.high() < spec.gain().getAsDouble();
    }

    /** The largest load that is certainly below the knee: throughput certainly grew beyond it. */
    private OptionalDouble below(int first) {
        return IntStream.range(1, first)
                .filter(i -> gain(i).filter(g -> g.low() >= spec.gain().getAsDouble()).isPresent())
                .mapToDouble(i -> steps.get(base(i)).load()).max();
    }

    /**
     * The first step that the knee certainly does not exceed. Throughput that grows at most in proportion reaches what
     * lies beyond the knee no later than at L · X₂ ÷ X₁, of which the upper end counts. Empty where no step is that far.
     */
    private OptionalDouble above(int at, Gain gain) {
        double most = steps.get(at).load() * (gain.errorKnown() ? gain.growth().high() : gain.growth().ratio());
        return steps.stream().skip(at + 1).mapToDouble(Step::load).filter(load -> load >= most).findFirst();
    }

    /** Whether a step's response time is past the limit. */
    public boolean past(int step) {
        OptionalDouble response = steps.get(step).response();
        return response.isPresent() && spec.past(response.getAsDouble());
    }

    /** The largest load whose response time is within the limit; empty when there is none, or no limit. */
    public OptionalInt largestWithin() {
        return IntStream.range(0, steps.size())
                .filter(i -> spec.limit().isPresent() && steps.get(i).response().isPresent() && !past(i)
                        && !steps.get(i).open())
                .reduce((first, last) -> last);
    }

    /**
     * The load at which a straight line from the origin through the first step reaches the throughput beyond the knee,
     * as a multiple of the first step's load; told where there is a knee and the load lies between the steps around it.
     */
    public Optional<Comparison> crossing() {
        return knee().filter(knee -> knee.step() > 0 && steps.getFirst().throughput() > 0)
                .map(knee -> growth(steps.getFirst(), plateau(knee)))
                .filter(c -> between(c.ratio() * steps.getFirst().load(), knee().orElseThrow().step()));
    }

    private boolean between(double load, int step) {
        return load > steps.get(step - 1).load() && load < steps.get(step + 1).load();
    }

    /** The steps beyond the knee as one: round by round their mean, of the rounds that came so far. */
    private Step plateau(Knee knee) {
        List<Step> beyond = steps.subList(knee.step() + 1, knee.beyond() + 1);
        Map<Integer, Double> means = new TreeMap<>();
        for (int round : beyond.getLast().rounds().keySet()) {
            if (beyond.stream().allMatch(s -> s.rounds().containsKey(round))) {
                means.put(round, beyond.stream().mapToDouble(s -> s.rounds().get(round)).average().orElseThrow());
            }
        }
        Step last = beyond.getLast();
        return means.isEmpty() ? last : new Step(last.value(), last.load(), means, last.response(), false, false);
    }
}
