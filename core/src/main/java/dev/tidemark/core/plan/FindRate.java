package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.measure.host.Standstill;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.RateCurve.Level;
import dev.tidemark.core.plan.RateCurve.Sustained;
import dev.tidemark.core.plan.RateRun.Result;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.IterationState;

/**
 * Looks for the highest rate at which the limits hold and the backlog does not grow. It doubles the rate until a step
 * breaks (or halves it until one holds), halves the gap between the two on a logarithmic axis until it is small enough,
 * and then repeats the rates at both of its ends until the lower one surely holds and the upper one surely breaks. A
 * rate that stays undecided for all its repeats is left for one farther away.
 *
 * @param spec   what was asked for
 * @param lowest the lowest rate that may be set
 * @param highest the highest rate that may be set
 */
public record FindRate(RateSpec spec, double lowest, double highest) implements Search {

    /** The most steps that are taken. */
    public static final int MOST = MOST_STEPS;
    private static final double GROWTH = 2;
    /** How often a rate is tried of which a run tells nothing: one alone may be an accident. */
    private static final int TRIES = 2;
    /** A limit that is passed by half of it is not passed by chance. */
    private static final double CLEAR = 0.5;
    private static final MathContext DIGITS = new MathContext(4);

    static FindRate at(RateSpec spec, Point point) {
        Param<?> param = point.values().params().find(spec.param()).param();
        return new FindRate(spec, Double.isNaN(param.min()) ? 0 : param.min(),
                Double.isNaN(param.max()) ? Double.MAX_VALUE : param.max());
    }

    @Override
    public Decision next(SearchHistory searchHistory) {
        List<FinishedStep> steps = searchHistory.steps();
        if (steps.isEmpty()) {
            return new Decision.Run(step(0, spec.first()));
        }
        FinishedStep last = steps.getLast();
        if (isTriedAgain(steps)) {
            return new Decision.Run(step(steps.size(), last.step().value()));
        }
        if (run(last).isEmpty()) {
            return new Decision.Done(last.step().value() + " " + (last.state() == IterationState.DONE
                    ? "gave no figures of what is limited"
                    : last.state().name().toLowerCase(Locale.ROOT)
                    + (last.verdict().isEmpty() ? "" : ": " + last.verdict())));
        }
        RateCurve curve = curve(searchHistory);
        OptionalDouble rate = next(curve);
        if (rate.isEmpty()) {
            return new Decision.Done(found(curve));
        }
        return steps.size() < MOST ? new Decision.Run(step(steps.size(), Types.RATE.format(rate.getAsDouble())))
                : new Decision.Done("a search takes at most " + MOST + " steps; " + found(curve));
    }

    /** Whether it stood still in the last step, and there may be another. */
    private static boolean isTriedAgain(List<FinishedStep> steps) {
        long still = steps.reversed().stream().takeWhile(FindRate::stoodStill).count();
        return still > 0 && still < TRIES && steps.size() < MOST;
    }

    private static boolean stoodStill(FinishedStep step) {
        return step.state() == IterationState.INVALID && Standstill.isIn(step.verdict());
    }

    /** What the steps so far show; those that say nothing are left out. */
    public RateCurve curve(SearchHistory searchHistory) {
        List<Double> rates = new ArrayList<>();
        List<RateRun> runs = new ArrayList<>();
        for (FinishedStep step : searchHistory.steps()) {
            run(step).ifPresent(run -> {
                rates.add(Types.RATE.parse(step.step().value()));
                runs.add(run);
            });
        }
        return RateCurve.of(spec, rates, runs);
    }

    private Optional<RateRun> run(FinishedStep step) {
        return RateRun.of(spec, step.state(), step.verdict(), step.values());
    }

    // ---- Which rate is next ----

    /** Empty when the search is over. */
    private OptionalDouble next(RateCurve curve) {
        Optional<Level> again = curve.levels().stream()
                .filter(l -> l.result() == Result.UNKNOWN && l.runs().size() < TRIES).findFirst();
        if (again.isPresent()) {
            return OptionalDouble.of(again.get().rate());
        }
        int high = curve.lowestBroken();
        if (high < 0) {
            return within(curve.levels().getLast().rate() * GROWTH, curve);
        }
        if (mayBeChance(curve.levels().get(high))) {
            return OptionalDouble.of(curve.levels().get(high).rate());
        }
        if (high == 0) {
            return within(curve.levels().getFirst().rate() / GROWTH, curve);
        }
        double low = curve.levels().get(high - 1).rate();
        double middle = rounded(Math.sqrt(low * curve.levels().get(high).rate()));
        boolean narrow = curve.levels().get(high).rate() <= low * (1 + spec.precision())
                || middle <= low || middle >= curve.levels().get(high).rate();
        return narrow ? confirm(curve, high) : OptionalDouble.of(middle);
    }

