package dev.tidemark.report.analysis;

import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.result.Expectation;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** What a ramp shows, as sentences: where the knee is, how far the limit reaches, and what broke it off. */
final class RampWords {

    /** Response times that differ by less are called the same. */
    private static final double SAME = 0.05;

    private final RampCurve curve;
    private final List<RampFinding.Step> steps;
    private final Measure rate;
    private final RampSpec spec;

    RampWords(RampCurve curve, List<RampFinding.Step> steps, Measure rate) {
        this.curve = curve;
        this.steps = steps;
        this.rate = rate;
        this.spec = curve.spec();
    }

    /** @param broken iterations of the ramp that gave no step, in order */
    List<String> sentences(List<Iteration> broken) {
        List<String> sentences = new ArrayList<>();
        if (!steps.isEmpty()) {
            knee(sentences);
            spec.limit().ifPresent(limit -> sentences.add(within(limit)));
        }
        if (!broken.isEmpty()) {
            sentences.add(broken(broken.getLast()));
        }
        if (steps.size() > 1) {
            error(sentences);
        }
        return sentences;
    }

    private void knee(List<String> sentences) {
        OptionalInt knee = curve.knee();
        if (knee.isEmpty()) {
            noKnee(sentences);
            return;
        }
        int at = knee.getAsInt();
        sentences.add("The knee is at " + load(at) + (at == 0 ? " or below: " : ": ") + load(at + 1) + " bring "
                + more(at) + response(at) + "." + (at == 0 ? " A ramp that begins lower would show it." : ""));
        curve.crossing().ifPresent(crossing -> sentences.add("A straight line from zero through the first step "
                + "reaches the highest throughput at "
                + spec.words(Numbers.exact(Math.round(crossing * 10) / 10.0)) + "."));
    }

    private void noKnee(List<String> sentences) {
        int last = steps.size() - 1;
        if (last > 0 && spec.gain().isPresent()) {
            sentences.add(String.format(Locale.ROOT, "No knee up to %s: each step still brought %s %% of linear growth "
                    + "or more.", load(last), Numbers.exact(Math.round(spec.gain().getAsDouble() * 1e6) / 1e4)));
        }
    }

    private String load(int step) {
        return spec.words(curve.steps().get(step).value());
    }

    /** What the step after this one brings. */
    private String more(int step) {
        double ratio = curve.steps().get(step + 1).throughput() / curve.steps().get(step).throughput();
        String percent = Numbers.fixed(Math.abs(ratio - 1) * 100, Math.abs(ratio - 1) < 0.0995 ? 1 : 0);
        return percent.matches("0(\\.0)?") ? "no more throughput" : percent + (ratio > 1 ? " % more" : " % less")
                + " throughput";
    }

    private String response(int step) {
        var before = curve.steps().get(step).response();
        var after = curve.steps().get(step + 1).response();
        if (before.isEmpty() || after.isEmpty() || before.getAsDouble() <= 0
                || Double.isInfinite(before.getAsDouble()) || Double.isInfinite(after.getAsDouble())) {
            return "";
        }
        double ratio = after.getAsDouble() / before.getAsDouble();
        return Math.abs(ratio - 1) < SAME ? " at the same response time"
                : " and " + Numbers.fixed(ratio, 1) + " times the response time";
    }

    private String within(Expectation limit) {
        String bound = Numbers.exact(limit.bound()) + " " + limit.measure().unit();
        OptionalInt largest = curve.largestWithin();
        if (largest.isEmpty()) {
            return steps.getFirst().response().map(first -> "No step was within " + bound + " of "
                    + limit.measure().title() + ": " + load(0)
                    + (Double.isInfinite(curve.steps().getFirst().response().orElse(0)) ? " took at least " : " took ")
                    + Numbers.fixed(first.mean(), limit.measure().decimals()) + " " + limit.measure().unit() + ".")
                    .orElse(limit.measure().title() + " was not measured, so nothing can be said about its limit.");
        }
        int at = largest.getAsInt();
        return "Within " + bound + " of " + limit.measure().title() + ": up to " + load(at) + ", "
                + Numbers.fixed(curve.steps().get(at).throughput(), rate.decimals()) + " " + rate.unit()
                + (at == steps.size() - 1 ? "; more was not tried." : ".");
    }

    private String broken(Iteration iteration) {
        String load = spec.words(Tables.level(iteration, spec.param()).text());
        return "The ramp was broken off at " + load + ", which " + switch (iteration.state()) {
            case RUNNING -> "is running.";
            case INTERRUPTED -> "was interrupted.";
            case STOPPED -> "was stopped.";
            case INVALID -> "is invalid" + why(iteration);
            case FAILED, DONE -> "failed" + why(iteration);
        };
    }

    private static String why(Iteration iteration) {
        String verdict = iteration.verdict();
        return (verdict.isEmpty() ? "" : ": " + verdict) + (verdict.endsWith(".") ? "" : ".");
    }

    private void error(List<String> sentences) {
        if (steps.stream().allMatch(s -> s.rate().runs() == 1)) {
            sentences.add("One run each: error unknown.");
        }
    }
}
