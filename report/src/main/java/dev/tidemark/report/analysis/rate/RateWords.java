package dev.tidemark.report.analysis.rate;

import module java.base;
import dev.tidemark.core.plan.FindRate;
import dev.tidemark.core.plan.RateCurve;
import dev.tidemark.core.plan.RateCurve.Sustained;
import dev.tidemark.core.plan.RateRun.Result;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Numbers;

/**
 * What a search for the sustainable rate shows, as sentences: the rate, why not more, and what the reader must know.
 *
 * @param limits    what was found to hold a step, as a sentence
 * @param maximum whether a limited percentile of a step is only its largest value
 */
record RateWords(RateCurve curve, List<RateFinding.Step> steps, IntFunction<Optional<String>> limits,
        IntPredicate maximum) {

    /** @param unusable iterations of the search that gave no step, in order */
    List<String> sentences(List<Iteration> unusable) {
        List<String> sentences = new ArrayList<>();
        if (!steps.isEmpty()) {
            Optional<Sustained> found = curve.sustained();
            found.ifPresentOrElse(s -> sustained(sentences, s), () -> sentences.add(none(unusable.isEmpty())));
            broken().ifPresent(at -> {
                limits.apply(at).ifPresent(text -> sentences.add("At " + rate(at) + ": " + text));
                if (maximum.test(at)) {
                    sentences.add("Its steps have too few requests for the limited percentile, which is their largest "
                            + "value; longer steps would tell more.");
                }
            });
        }
        if (!unusable.isEmpty()) {
            sentences.add(unusable(unusable.size(), unusable.getLast()));
        }
        return sentences;
    }

    private static String unusable(int steps, Iteration last) {
        String verdict = last.verdict();
        return (steps == 1 ? "One step could not be used: it " : steps + " steps could not be used: the last ")
                + switch (last.state()) {
                    case RUNNING -> "is running";
                    case INTERRUPTED, STOPPED -> "was " + last.state().name().toLowerCase(Locale.ROOT);
                    case FAILED -> "failed";
                    case INVALID -> "is invalid";
                    case DONE -> "has no figures of what is limited";
                } + (verdict.isEmpty() ? "" : ": " + verdict) + (verdict.endsWith(".") ? "" : ".");
    }

    private void sustained(List<String> sentences, Sustained found) {
        int at = broken().orElseThrow();
        OptionalDouble low = found.low();
        OptionalDouble high = found.high();
        boolean sure = low.isPresent() && high.isPresent();
        String between = sure ? ", between " + FindRate.text(low.getAsDouble()) + " and "
                + FindRate.text(high.getAsDouble()) + " (" + Numbers.exact(Math.round((1 - curve.spec().chance()) * 1e4)
                / 100.0) + " %)" : low.isPresent() ? ", at least " + FindRate.text(low.getAsDouble())
                : high.isPresent() ? ", below " + FindRate.text(high.getAsDouble()) : "";
        sentences.add("The sustainable rate is about " + FindRate.text(found.rate()) + between + ", with "
                + curve.spec().limits().stream().map(l -> l.measure().name() + " " + l.text())
                .collect(Collectors.joining(" and ")) + ".");
        sentences.add("At " + rate(at) + " it is not sustained: " + steps.get(at).reason() + ".");
        if (!sure) {
            sentences.add("Runs of one rate differ too much, or are too few, for "
                    + (low.isEmpty() ? high.isEmpty() ? "either end" : "a lower end" : "an upper end")
                    + " of the interval; longer steps or more repeats would tell.");
        }
    }

    /** @param all whether no step was tried but these */
    private String none(boolean all) {
        OptionalDouble generator = curve.generatorHeld();
        OptionalDouble holds = curve.highestHolding();
        if (holds.isPresent()) {
            return "At least " + FindRate.text(holds.getAsDouble()) + " is sustained; " + (generator.isPresent() ? "at "
                    + FindRate.text(generator.getAsDouble()) + " the generator was the limit, not the target, so no "
                    + "verdict on it is possible." : all ? "more was not tried." : "of more nothing is known.");
        }
        return curve.untold() ? "At " + rate(0) + " the generator was the limit, so nothing can be said of the target."
                : "Not even " + rate(0) + " is sustained: " + steps.getFirst().reason() + ".";
    }

    private Optional<Integer> broken() {
        return IntStream.range(0, steps.size()).boxed()
                .filter(i -> curve.levels().get(i).result() == Result.BREAKS).findFirst();
    }

    private String rate(int step) {
        return FindRate.text(curve.levels().get(step).rate());
    }
}