    /** Whether a rate broke once and by little: one alone may be an accident. */
    private static boolean mayBeChance(Level level) {
        return level.result() == Result.BREAKS && level.conclusive().size() == 1 && level.broke() == 0
                && level.distance() < CLEAR;
    }

    /** The end with fewer runs comes first, so that both are tried under the same conditions. */
    private OptionalDouble confirm(RateCurve curve, int high) {
        OptionalDouble below = outwards(curve, high - 1, -1);
        OptionalDouble above = curve.levels().get(high).result() == Result.UNKNOWN ? OptionalDouble.empty()
                : outwards(curve, high, 1);
        if (below.isEmpty() || above.isEmpty()) {
            return below.isPresent() ? below : above;
        }
        return runs(curve, below.getAsDouble()) <= runs(curve, above.getAsDouble()) ? below : above;
    }

    private static int runs(RateCurve curve, double rate) {
        return curve.levels().stream().filter(l -> l.rate() == rate).mapToInt(l -> l.runs().size()).findFirst()
                .orElse(0);
    }

    /**
     * The next rate to try so that one end of the interval becomes sure; empty when it is. The gap grows with each
     * rate that stayed undecided.
     *
     * @param way -1 for the lower end, 1 for the upper
     */
    private OptionalDouble outwards(RateCurve curve, int from, int way) {
        List<Level> levels = curve.levels();
        double gap = 1 + spec.precision();
        int at = from;
        while (true) {
            Level level = levels.get(at);
            boolean unknown = level.result() == Result.UNKNOWN;
            if (unknown || (way < 0 ? curve.surelyHolds(at) : curve.surelyBreaks(at))) {
                return OptionalDouble.empty();
            }
            if (level.conclusive().size() < spec.repeats()) {
                return OptionalDouble.of(level.rate());
            }
            double farther = rounded(way < 0 ? level.rate() / gap : level.rate() * gap);
            int next = at + way;
            boolean tried = next >= 0 && next < levels.size()
                    && (way < 0 ? levels.get(next).rate() >= farther : levels.get(next).rate() <= farther);
            if (!tried) {
                return within(farther, curve);
            }
            gap *= 1 + spec.precision();
            at = next;
        }
    }

    /** Empty where a rate cannot be set, or was tried already. */
    private OptionalDouble within(double rate, RateCurve curve) {
        double text = rounded(rate);
        return text < lowest || text > highest || runs(curve, text) > 0 ? OptionalDouble.empty()
                : OptionalDouble.of(text);
    }

    // ---- In words ----

    private String found(RateCurve curve) {
        Optional<Sustained> found = curve.sustained();
        if (found.isPresent()) {
            Sustained s = found.get();
            return "about " + text(s.rate()) + " is sustained, "
                    + (s.low().isPresent() ? "at least " + text(s.low().getAsDouble()) : "with no sure lower end")
                    + " and "
                    + (s.high().isPresent() ? "less than " + text(s.high().getAsDouble()) : "with no sure upper end");
        }
        OptionalDouble holds = curve.highestHolding();
        if (holds.isEmpty()) {
            String lowest = text(curve.levels().getFirst().rate());
            return curve.untold() ? "at " + lowest + " the generator was the limit, so nothing can be said of the "
                    + "target" : "not even " + lowest + " is sustained";
        }
        return "at least " + text(holds.getAsDouble()) + " is sustained; " + (curve.generatorHeld().isPresent()
                ? "at " + text(curve.generatorHeld().getAsDouble()) + " the generator was the limit, so that no "
                + "verdict is possible" : "no higher rate can be set");
    }

    /** A rate with the digits with which it is tried. */
    public static String text(double rate) {
        return Types.RATE.format(rounded(rate));
    }

    private static double rounded(double rate) {
        return new BigDecimal(rate).round(DIGITS).doubleValue();
    }

    /** A rate at which requests are rejected is one that is not sustained. */
    @Override
    public boolean uses(SearchHistory searchHistory) {
        return run(searchHistory.steps().getLast()).isPresent() || isTriedAgain(searchHistory.steps());
    }

    /**
     * Others for each step: runs of one rate under the same arrivals would be nearer to each other than to the truth.
     */
    @Override
    public int arrivals(SearchStep step) {
        return step.number();
    }

    /** The start holds, its double breaks, the gap is halved, and both ends run again until they are sure. */
    @Override
    public int least() {
        double halvings = Math.log(Math.log(GROWTH) / Math.log1p(spec.precision())) / Math.log(2);
        return 2 + (int) Math.ceil(Math.max(0, halvings)) + RateCurve.SURE + RateCurve.BROKEN - 1;
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public String describe() {
        return "search for the sustainable rate from " + spec.first() + ": "
                + spec.limits().stream().map(l -> l.measure().name() + " " + l.text()).collect(Collectors.joining(", "))
                + ", and the backlog does not grow; doubled until it breaks, then to within "
                + percent(spec.precision()) + ", each end up to " + spec.repeats() + " times";
    }

    private static String percent(double share) {
        return RateRun.plain(share * 100) + " %";
    }
}
