package dev.tidemark.report.analysis.ramp;

import module java.base;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;

/**
 * What a ramp shows at one point, repeats folded.
 *
 * @param point     the values of everything else that varies, by name; empty where nothing does
 * @param curve     the throughputs of all rounds, from which the rest follows
 * @param steps     for each step of the curve its runs
 * @param rate      what is to grow
 * @param response  what the limit is on; empty where there is no limit
 * @param sentences what follows from it, in words
 * @param details   those of the sentences that say why, and how it was found, and are no part of a headline
 */
public record RampFinding(Map<String, String> point, RampCurve curve, List<Step> steps, Measure rate,
        Optional<Measure> response, List<String> sentences, List<String> details) {

    public RampFinding {
        steps = List.copyOf(steps);
        sentences = List.copyOf(sentences);
        details = List.copyOf(details);
    }

    /** The runs of a step; without a response where that was not measured. */
    public record Step(Estimate rate, Optional<Cell> response) {}

    public String param() {
        return curve.spec().param();
    }

    /** Whether steps were made within the limit and past it: between them it is reached. */
    public boolean findsLimit() {
        return pastLimit().isPresent();
    }

    /** Whether it is also known how much runs differ, and no interval of a step on either side reaches across. */
    public boolean findsLimitForSure() {
        OptionalInt past = pastLimit();
        return past.isPresent() && isSure(past.getAsInt(), true)
                && curve.largestWithin().stream().allMatch(i -> isSure(i, false));
    }

    private boolean isSure(int step, boolean past) {
        return steps.get(step).response().map(Cell::estimate).filter(Estimate::errorKnown)
                .filter(e -> DoubleStream.of(e.low(), e.high()).allMatch(end -> curve.spec().past(end) == past))
                .isPresent();
    }

    /** The first step beyond all that are within the limit, unless it was the generator that took so long. */
    private OptionalInt pastLimit() {
        return curve.largestWithin().stream().flatMap(at -> IntStream.range(at + 1, steps.size()))
                .filter(i -> (curve.past(i) || curve.steps().get(i).open()) && !curve.steps().get(i).generator())
                .findFirst();
    }

    /** Where the knee is and how far the limit reaches, in a line or two. */
    public String headline() {
        return sentences.stream().filter(s -> !details.contains(s)).collect(Collectors.joining(" "));
    }

    /** {@code Ramp over workers, shards 2}. */
    public String title() {
        StringBuilder title = new StringBuilder("Ramp over ").append(param());
        point.forEach((name, value) -> title.append(", ").append(name).append(' ').append(value));
        return title.toString();
    }
}
