package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.plan.RampSteps.Rung;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.workload.Workload;

/**
 * Raises a setting step by step, and ends when the response time stays past the limit for two steps, when the gain of
 * two steps in a row is too small, when a step fails, or when there is no further step.
 *
 * @param spec       what was asked for
 * @param values     the setting's values, ascending
 * @param top        why there is none beyond the last
 * @param throughput the measure of the gain
 */
public record Ramp(RampSpec spec, List<Rung> values, String top, String throughput) implements Search {

    /** Steps in a row that must be past the limit, as for the gain: one alone may be an accident. */
    private static final int PATIENCE = RampCurve.SHORT_STEPS;

    public Ramp {
        values = List.copyOf(values);
    }

    /**
     * The ramp at a point: it goes as far as the point's other settings allow.
     *
     * @throws InvalidInputException when not even its first step is possible there
     */
    static Ramp at(RampSpec spec, Point point, Workload workload) {
        ParamSet params = point.values().params();
        RampSteps steps = steps(spec, params.find(spec.param()).param());
        List<Rung> possible = new ArrayList<>();
        for (Rung rung : steps.values()) {
            try {
                params.check(new SearchStep(possible.size(), spec.param(), rung.text()).at(point, workload).values());
            } catch (InvalidInputException e) {
                if (possible.isEmpty()) {
                    throw e;
                }
                return new Ramp(spec, possible, spec.words(rung.text()) + " cannot be: " + e.getMessage(),
                        workload.throughput());
            }
            possible.add(rung);
        }
        return new Ramp(spec, possible, steps.top(), workload.throughput());
    }

    private static RampSteps steps(RampSpec spec, Param<?> param) {
        return RampSteps.climb(param, spec.steps());
    }

    @Override
    public Decision next(SearchHistory searchHistory) {
        List<FinishedStep> steps = searchHistory.steps();
        if (steps.isEmpty()) {
            return run(0);
        }
        FinishedStep last = steps.getLast();
        if (last.state() != IterationState.DONE) {
            return new Decision.Done(words(last) + " " + last.state().name().toLowerCase(Locale.ROOT)
                    + (last.verdict().isEmpty() ? "" : ": " + last.verdict()));
        }
        if (last.value(throughput).isEmpty()) {
            return new Decision.Done(words(last) + " gave no figures");
        }
        RampCurve curve = curve(steps);
        if (stayedBeyondKnee(curve)) {
            return new Decision.Done("the response time was past " + limit() + " for " + PATIENCE + " steps");
        }
        if (curve.hasEnded(steps.size() - 1)) {
            return new Decision.Done(fellShort(steps, curve));
        }
        return steps.size() < values.size() ? run(steps.size()) : new Decision.Done(top);
    }

    private String fellShort(List<FinishedStep> steps, RampCurve curve) {
        int count = steps.size();
        List<String> loads = new ArrayList<>();
        List<String> gains = new ArrayList<>();
        for (int i = count - RampCurve.SHORT_STEPS; i < count; i++) {
            loads.add(words(steps.get(i)));
            gains.add(percent(Math.max(0, curve.gain(i).orElseThrow().share())));
        }
        return String.join(" and ", loads) + " brought " + String.join(" and ", gains) + " of linear growth, less than "
                + percent(spec.gain().orElseThrow());
    }

    private Decision run(int number) {
        return new Decision.Run(step(number));
    }

    private String words(FinishedStep step) {
        return spec.words(step.step().value());
    }

    private String limit() {
        return spec.limit().map(l -> BigDecimal.valueOf(l.bound()).stripTrailingZeros().toPlainString() + " "
                + l.measure().unit()).orElse("");
    }

    private static String percent(double share) {
        return new BigDecimal(share * 100).round(new MathContext(2)).stripTrailingZeros().toPlainString() + " %";
    }

    private static boolean stayedBeyondKnee(RampCurve curve) {
        int steps = curve.steps().size();
        return steps >= PATIENCE && IntStream.range(steps - PATIENCE, steps).allMatch(curve::past);
    }

    private RampCurve curve(List<FinishedStep> steps) {
        return new RampCurve(steps.stream().map(t -> new RampCurve.Step(t.step().value(),
                values.get(t.step().number()).load(), t.value(throughput).orElse(0), response(t))).toList(), spec);
    }

    private OptionalDouble response(FinishedStep step) {
        return spec.limit().map(l -> step.values().stream().filter(v -> v.measure().equals(l.measure().name()))
                .mapToDouble(spec::comparable).findFirst()).orElse(OptionalDouble.empty());
    }

    /** The step with a number, from 0, if the search comes to it. */
    public SearchStep step(int number) {
        return new SearchStep(number, spec.param(), values.get(number).text());
    }

    @Override
    public int least() {
        int ended = spec.limit().isPresent() ? PATIENCE : 1 + RampCurve.SHORT_STEPS; // the first has no gain
        return Math.min(ended, most());
    }

    @Override
    public int most() {
        return values.size();
    }

    @Override
    public String describe() {
        List<String> ends = new ArrayList<>();
        spec.limit().ifPresent(l -> ends.add(l.measure().name() + " is " + l.text() + " for " + PATIENCE + " steps"));
        spec.gain().ifPresent(g -> ends.add(RampCurve.SHORT_STEPS + " steps bring less than " + percent(g)
                + " of linear growth each"));
        ends.add("after " + spec.words(values.getLast().text()));
        return "ramp over " + spec.param() + ": " + String.join(", ", spec.steps()) + "; it ends when "
                + String.join(", or ", ends);
    }
}
