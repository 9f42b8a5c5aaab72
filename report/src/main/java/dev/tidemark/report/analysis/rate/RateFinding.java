package dev.tidemark.report.analysis.rate;

import module java.base;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.core.plan.RateCurve;
import dev.tidemark.core.plan.RateCurve.Sustained;
import dev.tidemark.core.plan.RateRun.Result;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;

/**
 * What a search for the sustainable rate shows at one point, with the steps of all its rounds.
 *
 * @param point     the values of everything else that varies, by name; empty where nothing does
 * @param curve     the runs by rate, from which the rest follows
 * @param measures  of the columns that tell of a step, in order
 * @param steps     for each rate of the curve its figures
 * @param sentences what follows from it, in words
 */
public record RateFinding(Map<String, String> point, RateCurve curve, List<Measure> measures, List<Step> steps,
        List<String> sentences) {

    public RateFinding {
        measures = List.copyOf(measures);
        steps = List.copyOf(steps);
        sentences = List.copyOf(sentences);
    }

    /**
     * The runs of a rate.
     *
     * @param cells  by name of the measure
     * @param reason of the verdict, from the run that decided it
     */
    public record Step(Map<String, Cell> cells, String reason) {

        public Optional<Cell> cell(Measure measure) {
            return Optional.ofNullable(cells.get(measure.name()));
        }
    }

    /** {@code Sustainable rate, shards 2}. */
    public String title() {
        StringBuilder title = new StringBuilder("Sustainable rate");
        point.forEach((name, value) -> title.append(", ").append(name).append(' ').append(value));
        return title.toString();
    }

    public RateSpec spec() {
        return curve.spec();
    }

    /** {@code 118/s}; empty where none was found. */
    public Optional<String> rate() {
        return curve.sustained().map(s -> FindRate.text(s.rate()));
    }

    /** {@code 112/s to 124/s}, with what is known of the ends; empty where nothing is. */
    public String interval() {
        Optional<Sustained> found = curve.sustained();
        if (found.isEmpty()) {
            OptionalDouble holds = curve.highestHolding();
            return holds.isPresent() ? "at least " + FindRate.text(holds.getAsDouble())
                    : curve.levels().isEmpty() || curve.levels().getFirst().result() == Result.UNKNOWN ? ""
                    : "below " + FindRate.text(curve.levels().getFirst().rate());
        }
        OptionalDouble low = found.get().low();
        OptionalDouble high = found.get().high();
        return (low.isPresent() ? FindRate.text(low.getAsDouble()) : "?") + " to "
                + (high.isPresent() ? FindRate.text(high.getAsDouble()) : "?");
    }

    /** Why the lowest rate breaks that does; empty where none does. */
    public String reason() {
        for (int i = 0; i < steps.size(); i++) {
            if (curve.levels().get(i).result() != Result.HOLDS) {
                return steps.get(i).reason();
            }
        }
        return "";
    }

    /** What is said of a rate in a word or two. */
    public String verdict(int step) {
        return switch (curve.levels().get(step).result()) {
            case HOLDS -> curve.surelyHolds(step) ? "holds, surely" : "holds";
            case BREAKS -> curve.surelyBreaks(step) ? "breaks, surely" : "breaks";
            case UNKNOWN -> "no verdict";
        };
    }
}
